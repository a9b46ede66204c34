"""Reviews of finished matches, for devices that cannot compute them: moment by moment."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import AsyncIterator, Callable, Iterator
from functools import partial
from io import BytesIO
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias
from weakref import WeakValueDictionary

from pydantic_core import to_json

from schwimmen.tables import Table, check_finished

from ..errors import UnknownTable
from ..runtime.rules_loader import RulesLoader
from ..storage import Database
from .bot_scheduler import BotScheduler, Participant
from .replays import in_replay_thread
from .table_store import read_log

if TYPE_CHECKING:
    from schwimmen.rules import Match

CACHE_SIZE: Final = 200
"""Finished reviews that are kept, compressed; each takes up to some hundred kilobytes."""

Effort: TypeAlias = Literal["graph", "decisions"]

_Key: TypeAlias = tuple[str, Effort]


class _Lines:
    """Lines of a review that grow while it is computed; several readers may follow them."""

    def __init__(self) -> None:
        self._lines: list[bytes] = []
        self._done = False
        self._grown = asyncio.Event()
        self.readers = 0

    def add(self, line: bytes) -> None:
        """Add a line."""
        self._lines.append(line)
        self._wake()

    def finish(self) -> None:
        """Add no more lines."""
        self._done = True
        self._wake()

    def compressed(self) -> bytes:
        """Return all lines, compressed."""
        return gzip.compress(b"".join(self._lines), 6, mtime=0)

    async def __aiter__(self) -> AsyncIterator[bytes]:
        place = 0
        while True:
            while place < len(self._lines):
                yield self._lines[place]
                place += 1
            if self._done:
                return
            await self._grown.wait()

    def _wake(self) -> None:
        self._grown.set()
        self._grown = asyncio.Event()


class Reviews:
    """Reviews of finished matches, each computed once for all clients, then cached.

    A player has one at a time, at the lowest priority and within the budget for bots. A review that
    no client waits for is stopped.
    """

    def __init__(
        self, database: Database, rules_loader: RulesLoader, scheduler: BotScheduler
    ) -> None:
        self._database = database
        self._rules_loader = rules_loader
        self._scheduler = scheduler
        self._running: dict[_Key, tuple[_Lines, asyncio.Task[None]]] = {}
        self._cache: dict[_Key, bytes] = {}
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def lines(
        self, table_id: str, effort: Effort, participant: Participant, charge: Callable[[int], None]
    ) -> AsyncIterator[bytes]:
        """Return the lines of a review: messages in JSON, of which the last is "done" or "failed".

        ``charge`` is called with the number of events in the log if they must be replayed, and may
        raise an error. Raises ``UnknownTable``, and ``Refusal`` unless the match is over.
        """
        summary = await self._database.summary(table_id)
        if summary is None:
            raise UnknownTable("there is no such table")
        check_finished(summary["closed"], summary["over"])
        key = table_id, effort
        if key not in self._running and key not in self._cache:
            events = await self._database.log_length(table_id)
            if key not in self._running and key not in self._cache:
                charge(events)
                self._start(key, participant)
        if key in self._cache:
            return _unpacked(self._cache[key])
        return self._follow(*self._running[key])

    @property
    def running(self) -> int:
        """Number of reviews that are being computed."""
        return len(self._running)

    async def close(self) -> None:
        """Cancel all reviews."""
        tasks = [task for _, task in self._running.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _start(self, key: _Key, participant: Participant) -> None:
        lines = _Lines()
        task = asyncio.create_task(self._make(key, participant, lines), name="review")
        self._running[key] = lines, task
        task.add_done_callback(lambda done: self._finish(key, lines, done))

    async def _follow(self, lines: _Lines, task: asyncio.Task[None]) -> AsyncIterator[bytes]:
        lines.readers += 1
        try:
            async for line in lines:
                yield line
        finally:
            lines.readers -= 1
            if not lines.readers:
                task.cancel()

    async def _make(self, key: _Key, participant: Participant, lines: _Lines) -> None:
        table_id, effort = key
        await self._rules_loader.wait()
        turn = self._turns.setdefault(participant.player, asyncio.Lock())
        async with turn:
            events = await read_log(self._database, table_id)
            table = await in_replay_thread(lambda: Table.replay(events))
            assert table.finished_match is not None
            messages = _messages(table.finished_match, effort)
            participants = frozenset({participant})
            while line := await self._scheduler.run_last(participants, lambda: next(messages, b"")):
                lines.add(line)

    def _finish(self, key: _Key, lines: _Lines, task: asyncio.Task[None]) -> None:
        del self._running[key]
        if not task.cancelled() and task.exception() is None:
            self._cache[key] = lines.compressed()
            while len(self._cache) > CACHE_SIZE:
                del self._cache[next(iter(self._cache))]
        elif not task.cancelled():
            lines.add(_line({"type": "failed", "problem": "failed"}))
        lines.finish()


def _messages(match: Match, effort: Effort) -> Iterator[bytes]:
    """Yield the lines of a review."""
    from schwimmen.analysis import number_of_moments, review_moments

    yield _line({"type": "started", "moments": number_of_moments(match)})
    moments = review_moments(match, effort, workers=1)
    while True:
        try:
            moment = next(moments)
        except StopIteration as end:
            yield _line({"type": "done", "review": end.value.to_dict(with_moments=False)})
            return
        yield _line({"type": "moment", "moment": moment.to_dict()})


def _line(message: dict[str, Any]) -> bytes:
    return to_json(message) + b"\n"


async def _unpacked(lines: bytes) -> AsyncIterator[bytes]:
    """Yield compressed lines part by part, unpacked in a thread, since they may be megabytes."""
    unpacked = gzip.GzipFile(fileobj=BytesIO(lines))
    while part := await in_replay_thread(partial(unpacked.read, 2**16)):
        yield part
