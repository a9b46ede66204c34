"""The environment as an AEC: one agent after the other, in turn."""

from __future__ import annotations

from typing import Any

import numpy as np
from pettingzoo.utils.env import AECEnv
from pettingzoo.utils.env_logger import EnvLogger
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from schwimmen.rules import SchwimmenError
from schwimmen.rules.core.state import NO_SEAT

from .parallel import Observation, Table


class raw_env(Table, AECEnv[str, Observation, Any]):
    """Schwimmen for PettingZoo, one agent after the other (the AEC interface).

    The options, and what they mean, are in ``docs/environments.md``:

    - ``preset``, ``players`` and ``options``: the rules, by the name of a preset, of which
      ``options`` (a mapping) changes some, or as a ``RuleSet``;
    - ``episode``: ``round``, ``match``, or ``rounds``: one after another until ``max_cycles``, or
      without end. It is ``round`` without ``max_cycles`` and ``rounds`` with it, unless told;
    - ``illegal``: the answer to an illegal action: ``penalty``, or ``raise`` an ``IllegalAction``;
    - ``max_cycles``: after so many actions for every agent, counted together, the episode is
      truncated;
    - ``render_mode``: ``ansi``, ``human``, ``rgb_array`` or nothing.

    Raises ``SchwimmenError`` (a ``ValueError``) for an option that is not valid, a seed that is
    none, something that is no action, and an action after the end.
    """

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin an episode; with a seed chance begins anew. There are no ``options`` for it."""
        self._episode.reset(seed)
        agents = self.possible_agents
        self.agents = agents[:]
        self.rewards = dict.fromkeys(agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(agents, 0.0)
        self.terminations = dict.fromkeys(agents, False)
        self.truncations = dict.fromkeys(agents, False)
        self.infos = {agent: {"action_mask": self._no_action()} for agent in agents}
        self._actions = 0
        self._give_turn()
        if self.render_mode == "human":
            self.render()

    def step(self, action: Any) -> None:
        """Play an action, by its number, for ``agent_selection``; ``None`` once it is done."""
        if not self.agents:
            raise SchwimmenError("the episode is over, or has not begun: reset it first")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        refused = self._play(action)
        self.infos[agent] = {"action_mask": self._no_action()}
        if refused is not None:
            self.infos[agent]["illegal"] = refused
        self._cumulative_rewards[agent] = 0.0
        self._earn()
        self._actions += 1
        if self._episode.to_act == NO_SEAT:
            self.terminations = dict.fromkeys(self.agents, True)
            self._deads_step_first()
        elif self.max_cycles is not None and self._actions >= self.max_cycles * len(self.agents):
            self.truncations = dict.fromkeys(self.agents, True)
            self._deads_step_first()
        else:
            self._give_turn()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Observation:
        """What an agent may know, and the actions that are legal for it: none out of turn."""
        return {
            "observation": self._episode.observation(self._seats[agent]),
            "action_mask": self.infos[agent]["action_mask"].copy(),
        }

    def _give_turn(self) -> None:
        self.agent_selection = agent = self.possible_agents[self._episode.to_act]
        self.infos[agent] = {"action_mask": self._episode.mask()}

    def _earn(self) -> None:
        earned = self._episode.rewards
        if earned is None:
            self._clear_rewards()
        else:
            self.rewards = dict(zip(self.possible_agents, earned, strict=True))
            self._accumulate_rewards()

    def _no_action(self) -> Any:
        return np.zeros(self._episode.layout.actions, np.int8)


class ordered_env(OrderEnforcingWrapper[str, Observation, Any]):
    """PettingZoo's wrapper that wants ``reset`` first, with a short way to what is read most.

    The wrapper looks up every attribute by its name, which would take longer than the game.
    """

    env: raw_env

    @property
    def agents(self) -> list[str]:
        """The agents that are not done."""
        if not self._has_reset:
            raise AttributeError("agents cannot be accessed before reset")
        return self.env.agents

    @agents.setter
    def agents(self, agents: list[str]) -> None:
        self.env.agents = agents

    @property
    def agent_selection(self) -> str:
        """The agent to act."""
        return self.env.agent_selection

    @agent_selection.setter
    def agent_selection(self, agent: str) -> None:
        self.env.agent_selection = agent

    def last(self, observe: bool = True) -> tuple[Observation | None, float, bool, bool, Any]:
        """What the agent to act sees, has earned since its last action, and may know besides."""
        if not self._has_reset:
            EnvLogger.error_observe_before_reset()
        return self.env.last(observe)

    def __str__(self) -> str:
        return str(self.env)


def env(**options: Any) -> ordered_env:
    """The environment in the wrapper that is useful for it; the options are ``raw_env``'s.

    Actions that do not exist or are not legal ``raw_env`` looks at itself.

    >>> from schwimmen.envs import pettingzoo as schwimmen_v0
    >>> env = schwimmen_v0.env(preset="pagat", players=3)
    >>> env.reset(seed=7)
    >>> for agent in env.agent_iter():
    ...     observation, reward, terminated, truncated, info = env.last()
    ...     done = terminated or truncated
    ...     env.step(None if done else env.action_space(agent).sample(info["action_mask"]))
    """
    return ordered_env(raw_env(**options))
