"""Badges, records, form and frequent opponents of a player, from the aggregates."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date as Date
from datetime import timedelta
from typing import Final, Literal

from schwimmen.analysis.statistics.progress import GOALS, Progress, Record

from ..storage import CourseMatch, MetOpponent
from ..wire.people import Badge, FormResult, PersonalBest, PersonalBests, Rival

FORM_LENGTH: Final = 10
"""Results in the form."""

MAX_RIVALS: Final = 5
"""Opponents in the list of the most frequent ones."""

DAILY_WEEK: Final = 7
"""Days in a row at which the badge for deals of the day is earned."""


def badges_of(progress: Progress, daily_dates: Sequence[str]) -> list[Badge]:
    """Return all badges; ``daily_dates`` are those of finished deals of the day, in order."""
    badges = [
        Badge(
            name=name,
            done=min(progress.counts.get(name, 0), goal),
            goal=goal,
            at=progress.earned.get(name),
        )
        for name, goal in GOALS.items()
    ]
    runs = dict(_runs(daily_dates))
    week = Badge(
        name="daily_week",
        done=min(max(runs.values(), default=0), DAILY_WEEK),
        goal=DAILY_WEEK,
        at=next((date for date, days in runs.items() if days >= DAILY_WEEK), None),
    )
    return [*badges, week]


def _runs(dates: Iterable[str]) -> Iterable[tuple[str, int]]:
    """Yield each date with the number of days in a row up to it."""
    last, days = None, 0
    for text in dates:
        date = Date.fromisoformat(text)
        days = days + 1 if last is not None and date - last == timedelta(days=1) else 1
        last = date
        yield text, days


def form_of(matches: Iterable[CourseMatch]) -> list[FormResult]:
    """Return the results of matches."""
    return [
        FormResult(table=match.table_id, ended=match.ended, outcome=_outcome(match))
        for match in matches
    ]


def _outcome(match: CourseMatch) -> Literal["won", "shared", "lost"]:
    if not match.won:
        return "lost"
    return "shared" if match.shared else "won"


def personal_bests_of(progress: Progress) -> PersonalBests:
    """Return the records of a player; the first match that reached a record has it."""
    return PersonalBests(
        swim=_best(progress.swim), fires=_best(progress.fires), streak=progress.longest
    )


def _best(record: Record | None) -> PersonalBest | None:
    return None if record is None else PersonalBest(count=record.count, table=record.table)


def rivals_of(opponents: Iterable[MetOpponent]) -> list[Rival]:
    """Return opponents; bots of a name are one opponent, whatever their level."""
    return [
        Rival(id=one.public_id, name=one.name, face=one.face, matches=one.matches, won=one.won)
        for one in opponents
    ]
