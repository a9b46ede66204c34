"""Opening tables, finding them again, and their records."""

from __future__ import annotations

import asyncio
import gzip
from io import BytesIO
from typing import Annotated, Final

import segno
from fastapi import APIRouter, Depends, Query, Request, Response, WebSocket
from fastapi.responses import StreamingResponse

from schwimmen.records import dumps

from ..http.services import Asker, Here, Player, Visitor, pay_for_table
from ..live.connection import SIGNED_OUT
from ..live.session import Session
from ..live.table_store import UnknownTable
from ..people.device_sessions import Claim
from ..wire import encode
from ..wire.people import Lobby, NewSharedTable, QuickMatch
from ..wire.tables import NewTable, Replay, TableCreated, TableInfo, TableSummary

router = APIRouter()


@router.post("/api/tables", status_code=201)
async def open_table(asked: NewTable, here: Here, asker: Asker) -> TableCreated:
    """Opens a table and seats the asker, who gets a cookie for it."""
    return TableCreated(id=await here.hub.create(asked, asker))


@router.post("/api/tables/shared", status_code=201)
async def open_shared_table(
    asked: NewSharedTable, here: Here, asker: Asker, request: Request
) -> TableCreated:
    """Opens a table for several people; the asker sits down first, is host, and gets a cookie."""
    return TableCreated(
        id=await here.lobby.open_shared(asked, asker, here.limits.network_of(request))
    )


@router.get("/api/tables")
async def own_tables(
    here: Here,
    player: Player,
    limit: Annotated[int, Query(ge=1, le=100)] = 100,
    before: Annotated[str | None, Query(pattern=r"^[A-Za-z0-9_-]{1,32}$")] = None,
) -> list[TableSummary]:
    """The asker's tables, newest first; those that follow the table ``before`` in the list."""
    if player is None:
        return []
    rows = await here.database.tables_of(player, limit, before)
    return [encode.table_summary(row) for row in rows]


@router.get("/api/tables/{table_id}", dependencies=[Depends(pay_for_table)])
async def table(table_id: str, here: Here, player: Player) -> TableInfo:
    """A table as it is now."""
    return await here.hub.info(table_id, player)


@router.get(
    "/api/tables/{table_id}/record",
    dependencies=[Depends(pay_for_table)],
    response_class=Response,
    responses={200: {"content": {"application/json": {"schema": {"type": "object"}}}}},
)
async def record(table_id: str, here: Here, player: Player) -> Response:
    """The match record, as a file."""
    data = await here.hub.record(table_id, player)
    text = await asyncio.to_thread(dumps, data)
    name = f"{data['rules']['preset']}-{data['date']}-{table_id}.schwimmen.json"
    return Response(
        text + "\n",
        media_type="application/json",
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )


AT_ONCE: Final = 2**16
"""Bytes that are unpacked at once: the next follow when these have been read."""


@router.get(
    "/api/tables/{table_id}/replay", response_class=Response, responses={200: {"model": Replay}}
)
async def replay(
    table_id: str,
    here: Here,
    request: Request,
    round: Annotated[int, Query(ge=1, le=100_000)] = 1,
) -> Response:
    """A round with all hands open; nothing of it while the match is played."""
    address = here.limits.network_of(request)
    body = await here.replays.get(
        table_id, round, lambda events: here.limits.charge_events(address, events)
    )
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers = {"content-encoding": "gzip"}
        return Response(body, headers=headers, media_type="application/json")
    unpacked = gzip.GzipFile(fileobj=BytesIO(body))
    parts = iter(lambda: unpacked.read(AT_ONCE), b"")
    return StreamingResponse(parts, media_type="application/json")


COST: Final = 4
"""Reads that drawing one costs beside the request: it takes the time of several."""


@router.get(
    "/api/tables/{table_id}/qr.svg",
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {"schema": {"type": "string"}}}}},
)
async def qr_code(table_id: str, here: Here, request: Request) -> Response:
    """A QR code of the table's page, as the asker's browser reaches this server.

    It is dark on light with its quiet zone, whatever it is shown on: scanners want it so.
    """
    if await here.database.summary(table_id) is None:
        raise UnknownTable("there is no such table")
    here.limits.charge_reads(here.limits.network_of(request), COST)
    url = f"{request.base_url}t/{table_id}"
    return Response(await asyncio.to_thread(_draw, url), media_type="image/svg+xml")


def _draw(url: str) -> bytes:
    code = segno.make(url, error="m", micro=False)
    drawn = BytesIO()
    code.save(drawn, kind="svg", border=4, dark="#1d1b1a", light="#ffffff", omitsize=True)
    return drawn.getvalue()


@router.get("/api/lobby")
async def lobby(here: Here) -> Lobby:
    """Tables to join and tables to watch."""
    return await here.lobby.list_tables()


@router.post("/api/lobby/quick")
async def quick(asked: QuickMatch, here: Here, asker: Asker, request: Request) -> TableCreated:
    """Seats the asker at any table of that kind, or at a new one; they get a cookie for it."""
    return TableCreated(
        id=await here.lobby.quick_match(asked, asker, here.limits.network_of(request))
    )


@router.websocket("/api/tables/{table_id}/ws")
async def table_socket(socket: WebSocket, table_id: str, here: Here, visitor: Visitor) -> None:
    """One client at one table; without a seat there it watches, and may sit down."""
    if visitor.signed_out:
        await socket.accept()
        await socket.close(SIGNED_OUT)
        return
    claim, headers = visitor.claim, list[tuple[bytes, bytes]]()
    if claim is None:
        claim, answer = Claim(here.cookies.new_player()), Response()
        here.cookies.set(answer, claim, secure=socket.url.scheme == "wss")
        headers = [one for one in answer.raw_headers if one[0] == b"set-cookie"]
    await socket.accept(headers=headers)
    connection_limits = here.limits.for_connection(
        table_id, claim.player, here.limits.network_of(socket)
    )
    session = Session(socket, here.hub, table_id, claim.player, connection_limits)
    with here.device_sessions.connected(claim, session.sign_out):
        if not await here.device_sessions.is_valid(claim):  # signed out while it came
            session.sign_out()
        await session.run()
