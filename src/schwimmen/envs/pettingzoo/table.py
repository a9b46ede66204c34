"""What the two PettingZoo environments have in common: options, agents, spaces and pictures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypeAlias

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete

from schwimmen.rules import RuleSet
from schwimmen.rules.errors import whole_number
from schwimmen.rules.state import Records

from ..episode import Episode
from ..options import ANSWERS, check_choice
from ..rendering import RENDER_MODES, check_render_mode, rendered, scene_of

Observation: TypeAlias = dict[str, Any]

METADATA: Final[dict[str, Any]] = {
    "name": "schwimmen_v0",
    "render_modes": list(RENDER_MODES),
    "render_fps": 1,
    "is_parallelizable": False,  # by PettingZoo's wrapper, for agents that take equal turns
}


class Table:
    """A table with one agent at every seat: ``player_0`` at seat 0, and so on clockwise."""

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
        check_choice("illegal", illegal, ANSWERS)
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
        """The space of the observations of an agent; all have the same."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """The space of the actions of an agent; all have the same."""
        return self._action_spaces[agent]

    @property
    def records(self) -> tuple[Records, Records, Records]:
        """Rules, round and match as compiled functions take them, with index 0; to be read only."""
        return self._episode.records

    def render(self) -> Any:
        """The table with all hands: text (``ansi``), printed text (``human``) or a picture.

        The picture (``rgb_array``) is an array of ``uint8`` of shape (height, width, 3).
        """
        _, rounds, matches = self.records
        scene = scene_of(self._episode.rules, rounds, matches, self.possible_agents)
        return rendered(self.render_mode, scene)

    def close(self) -> None:
        """Nothing is open."""

    def _play(self, action: Any) -> str | None:
        """Play for the agent to act, or answer an illegal action; returns why it was one."""
        refused = self._episode.play(action)
        if refused is not None:
            if self.illegal == "raise":
                raise self._episode.illegal_action(action, refused)
            self._episode.forfeit()
        return refused
