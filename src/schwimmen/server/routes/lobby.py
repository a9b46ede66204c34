"""Tables that are open to all."""

from __future__ import annotations

from fastapi import APIRouter, Request

from ..services import Asker, Here
from ..wire.people import Lobby, QuickMatch
from ..wire.tables import TableMade

router = APIRouter(prefix="/api/lobby")


@router.get("")
async def lobby(here: Here) -> Lobby:
    """Tables to join and tables to watch."""
    return await here.lobby.lists()


@router.post("/quick")
async def quick(asked: QuickMatch, here: Here, asker: Asker, request: Request) -> TableMade:
    """Seats the asker at any table of that kind, or at a new one; they get a cookie for it."""
    return TableMade(id=await here.lobby.quick(asked, asker, here.limits.address_of(request)))
