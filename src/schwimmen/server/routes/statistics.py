"""Routes of a player's statistics, as figures, as facts and as CSV files."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from typing import Annotated, Any, Final

from annotated_types import Ge, Le
from fastapi import APIRouter, Query
from starlette.responses import Response

from schwimmen.analysis import WINDOW, statistics_of

from ..http.errors import ERROR_RESPONSES
from ..http.services import (
    DIGITS,
    SINGLE_PARAMETERS,
    OptionalPlayerId,
    ServicesDep,
    TableId,
)
from ..people.match_history import MatchHistory, PlayedMatch, Rows, csv_of
from ..wire import statistics as wire
from ..wire.tables import SummarySeat

router = APIRouter(prefix="/api", responses=ERROR_RESPONSES, dependencies=SINGLE_PARAMETERS)

MAX_COURSE: Final = 200
"""Matches in the course of results, the last ones."""

MAX_MATCHES: Final = 100
"""Matches whose facts are in one answer, which has a few hundred kilobytes then."""

Variant = Annotated[str | None, Query(max_length=32)]
Players = Annotated[Annotated[int, Ge(2), Le(10), DIGITS] | None, Query()]


@router.get("/statistics")
async def statistics(
    services: ServicesDep,
    player: OptionalPlayerId,
    variant: Variant = None,
    players: Players = None,
) -> wire.Statistics:
    """Return statistics of the caller's matches, optionally of one variant or number of players."""
    history = await services.match_histories.of(player)
    return await asyncio.to_thread(figures_of, history, variant, players)


@router.get(
    "/statistics.csv",
    response_class=Response,
    responses={200: {"content": {"text/csv": {"schema": {"type": "string"}}}}},
)
async def statistics_csv(
    services: ServicesDep,
    player: OptionalPlayerId,
    rows: Rows = "matches",
    variant: Variant = None,
    players: Players = None,
) -> Response:
    """Return the caller's matches, or their rounds, as a CSV file."""
    history = await services.match_histories.of(player)
    text = await asyncio.to_thread(lambda: csv_of(chosen_matches(history, variant, players), rows))
    return Response(
        text,
        media_type="text/csv; charset=utf-8; header=present",
        headers={"content-disposition": f'attachment; filename="schwimmen-{rows}.csv"'},
    )


@router.get(
    "/statistics/matches",
    response_class=Response,
    responses={200: {"model": wire.MatchHistory}},
)
async def statistics_matches(
    services: ServicesDep,
    player: OptionalPlayerId,
    limit: Annotated[int, Ge(1), Le(MAX_MATCHES), DIGITS] = MAX_MATCHES,
    before: TableId = None,
) -> Response:
    """Return the facts of the caller's matches, newest first, or of those before a table.

    A page adds those of matches that are not on the server, and computes the figures itself.
    """
    history = await services.match_histories.of(player)
    body = await asyncio.to_thread(_matches, history, limit, before)
    return Response(body, media_type="application/json")


def _matches(history: MatchHistory, limit: int, before: str | None) -> str:
    ids = [played.table_id for played in history.matches]
    end = ids.index(before) if before in ids else len(ids)
    start = max(0, end - limit)
    found = wire.MatchHistory(
        matches=[
            wire.PlayedMatch(
                id=played.table_id,
                started=played.started,
                ended=played.last_at,
                seats=[SummarySeat(name=name, level=level) for name, level in played.seats],
                hints=played.hints,
                facts=played.match,
            )
            for played in reversed(history.matches[start:end])
        ],
        more=start > 0,
        not_counted=history.not_counted,
    )
    return found.model_dump_json()


def chosen_matches(
    history: MatchHistory, variant: str | None, players: int | None
) -> list[PlayedMatch]:
    """Return the matches of one variant or number of players, or of all."""
    return [
        played
        for played in history.matches
        if variant in (None, played.match.variant) and players in (None, played.match.players)
    ]


def figures_of(history: MatchHistory, variant: str | None, players: int | None) -> wire.Statistics:
    """Return statistics of the matches of one variant or number of players, or of all."""
    chosen = chosen_matches(history, variant, players)
    figures = asdict(statistics_of(played.match for played in chosen))
    figures["matches"]["with_hints"] = sum(played.hints > 0 for played in chosen)
    variants = Counter(played.match.variant for played in history.matches)
    return wire.Statistics.model_validate(
        figures
        | {
            "since": history.matches[0].started if history.matches else None,
            "variants": [name for name, _ in variants.most_common()],
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
