"""The WebSocket of a table."""

from __future__ import annotations

from fastapi import APIRouter, Response, WebSocket

from ..services import Here, Player
from ..session import Session

router = APIRouter()


@router.websocket("/api/tables/{table_id}/ws")
async def table_socket(socket: WebSocket, table_id: str, here: Here, player: Player) -> None:
    """One client at one table; without a seat there it watches, and may sit down."""
    headers: list[tuple[bytes, bytes]] = []
    if player is None:
        player, answer = here.cookies.new_player(), Response()
        here.cookies.give(answer, player, secure=socket.url.scheme == "wss")
        headers = [one for one in answer.raw_headers if one[0] == b"set-cookie"]
    await socket.accept(headers=headers)
    manners = here.limits.manners(table_id, player, here.limits.address_of(socket))
    await Session(socket, here.hub, table_id, player, manners).run()
