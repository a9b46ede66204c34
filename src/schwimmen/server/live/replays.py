"""Replays of rounds and stories of matches as JSON: made once for all requests, and cached."""

from __future__ import annotations

import asyncio
import gzip
from collections import OrderedDict
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeAlias, TypeVar

from pydantic_core import to_json

from schwimmen.tables import (
    LogEvent,
    ReplayStep,
    check_finished,
    check_replay,
    match_story,
    replay_round,
)

from ..errors import UnknownTable
from ..runtime.rules_loader import RulesLoader
from ..storage import Database
from ..wire import encode
from ..wire.base import Fields
from ..wire.changes import change_of
from .table_store import read_log

CACHE_BYTES: Final = 32 * 2**20
"""Size of the cache: a few thousand compressed rounds, or a hundred of the longest."""

_EXECUTOR: Final = ThreadPoolExecutor(1, thread_name_prefix="replays")
"""Thread apart from the one for long logs, for which tables wait with their locks held."""

T = TypeVar("T")

_Part: TypeAlias = tuple[str, int | None]
"""Id of a table and number of one of its rounds, or ``None`` for the story of its match."""


async def in_replay_thread(work: Callable[[], T]) -> T:
    """Run ``work`` in the thread of replays; return the result."""
    return await asyncio.get_running_loop().run_in_executor(_EXECUTOR, work)


class Replays:
    """Cache of replays and stories, compressed by gzip, limited to a number of bytes."""

    def __init__(
        self, database: Database, rules_loader: RulesLoader, cache_bytes: int = CACHE_BYTES
    ) -> None:
        self._database = database
        self._rules_loader = rules_loader
        self._cache_bytes = cache_bytes
        self._cache: OrderedDict[_Part, bytes] = OrderedDict()
        self._tasks: dict[_Part, asyncio.Task[bytes]] = {}

    @property
    def size(self) -> int:
        """Bytes in the cache."""
        return sum(map(len, self._cache.values()))

    async def get(self, table_id: str, number: int, charge: Callable[[int], None]) -> bytes:
        """Return the replay of a round of a finished match.

        ``charge`` is called with the number of events in the log if they must be replayed, and may
        raise an error. Raises ``UnknownTable``, ``Refusal`` as ``check_replay`` does, and
        ``SchwimmenError`` if this version's rules cannot replay the log.
        """
        summary = await self._summary(table_id)
        check_replay(summary["closed"], summary["over"], summary["round"], number)
        return await self._get((table_id, number), charge)

    async def story(self, table_id: str, charge: Callable[[int], None]) -> bytes:
        """Return the story of a finished match, ``wire.tables.Story``. Raises as ``get`` does."""
        summary = await self._summary(table_id)
        check_finished(summary["closed"], summary["over"])
        return await self._get((table_id, None), charge)

    async def _summary(self, table_id: str) -> Mapping[str, Any]:
        summary = await self._database.summary(table_id)
        if summary is None:
            raise UnknownTable("there is no such table")
        return summary

    async def _get(self, wanted: _Part, charge: Callable[[int], None]) -> bytes:
        if not self._is_known(wanted):
            events = await self._database.log_length(wanted[0])
            if not self._is_known(wanted):
                charge(events)
                self._tasks[wanted] = task = asyncio.create_task(self._make(wanted), name="replay")
                task.add_done_callback(lambda done: self._store(wanted, done))
        if wanted in self._cache:
            self._cache.move_to_end(wanted)
            return self._cache[wanted]
        # Other requests may wait for the task: it goes on if this one is cancelled.
        return await asyncio.shield(self._tasks[wanted])

    async def close(self) -> None:
        """Cancel all replays and stories in progress."""
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    def _is_known(self, wanted: _Part) -> bool:
        return wanted in self._cache or wanted in self._tasks

    async def _make(self, wanted: _Part) -> bytes:
        table_id, number = wanted
        await self._rules_loader.wait()
        events = await read_log(self._database, table_id)
        return await in_replay_thread(lambda: _compressed(events, number))

    def _store(self, wanted: _Part, task: asyncio.Task[bytes]) -> None:
        del self._tasks[wanted]
        if task.cancelled() or task.exception() is not None:
            return
        self._cache[wanted] = task.result()
        while self.size > self._cache_bytes:
            self._cache.popitem(last=False)


def _compressed(events: list[LogEvent], number: int | None) -> bytes:
    """Return the JSON of a round's ``wire.tables.Replay`` or a match's ``Story``, compressed.

    Steps are encoded one by one, as all of them at once would need gigabytes.
    """
    if number is None:
        return gzip.compress(to_json(match_story(events)), 6, mtime=0)
    replay = replay_round(events, number)
    first = before = _fields(next(replay.steps))
    changes = []
    for step in replay.steps:
        fields = _fields(step)
        changes.append(to_json(change_of(before, fields)))
        before = fields
    head = to_json({"round": replay.number, "rounds": replay.rounds, "first": first})
    return gzip.compress(b'%b,"changes":[%b]}' % (head[:-1], b",".join(changes)), 6, mtime=0)


def _fields(step: ReplayStep) -> Fields:
    return {"event": encode.event(step.event), "view": encode.public_view(step.view)}
