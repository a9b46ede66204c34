"""The WebSocket of a table."""

from __future__ import annotations

from fastapi import APIRouter, Response, WebSocket

from ..connection import SIGNED_OUT
from ..cookies import Claim
from ..services import Here, Visitor
from ..session import Session

router = APIRouter()


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
        here.cookies.give(answer, claim, secure=socket.url.scheme == "wss")
        headers = [one for one in answer.raw_headers if one[0] == b"set-cookie"]
    await socket.accept(headers=headers)
    manners = here.limits.manners(table_id, claim.player, here.limits.address_of(socket))
    session = Session(socket, here.hub, table_id, claim.player, manners)
    with here.generations.connected(claim, session.sign_out):
        if not await here.generations.serves(claim):  # signed out while it came
            session.sign_out()
        await session.run()
