"""The WebSocket of a table."""

from __future__ import annotations

from fastapi import APIRouter, WebSocket

from ..services import Here, Player
from ..session import Session

router = APIRouter()


@router.websocket("/api/tables/{table_id}/ws")
async def table_socket(socket: WebSocket, table_id: str, here: Here, player: Player) -> None:
    """One client at one table; without a seat there it watches."""
    await socket.accept()
    await Session(socket, here.hub, table_id, player).run()
