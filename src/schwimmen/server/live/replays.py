"""Replays of rounds, as JSON: made once for all who ask at the same time, and kept."""

from __future__ import annotations

import asyncio
import gzip
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeAlias

from pydantic_core import to_json

from schwimmen.tables import LogEvent, ReplayStep, check_replay, replay_round

from ..operation.rules_loader import RulesLoader
from ..storage import Database
from ..wire import encode
from ..wire.changes import change_of
from .table_store import UnknownTable, read_log

ROOM: Final = 32 * 2**20
"""Bytes of replays that are kept, compressed: some thousand rounds, or a hundred of the longest."""

_MAKING: Final = ThreadPoolExecutor(1, thread_name_prefix="replays")
"""Apart from the thread for logs of tables, whose locks are held while they wait for it."""

_Round: TypeAlias = tuple[str, int]
"""The id of a table, and the number of one of its rounds."""


class Replays:
    """Replays of rounds, compressed by gzip. ``room`` is how many bytes of them are kept."""

    def __init__(self, database: Database, rules_loader: RulesLoader, room: int = ROOM) -> None:
        self._database = database
        self._rules_loader = rules_loader
        self._room = room
        self._kept: OrderedDict[_Round, bytes] = OrderedDict()
        self._making: dict[_Round, asyncio.Task[bytes]] = {}

    @property
    def size(self) -> int:
        """The bytes of all replays that are kept."""
        return sum(map(len, self._kept.values()))

    async def get(self, table_id: str, number: int, charge: Callable[[int], None]) -> bytes:
        """Return a round of a match that is over; whether it is, is checked before all else.

        ``charge`` is called with the number of events of the log if they have to be played again;
        what it raises ends the request. Raises ``UnknownTable``, ``Refusal`` as ``check_replay``
        does, and ``SchwimmenError`` if this version's rules do not play the log.
        """
        summary = await self._database.summary(table_id)
        if summary is None:
            raise UnknownTable("there is no such table")
        check_replay(summary["closed"], summary["over"], summary["round"], number)
        wanted = table_id, number
        if not self._known(wanted):
            events = await self._database.log_length(table_id)
            if not self._known(wanted):
                charge(events)
                self._making[wanted] = task = asyncio.create_task(self._make(wanted), name="replay")
                task.add_done_callback(lambda done: self._made(wanted, done))
        if wanted in self._kept:
            self._kept.move_to_end(wanted)
            return self._kept[wanted]
        # Another request may wait for it, too: it goes on where this one is cancelled.
        return await asyncio.shield(self._making[wanted])

    async def close(self) -> None:
        """Give up what is being made."""
        for task in self._making.values():
            task.cancel()
        await asyncio.gather(*self._making.values(), return_exceptions=True)

    def _known(self, wanted: _Round) -> bool:
        return wanted in self._kept or wanted in self._making

    async def _make(self, wanted: _Round) -> bytes:
        table_id, number = wanted
        await self._rules_loader.wait()
        events = await read_log(self._database, table_id)
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(_MAKING, _compressed, events, number)

    def _made(self, wanted: _Round, task: asyncio.Task[bytes]) -> None:
        del self._making[wanted]
        if task.cancelled() or task.exception() is not None:
            return
        self._kept[wanted] = task.result()
        while self.size > self._room:
            self._kept.popitem(last=False)


def _compressed(events: list[LogEvent], number: int) -> bytes:
    """Return the JSON of ``wire.replay.Replay``, compressed.

    The steps go to JSON one by one: all at once they would need gigabytes.
    """
    played = replay_round(events, number)
    first = before = _fields(next(played.steps))
    changes = []
    for step in played.steps:
        fields = _fields(step)
        changes.append(to_json(change_of(before, fields)))
        before = fields
    head = to_json({"round": played.number, "rounds": played.rounds, "first": first})
    return gzip.compress(b'%b,"changes":[%b]}' % (head[:-1], b",".join(changes)), 6, mtime=0)


def _fields(step: ReplayStep) -> encode.Fields:
    return {"event": encode.event(step.event), "view": encode.public_view(step.view)}
