"""New events of a table as the text of a message: what all are told is put into JSON once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pydantic_core import to_json

from schwimmen.tables import PublicEvent, Table

from . import encode

if TYPE_CHECKING:
    from schwimmen.rules import View


class Past:
    """What has happened in the running round of a table, as JSON that only grows."""

    def __init__(self) -> None:
        self._round = 0
        self._told = 0
        self._text = ""

    def text(self, seen: View) -> str:
        """The items of the list."""
        if seen.number != self._round:
            self._round, self._told, self._text = seen.number, 0, ""
        if new := seen.history[self._told :]:
            said = ",".join(to_json(encode.happening(one)).decode() for one in new)
            self._text = f"{self._text},{said}" if self._text else said
            self._told = len(seen.history)
        return self._text


class News:
    """Some events, told to every seat with the view that it has now.

    ``past`` is that of the table. With ``agreed`` what is agreed there is told anew.
    """

    def __init__(
        self,
        table_id: str,
        table: Table,
        events: Sequence[PublicEvent],
        at: str,
        past: Past,
        agreed: bool,
    ) -> None:
        self._table_id = table_id
        self._table = table
        self._agreed = agreed
        self._shared = _inner(encode.news(table, events, at))
        self._public = table.view(None)
        self._view = ""
        if self._public is not None:
            seen = _inner(encode.public_view(self._public))
            self._view = f'{seen},"history":[{past.text(self._public)}]'
        self._texts: dict[int | None, str] = {}

    def text_for(self, seat: int | None) -> str:
        """The message (``messages.Events``) for a seat, or for those who watch."""
        if seat not in self._texts:
            self._texts[seat] = self._made_for(seat)
        return self._texts[seat]

    def _made_for(self, seat: int | None) -> str:
        view = table = "null"
        if (seen := self._public if seat is None else self._table.own_view(seat)) is not None:
            view = f"{{{_inner(encode.own_view(seen))},{self._view}}}"
        if self._agreed:
            table = encode.table_info(self._table_id, self._table, seat).model_dump_json()
        place = "null" if seat is None else seat
        return (
            f'{{"v":1,"type":"events",{self._shared},"seat":{place},"view":{view},"table":{table}}}'
        )


def _inner(fields: encode.Fields) -> str:
    """Fields as JSON without its braces, to be made one object with others."""
    return to_json(fields)[1:-1].decode()
