"""The figures over many matches add up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from schwimmen.analysis import (
    WINDOW,
    MatchFacts,
    RoundFacts,
    Statistics,
    facts_of,
    statistics_of,
)
from schwimmen.rules import PRESETS, Match, RuleSet
from tests.strategies import examples


@cache
def pool() -> tuple[MatchFacts, ...]:
    """Return random matches of every preset, some of them unfinished."""
    matches = []
    for seed in range(8 * len(PRESETS)):
        chance = Random(seed)
        preset = list(PRESETS)[seed % len(PRESETS)]
        changes = {"close_from_turn": 2} if seed % 5 == 0 else {}
        rules = RuleSet(preset, changes)
        match = Match(rules, players=chance.randint(2, 4), chance=chance)
        last = 3 if seed % 7 == 0 else 1000
        while not match.over and len(match.rounds) <= last:
            if match.round.over:
                match.deal()
            else:
                match.play(chance.choice(match.round.legal_actions))
        matches += [facts_of(match, seat) for seat in range(len(match.players))]
    return tuple(matches)


many = st.lists(st.integers(0, 999), max_size=60).map(
    lambda places: [pool()[place % len(pool())] for place in places]
)


def rounds_of(matches: Sequence[MatchFacts]) -> list[RoundFacts]:
    return [one for match in matches for one in match.rounds]


@examples(150)
@given(many)
def test_the_parts_make_the_whole(matches: list[MatchFacts]) -> None:
    figures = statistics_of(matches)
    rounds = rounds_of(matches)
    assert figures.matches.played == len(matches)
    assert figures.matches.finished + figures.matches.running == len(matches)
    for shares in (figures.by_variant, figures.by_players):
        assert sum(share.finished for share in shares) == figures.matches.finished
        assert sum(share.won for share in shares) == figures.matches.won
        assert len({share.key for share in shares}) == len(shares)
    assert figures.rounds.played == len(rounds)
    assert sum(hands.showdowns for hands in figures.hands) == len(rounds)
    for hands in figures.hands:
        assert sum(one.count for one in hands.values) == hands.showdowns
        total = sum(one.value * one.count for one in hands.values)
        assert abs(total - hands.average * hands.showdowns) < 1e-6
        assert hands.best.value == hands.values[-1].value
    assert sum(one.closed for one in figures.closings.by_turn) == figures.closings.closed
    assert sum(one.paid for one in figures.closings.by_turn) == figures.closings.paid
    assert figures.closings.paid == sum(
        1 for one in rounds if one.closed is not None and not one.lost
    )
    swum = figures.swimming
    assert swum.longest <= swum.survived <= swum.rounds
    assert swum.rounds - swum.survived == sum(one.swimming and one.out for one in rounds)
    assert len(figures.course) == figures.matches.finished


@examples(100)
@given(many, many)
def test_more_matches_add_to_the_figures(some: list[MatchFacts], more: list[MatchFacts]) -> None:
    parts = (statistics_of(some), statistics_of(more))
    whole = statistics_of([*some, *more])

    counts: tuple[Callable[[Statistics], int], ...] = (
        lambda figures: figures.matches.won,
        lambda figures: figures.matches.shared,
        lambda figures: figures.rounds.lost,
        lambda figures: figures.rounds.best,
        lambda figures: figures.rounds.lives_lost,
        lambda figures: figures.closings.closed,
        lambda figures: figures.swimming.survived,
        lambda figures: 0 if figures.points is None else figures.points.rounds,
        lambda figures: sum(hands.thirty_ones for hands in figures.hands),
        lambda figures: sum(hands.fires + hands.threes for hands in figures.hands),
    )
    for count in counts:
        assert count(whole) == sum(map(count, parts))
    longest = [figures.swimming.longest for figures in parts]
    assert whole.swimming.longest == max(longest)


@examples(200)
@given(st.text("WL-", max_size=60))
def test_streaks(course: str) -> None:
    """``course`` is a sequence of won (W), lost (L) and running (-) matches."""
    match = next(match for match in pool() if match.over)
    matches = [replace(match, over=one != "-", won=one == "W") for one in course]
    streaks = statistics_of(matches).streaks
    decided = course.replace("-", "")
    assert streaks.longest == max(map(len, decided.split("L")))
    assert streaks.current == len(decided) - len(decided.rstrip("W"))


@examples(60)
@given(many)
def test_the_course_averages_over_a_window(matches: list[MatchFacts]) -> None:
    finished = [match for match in matches if match.over]
    for place, point in enumerate(statistics_of(matches).course, 1):
        seen = statistics_of(finished[max(place - WINDOW, 0) : place])
        assert point.won == finished[place - 1].won
        assert point.win_rate == seen.matches.won / seen.matches.finished
        assert point.lost_rate == seen.rounds.lost / seen.rounds.played


def test_rare_hands_are_counted_by_their_cards() -> None:
    """Count 31, fire and other threes of a kind by their cards."""
    figures = {hands.cards: hands for hands in statistics_of(pool()).hands}
    three = [one for match in pool() if match.hand_size == 3 for one in match.rounds]
    aces = [
        match
        for match in pool()
        if match.preset != "dutch"
        for one in match.rounds
        if sorted(card[0] for card in one.hand.split()) == ["A", "A", "A"]
    ]
    alike = [one for one in three if len({card[0] for card in one.hand.split()}) == 1]
    flush = [one for one in three if len({card[1] for card in one.hand.split()}) == 1]
    assert figures[3].fires == len(aces)
    assert figures[3].threes == len(alike) - len(aces)
    assert figures[3].thirty_ones == sum(
        all(card[0] in "AKQJT" for card in one.hand.split()) and "A" in one.hand for one in flush
    )
    assert (figures[4].fires, figures[4].threes) == (0, 0)


def test_means_without_a_match_are_none() -> None:
    figures = statistics_of([])
    assert figures.rounds.average_length is None
    assert (figures.hands, figures.points, figures.course) == ((), None, ())
    assert (figures.streaks.current, figures.streaks.longest) == (0, 0)
