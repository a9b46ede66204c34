"""Environment in PettingZoo's agent environment cycle (AEC) interface."""

from __future__ import annotations

from typing import Any

import numpy as np
from pettingzoo.utils.env import AECEnv
from pettingzoo.utils.env_logger import EnvLogger
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from schwimmen.rules import SchwimmenError
from schwimmen.rules.core.state import NO_SEAT

from .parallel import EnvBase, Observation


class raw_env(EnvBase, AECEnv[str, Observation, Any]):
    """Schwimmen for PettingZoo, one agent after the other (the AEC interface).

    ``docs/environments.md`` describes the options:

    - ``preset``, ``players`` and ``options``: the rules, as a ``RuleSet`` or the name of a preset
      with ``options`` (a mapping) that change it;
    - ``episode``: ``round``, ``match``, or ``rounds``, a series of rounds until ``max_cycles`` or
      without end; by default ``round`` without ``max_cycles`` and ``rounds`` with it;
    - ``illegal``: the response to an illegal action: ``penalty``, or ``raise`` an
      ``IllegalAction``;
    - ``max_cycles``: the episode is truncated after this number of actions times the number of
      agents;
    - ``render_mode``: ``ansi``, ``human``, ``rgb_array`` or ``None``.

    Raises ``SchwimmenError`` (a ``ValueError``) for invalid options, seeds and action numbers, and
    for an action after the end.
    """

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin an episode; ``seed`` reseeds the random generator. ``options`` is not used."""
        self._episode.reset(seed)
        agents = self.possible_agents
        self.agents = agents[:]
        self.rewards = dict.fromkeys(agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(agents, 0.0)
        self.terminations = dict.fromkeys(agents, False)
        self.truncations = dict.fromkeys(agents, False)
        self.infos = {agent: {"action_mask": self._no_action()} for agent in agents}
        self._actions = 0
        self._next_turn()
        if self.render_mode == "human":
            self.render()

    def step(self, action: Any) -> None:
        """Play an action of ``agent_selection`` by its number, or ``None`` if it is done."""
        if not self.agents:
            raise SchwimmenError("the episode is over or has not begun: call reset first")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        refused = self._play(action)
        self.infos[agent] = {"action_mask": self._no_action()}
        if refused is not None:
            self.infos[agent]["illegal"] = refused
        self._cumulative_rewards[agent] = 0.0
        self._collect_rewards()
        self._actions += 1
        if self._episode.to_act == NO_SEAT:
            self.terminations = dict.fromkeys(self.agents, True)
            self._deads_step_first()
        elif self.max_cycles is not None and self._actions >= self.max_cycles * len(self.agents):
            self.truncations = dict.fromkeys(self.agents, True)
            self._deads_step_first()
        else:
            self._next_turn()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Observation:
        """Return the observation of an agent and its mask of legal actions, empty out of turn."""
        return {
            "observation": self._episode.observation(self._seats[agent]),
            "action_mask": self.infos[agent]["action_mask"].copy(),
        }

    def _next_turn(self) -> None:
        self.agent_selection = agent = self.possible_agents[self._episode.to_act]
        self.infos[agent] = {"action_mask": self._episode.mask()}

    def _collect_rewards(self) -> None:
        rewards = self._episode.rewards
        if rewards is None:
            self._clear_rewards()
        else:
            self.rewards = dict(zip(self.possible_agents, rewards, strict=True))
            self._accumulate_rewards()

    def _no_action(self) -> Any:
        return np.zeros(self._episode.layout.actions, np.int8)


class ordered_env(OrderEnforcingWrapper[str, Observation, Any]):
    """PettingZoo's wrapper that requires ``reset`` first, with direct access to hot attributes.

    The wrapper's look-up of attributes by name would take longer than the game.
    """

    env: raw_env

    @property
    def agents(self) -> list[str]:
        """Agents that are not done."""
        if not self._has_reset:
            raise AttributeError("agents cannot be accessed before reset")
        return self.env.agents

    @agents.setter
    def agents(self, agents: list[str]) -> None:
        self.env.agents = agents

    @property
    def agent_selection(self) -> str:
        """Agent to act."""
        return self.env.agent_selection

    @agent_selection.setter
    def agent_selection(self, agent: str) -> None:
        self.env.agent_selection = agent

    def last(self, observe: bool = True) -> tuple[Observation | None, float, bool, bool, Any]:
        """Return observation, reward, termination, truncation and info of the agent to act.

        The reward is the sum since its last action.
        """
        if not self._has_reset:
            EnvLogger.error_observe_before_reset()
        return self.env.last(observe)

    def __str__(self) -> str:
        return str(self.env)


def env(**options: Any) -> ordered_env:
    """Return the wrapped environment; the options are those of ``raw_env``.

    ``raw_env`` itself checks for invalid and illegal actions.

    >>> from schwimmen.envs import pettingzoo as schwimmen_v0
    >>> env = schwimmen_v0.env(preset="pagat", players=3)
    >>> env.reset(seed=7)
    >>> for agent in env.agent_iter():
    ...     observation, reward, terminated, truncated, info = env.last()
    ...     done = terminated or truncated
    ...     env.step(None if done else env.action_space(agent).sample(info["action_mask"]))
    """
    return ordered_env(raw_env(**options))
