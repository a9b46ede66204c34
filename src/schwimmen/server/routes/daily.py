"""Routes of the deal of the day."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from ..http.errors import ERROR_RESPONSES
from ..http.services import (
    NEEDS_ENGINE,
    SINGLE_PARAMETERS,
    OptionalPlayerId,
    PlayerId,
    ServicesDep,
)
from ..people.daily import shared
from ..wire.daily import (
    Daily,
    DailyCalendarDay,
    DailyDay,
    DailyLine,
    DailyShared,
    NewDailyTable,
)
from ..wire.tables import TableCreated

router = APIRouter(prefix="/api/daily", responses=ERROR_RESPONSES, dependencies=SINGLE_PARAMETERS)


@router.get("")
async def daily(services: ServicesDep, player: OptionalPlayerId) -> Daily:
    """Return today's deals with the caller's results."""
    await services.ratings.caught_up(player)
    return await services.daily.today(player)


@router.post("", status_code=201, dependencies=NEEDS_ENGINE)
async def start(body: NewDailyTable, services: ServicesDep, player: PlayerId) -> TableCreated:
    """Return the caller's table for today's deal, opened if necessary; they get a cookie."""
    return TableCreated(id=await services.daily.start(body, player))


@router.get("/calendar")
async def calendar(
    services: ServicesDep,
    player: OptionalPlayerId,
    variant: Annotated[str | None, Query(max_length=32)] = None,
) -> list[DailyCalendarDay]:
    """Return the deals that the caller has begun, newest first."""
    return await services.daily.calendar(player, variant)


@router.post("/line")
async def read_line(body: DailyLine, services: ServicesDep) -> DailyShared:
    """Return the result of a shared line, if it is one that this server has made."""
    return shared(services.daily.read_line(body.line))


@router.get("/past")
async def past(
    services: ServicesDep,
    player: OptionalPlayerId,
    date: Annotated[str | None, Query(max_length=32)] = None,
) -> DailyDay:
    """Return the deals of an earlier date (default: yesterday), with seeds and all results."""
    return await services.daily.past(date, player)
