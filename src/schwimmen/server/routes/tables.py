"""Routes of tables: opening, lists, records, replays, the lobby and the WebSocket."""

from __future__ import annotations

import asyncio
import gzip
from io import BytesIO
from typing import Annotated, Final

import segno
from annotated_types import Ge, Le
from fastapi import APIRouter, Depends, Request, Response, WebSocket
from fastapi.responses import StreamingResponse
from starlette.routing import WebSocketRoute

from schwimmen.records import dumps

from ..errors import UnknownTable
from ..http.compression import accepts, parts_of
from ..http.errors import ERROR_RESPONSES
from ..http.services import (
    DIGITS,
    NEEDS_ENGINE,
    SINGLE_PARAMETERS,
    OptionalPlayerId,
    PlayerId,
    ServicesDep,
    TableId,
    charge_for_log,
    charge_for_table,
    identity_of,
    services_of,
)
from ..live.bot_scheduler import Participant
from ..live.connection import SIGNED_OUT
from ..live.reviews import Effort
from ..live.session import Session
from ..people.device_sessions import Claim
from ..wire import encode
from ..wire.people import Lobby, NewSharedTable, QuickMatch
from ..wire.tables import (
    NewDeviceTable,
    NewTable,
    Replay,
    Story,
    TableCreated,
    TableInfo,
    TableSummary,
)

router = APIRouter(responses=ERROR_RESPONSES, dependencies=SINGLE_PARAMETERS)


@router.post("/api/tables", status_code=201, dependencies=NEEDS_ENGINE)
async def open_table(body: NewTable, services: ServicesDep, player: PlayerId) -> TableCreated:
    """Open a table against bots and seat the caller, who gets a cookie."""
    return TableCreated(id=await services.hub.create(body, player))


@router.post("/api/tables/shared", status_code=201, dependencies=NEEDS_ENGINE)
async def open_shared_table(
    body: NewSharedTable, services: ServicesDep, player: PlayerId, request: Request
) -> TableCreated:
    """Open a table for several people, with the caller as host, who gets a cookie."""
    return TableCreated(
        id=await services.lobby.open_shared(body, player, services.limits.network_of(request))
    )


@router.post(
    "/api/tables/device",
    status_code=201,
    responses={200: {"model": TableCreated}},
    dependencies=NEEDS_ENGINE,
)
async def store_device_table(
    body: NewDeviceTable,
    services: ServicesDep,
    player: PlayerId,
    request: Request,
    response: Response,
) -> TableCreated:
    """Store a match that the caller has played on a device; they get a cookie.

    The answer has status 200 if it was stored before.
    """
    address = services.limits.network_of(request)
    table_id, is_new = await services.device_matches.store(
        body,
        await request.body(),
        player,
        lambda events: services.limits.charge_events(address, events),
    )
    if not is_new:
        response.status_code = 200
    return TableCreated(id=table_id)


@router.get("/api/tables")
async def own_tables(
    services: ServicesDep,
    player: OptionalPlayerId,
    limit: Annotated[int, Ge(1), Le(100), DIGITS] = 100,
    before: TableId = None,
) -> list[TableSummary]:
    """Return the caller's tables, newest first, or those after the table ``before``."""
    if player is None:
        return []
    rows = await services.database.tables_of(player, limit, before)
    return [
        encode.table_summary(
            row, services.hub.to_act(row["id"]) if row["to_act"] is None else row["to_act"]
        )
        for row in rows
    ]


@router.get("/api/tables/{table_id}", dependencies=[*NEEDS_ENGINE, Depends(charge_for_table)])
async def table(table_id: str, services: ServicesDep, player: OptionalPlayerId) -> TableInfo:
    """Return the current state of a table."""
    return await services.hub.info(table_id, player)


@router.get(
    "/api/tables/{table_id}/record",
    dependencies=[*NEEDS_ENGINE, Depends(charge_for_log)],
    response_class=Response,
    responses={200: {"content": {"application/json": {"schema": {"type": "object"}}}}},
)
async def record(table_id: str, services: ServicesDep, player: OptionalPlayerId) -> Response:
    """Return the match record as a file."""
    data = await services.hub.record(table_id, player)
    text = await asyncio.to_thread(dumps, data)
    name = f"{data['rules']['preset']}-{data['date']}-{table_id}.schwimmen.json"
    return Response(
        text + "\n",
        media_type="application/json",
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )


@router.get(
    "/api/tables/{table_id}/replay",
    response_class=Response,
    responses={200: {"model": Replay}},
    dependencies=NEEDS_ENGINE,
)
async def replay(
    table_id: str,
    services: ServicesDep,
    player: OptionalPlayerId,
    request: Request,
    round: Annotated[int, Ge(1), Le(100_000), DIGITS] = 1,
) -> Response:
    """Return a round with all hands open, once the match is over."""
    await services.hub.check_shown(table_id, player)
    address = services.limits.network_of(request)
    body = await services.replays.get(
        table_id, round, lambda events: services.limits.charge_events(address, events)
    )
    return _json_response(body, request)


@router.get(
    "/api/tables/{table_id}/story",
    response_class=Response,
    responses={200: {"model": Story}},
    dependencies=NEEDS_ENGINE,
)
async def story(
    table_id: str, services: ServicesDep, player: OptionalPlayerId, request: Request
) -> Response:
    """Return facts about how a match was won, once it is over."""
    await services.hub.check_shown(table_id, player)
    address = services.limits.network_of(request)
    body = await services.replays.story(
        table_id, lambda events: services.limits.charge_events(address, events)
    )
    return _json_response(body, request)


@router.get(
    "/api/tables/{table_id}/review",
    response_class=StreamingResponse,
    responses={200: {"content": {"application/x-ndjson": {"schema": {"type": "string"}}}}},
    dependencies=NEEDS_ENGINE,
)
async def review(
    table_id: str,
    services: ServicesDep,
    player: PlayerId,
    request: Request,
    effort: Effort = "decisions",
) -> StreamingResponse:
    """Review a finished match, a line of JSON at a time, for a device that cannot."""
    await services.hub.check_shown(table_id, player)
    address = services.limits.network_of(request)
    lines = await services.reviews.lines(
        table_id,
        effort,
        Participant(player, address),
        lambda events: services.limits.charge_events(address, events),
    )
    return StreamingResponse(lines, media_type="application/x-ndjson")


def _json_response(body: bytes, request: Request) -> Response:
    """Return JSON that is compressed by gzip, decompressed for a client that needs it so."""
    if accepts("gzip", request.scope):
        headers = {"content-encoding": "gzip"}
        return Response(body, headers=headers, media_type="application/json")
    return StreamingResponse(
        parts_of(lambda: gzip.open(BytesIO(body))), media_type="application/json"
    )


@router.get(
    "/api/tables/{table_id}/qr.svg",
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {"schema": {"type": "string"}}}}},
)
async def qr_code(table_id: str, services: ServicesDep, request: Request) -> Response:
    """Return a QR code of the table's page at the address that the caller uses.

    It is dark on light with a quiet zone, as scanners require.
    """
    if await services.database.summary(table_id) is None:
        raise UnknownTable("there is no such table")
    url = f"{request.base_url}t/{table_id}"
    return Response(await asyncio.to_thread(_draw, url), media_type="image/svg+xml")


def _draw(url: str) -> bytes:
    code = segno.make(url, error="m", micro=False)
    drawn = BytesIO()
    code.save(drawn, kind="svg", border=4, dark="#1d1b1a", light="#ffffff", omitsize=True)
    return drawn.getvalue()


@router.get("/api/lobby")
async def lobby(services: ServicesDep) -> Lobby:
    """Return the tables to join and the tables to watch."""
    return await services.lobby.list_tables()


@router.post("/api/lobby/quick", dependencies=NEEDS_ENGINE)
async def quick(
    body: QuickMatch, services: ServicesDep, player: PlayerId, request: Request
) -> TableCreated:
    """Seat the caller at an open table of that kind, or at a new one; they get a cookie."""
    return TableCreated(
        id=await services.lobby.quick_match(body, player, services.limits.network_of(request))
    )


async def _table_socket(socket: WebSocket) -> None:
    """Serve one client at one table; without a seat the client watches, and may take one."""
    table_id, services = socket.path_params["table_id"], services_of(socket)
    services.hub.sockets.check_draining()
    identity = await identity_of(socket)
    if identity.signed_out:
        await socket.accept()
        await socket.close(SIGNED_OUT)
        return
    claim, headers = identity.claim, list[tuple[bytes, bytes]]()
    if claim is None:
        claim, answer = Claim(services.cookies.new_player()), Response()
        services.cookies.set(answer, claim, secure=socket.url.scheme == "wss")
        headers = [one for one in answer.raw_headers if one[0] == b"set-cookie"]
    await socket.accept(headers=headers)
    connection_limits = services.limits.for_connection(
        table_id, claim.player, services.limits.network_of(socket)
    )
    session = Session(socket, services.hub, table_id, claim.player, connection_limits)
    with services.device_sessions.connected(claim, session.sign_out):
        if not await services.device_sessions.is_valid(claim):  # signed out while it came
            session.sign_out()
        # In a task of its own: each message would otherwise pass through all layers above.
        await asyncio.create_task(session.run())


SOCKET_ROUTE: Final = WebSocketRoute("/api/tables/{table_id}/ws", _table_socket)
