"""What is learnt is good for something: it beats chance, and greed, which stands in for it."""

from __future__ import annotations

import pytest

from schwimmen.arena import simulate
from schwimmen.players import policies
from schwimmen.rules import RuleSet
from schwimmen.training.learning import learn_table, slots_of

RULES = RuleSet.study(
    "AC KC 9C 8C AS KS 9S 8S AH KH 9H 8H",
    hand_size=2,
    max_players=2,
    three_of_a_kind=False,
    fire=False,
)
PLACES = 1 << 15


def edge(monkeypatch: pytest.MonkeyPatch, rounds: tuple[int, int], other: str) -> float:
    """How many lives less than another in a round is lost after learning for so many rounds."""
    slots = slots_of(learn_table(RULES, 2, *rounds, PLACES, seed=1), PLACES)
    monkeypatch.setattr(policies, "slots_for", lambda rules, seats: slots)
    learnt, its = simulate(RULES, 2, ["blueprint", other], 10_000, seed=1).by_bot
    return its.lost.mean - learnt.lost.mean


def test_learning_makes_play_better(monkeypatch: pytest.MonkeyPatch) -> None:
    before, after = (20, 2), (60_000, 15_000)
    assert edge(monkeypatch, after, "random") > 0.7
    assert edge(monkeypatch, after, "greedy") > 0.14
    assert abs(edge(monkeypatch, before, "greedy")) < 0.06
