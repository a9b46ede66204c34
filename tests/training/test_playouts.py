"""Matches played to their end from a standing."""

from __future__ import annotations

import pytest

from schwimmen.players.equity import standing
from schwimmen.rules import RuleSet
from schwimmen.training import shares_won


def test_shares_are_those_of_who_is_left() -> None:
    rules = RuleSet("pagat")
    start = standing(rules, [3, None, 0], 0)
    won = shares_won(rules, "greedy", start, 40, seed=1)
    assert won.sum() == pytest.approx(1)
    assert won[1] == 0
    assert won[0] > won[2]
    assert start[0].lives.tolist()[:3] == [3, 0, 0]
    assert not start[0].over
    assert shares_won(rules, "greedy", start, 40, seed=1).tolist() == won.tolist()
