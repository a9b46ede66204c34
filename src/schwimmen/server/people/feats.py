"""Badges, records, form and frequent opponents of a player, from the match history."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date as Date
from datetime import timedelta
from typing import Final, Literal, TypeAlias

from schwimmen.analysis import RATING_FAMILIES, MatchFacts, family_of, statistics_of

from ..storage import MetPlayer
from ..wire.people import Badge, BadgeName, FormResult, PersonalBest, PersonalBests, Rival
from .match_history import PlayedMatch

FORM_LENGTH: Final = 10
"""Results in the form."""

MAX_RIVALS: Final = 5
"""Opponents in the list of the most frequent ones."""

GAMES: Final = tuple(family for family in RATING_FAMILIES if family != "own")
"""Kinds of game without house rules."""

GOALS: Final[Mapping[BadgeName, int]] = {
    "first_win": 1,
    "thirty_matches": 30,
    "five_in_a_row": 5,
    "unscathed": 1,
    "fire": 1,
    "survivor": 10,
    "all_games": len(GAMES),
    "daily_week": 7,
}
"""Count at which each badge is earned."""

Progress: TypeAlias = Callable[[MatchFacts], int]
"""Function that returns the count up to a finished match, called for one match after another."""


def badges_of(matches: Iterable[PlayedMatch], daily_dates: Sequence[str]) -> list[Badge]:
    """Return all badges; ``daily_dates`` are those of finished deals of the day, in order."""
    counters = _counters()
    done: dict[BadgeName, int] = dict.fromkeys(GOALS, 0)
    at: dict[BadgeName, str] = {}

    def note(name: BadgeName, count: int, time: str) -> None:
        done[name] = max(done[name], min(count, GOALS[name]))
        if count >= GOALS[name]:
            at.setdefault(name, time)

    for played in _finished(matches):
        for name, count in counters.items():
            note(name, count(played.match), played.last_at)
    for date, days in _runs(daily_dates):
        note("daily_week", days, date)
    return [
        Badge(name=name, done=done[name], goal=goal, at=at.get(name))
        for name, goal in GOALS.items()
    ]


def _counters() -> dict[BadgeName, Progress]:
    """Return a counter for each badge that is earned in matches."""
    streak = 0
    games: set[str] = set()

    def wins_in_a_row(match: MatchFacts) -> int:
        nonlocal streak
        streak = streak + 1 if match.won else 0
        return streak

    def games_played(match: MatchFacts) -> int:
        games.add(family_of(match.variant))
        return len(games.intersection(GAMES))

    return {
        "first_win": _total(lambda match: match.won),
        "thirty_matches": _total(lambda _: 1),
        "five_in_a_row": wins_in_a_row,
        "unscathed": _total(_is_unscathed),
        "fire": _total(_fires),
        "survivor": _total(_survived),
        "all_games": games_played,
    }


def _total(figure: Progress) -> Progress:
    total = 0

    def count(match: MatchFacts) -> int:
        nonlocal total
        total += figure(match)
        return total

    return count


def _is_unscathed(match: MatchFacts) -> bool:
    """Return whether a match for lives was won without losing one."""
    is_won = match.won and match.scoring == "lives"
    return is_won and not any(round_.lives_lost for round_ in match.rounds)


def _fires(match: MatchFacts) -> int:
    return sum(hands.fires for hands in statistics_of([match]).hands)


def _survived(match: MatchFacts) -> int:
    return statistics_of([match]).swimming.survived


def _runs(dates: Iterable[str]) -> Iterable[tuple[str, int]]:
    """Yield each date with the number of days in a row up to it."""
    last, days = None, 0
    for text in dates:
        date = Date.fromisoformat(text)
        days = days + 1 if last is not None and date - last == timedelta(days=1) else 1
        last = date
        yield text, days


def _finished(matches: Iterable[PlayedMatch]) -> list[PlayedMatch]:
    return [played for played in matches if played.match.over]


def form_of(matches: Iterable[PlayedMatch]) -> list[FormResult]:
    """Return the last results, newest last."""
    finished = sorted(_finished(matches), key=lambda played: played.last_at)
    return [
        FormResult(table=played.table_id, ended=played.last_at, outcome=_outcome(played.match))
        for played in finished[-FORM_LENGTH:]
    ]


def _outcome(match: MatchFacts) -> Literal["won", "shared", "lost"]:
    if not match.won:
        return "lost"
    return "shared" if match.shared else "won"


def personal_bests_of(matches: Sequence[PlayedMatch]) -> PersonalBests:
    """Return the records of a player; the first match that reached a record has it."""
    finished = [played.match for played in _finished(matches)]
    return PersonalBests(
        swim=_most(matches, _survived),
        fires=_most(matches, _fires),
        streak=statistics_of(finished).streaks.longest,
    )


def _most(matches: Iterable[PlayedMatch], figure: Progress) -> PersonalBest | None:
    best: PersonalBest | None = None
    for played in matches:
        count = figure(played.match)
        if count > (0 if best is None else best.count):
            best = PersonalBest(count=count, table=played.table_id)
    return best


def rivals_of(matches: Iterable[PlayedMatch], met: Iterable[MetPlayer]) -> list[Rival]:
    """Return the most frequent opponents; ``met`` are all other people at the player's tables.

    Bots of a name are one opponent, whatever their level.
    """
    people: dict[str, list[MetPlayer]] = {}
    for person in met:
        people.setdefault(person.table_id, []).append(person)
    rivals: dict[tuple[str | None, str], Rival] = {}
    for played in _finished(matches):
        bots = {name for name, level in played.seats if level is not None}
        others = [Rival(id=None, name=bot, face=None, matches=0, won=0) for bot in sorted(bots)]
        others += [
            Rival(id=one.public_id, name=one.name, face=one.face, matches=0, won=0)
            for one in people.get(played.table_id, ())
        ]
        for other in others:
            key = other.id, "" if other.id else other.name
            before = rivals.get(key, other)
            counts = {"matches": before.matches + 1, "won": before.won + played.match.won}
            rivals[key] = before.model_copy(update=counts)
    most = sorted(rivals.values(), key=lambda rival: (-rival.matches, rival.id is None, rival.name))
    return most[:MAX_RIVALS]
