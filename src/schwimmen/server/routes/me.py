"""What the server knows of whoever asks, and the way to another browser."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from ..http.services import Asker, Here, Player, Visitor
from ..operation.addresses import qr_svg_path
from ..storage import WriteBatch
from ..wire.people import (
    BotToken,
    ErasureResult,
    Leaderboard,
    Me,
    NewName,
    Qr,
    RecoverRequest,
    RecoverResponse,
    Recovery,
)

router = APIRouter()


@router.get("/api/me")
async def me(here: Here, player: Player, visitor: Visitor) -> Me:
    """Who the asker is."""
    return await here.profiles.me(player, visitor.signed_out)


@router.put("/api/me")
async def rename(asked: NewName, here: Here, asker: Asker) -> Me:
    """Remembers a name for the asker; at tables where they have a seat they keep theirs."""
    await here.profiles.rename(asker, asked.name)
    return await here.profiles.me(asker)


@router.post("/api/me/recovery")
async def recovery(here: Here, player: Player, request: Request) -> Recovery:
    """What takes the asker's identity to another browser: behind the # of ``/recover``.

    What was given before is worthless from then on.
    """
    token = await here.profiles.recovery(player)
    page = request.headers.get("origin") or str(request.base_url).rstrip("/")
    size, path = await asyncio.to_thread(qr_svg_path, f"{page}/recover#{token}")
    return Recovery(token=token, qr=Qr(size=size, path=path))


@router.post("/api/me/recover")
async def recover(
    asked: RecoverRequest, here: Here, player: Player, request: Request, response: Response
) -> RecoverResponse:
    """Makes this browser that of the token's player, if it is sure to be; else tells who that is.

    The link may have come from anybody, who would be this browser's player, too.
    """
    answer, who = await here.profiles.recover(asked.token, player, asked.sure)
    if who is not None:
        here.cookies.set(response, who, secure=request.url.scheme == "https")
    return answer


@router.post("/api/me/sign-out-others")
async def sign_out_others(here: Here, visitor: Visitor, request: Request, response: Response) -> Me:
    """Signs out all other browsers of the asker; recovery links made before are worthless.

    Their connections end within two seconds. Whoever has one of those browsers is somebody new.
    """
    claim = await here.profiles.sign_out_others(visitor.claim)
    here.cookies.set(response, claim, secure=request.url.scheme == "https")
    return await here.profiles.me(claim.player)


@router.post("/api/me/sign-out")
async def sign_out(here: Here, response: Response) -> Me:
    """Makes this browser somebody new."""
    here.cookies.clear(response)
    return await here.profiles.me(None)


@router.delete("/api/me")
async def forget(here: Here, player: Player, response: Response) -> ErasureResult:
    """Deletes all that is known of the asker.

    Tables without another person are removed. At the others what was played stays, by a name that
    says nothing; the seat is nobody's any more.
    """
    removed, left = 0, 0
    if player is not None:
        async with here.deletion_lock:
            removed, left = await here.hub.erase_player(player)
            # What has been rated meanwhile goes with the rest; later the logs know nobody.
            async with here.ratings.paused():
                await here.database.write(WriteBatch(deleted_players=[player]))
    here.cookies.clear(response)
    return ErasureResult(removed=removed, left=left)


@router.post("/api/bots", status_code=201)
async def new_token(asked: NewName, here: Here) -> BotToken:
    """Makes a player for a program, by that name, and gives the token for it."""
    program = here.cookies.new_program()
    await here.profiles.rename(program, asked.name)
    return BotToken(token=here.cookies.token(program))


@router.get("/api/leaderboard")
async def leaderboard(
    here: Here, player: Player, variant: Annotated[str, Query(max_length=32)] = "pagat"
) -> Leaderboard:
    """The strongest guests and bots by a variant, or by those of its family (docs/ratings.md)."""
    return await here.profiles.leaderboard(variant, player)
