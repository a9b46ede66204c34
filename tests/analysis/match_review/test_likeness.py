"""Levels between which players play, by the losses of their decisions."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from schwimmen.analysis import Effort, LevelRange, PlayerReview, level_range, review
from schwimmen.players import make_player, play_match
from schwimmen.players.budget import SearchBudget
from schwimmen.players.levels import DECLARED
from schwimmen.rules import Match, RuleSet
from tests.effort import count

LEVELS = [level.name for level in DECLARED if level.likeness is not None]
RULES = st.one_of(
    st.builds(lambda lives: RuleSet("pagat", lives=lives), st.integers(1, 9)),
    st.sampled_from([RuleSet(preset) for preset in ("dutch", "choy", "app-a9")]),
)
MEASURED_IN_POINTS = {
    2: (431.2, 340.5, 335.2, 127.9, 66.9),
    3: (271.9, 255.6, 199.3, 70.8, 33.3),
    4: (172.6, 218.7, 182.8, 58.6, 42.0),
    6: (198.6, 188.3, 113.4, 51.8, 25.9),
}
"""Error rates of ``LEVELS`` in games for points, by number of players (benchmarks/README.md)."""
(NOBODY, _) = review(Match("pagat", players=2, dealer=0, deal=False)).players


def played(decisions: int, rate: float, spread: float = 0.0) -> PlayerReview:
    """Return a review with an error rate, and the spread of losses as a multiple of their mean."""
    mean = rate / 100
    squares = decisions * mean * mean * (1 + spread * spread)
    return replace(NOBODY, decisions=decisions, loss=decisions * mean, squares=squares)


def levels_of(rules: RuleSet, players: int, *reviews: PlayerReview) -> LevelRange:
    found = level_range(rules, players, reviews)
    assert found is not None
    assert LEVELS.index(found.weakest) <= LEVELS.index(found.strongest)
    return found


@given(rules=RULES, rates=st.lists(st.just(0.0) | st.floats(0.01, 1000), min_size=2, max_size=7))
def test_players_that_lose_more_play_like_no_better_level(
    rules: RuleSet, rates: list[float]
) -> None:
    found = [levels_of(rules, 3, played(200, rate, spread=3)) for rate in sorted(rates)]
    for names in ([one.weakest for one in found], [one.strongest for one in found]):
        places = [LEVELS.index(name) for name in names]
        assert places == sorted(places, reverse=True)


@pytest.mark.parametrize("players", range(2, 8))
@given(rules=RULES)
def test_every_level_can_be_reached(players: int, rules: RuleSet) -> None:
    rates = np.geomspace(0.1, 2000, 400).tolist()
    found = [levels_of(rules, players, played(10_000, rate)) for rate in rates]
    assert {one.weakest for one in found} == {one.strongest for one in found} == set(LEVELS)


@pytest.mark.parametrize("players", MEASURED_IN_POINTS)
def test_rates_measured_in_games_for_points_name_their_levels(players: int) -> None:
    for place, rate in enumerate(MEASURED_IN_POINTS[players]):
        found = levels_of(RuleSet("choy"), players, played(10_000, rate))
        level = LEVELS[place]
        assert LEVELS.index(found.weakest) <= place <= LEVELS.index(found.strongest), level
        assert level != "expert" or found.weakest == level
        assert level != "master" or found.strongest == level


def test_fewer_than_a_hundred_decisions_say_nothing() -> None:
    rules, match = RuleSet("pagat"), played(33, 50.0, spread=4)
    assert level_range(rules, 4, []) is None
    assert level_range(rules, 4, [match] * 3) is None
    assert levels_of(rules, 4, *[match] * 3, played(1, 50.0)).decisions == 100


def test_decisions_count_alike_in_one_match_and_in_many() -> None:
    rules, match = RuleSet("dutch"), played(40, 60.0, spread=4)
    assert levels_of(rules, 4, *[match] * 5) == levels_of(rules, 4, played(200, 60.0, spread=4))


@given(rate=st.floats(1, 500), spread=st.floats(0, 6))
def test_more_decisions_narrow_the_range(rate: float, spread: float) -> None:
    rules = RuleSet("pagat")
    few, many = (levels_of(rules, 4, played(number, rate, spread)) for number in (100, 1000))
    assert LEVELS.index(few.weakest) <= LEVELS.index(many.weakest)
    assert LEVELS.index(few.strongest) >= LEVELS.index(many.strongest)


@pytest.mark.parametrize("level", ["beginner", "club", "expert"])
def test_the_level_of_bots_lies_in_four_of_five_ranges(level: str) -> None:
    """Draw a hundred decisions again and again from matches between bots of one level."""
    effort = Effort(SearchBudget(12, worlds=4, rollouts=4), SearchBudget(900, 600, 6000))
    reviews: list[PlayerReview] = []
    for seed in range(count(40, sampled=6)):
        match = Match("pagat", players=4, seed=seed)
        played = play_match(match, [make_player(level, 4 * seed + seat) for seat in range(4)])
        reviews += review(played, effort, seed=seed).players
    chance, inside, draws = Random(1), 0, 300
    for _ in range(draws):
        drawn: list[PlayerReview] = []
        while sum(one.decisions for one in drawn) < 100:
            drawn.append(chance.choice(reviews))
        found = levels_of(match.rules, 4, *drawn)
        weakest, strongest = map(LEVELS.index, (found.weakest, found.strongest))
        inside += weakest <= LEVELS.index(level) <= strongest
    assert inside >= 0.8 * draws
