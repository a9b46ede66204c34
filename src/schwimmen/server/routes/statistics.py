"""Routes of a player's statistics, as figures, as facts and as CSV files."""

from __future__ import annotations

from collections.abc import AsyncIterator
from functools import partial
from typing import Annotated, Final

from annotated_types import Ge, Le
from fastapi import APIRouter, Query, Request
from starlette.responses import Response, StreamingResponse

from ..http.compression import joined
from ..http.errors import ERROR_RESPONSES
from ..http.services import (
    DIGITS,
    SINGLE_PARAMETERS,
    OptionalPlayerId,
    ServicesDep,
    TableId,
)
from ..people.match_csv import Rows
from ..wire import statistics as wire

router = APIRouter(prefix="/api", responses=ERROR_RESPONSES, dependencies=SINGLE_PARAMETERS)

MAX_MATCHES: Final = 100
"""Matches whose facts are in one answer."""

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
    return await services.match_histories.statistics(player, variant, players)


@router.get(
    "/statistics.csv",
    response_class=Response,
    responses={200: {"content": {"text/csv": {"schema": {"type": "string"}}}}},
)
async def statistics_csv(
    services: ServicesDep,
    player: OptionalPlayerId,
    request: Request,
    rows: Rows = "matches",
    variant: Variant = None,
    players: Players = None,
) -> Response:
    """Return the caller's matches, or their rounds, as a CSV file."""
    limits = services.limits
    charge = partial(limits.charge_bytes, limits.network_of(request))
    chunks = services.match_histories.csv(player, variant, players, rows, charge)
    return StreamingResponse(
        await _begun(joined(chunks)),
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
    chunks = services.match_histories.page(player, limit, before)
    return StreamingResponse(await _begun(joined(chunks)), media_type="application/json")


async def _begun(parts: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """Return the parts once there is one, so that a failure before it is answered as an error."""
    first = await anext(parts)

    async def again() -> AsyncIterator[bytes]:
        yield first
        async for part in parts:
            yield part

    return again()
