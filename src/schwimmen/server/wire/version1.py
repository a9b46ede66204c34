"""Version 1 of the wire, which is served for one more release; then this module is removed.

Each ``events`` message contains the whole view with the history of the round, and all fields.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from pydantic_core import to_json

from schwimmen.tables import PublicEvent, Table

from . import encode, state
from .encode import Fields
from .messages import AnyServerMessage
from .people import ChatLine, Presence
from .state import WelcomeEncoder

VERSION: Final = 1

_NEWER: Final[dict[str, Any]] = {
    "daily": True,
    "seats": {"__all__": {"face": True, "profile": True}},
}
"""Fields of a table's information that version 1 lacks."""


def encode_message(message: AnyServerMessage) -> str:
    """Return the JSON of a message without a state."""
    fields = message.model_dump() | {"v": VERSION}
    if "presence" in fields:
        fields["presence"] = _presence(fields["presence"])
    return to_json(fields).decode()


class HistoryJson(state.HistoryJson):
    """History of a table's running round, with all fields of its events."""

    def __init__(self) -> None:
        super().__init__(encode.round_event)


class UpdateEncoder:
    """Encoder of one update of a table for all clients; parts in common are encoded once.

    ``history`` is kept for the table from one update to the next; ``at`` is the server's time.
    """

    def __init__(self, table_id: str, table: Table, at: str, history: HistoryJson) -> None:
        self._table_id = table_id
        self._table = table
        self._at = at
        self._shared: dict[int, str] = {}
        self._public = table.view(None)
        self._view = ""
        if self._public is not None:
            fields = _without_braces(encode.public_view(self._public))
            self._view = f'{fields},"history":[{history.text(self._public)}]'
        self._texts: dict[tuple[int | None, int, bool], str] = {}

    def text_for(self, seat: int | None, known: int, with_table: bool) -> str:
        """Return the JSON of an ``events`` message for a seat, or for spectators.

        It holds the events after ``known``, and the table's information if ``with_table``.
        """
        wanted = seat, known, with_table
        if wanted not in self._texts:
            state = self._state(seat, known, with_table)
            self._texts[wanted] = f'{{"v":1,"type":"events",{state}}}'
        return self._texts[wanted]

    def welcome_for(self, seat: int | None, known: int) -> WelcomeEncoder:
        """Return an encoder of a ``welcome`` for a client with the events up to ``known``.

        All is encoded at once except presence and chat, which may still change.
        """
        state, seq = self._state(seat, known, with_table=True), self._table.seq

        def encode_welcome(presence: Presence, chat: Iterable[ChatLine]) -> str:
            rest = {"seq": seq, "presence": _presence(presence.model_dump()), "chat": list(chat)}
            return f'{{"v":1,"type":"welcome",{state},{_without_braces(rest)}}}'

        return encode_welcome

    def _state(self, seat: int | None, known: int, with_table: bool) -> str:
        """Return the fields that both messages have."""
        if known not in self._shared:
            new = self._table.events[known:]
            self._shared[known] = _without_braces(_update(self._table, new, self._at))
        view = table = "null"
        if (own := self._public if seat is None else self._table.view(seat)) is not None:
            view = f"{{{_without_braces(encode.own_view(own))},{self._view}}}"
        if with_table:
            info = encode.table_info(self._table_id, self._table, seat)
            table = info.model_dump_json(exclude=_NEWER)
        own_seat = "null" if seat is None else seat
        return f'{self._shared[known]},"seat":{own_seat},"view":{view},"table":{table}'


def _presence(presence: Fields) -> Fields:
    return {"seats": presence["seats"], "watching": presence["spectators"]}


def _update(table: Table, events: Iterable[PublicEvent], at: str) -> Fields:
    """Return the fields of an ``events`` message that are the same for all clients."""
    times, agreement = table.times, table.seeds
    return {
        "events": [encode.event(one) for one in events],
        "times": None if times is None else {"now": at} | encode.clocks(times),
        "ready": sorted(table.ready),
        "seeds": None if agreement is None else encode.seeds(agreement),
    }


def _without_braces(fields: Fields) -> str:
    return to_json(fields)[1:-1].decode()
