"""The greedy baseline plays one good action in every information set."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest

from schwimmen.arena.comparison import compare
from schwimmen.players.blueprint.policy_table import TOTAL_WEIGHT, packed_weight
from schwimmen.players.level_players import BlueprintPlayer
from schwimmen.rules import RuleSet, RuleSetError
from schwimmen.training.greedy_baseline import learn_greedy_baseline

SMALL = RuleSet.study("AC KC 9C 7C AS KS 9S 7S AH KH 9H 7H", max_players=2)


def test_the_baseline_is_deterministic_and_beats_random_play() -> None:
    blueprint = learn_greedy_baseline(SMALL, 2, 1500, 500, 1 << 13, seed=1)
    plays = [int(slot) for slot in blueprint[blueprint != 0]]
    assert len(plays) > 50
    assert np.mean([packed_weight(play, 0) == TOTAL_WEIGHT for play in plays]) > 0.9
    found = compare(SMALL, 2, [partial(BlueprintPlayer, blueprint=blueprint), "random"], 30, seed=2)
    diff = found.contests[0].contenders[0].diff
    assert diff is not None
    assert diff.mean < -0.3


def test_too_many_seats_are_refused() -> None:
    with pytest.raises(RuleSetError, match="players: 3"):
        learn_greedy_baseline(SMALL, 3, 1, 1, 1 << 10, seed=1)
