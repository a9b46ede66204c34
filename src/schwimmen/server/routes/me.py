"""Routes of a guest's own profile: name, recovery, sign-out, data deletion, leaderboard."""

from __future__ import annotations

import asyncio
from typing import Annotated, Final

from fastapi import APIRouter, Query, Request, Response
from starlette.datastructures import URL

from ..http.errors import ERROR_RESPONSES
from ..http.services import SINGLE_PARAMETERS, Identity, OptionalPlayerId, PlayerId, ServicesDep
from ..runtime.addresses import qr_svg_path
from ..storage import WriteBatch
from ..wire.people import (
    BotToken,
    ErasureResult,
    Leaderboard,
    Me,
    NewFace,
    NewName,
    OwnProfile,
    PublicProfile,
    Qr,
    RecoverRequest,
    RecoverResponse,
    Recovery,
)

router = APIRouter(responses=ERROR_RESPONSES, dependencies=SINGLE_PARAMETERS)


@router.get("/api/me")
async def me(services: ServicesDep, player: OptionalPlayerId, identity: Identity) -> Me:
    """Return the profile of the caller."""
    return await services.profiles.me(player, identity.signed_out)


@router.put("/api/me")
async def rename(body: NewName, services: ServicesDep, player: PlayerId) -> Me:
    """Set the name of the caller. At tables where they have a seat they keep the old one."""
    await services.profiles.rename(player, body.name)
    return await services.profiles.me(player)


@router.put("/api/me/face")
async def choose_face(body: NewFace, services: ServicesDep, player: OptionalPlayerId) -> Me:
    """Set the face of the caller. At tables where they have a seat they keep the old one."""
    await services.profiles.choose_face(player, body.face)
    return await services.profiles.me(player)


@router.get("/api/me/profile")
async def own_profile(services: ServicesDep, player: OptionalPlayerId) -> OwnProfile:
    """Return the private part of the caller's profile: curves, form, records, badges."""
    return await services.profiles.own(player)


PROFILE_COST: Final = 4
"""Extra reads that a profile is charged, since it is computed from all matches of its player."""


@router.get("/api/players/{profile}")
async def public_profile(
    profile: str, services: ServicesDep, player: OptionalPlayerId, request: Request
) -> PublicProfile:
    """Return the public profile of a player: name, face, ratings and badges."""
    services.limits.charge_reads(services.limits.network_of(request), PROFILE_COST)
    return await services.profiles.public(profile, player)


@router.post("/api/me/recovery")
async def recovery(services: ServicesDep, player: OptionalPlayerId, request: Request) -> Recovery:
    """Create a token that signs in another browser, behind the # of ``/recover``.

    Earlier tokens of the caller become invalid.
    """
    token = await services.profiles.recovery(player)
    page = request.base_url
    if origin := request.headers.get("origin"):
        page = URL(origin).replace(path=page.path)
    size, path = await asyncio.to_thread(qr_svg_path, f"{page}recover#{token}")
    return Recovery(token=token, qr=Qr(size=size, path=path))


@router.post("/api/me/recover")
async def recover(
    body: RecoverRequest,
    services: ServicesDep,
    player: OptionalPlayerId,
    request: Request,
    response: Response,
) -> RecoverResponse:
    """Sign this browser in as the player of a token; without ``sure``, only describe the player.

    The browser asks for confirmation, because the link may come from another person.
    """
    answer, claim = await services.profiles.recover(body.token, player, body.sure)
    if claim is not None:
        services.cookies.set(response, claim, secure=request.url.scheme == "https")
    return answer


@router.post("/api/me/sign-out-others")
async def sign_out_others(
    services: ServicesDep, identity: Identity, request: Request, response: Response
) -> Me:
    """Sign out all other browsers of the caller and invalidate earlier recovery links.

    Their connections close within two seconds; those browsers become new guests.
    """
    claim = await services.profiles.sign_out_others(identity.claim)
    services.cookies.set(response, claim, secure=request.url.scheme == "https")
    return await services.profiles.me(claim.player)


@router.post("/api/me/sign-out")
async def sign_out(services: ServicesDep, response: Response) -> Me:
    """Sign this browser out; it becomes a new guest."""
    services.cookies.clear(response)
    return await services.profiles.me(None)


@router.delete("/api/me")
async def forget(
    services: ServicesDep, player: OptionalPlayerId, response: Response
) -> ErasureResult:
    """Delete all data about the caller.

    Tables without another person are deleted. At other tables the moves stay under a placeholder
    name, and the seat belongs to no player.
    """
    removed, left = 0, 0
    if player is not None:
        async with services.deletion_lock:
            removed, left = await services.hub.erase_player(player)
            # Ratings so far are deleted as well; later ones do not find the player in the logs.
            async with services.ratings.paused():
                await services.database.write(WriteBatch(deleted_players=[player]))
    services.cookies.clear(response)
    return ErasureResult(removed=removed, left=left)


@router.post("/api/bots", status_code=201)
async def new_token(body: NewName, services: ServicesDep) -> BotToken:
    """Create a player for a program and return its token."""
    program = services.cookies.new_program()
    await services.profiles.rename(program, body.name)
    return BotToken(token=services.cookies.token(program))


@router.get("/api/leaderboard")
async def leaderboard(
    services: ServicesDep,
    player: OptionalPlayerId,
    variant: Annotated[str, Query(max_length=32)] = "pagat",
) -> Leaderboard:
    """Return the leaderboard of the family of a variant (docs/ratings.md)."""
    return await services.profiles.leaderboard(variant, player)
