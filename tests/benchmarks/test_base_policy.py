"""The responder of the benchmark starts from the play of ``master``."""

from __future__ import annotations

from functools import partial

import pytest

from benchmarks.base_policy import BaseDeals, play
from benchmarks.habits import HABITS, Habit
from schwimmen.arena.duplicate_deals import UnitChunk, play_units
from schwimmen.rules import RuleSet
from tests.players.search.search_budgets import COMPILED

HABIT = "closes at 24"


def habit(name: str, seed: int) -> Habit:
    return HABITS[name]


@pytest.mark.skipif(not COMPILED, reason="master takes minutes")
def test_it_plays_as_master_until_an_action_wins_more_by_the_margin() -> None:
    as_master, free = (play(BaseDeals(HABIT, margin, 1, 0, 1)) for margin in (9.0, 0.0))
    bots = ("master", partial(habit, HABIT))
    assert as_master.sums == play_units(UnitChunk(RuleSet("pagat"), bots, False, 1, 0, 1)).sums
    assert as_master.left
    assert not any(as_master.left)
    assert any(free.left)
    both = as_master.plus(free)
    assert both.sums.units == 4
    assert len(both.seconds) == len(both.left) == len(as_master.left) + len(free.left)
