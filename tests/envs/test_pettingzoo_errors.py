"""Errors of the PettingZoo environments have one line."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import pytest

from schwimmen.envs import pettingzoo as schwimmen_v0
from schwimmen.rules import RuleSet, SchwimmenError
from tests.envs.test_pettingzoo import played


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"preset": "pagatt"}, 'unknown preset "pagatt": did you mean pagat?'),
        ({"preset": 7}, "unknown preset 7"),
        ({"options": {"lifes": 3}}, 'unknown option "lifes": did you mean lives?'),
        ({"options": {"lives": "x"}}, 'lives: "x" is not valid'),
        ({"options": "lives"}, "options: give a mapping"),
        ({"preset": RuleSet("choy"), "options": {"rounds": 3}}, "options go with a preset"),
        ({"players": 1}, "players: 1 is not a whole number from 2 on"),
        ({"players": 9}, "players: 9, but this game is for 2 to 8"),
        ({"players": 2.0}, "players: 2.0 is not a whole number"),
        ({"players": "3"}, "players: '3' is not a whole number"),
        ({"episode": "game"}, 'episode: "game" is not known: valid are round, match, rounds'),
        ({"episode": "matsch"}, "did you mean match?"),
        ({"illegal": "penal"}, "did you mean penalty?"),
        (
            {"render_mode": "rgb"},
            'render_mode: "rgb" is not known: valid are human, ansi, rgb_array',
        ),
        ({"max_cycles": 0}, "max_cycles: 0 is not a whole number from 1 on"),
        ({"max_cycles": True}, "max_cycles: True is not a whole number"),
    ],
)
@pytest.mark.parametrize("make", [schwimmen_v0.env, schwimmen_v0.parallel_env])
def test_invalid_options_are_refused(make: Any, options: dict[str, Any], said: str) -> None:
    with pytest.raises(SchwimmenError) as raised:
        make(**options)
    assert said in str(raised.value)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("seed", [-1, 2**64, 1.5, "seed", True, [1], np.array([1, 2]), {}])
@pytest.mark.parametrize("make", [schwimmen_v0.env, schwimmen_v0.parallel_env])
def test_invalid_seeds_are_refused(make: Any, seed: Any) -> None:
    with pytest.raises(SchwimmenError, match=r"^seed: .* is not a whole number from 0 to"):
        make().reset(seed=seed)


@pytest.mark.parametrize(
    "action", [-1, 25, 3.0, "pass", None, True, [20], np.zeros(3), float("nan")]
)
def test_invalid_action_numbers_are_refused(action: Any) -> None:
    env = schwimmen_v0.env()
    env.reset(seed=1)
    with pytest.raises(SchwimmenError, match=r"^action: .* is not a whole number from 0 to 24$"):
        env.step(action)
    assert env.last()[4]["action_mask"].any()


def test_calls_out_of_order_are_refused() -> None:
    env = schwimmen_v0.env()
    with pytest.raises(AttributeError, match="agents cannot be accessed before reset"):
        _ = env.agents
    with pytest.raises(AttributeError, match="agent_selection cannot be accessed before reset"):
        _ = env.agent_selection
    with pytest.raises(AssertionError, match=r"^reset\(\) needs to be called before"):
        env.last()
    with pytest.raises(AssertionError, match=r"^reset\(\) needs to be called before step"):
        env.step(1)
    raw = schwimmen_v0.raw_env()
    with pytest.raises(SchwimmenError, match="call reset first"):
        raw.step(1)
    list(played(raw, 1, 1))
    with pytest.raises(SchwimmenError, match="call reset first"):
        raw.step(1)
    raw.reset(seed=7)
    raw.step(20)
    with pytest.raises(ValueError, match="the only valid action is None"):
        raw.step(20)


def test_invalid_steps_of_the_parallel_environment() -> None:
    env = schwimmen_v0.parallel_env(players=2)
    with pytest.raises(SchwimmenError, match="call reset first"):
        env.step({})
    _, infos = env.reset(seed=1)
    acting = infos["player_0"]["active_agent"]
    waiting = next(agent for agent in env.agents if agent != acting)
    actions: Any
    for actions, said in [
        ([1, 2], "actions must be a mapping"),
        ({waiting: 23}, f"no action for {acting}, the agent to act"),
        ({acting: 23, "player_2": 1}, 'unknown agent "player_2": did you mean player_'),
        ({acting: "pass"}, "action: 'pass' is not a whole number"),
    ]:
        with pytest.raises(SchwimmenError, match=f"^{said}"):
            env.step(actions)
    env.step({acting: 23})
    assert env.agents


def test_the_error_without_pettingzoo_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(sys.modules):
        if name.startswith(("pettingzoo", "schwimmen.envs.pettingzoo")):
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    with pytest.raises(ModuleNotFoundError, match=r'pip install "schwimmen\[pettingzoo\]"$'):
        __import__("schwimmen.envs.pettingzoo")
