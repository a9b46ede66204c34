"""Parallel environment, and the base class of both PettingZoo environments."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypeAlias

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo.utils.env import ParallelEnv

from schwimmen.rules import RuleSet, SchwimmenError, suggest
from schwimmen.rules.core.legal import EXCHANGE_ALL, PASS
from schwimmen.rules.core.state import NO_SEAT, RecordArray
from schwimmen.rules.errors import quote, whole_number

from ..episode import Episode
from ..observation import Bytes
from ..options import ILLEGAL_MODES, check_choice
from ..scene import RENDER_MODES, check_render_mode, render_scene, scene_of

Observation: TypeAlias = dict[str, Any]

METADATA: Final[dict[str, Any]] = {
    "name": "schwimmen_v0",
    "render_modes": list(RENDER_MODES),
    "render_fps": 1,
    "is_parallelizable": False,  # not by PettingZoo's wrapper, which needs agents with equal turns
}


class EnvBase:
    """Table with one agent at each seat: ``player_0`` at seat 0, then clockwise."""

    metadata = METADATA

    def __init__(
        self,
        preset: str | RuleSet = "pagat",
        players: int = 3,
        options: Mapping[str, Any] | None = None,
        *,
        episode: str | None = None,
        illegal: str = "penalty",
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        if max_cycles is not None:
            whole_number("max_cycles", max_cycles, 1)
        if episode is None:
            episode = "round" if max_cycles is None else "rounds"
        check_choice("illegal", illegal, ILLEGAL_MODES)
        check_render_mode(render_mode)
        self.max_cycles = max_cycles
        self.illegal = illegal
        self.render_mode = render_mode
        self._episode = Episode(preset, players, options, episode)
        layout = self._episode.layout
        self.possible_agents = [f"player_{seat}" for seat in range(layout.players)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._action_spaces = {agent: Discrete(layout.actions) for agent in self.possible_agents}
        self._observation_spaces = {
            agent: Dict(
                {
                    "observation": Box(layout.low, layout.high, dtype=np.int8),
                    "action_mask": Box(0, 1, (layout.actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> Dict:
        """Return the observation space, which is the same for all agents."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """Return the action space, which is the same for all agents."""
        return self._action_spaces[agent]

    @property
    def arrays(self) -> tuple[RecordArray, RecordArray, RecordArray]:
        """Rules, round and match as compiled functions take them, with index 0; read only."""
        return self._episode.arrays

    def render(self) -> Any:
        """Render the table with all hands: as text (``ansi``, ``human``) or as an image.

        ``human`` prints the text. The image (``rgb_array``) is an array of ``uint8`` of shape
        (height, width, 3).
        """
        _, rounds, matches = self.arrays
        scene = scene_of(self._episode.rules, rounds, matches, self.possible_agents)
        return render_scene(self.render_mode, scene)

    def close(self) -> None:
        """Do nothing: no resources are held."""

    def _play(self, action: Any) -> str | None:
        """Play an action of the agent to act; return the reason if it is illegal."""
        refused = self._episode.play(action)
        if refused is not None:
            if self.illegal == "raise":
                raise self._episode.illegal_action(action, refused)
            self._episode.forfeit()
        return refused


class parallel_env(EnvBase, ParallelEnv[str, Observation, Any]):
    """Schwimmen for PettingZoo, in the parallel interface, with the options of ``raw_env``.

    Each step plays the action of the agent to act and ignores those of the others. So that a
    learner always has a choice, the mask of a waiting agent allows one action, the number of a
    pass, which then has no effect. Every info names the ``active_agent``. A step counts as one
    cycle for ``max_cycles``.
    """

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Begin an episode; ``seed`` reseeds the random generator. ``options`` is not used."""
        self._episode.reset(seed)
        self.agents = self.possible_agents[:]
        self._steps = 0
        if self.render_mode == "human":
            self.render()
        return self._observe_all()

    def step(
        self, actions: Mapping[str, Any]
    ) -> tuple[
        dict[str, Observation],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Play the action of the agent to act, by its number."""
        if not self.agents:
            raise SchwimmenError("the episode is over or has not begun: call reset first")
        agents = self.agents
        acting = agents[self._episode.to_act]
        if not isinstance(actions, Mapping):
            raise SchwimmenError(
                f"actions must be a mapping from agents, such as {acting}, to numbers"
            )
        for agent in actions:
            if agent not in self._seats:
                raise SchwimmenError(f"unknown agent {quote(agent)}: {suggest(str(agent), agents)}")
        if acting not in actions:
            raise SchwimmenError(f"no action for {acting}, the agent to act")
        refused = self._play(actions[acting])
        self._steps += 1
        ended = self._episode.to_act == NO_SEAT
        truncated = not ended and self.max_cycles is not None and self._steps >= self.max_cycles
        observations, infos = self._observe_all()
        if refused is not None:
            infos[acting]["illegal"] = refused
        rewards = self._episode.rewards or [0.0] * len(agents)
        if ended or truncated:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return (
            observations,
            dict(zip(agents, rewards, strict=True)),
            dict.fromkeys(agents, ended),
            dict.fromkeys(agents, truncated),
            infos,
        )

    def _observe_all(self) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        playing = self._episode
        acting = None if playing.to_act == NO_SEAT else self.agents[playing.to_act]
        observations: dict[str, Observation] = {}
        infos: dict[str, dict[str, Any]] = {}
        for agent, seat in self._seats.items():
            mask = playing.mask() if agent == acting else self._waiting_mask()
            observations[agent] = {
                "observation": playing.observation(seat),
                "action_mask": mask,
            }
            infos[agent] = {"action_mask": mask.copy(), "active_agent": acting}
        return observations, infos

    def _waiting_mask(self) -> Bytes:
        mask = np.zeros(self._episode.layout.actions, np.int8)
        mask[2 * self._episode.rules.hand_size**2 + PASS - EXCHANGE_ALL] = 1
        return mask
