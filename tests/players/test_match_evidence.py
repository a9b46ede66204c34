"""Evidence of earlier rounds tells apart how players play, and is known to all of them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from numpy.typing import NDArray

from schwimmen.players import make_player
from schwimmen.players.match_evidence import MatchEvidence
from schwimmen.players.search.opponent_model import (
    AS_FITTED,
    AT_RANDOM,
    BY_BLUEPRINT,
    CLOSE_THRESHOLDS,
    MIXTURES,
)
from schwimmen.players.value_function import ValueFunction
from schwimmen.rules import Match, View
from tests.strategies import any_games, play_match

from .search.search_budgets import TINY, some


def match_of(*levels: str, rounds: int = 6, seed: int = 1) -> Match:
    """Return a match after some rounds and one more deal."""
    match = Match("pagat", players=len(levels), seed=seed, lives=20)
    players = [make_player(level, seed + seat) for seat, level in enumerate(levels)]
    while len(match.rounds) <= rounds:
        if match.to_act is None:
            match.deal()
        else:
            match.play(players[match.to_act].choose(match.view(match.to_act)))
    return match


def evidence_before(view: View) -> NDArray[np.float64]:
    """Return the evidence of a match, by seat and opponent model."""
    found: NDArray[np.float64] = np.asarray(MatchEvidence().before(view)["of"][0])
    return found


def chances(view: View, seat: int) -> NDArray[np.float64]:
    """Return how probable each opponent model of a seat is by the evidence."""
    weights = MIXTURES[AS_FITTED] * evidence_before(view)[seat]
    share: NDArray[np.float64] = weights / weights.sum()
    return share


def test_before_the_second_round_there_is_none() -> None:
    assert (evidence_before(match_of("random", "greedy", rounds=0).view()) == 1).all()


@pytest.mark.parametrize(("level", "model"), [("random", AT_RANDOM), ("blueprint", BY_BLUEPRINT)])
def test_a_player_is_known_after_some_rounds(level: str, model: int) -> None:
    view = match_of(level, "greedy").view()
    assert chances(view, 0)[model] > 0.9
    assert chances(view, 1)[model] < 0.1


@pytest.mark.parametrize(("level", "threshold"), [("greedy-20", 40), ("greedy-27", 54)])
def test_a_player_that_goes_by_its_hand_is_known_by_its_threshold(
    level: str, threshold: int
) -> None:
    found = chances(match_of(level, "club", rounds=10).view(), 0)
    distance = np.abs(CLOSE_THRESHOLDS[0] - threshold)
    assert found.argmax() in distance.argsort()[:4]


@given(any_games())
@some(12)
def test_evidence_is_known_to_all_and_grows_round_by_round(game: Any) -> None:
    grown = MatchEvidence()
    for match, _ in play_match(game, most_rounds=4):
        view = match.view()
        expected = evidence_before(view)
        assert (expected > 0).all()
        assert (expected.max(axis=1) == 1).all()
        assert np.array_equal(grown.before(view)["of"][0], expected)
        if match.to_act is not None:
            assert np.array_equal(evidence_before(match.view(match.to_act)), expected)


def test_another_match_begins_without_evidence() -> None:
    evidence = MatchEvidence()
    evidence.before(match_of("random", "random").view())
    other = match_of("greedy", "greedy", seed=2).view()
    assert np.array_equal(evidence.before(other)["of"][0], evidence_before(other))


def test_values_follow_from_the_evidence() -> None:
    match = match_of("greedy", "random")
    while match.to_act != 0 or not match.view().history[1:]:
        match.play(match.round.legal_actions[0])
    alone = match.round.view(0)
    known, unknown = ValueFunction(TINY), ValueFunction(TINY)
    known.of_actions(match.view(0), seed=1)
    unknown.of_actions(alone, seed=1)
    assert known.beliefs(match.view(0)) != unknown.beliefs(alone)


def test_a_round_of_a_thousand_turns_each_leaves_evidence() -> None:
    match = Match("pagat", players=2, seed=1, turn_cap=1000, dealer_choice=False)
    while len(match.rounds) == 1:
        if match.to_act is None:
            match.deal()
        else:
            match.play(match.round.legal_actions[0])
    assert match.results[0].turns == 2000
    found = evidence_before(match.view())
    assert np.isfinite(found).all()
    assert (found[:2].max(axis=1) == 1).all()
