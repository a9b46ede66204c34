"""Statistics and profiles computed from all matches of a player, to compare the server's with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any, NamedTuple

from schwimmen.analysis import WINDOW, statistics_of
from schwimmen.analysis.statistics.figures import by_frequency
from schwimmen.server.people.match_csv import PlayedMatch, Rows, csv_header, csv_lines
from schwimmen.server.people.match_history import MAX_COURSE
from schwimmen.server.wire.statistics import Statistics


class MatchHistory(NamedTuple):
    """Matches of a player, oldest first, and the number of those that cannot be replayed."""

    matches: Sequence[PlayedMatch]
    not_counted: int = 0


def chosen_matches(
    history: MatchHistory, variant: str | None, players: int | None
) -> list[PlayedMatch]:
    """Return the matches of one variant or number of players, or of all."""
    return [
        played
        for played in history.matches
        if variant in (None, played.match.variant) and players in (None, played.match.players)
    ]


def figures_of(history: MatchHistory, variant: str | None, players: int | None) -> Statistics:
    """Return statistics of the matches of one variant or number of players, or of all."""
    chosen = chosen_matches(history, variant, players)
    figures = asdict(statistics_of(played.match for played in chosen))
    figures["matches"]["with_hints"] = sum(played.hints > 0 for played in chosen)
    variants = Counter(played.match.variant for played in history.matches)
    return Statistics.model_validate(
        figures
        | {
            "since": history.matches[0].started if history.matches else None,
            "variants": [name for name, _ in by_frequency(variants)],
            "players": sorted({played.match.players for played in history.matches}),
            "not_counted": history.not_counted,
            "window": WINDOW,
            "course": _course(chosen, figures["course"]),
        }
    )


def _course(
    chosen: Sequence[PlayedMatch], points: Sequence[dict[str, Any]]
) -> list[dict[str, Any]]:
    finished = [played for played in chosen if played.match.over]
    course = [
        point
        | {
            "id": played.table_id,
            "ended": played.last_at,
            "variant": played.match.variant,
            "players": played.match.players,
        }
        for played, point in zip(finished, points, strict=True)
    ]
    return course[-MAX_COURSE:]


def csv_of(matches: Iterable[PlayedMatch], rows: Rows) -> str:
    """Return the CSV file of matches."""
    return csv_header(rows) + "".join(csv_lines(played, rows) for played in matches)
