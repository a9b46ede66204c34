"""The environment in PettingZoo's parallel interface: all agents act, one action counts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from pettingzoo.utils.env import ParallelEnv

from schwimmen.rules import SchwimmenError, nearest
from schwimmen.rules.legal import EXCHANGE_ALL, PASS
from schwimmen.rules.quoting import shown
from schwimmen.rules.state import NOBODY

from ..episode import Bytes
from .table import Observation, Table


class parallel_env(Table, ParallelEnv[str, Observation, Any]):
    """Schwimmen in the parallel interface; it takes the options of ``raw_env``.

    In every step the action of the agent to act is played; what the others hand in, if anything,
    is not looked at. So that a learner always has something to choose, the mask of those who wait
    allows one action, the number of a pass, which is then no action at all. Every info names the
    ``active_agent``. A step is a cycle for ``max_cycles``.
    """

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Begin an episode; with a seed chance begins anew. There are no ``options`` for it."""
        self._episode.reset(seed)
        self.agents = self.possible_agents[:]
        self._steps = 0
        if self.render_mode == "human":
            self.render()
        return self._all_see()

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
            raise SchwimmenError("the episode is over, or has not begun: reset it first")
        agents = self.agents
        acting = agents[self._episode.to_act]
        if not isinstance(actions, Mapping):
            raise SchwimmenError(f"actions are a mapping from agents, such as {acting}, to numbers")
        for agent in actions:
            if agent not in self._seats:
                raise SchwimmenError(f"unknown agent {shown(agent)}: {nearest(str(agent), agents)}")
        if acting not in actions:
            raise SchwimmenError(f"there is no action for {acting}, who is to act")
        refused = self._play(actions[acting])
        self._steps += 1
        ended = self._episode.to_act == NOBODY
        cut_off = not ended and self.max_cycles is not None and self._steps >= self.max_cycles
        observations, infos = self._all_see()
        if refused is not None:
            infos[acting]["illegal"] = refused
        earned = self._episode.rewards or [0.0] * len(agents)
        if ended or cut_off:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return (
            observations,
            dict(zip(agents, earned, strict=True)),
            dict.fromkeys(agents, ended),
            dict.fromkeys(agents, cut_off),
            infos,
        )

    def _all_see(self) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        playing = self._episode
        acting = None if playing.to_act == NOBODY else self.agents[playing.to_act]
        observations: dict[str, Observation] = {}
        infos: dict[str, dict[str, Any]] = {}
        for agent, seat in self._seats.items():
            mask = playing.mask() if agent == acting else self._waiting()
            observations[agent] = {
                "observation": playing.observation(seat),
                "action_mask": mask,
            }
            infos[agent] = {"action_mask": mask.copy(), "active_agent": acting}
        return observations, infos

    def _waiting(self) -> Bytes:
        mask = np.zeros(self._episode.layout.actions, np.int8)
        mask[2 * self._episode.rules.hand_size**2 + PASS - EXCHANGE_ALL] = 1
        return mask
