"""Routes of friends, blocked players and invitations."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request

from ..http.errors import ERROR_RESPONSES
from ..http.services import OptionalPlayerId, ServicesDep, charge_for_table
from ..wire.friends import (
    Friends,
    InvitableFriends,
    Invitations,
    NewInvitation,
    PersonId,
    SeatPerson,
    SeatRelation,
)

router = APIRouter(responses=ERROR_RESPONSES)

TableId = Annotated[str, Path(max_length=32)]


@router.get("/api/friends")
async def friends(services: ServicesDep, player: OptionalPlayerId) -> Friends:
    """Return the caller's friends, requests and blocked players, and people met lately."""
    return await services.friends.of(player)


@router.post("/api/friends")
async def ask(
    body: SeatPerson, services: ServicesDep, player: OptionalPlayerId, request: Request
) -> Friends:
    """Ask the person at a seat to be friends, or accept their request."""
    await services.friends.ask(player, body, services.limits.network_of(request))
    return await services.friends.of(player)


@router.delete("/api/friends/asking")
async def decline_all(services: ServicesDep, player: OptionalPlayerId) -> Friends:
    """Decline the requests of all people who ask the caller to be friends."""
    await services.friends.decline_all(player)
    return await services.friends.of(player)


@router.get("/api/friends/at/{table_id}")
async def at_table(
    table_id: TableId, services: ServicesDep, player: OptionalPlayerId
) -> list[SeatRelation]:
    """Return the relations of the other people at a table to the caller, none for a spectator."""
    return await services.friends.at_table(table_id, player)


@router.post("/api/blocked")
async def block_seat(body: SeatPerson, services: ServicesDep, player: OptionalPlayerId) -> Friends:
    """Block the person at a seat."""
    await services.friends.block(player, body)
    return await services.friends.of(player)


@router.put("/api/blocked/{person}")
async def block(person: PersonId, services: ServicesDep, player: OptionalPlayerId) -> Friends:
    """Block a friend, or a person who has asked or been asked."""
    await services.friends.block(player, person)
    return await services.friends.of(player)


@router.delete("/api/blocked/{person}")
async def unblock(person: PersonId, services: ServicesDep, player: OptionalPlayerId) -> Friends:
    """Unblock a person."""
    await services.friends.unblock(player, person)
    return await services.friends.of(player)


@router.put("/api/friends/{person}")
async def accept(person: PersonId, services: ServicesDep, player: OptionalPlayerId) -> Friends:
    """Accept the request of a person."""
    await services.friends.accept(player, person)
    return await services.friends.of(player)


@router.delete("/api/friends/{person}")
async def end(person: PersonId, services: ServicesDep, player: OptionalPlayerId) -> Friends:
    """End a friendship, decline a request, or withdraw one."""
    await services.friends.end(player, person)
    return await services.friends.of(player)


@router.get("/api/invitations")
async def invitations(services: ServicesDep, player: OptionalPlayerId) -> Invitations:
    """Return the caller's invitations to tables with a free seat."""
    return await services.invitations.of(player)


@router.post("/api/invitations")
async def invite(
    body: NewInvitation, services: ServicesDep, player: OptionalPlayerId, request: Request
) -> InvitableFriends:
    """Invite a friend to a table at which the caller has a seat, ten times a day at most."""
    await charge_for_table(request, body.table)
    await services.invitations.invite(player, body)
    return await services.invitations.choices(player, body.table)


@router.get("/api/invitations/{table_id}")
async def choices(
    table_id: TableId, services: ServicesDep, player: OptionalPlayerId
) -> InvitableFriends:
    """Return the friends whom the caller may invite to a table."""
    return await services.invitations.choices(player, table_id)


@router.delete("/api/invitations/{table_id}")
async def decline(
    table_id: TableId, services: ServicesDep, player: OptionalPlayerId
) -> Invitations:
    """Decline all invitations to a table."""
    await services.invitations.decline(player, table_id)
    return await services.invitations.of(player)
