"""Matches that are over, to be looked at again by everyone who has the link."""

from __future__ import annotations

import asyncio
import gzip
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from ..services import Here
from ..wire.replay import Replay

router = APIRouter(prefix="/api/tables")


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
    headers = {"content-encoding": "gzip"}
    if "gzip" not in request.headers.get("accept-encoding", ""):
        body, headers = await asyncio.to_thread(gzip.decompress, body), {}
    return Response(body, headers=headers, media_type="application/json")
