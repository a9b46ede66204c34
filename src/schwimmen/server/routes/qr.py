"""The address of a table as a picture, for a phone that looks at another screen."""

from __future__ import annotations

import asyncio
from io import BytesIO
from typing import Final

import segno
from fastapi import APIRouter, Request, Response

from ..kept import UnknownTable
from ..services import Here

router = APIRouter(prefix="/api/tables")


COST: Final = 4
"""Reads that drawing one costs beside the request: it takes the time of several."""


@router.get(
    "/{table_id}/qr.svg",
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {"schema": {"type": "string"}}}}},
)
async def qr_code(table_id: str, here: Here, request: Request) -> Response:
    """A QR code of the table's page, as the asker's browser reaches this server.

    It is dark on light with its quiet zone, whatever it is shown on: scanners want it so.
    """
    if await here.database.summary(table_id) is None:
        raise UnknownTable("there is no such table")
    here.limits.charge_reads(here.limits.address_of(request), COST)
    url = f"{request.base_url}t/{table_id}"
    return Response(await asyncio.to_thread(_draw, url), media_type="image/svg+xml")


def _draw(url: str) -> bytes:
    code = segno.make(url, error="m", micro=False)
    drawn = BytesIO()
    code.save(drawn, kind="svg", border=4, dark="#1d1b1a", light="#ffffff", omitsize=True)
    return drawn.getvalue()
