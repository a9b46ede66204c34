"""Badges, form, records and frequent opponents from a list of matches."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from schwimmen.analysis import MatchFacts, facts_of
from schwimmen.analysis.statistics.figures import figures_of
from schwimmen.analysis.statistics.progress import GAMES, GOALS, FinishedMatch, Progress
from schwimmen.rules import Match
from schwimmen.server.people.feats import badges_of, form_of, personal_bests_of
from schwimmen.server.storage import CourseMatch


def finished() -> MatchFacts:
    match = Match("pagat", players=3, seed=3, lives=1)
    while not match.over:
        if match.round.over:
            match.deal()
        match.play(match.round.legal_actions[-1])
    return replace(facts_of(match, 0), over=True, won=False, shared=False)


PLAIN = finished()
ROUND = replace(
    PLAIN.rounds[0], end="close", lost=False, lives_lost=0, swimming=False, out=False, closed=None
)


def played(number: int, *rounds: dict[str, Any], **facts: Any) -> FinishedMatch:
    own = tuple(replace(ROUND, **changes) for changes in rounds) or (replace(ROUND, lives_lost=1),)
    figures = figures_of(replace(PLAIN, **{"rounds": own, **facts}))
    return FinishedMatch(
        f"t{number}",
        f"2026-11-{number + 1:02}T12:00:00.000+00:00",
        figures.variant,
        figures.won,
        figures.unscathed,
        figures.fires,
        figures.survived,
    )


def after(*matches: FinishedMatch) -> Progress:
    progress = Progress()
    for match in matches:
        progress.add(match)
    return progress


def done(progress: Progress, dates: tuple[str, ...] = ()) -> dict[str, int]:
    """Return the counts of the badges that have any."""
    return {badge.name: badge.done for badge in badges_of(progress, dates) if badge.done}


def test_a_newcomer_sees_all_badges() -> None:
    badges = badges_of(after(), ())
    goals = [*GOALS.items(), ("daily_week", 7)]
    assert [(badge.name, badge.goal) for badge in badges] == goals
    assert all((badge.done, badge.at) == (0, None) for badge in badges)
    assert personal_bests_of(after()).model_dump() == {"swim": None, "fires": None, "streak": 0}


def test_five_wins_must_be_in_a_row() -> None:
    broken = [played(number, won=number != 2) for number in range(6)]
    assert done(after(*broken))["five_in_a_row"] == 3
    whole = after(*broken, *(played(number, won=True) for number in (6, 7, 8)))
    (badge,) = (one for one in badges_of(whole, ()) if one.name == "five_in_a_row")
    assert (badge.done, badge.at) == (5, played(7).ended)  # and stays earned
    assert personal_bests_of(whole).streak == 6


def test_only_a_win_without_a_lost_life_is_unscathed() -> None:
    for match, is_unscathed in (
        (played(0, {}, {}, won=True), True),
        (played(0, {}, {"lives_lost": 1}, won=True), False),
        (played(0, {}, won=False), False),
        (played(0, {"lives_lost": None}, won=True, scoring="points"), False),
    ):
        assert ("unscathed" in done(after(match))) == is_unscathed


def test_the_first_match_that_reached_a_record_has_it() -> None:
    afloat = {"swimming": True}
    progress = after(played(0, afloat), played(1, afloat, afloat), played(2, afloat, afloat))
    swim = personal_bests_of(progress).swim
    assert swim is not None
    assert (swim.count, swim.table) == (2, "t1")
    assert done(progress)["survivor"] == 5


def test_each_game_without_house_rules_counts_once() -> None:
    presets = ("pagat", "pagat", "app-a7", "app-a9", "dutch")
    plain = [played(number, preset=one, options={}) for number, one in enumerate(presets)]
    house = played(8, preset="choy", options={"hand_size": 3})
    assert done(after(*plain, house))["all_games"] == 3 < len(GAMES)


@pytest.mark.parametrize(
    ("days", "longest"), [((1, 2, 3, 5), 3), ((1, 3, 5), 1), (tuple(range(1, 10)), 7)]
)
def test_deals_of_the_day_count_in_a_row(days: tuple[int, ...], longest: int) -> None:
    dates = tuple(f"2026-11-{day:02}" for day in days)
    assert done(after(), dates) == {"daily_week": longest}


def test_the_form_has_the_outcomes() -> None:
    matches = [
        CourseMatch("t", PLAIN.preset, "pagat", 3, won, shared, 1, 0)
        for won, shared in ((True, False), (False, False), (True, True))
    ]
    assert [one.outcome for one in form_of(matches)] == ["won", "lost", "shared"]
