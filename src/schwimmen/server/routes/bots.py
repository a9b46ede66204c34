"""Programs that play: who they are to the server."""

from __future__ import annotations

from fastapi import APIRouter

from ..services import Here
from ..wire.players import BotToken, NewName

router = APIRouter(prefix="/api/bots")


@router.post("", status_code=201)
async def new_token(asked: NewName, here: Here) -> BotToken:
    """Makes a player for a program, by that name, and gives the token for it."""
    program = here.cookies.new_program()
    await here.players.rename(program, asked.name)
    return BotToken(token=here.cookies.token(program))
