"""New events of a table as the text of a message: what all are told is put into JSON once."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, TypeAlias

from pydantic_core import to_json

from schwimmen.tables import Table

from . import encode
from .people import ChatLine, Presence

if TYPE_CHECKING:
    from schwimmen.rules import View


Chat: TypeAlias = Iterable[ChatLine]


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
    """What is new at a table at that time, for every seat with the view that it has.

    ``past`` is that of the table.
    """

    def __init__(self, table_id: str, table: Table, at: str, past: Past) -> None:
        self._table_id = table_id
        self._table = table
        self._at = at
        self._shared: dict[int, str] = {}
        self._public = table.view(None)
        self._view = ""
        if self._public is not None:
            seen = _inner(encode.public_view(self._public))
            self._view = f'{seen},"history":[{past.text(self._public)}]'
        self._texts: dict[tuple[int | None, int, bool], str] = {}

    def text_for(self, seat: int | None, known: int, agreed: bool) -> str:
        """Return the message (``messages.Events``) for a seat, or for spectators.

        It holds the events after event ``known``, and with ``agreed`` the table.
        """
        wanted = seat, known, agreed
        if wanted not in self._texts:
            state = self._state(seat, known, agreed)
            self._texts[wanted] = f'{{"v":1,"type":"events",{state}}}'
        return self._texts[wanted]

    def welcome_for(self, seat: int | None, known: int) -> Callable[[Presence, Chat], str]:
        """Return what makes the first message (``messages.Welcome``) for a client that has the
        events up to ``known``: all but presence and chat, which may still change."""
        state, seq = self._state(seat, known, agreed=True), self._table.seq

        def text(presence: Presence, chat: Chat) -> str:
            rest = _inner({"seq": seq, "presence": presence, "chat": list(chat)})
            return f'{{"v":1,"type":"welcome",{state},{rest}}}'

        return text

    def _state(self, seat: int | None, known: int, agreed: bool) -> str:
        """Return the fields that both messages have."""
        if known not in self._shared:
            new = self._table.events[known:]
            self._shared[known] = _inner(encode.news(self._table, new, self._at))
        view = table = "null"
        if (seen := self._public if seat is None else self._table.own_view(seat)) is not None:
            view = f"{{{_inner(encode.own_view(seen))},{self._view}}}"
        if agreed:
            table = encode.table_info(self._table_id, self._table, seat).model_dump_json()
        place = "null" if seat is None else seat
        return f'{self._shared[known]},"seat":{place},"view":{view},"table":{table}'


def _inner(fields: encode.Fields) -> str:
    """Return fields as JSON without its braces, to be made one object with others."""
    return to_json(fields)[1:-1].decode()
