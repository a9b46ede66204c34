"""Badges, form, records and frequent opponents from a list of matches."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from schwimmen.analysis import MatchFacts, facts_of
from schwimmen.rules import Match
from schwimmen.server.people.feats import (
    FORM_LENGTH,
    GAMES,
    GOALS,
    badges_of,
    form_of,
    personal_bests_of,
    rivals_of,
)
from schwimmen.server.people.match_history import PlayedMatch
from schwimmen.server.storage import MetPlayer

SEATS = (("Anna", None), ("Bo", None), ("Oma", "casual"))


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


def played(number: int, *rounds: dict[str, Any], **facts: Any) -> PlayedMatch:
    own = tuple(replace(ROUND, **changes) for changes in rounds) or (replace(ROUND, lives_lost=1),)
    match = replace(PLAIN, **{"rounds": own, **facts})
    at = f"2026-11-{number + 1:02}T12:00:00.000+00:00"
    return PlayedMatch(f"t{number}", at, at, SEATS, match)


def done(matches: list[PlayedMatch], dates: tuple[str, ...] = ()) -> dict[str, int]:
    """Return the counts of the badges that have any."""
    return {badge.name: badge.done for badge in badges_of(matches, dates) if badge.done}


def test_a_newcomer_sees_all_badges() -> None:
    badges = badges_of([], ())
    assert [(badge.name, badge.goal) for badge in badges] == list(GOALS.items())
    assert all((badge.done, badge.at) == (0, None) for badge in badges)
    assert (form_of([]), rivals_of([], [])) == ([], [])
    assert personal_bests_of([]).model_dump() == {"swim": None, "fires": None, "streak": 0}


def test_a_running_match_counts_for_nothing() -> None:
    running = played(0, won=True, over=False)
    assert done([running]) == {}
    assert form_of([running]) == []
    assert rivals_of([running], []) == []


def test_five_wins_must_be_in_a_row() -> None:
    broken = [played(number, won=number != 2) for number in range(6)]
    assert done(broken)["five_in_a_row"] == 3
    whole = [*broken, *(played(number, won=True) for number in (6, 7, 8))]
    (badge,) = (one for one in badges_of(whole, ()) if one.name == "five_in_a_row")
    assert (badge.done, badge.at) == (5, whole[7].last_at)  # and stays earned
    assert personal_bests_of(whole).streak == 6


def test_only_a_win_without_a_lost_life_is_unscathed() -> None:
    assert "unscathed" in done([played(0, {}, {}, won=True)])
    assert "unscathed" not in done([played(0, {}, {"lives_lost": 1}, won=True)])
    assert "unscathed" not in done([played(0, {}, won=False)])
    assert "unscathed" not in done([played(0, {"lives_lost": None}, won=True, scoring="points")])


def test_the_first_match_that_reached_a_record_has_it() -> None:
    afloat = {"swimming": True}
    matches = [played(0, afloat), played(1, afloat, afloat), played(2, afloat, afloat)]
    swim = personal_bests_of(matches).swim
    assert swim is not None
    assert (swim.count, swim.table) == (2, "t1")
    assert done(matches)["survivor"] == 5


def test_each_game_without_house_rules_counts_once() -> None:
    presets = ("pagat", "pagat", "app-a7", "app-a9", "dutch")
    matches = [played(number, preset=preset) for number, preset in enumerate(presets)]
    house = played(8, preset="choy", options={"hand_size": 3})
    plain = [replace(one, match=replace(one.match, options={})) for one in matches]
    assert done([*plain, house])["all_games"] == 3 < len(GAMES)


@pytest.mark.parametrize(
    ("days", "longest"), [((1, 2, 3, 5), 3), ((1, 3, 5), 1), (tuple(range(1, 10)), 7)]
)
def test_deals_of_the_day_count_in_a_row(days: tuple[int, ...], longest: int) -> None:
    dates = tuple(f"2026-11-{day:02}" for day in days)
    assert done([], dates) == {"daily_week": longest}


def test_the_form_has_the_last_results_by_their_ends() -> None:
    matches = [played(number, won=number % 2 == 0) for number in range(FORM_LENGTH + 3)]
    matches[-1] = played(FORM_LENGTH + 2, won=True, shared=True)
    found = form_of(reversed(matches))
    assert [one.table for one in found] == [f"t{number}" for number in range(3, FORM_LENGTH + 3)]
    assert [one.outcome for one in found[-3:]] == ["won", "lost", "shared"]


def test_people_are_rivals_by_id_and_bots_by_name() -> None:
    matches = [played(0, won=True), played(1), played(2)]
    met = [MetPlayer("t0", "b", "Bo", None), MetPlayer("t1", "b", "Bo", "Theo-dusk-rust")]
    oma, bo = rivals_of(matches, met)
    assert (oma.id, oma.name, oma.matches, oma.won) == (None, "Oma", 3, 1)
    assert (bo.id, bo.name, bo.matches, bo.won) == ("b", "Bo", 2, 1)
