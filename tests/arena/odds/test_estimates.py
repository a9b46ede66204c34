"""Odds of a game: shares, limits and their intervals."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import comb

import pytest

from schwimmen.arena.confidence import Interval
from schwimmen.arena.odds import Limit, Odds, ValueOdds, deals_by_value, odds_of
from schwimmen.arena.odds.estimates import limit_of
from schwimmen.rules import RuleSet
from schwimmen.rules.errors import RuleSetError, SchwimmenError
from schwimmen.rules.options import PRESETS


@pytest.fixture(scope="module")
def pagat() -> Odds:
    """Return the odds of four players."""
    return odds_of("pagat", 4, 20_000, seed=1)


def limits(estimate: Interval) -> tuple[float, float]:
    """Return the limits of an interval of more than one sample."""
    assert estimate.low is not None
    assert estimate.high is not None
    return estimate.low, estimate.high


def test_shares_are_probabilities_and_fall_with_the_value(pagat: Odds) -> None:
    common = [one for one in pagat.lost if one.samples >= 500]
    for one in pagat.lost:
        assert 0 <= one.estimate.mean <= 1
    for lower, higher in pairwise(common):
        low, high = limits(higher.estimate)
        assert low <= higher.estimate.mean <= high
        assert low <= limits(lower.estimate)[1], "no significant rise"
    assert sum(one.samples for one in pagat.lost) == pagat.rounds == 20_000
    assert {one.value: one.estimate.mean for one in pagat.lost}[31] < 0.01


def test_all_places_lose_the_lives_that_are_lost(pagat: Odds) -> None:
    lost = sum(one.samples * one.estimate.mean for one in pagat.lost) / pagat.rounds
    places = [place.mean for place in pagat.places]
    assert len(places) == 4
    assert sum(places) / 4 == pytest.approx(lost, abs=0.02), "the observed seat is a sample of all"
    assert places[0] == min(places), "the leader chooses first"


def test_closing_pays_with_high_values_only(pagat: Odds) -> None:
    first = pagat.closings[0]
    assert [closing.turn for closing in pagat.closings] == [1, 2, 3, 4]
    assert first.limit is not None
    assert 20 < first.limit.value < 30
    gains = {gain.value: gain.estimate.mean for gain in first.gains}
    assert gains[18] < gains[20] < gains[27]


def test_the_dealer_keeps_about_the_average_hand(pagat: Odds) -> None:
    assert pagat.keep is not None
    assert 16 <= pagat.keep.value <= 20
    assert 0.9 * 20_000 < sum(one.samples for one in pagat.choices) <= 20_000


def test_a_game_for_points_has_winners_and_no_choice() -> None:
    choy = odds_of("choy", 3, 5_000, seed=1)
    assert (choy.choices, choy.keep) == ((), None)
    means = [place.mean for place in choy.places]
    assert means == sorted(means, reverse=True)
    won = sum(one.samples * (1 - one.estimate.mean) for one in choy.lost) / choy.rounds
    assert 1 / 3 - 0.03 < won < 1 / 3 + 0.05, "one winner, rarely more"


def test_the_seed_determines_the_odds() -> None:
    one, same, other = (odds_of("dutch", 3, 500, seed=seed, workers=1) for seed in (1, 1, 2))
    assert one == same != other


def test_invalid_arguments_are_refused() -> None:
    with pytest.raises(RuleSetError):
        odds_of("pagat", 9)
    with pytest.raises(SchwimmenError, match="level"):
        odds_of("pagat", 3, level="master")
    with pytest.raises(SchwimmenError, match="rounds"):
        odds_of("pagat", 3, 0)


@pytest.mark.parametrize("preset", PRESETS)
def test_every_hand_is_dealt_once(preset: str) -> None:
    rules = RuleSet(preset)
    deals = deals_by_value(rules)
    assert sum(deals.values()) == comb(len(rules.cards), rules.hand_size)
    assert list(deals) == sorted(deals)


def gains_of(*estimates: tuple[float, float], samples: int = 1000) -> Sequence[ValueOdds]:
    """Return gains of the values 20, 21, ... with these means and standard errors."""
    return [
        ValueOdds(20 + place, samples, Interval(mean, error, mean - 2 * error, mean + 2 * error))
        for place, (mean, error) in enumerate(estimates)
    ]


def test_a_limit_has_the_highest_gain_and_a_range_that_is_no_worse() -> None:
    sure_loss, loss, gain, sure_gain = (-3, 1), (-0.5, 1), (0.5, 1), (3, 1)
    assert limit_of(gains_of(sure_loss, loss, gain, sure_gain)) == Limit(22, 21, 23)
    assert limit_of(gains_of(sure_loss, sure_gain, loss, sure_gain)) == Limit(21, 21, 21)
    assert limit_of(gains_of(sure_gain, gain)) == Limit(20, 20, 20)
    assert limit_of(gains_of(sure_loss, gain)) is None
    assert limit_of(gains_of(sure_gain, samples=99)) is None
    assert limit_of([]) is None
