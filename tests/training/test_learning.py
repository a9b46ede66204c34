"""Trained blueprints beat random and greedy play, and approach exact play."""

from __future__ import annotations

from typing import Any

import pytest

from schwimmen.analysis.solving.best_response import best_responses
from schwimmen.analysis.solving.strategies import blueprint_strategy, level_strategy
from schwimmen.players import policies
from schwimmen.rules import RuleSet
from schwimmen.simulation import simulate
from schwimmen.training.train import pack_average_policy, train_by_self_play

TWO: dict[str, Any] = {
    "hand_size": 2,
    "max_players": 2,
    "three_of_a_kind": False,
    "fire": False,
}
TWELVE = RuleSet.study("AC KC 9C 8C AS KS 9S 8S AH KH 9H 8H", **TWO)
TIES = RuleSet.study("AC KC 9C KS AS 8S", turn_cap=1, tie_suit=False, tie_trips_rank=False, **TWO)


def edge(monkeypatch: pytest.MonkeyPatch, rounds: tuple[int, int], other: str) -> float:
    """Return the lives per round by which a trained blueprint beats another player."""
    blueprint = pack_average_policy(
        train_by_self_play(TWELVE, 2, *rounds, 1 << 15, seed=1), 1 << 15
    )
    monkeypatch.setattr(policies, "blueprint_for", lambda rules, seats: blueprint)
    learnt, its = simulate(TWELVE, 2, ["blueprint", other], 10_000, seed=1).by_bot
    return its.lost.mean - learnt.lost.mean


def test_training_improves_play(monkeypatch: pytest.MonkeyPatch) -> None:
    before, after = (20, 2), (60_000, 15_000)
    assert edge(monkeypatch, after, "random") > 0.7
    assert edge(monkeypatch, after, "greedy") > 0.14
    assert abs(edge(monkeypatch, before, "greedy")) < 0.06


def test_exploitability_after_training_is_low() -> None:
    """The abstraction loses nothing in this game."""
    blueprint = pack_average_policy(
        train_by_self_play(TIES, 2, 500, 40_000, 1 << 12, seed=2), 1 << 12
    )
    learnt = best_responses(TIES, [blueprint_strategy(TIES, blueprint)] * 2).exploitability
    greedy = best_responses(TIES, [level_strategy(TIES, "greedy")] * 2).exploitability
    assert learnt < 0.005 < 0.1 < greedy
