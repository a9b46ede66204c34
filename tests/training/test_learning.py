"""Self-play comes near perfect play where its situations forget nothing."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from schwimmen.analysis.best_response import best_responses
from schwimmen.analysis.strategies import by_level, by_slots
from schwimmen.rules import RuleSet, RuleSetError
from schwimmen.training.learning import learn_table, slots_of

TIES = RuleSet.study(
    "AC KC 9C KS AS 8S",
    hand_size=2,
    turn_cap=1,
    max_players=2,
    three_of_a_kind=False,
    fire=False,
    tie_suit=False,
    tie_trips_rank=False,
)


@pytest.fixture(autouse=True)
def uncompiled_numbers_wrap_around() -> Iterator[None]:
    """As they do in compiled code, where nobody is told."""
    with np.errstate(over="ignore"):
        yield


def test_hardly_anything_is_gained_against_what_was_learnt() -> None:
    slots = slots_of(learn_table(TIES, 2, 500, 2000, 1 << 12, seed=2), 1 << 12)
    learnt = best_responses(TIES, [by_slots(TIES, slots)] * 2).exploitability
    greedy = best_responses(TIES, [by_level(TIES, "greedy")] * 2).exploitability
    assert learnt < 0.005 < 0.1 < greedy


def test_the_same_seed_learns_the_same() -> None:
    first, again, other = (learn_table(TIES, 2, 100, 100, 1 << 12, seed) for seed in (1, 1, 2))
    assert np.array_equal(first.keys, again.keys)
    assert np.array_equal(first.played, again.played)
    assert not np.array_equal(first.played, other.played)


def test_too_many_cannot_learn() -> None:
    with pytest.raises(RuleSetError, match="players: 3"):
        learn_table(TIES, 3, 1, 1, 1 << 10, seed=1)
