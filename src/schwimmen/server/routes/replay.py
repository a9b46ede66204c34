"""Matches that are over, to be looked at again by everyone who has the link."""

from __future__ import annotations

import gzip
from io import BytesIO
from typing import Annotated, Final

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import StreamingResponse

from ..services import Here
from ..wire.replay import Replay

router = APIRouter(prefix="/api/tables")

AT_ONCE: Final = 2**16
"""Bytes that are unpacked at once: the next follow when these have been read."""


@router.get("/{table_id}/replay", response_class=Response, responses={200: {"model": Replay}})
async def replay(
    table_id: str,
    here: Here,
    request: Request,
    round: Annotated[int, Query(ge=1, le=100_000)] = 1,
) -> Response:
    """A round with all hands open; nothing of it while the match is played."""
    address = here.limits.address_of(request)
    body = await here.replays.get(
        table_id, round, lambda events: here.limits.charge_events(address, events)
    )
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers = {"content-encoding": "gzip"}
        return Response(body, headers=headers, media_type="application/json")
    unpacked = gzip.GzipFile(fileobj=BytesIO(body))
    parts = iter(lambda: unpacked.read(AT_ONCE), b"")
    return StreamingResponse(parts, media_type="application/json")
