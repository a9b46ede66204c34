"""The logs of tables as the database keeps them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

from pydantic import ValidationError

from schwimmen.rules.errors import SchwimmenError
from schwimmen.tables import ActionEvent, CreatedEvent, LogEvent, Refusal, RoundEvent, read_event

from .logs import short
from .storage import Damaged, Database, NewEvent, StorageError

T = TypeVar("T")

LONG: Final = 500
"""Events of a log beyond which it is long: to play it again takes more than 50 ms."""

_LONG_LOGS: Final = ThreadPoolExecutor(1, thread_name_prefix="long-logs")

ATTEMPTS: Final = 3
"""How often something is tried again after another process has written to the same log."""


class UnknownTable(SchwimmenError):
    """There is no table with that id."""


class UnreadableLog(StorageError):
    """What is kept of a table is no log of ours, or is damaged."""


def busy() -> Refusal:
    """What is said when others were quicker again and again."""
    return Refusal("busy", "somebody else was quicker; try again")


def rows_of(table_id: str, events: Sequence[LogEvent]) -> list[NewEvent]:
    """Events as they are kept. A client id counts for its own seat only.

    Before the match seats change hands: there the table alone knows what it has taken.
    """
    rows = []
    for event in events:
        key = None
        if isinstance(event, RoundEvent | ActionEvent) and event.client_id is not None:
            key = f"{event.seat}/{event.client_id}"
        rows.append(NewEvent(table_id, event.seq, key, event.body()))
    return rows


async def read_log(database: Database, table_id: str) -> list[LogEvent]:
    """The log of a table.

    Raises ``UnknownTable``, ``UnreadableLog``, and ``StorageError`` where nothing can be read.
    """
    try:
        texts = await database.log_texts(table_id)
        events = await in_thread(len(texts), lambda: [read_event(text) for text in texts])
    except (Damaged, ValidationError) as error:
        fault = error.errors()[0]["msg"] if isinstance(error, ValidationError) else error
        raise UnreadableLog(f"the log of table {short(table_id)} cannot be read: {fault}") from None
    if not events:
        raise UnknownTable("there is no such table")
    if not isinstance(events[0], CreatedEvent):
        raise UnreadableLog(
            f"the log of table {short(table_id)} cannot be read: it lacks its first event"
        )
    return events


async def in_thread(events: int, work: Callable[[], T]) -> T:
    """Return what ``work`` makes of a log with that many events, made in a thread.

    Long logs wait for each other: together they would hold up the event loop, whose thread needs
    the same interpreter, and all others that work in threads.
    """
    executor = _LONG_LOGS if events > LONG else None
    return await asyncio.get_running_loop().run_in_executor(executor, work)
