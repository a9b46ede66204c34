"""Opening tables, finding them again, and their records."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from schwimmen.records import dumps

from ..services import Here, Player
from ..wire import NewTable, TableInfo, TableMade, TableSummary

router = APIRouter(prefix="/api/tables")


@router.post("", status_code=201)
async def open_table(
    asked: NewTable, here: Here, player: Player, request: Request, response: Response
) -> TableMade:
    """Opens a table and seats the asker, who gets a cookie for it."""
    asker = player or here.cookies.new_player()
    made = TableMade(id=await here.hub.create(asked, asker))
    here.cookies.give(response, asker, secure=request.url.scheme == "https")
    return made


@router.get("")
async def own_tables(here: Here, player: Player) -> list[TableSummary]:
    """The asker's tables, newest first."""
    return [] if player is None else await here.hub.tables_of(player)


@router.get("/{table_id}")
async def table(table_id: str, here: Here, player: Player) -> TableInfo:
    """What does not change about a table."""
    return await here.hub.info(table_id, player)


@router.get("/{table_id}/record", response_class=Response)
async def record(table_id: str, here: Here) -> Response:
    """The match record, as a file."""
    data = await here.hub.record(table_id)
    name = f"{data['rules']['preset']}-{data['date']}-{table_id}.schwimmen.json"
    return Response(
        dumps(data) + "\n",
        media_type="application/json",
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )
