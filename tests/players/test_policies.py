"""Compiled policies play like the players and read nothing hidden."""

from __future__ import annotations

from math import isfinite

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from schwimmen.players import (
    GREEDY_BASELINES,
    LEVELS,
    GreedyPlayer,
    HeuristicPlayer,
    make_player,
)
from schwimmen.players.heuristic.evaluation import DECISIVE
from schwimmen.players.heuristic.profiles import HEURISTIC_PROFILES
from schwimmen.players.policies import COMPILED_LEVELS, all_compiled, policies_of, policy_action
from schwimmen.rules import RuleSet
from schwimmen.rules.core.rng import new_rng
from schwimmen.rules.core.state import ROUND_DTYPE, rules_array
from tests.strategies import Deal, any_games, deals, examples, play_round

from .compiled_decisions import decisions, with_other_hidden_cards


@pytest.mark.parametrize(
    "levels", [("greedy", *GREEDY_BASELINES), *((level,) for level in HEURISTIC_PROFILES)]
)
@given(deal=deals(any_games()), place=st.integers(0, 11))
@examples(25)
def test_compiled_play_equals_the_players_and_ignores_hidden_cards(
    levels: tuple[str, ...], deal: Deal, place: int
) -> None:
    level = levels[place % len(levels)]
    rules = deal.game.rules
    numbers, chance = rules_array(rules)[0], deal.game.chance()
    policies = policies_of(rules, [level])
    for view, state, legal in decisions(deal):
        seed = chance.getrandbits(64)
        drawn, again = new_rng(seed), new_rng(seed)
        number = policy_action(numbers, state[0], legal, policies, 0, drawn)
        action = make_player(level, seed).choose(view)
        assert number == next(one.number for one in view.choices if one.action == action)
        elsewhere = with_other_hidden_cards(state, chance)
        assert policy_action(numbers, elsewhere[0], legal, policies, 0, again) == number
        assert drawn == again
        assert level in HEURISTIC_PROFILES or drawn == new_rng(seed)


@pytest.mark.parametrize("level", HEURISTIC_PROFILES)
@given(deal=deals(any_games()))
@examples(15)
def test_the_chosen_action_has_one_of_the_best_values_apart_from_noise(
    level: str, deal: Deal
) -> None:
    profile = HEURISTIC_PROFILES[level]
    noise = 2 * profile.value_noise + profile.margin_weight * profile.threshold_noise
    round_, chance = deal.round(), deal.game.chance()
    player = HeuristicPlayer(level, seed=1)
    for _ in play_round(round_, deal.game, chance):
        if round_.to_act is None:
            continue
        view = round_.view(round_.to_act)
        values = player.action_values(view)
        assert tuple(values) == view.legal_actions
        assert all(isfinite(value) for value in values.values())
        value = values[player.choose(view)]
        if level == "club":  # it overlooks nothing, except closing in its first turn
            first = view.seats[round_.to_act].turns == 0
            considered = [
                values[choice.action]
                for choice in view.choices
                if not (first and choice.closes) or values[choice.action] >= DECISIVE
            ]
            assert value >= max(considered, default=value) - noise
        assert value >= DECISIVE or max(values.values()) < DECISIVE


def test_the_random_policy_plays_any_legal_action() -> None:
    rules = RuleSet("pagat")
    policies = policies_of(rules, ["random"])
    state = np.zeros(1, ROUND_DTYPE)
    numbers = new_rng(1)
    drawn = {
        policy_action(rules_array(rules)[0], state[0], 0b101001, policies, 0, numbers)
        for _ in range(60)
    }
    assert drawn == {0, 3, 5}


def test_compiled_levels_are_known() -> None:
    assert set(COMPILED_LEVELS) <= {*LEVELS, *GREEDY_BASELINES, "blueprint"}
    assert all_compiled(["random", "greedy", "blueprint"])
    assert not all_compiled(["random", GreedyPlayer])
