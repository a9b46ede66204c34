"""Who is how strong."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from ..services import Here, Player
from ..wire.players import Leaderboard

router = APIRouter(prefix="/api")


@router.get("/leaderboard")
async def leaderboard(
    here: Here, player: Player, variant: Annotated[str, Query(max_length=32)] = "pagat"
) -> Leaderboard:
    """The strongest guests and bots by a variant, or by those of its family (docs/ratings.md)."""
    return await here.players.leaderboard(variant, player)
