"""Opening tables, finding them again, and their records."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request, Response

from schwimmen.records import dumps

from ..services import Asker, Here, Player, pay_for_table
from ..wire.people import NewSharedTable
from ..wire.tables import NewTable, TableInfo, TableMade, TableSummary

router = APIRouter(prefix="/api/tables")


@router.post("", status_code=201)
async def open_table(asked: NewTable, here: Here, asker: Asker) -> TableMade:
    """Opens a table and seats the asker, who gets a cookie for it."""
    return TableMade(id=await here.hub.create(asked, asker))


@router.post("/shared", status_code=201)
async def open_shared_table(
    asked: NewSharedTable, here: Here, asker: Asker, request: Request
) -> TableMade:
    """Opens a table for several people; the asker sits down first, is host, and gets a cookie."""
    return TableMade(id=await here.lobby.share(asked, asker, here.limits.address_of(request)))


@router.get("")
async def own_tables(
    here: Here,
    player: Player,
    limit: Annotated[int, Query(ge=1, le=100)] = 100,
    before: Annotated[str | None, Query(pattern=r"^[A-Za-z0-9_-]{1,32}$")] = None,
) -> list[TableSummary]:
    """The asker's tables, newest first; those that follow the table ``before`` in the list."""
    return [] if player is None else await here.hub.tables_of(player, limit, before)


@router.get("/{table_id}", dependencies=[Depends(pay_for_table)])
async def table(table_id: str, here: Here, player: Player) -> TableInfo:
    """A table as it is now."""
    return await here.hub.info(table_id, player)


@router.get(
    "/{table_id}/record",
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
