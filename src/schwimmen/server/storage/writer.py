"""Group commit: one task writes all waiting batches in one transaction."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from logging import ERROR
from time import monotonic
from typing import Final, Protocol

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from ..runtime import metrics
from ..runtime.logs import log_event
from .location import Conflict, DatabaseUnreachable, StorageError, storage_error
from .statements import WriteBatch, execute

log = logging.getLogger(__name__)

MAX_GROUP: Final = 500
"""Batches in one transaction; more would keep the first of them waiting too long."""

GATHER_S: Final = 0.001
"""Pause for each batch of a transaction with several, in which the next group gathers.

A transaction costs as much as a move and disturbs the event loop: the busier a server is, the fewer
it makes.
"""

MAX_GATHER_S: Final = 0.02
"""Longest pause, which players do not notice."""

SLOW_S: Final = 5
"""Seconds after which an unfinished transaction counts as a failure of the database."""

CLOSE_S: Final = 5
"""Seconds that the last writes may take when the server stops."""


class Transactions(Protocol):
    """Runner of database work, each time in a transaction of its own."""

    async def __call__(self, work: Callable[[Connection], None], erasing: bool = False) -> None:
        """Run ``work`` in a transaction and wait until it is on disk.

        With ``erasing`` deleted rows must not remain in files.
        """

    def give_up(self) -> None:
        """End all connections, so that whatever waits for an answer fails."""

    async def close(self) -> None:
        """Release all resources."""


@dataclass(slots=True)
class _Pending:
    batch: WriteBatch
    done: asyncio.Future[None] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )


class Writer:
    """Writer of batches in the order of the calls of ``write``."""

    def __init__(self, transactions: Transactions, location: str) -> None:
        self._transactions = transactions
        self._location = location
        self._queue: asyncio.Queue[_Pending | None] = asyncio.Queue()
        self._task = asyncio.create_task(self._run(), name="writer")
        self._group: list[_Pending] = []
        self._closed = False
        self.groups = 0
        """Number of transactions so far."""
        self.on_commit: Callable[[Sequence[WriteBatch]], None] = lambda _: None
        """Callback with the batches of every transaction."""
        self.on_failure: Callable[[], None] = lambda: None
        """Callback for when the database fails, or has not answered for ``SLOW_S``."""

    async def write(self, batch: WriteBatch) -> None:
        """Write the batch and wait until it is on disk.

        Raises ``Conflict`` if the log already has such an event, and ``StorageError`` if the
        database cannot be written; then none of the rows is stored.
        """
        if self._closed:
            raise StorageError(f"{self._location}: is closed")
        pending = _Pending(batch)
        self._queue.put_nowait(pending)
        metrics.WRITES.inc()
        with metrics.PENDING_WRITES.track_inprogress():
            await pending.done

    def give_up(self) -> None:
        """End all connections, which have not answered; whatever waits for them fails.

        New ones are made when they are needed.
        """
        self._transactions.give_up()

    async def close(self) -> None:
        """Write pending batches, then stop; fail those that are not written in time."""
        self._closed = True
        self._queue.put_nowait(None)
        _, late = await asyncio.wait({self._task}, timeout=CLOSE_S)
        if late:
            self._task.cancel()
            await asyncio.wait({self._task})
            left = [*self._group, *(self._queue.get_nowait() for _ in range(self._queue.qsize()))]
            for one in left:
                if one is not None and not one.done.done():
                    one.done.set_exception(
                        StorageError(f"{self._location}: did not answer in time")
                    )
            log_event(log, ERROR, "database closed with pending writes", writes=len(left))
        with suppress(TimeoutError):
            await asyncio.wait_for(self._transactions.close(), CLOSE_S)

    async def _run(self) -> None:
        stopping = False
        while not stopping:
            group = [await self._queue.get()]
            while len(group) < MAX_GROUP and not self._queue.empty():
                group.append(self._queue.get_nowait())
            stopping = None in group
            pending = [one for one in group if one is not None]
            self._group = pending
            await self._commit_all(pending)
            if len(pending) > 1 and not stopping:
                await asyncio.sleep(min(GATHER_S * len(pending), MAX_GATHER_S))

    async def _commit_all(self, group: Sequence[_Pending]) -> None:
        """Commit a group, and again in halves if it fails, so that only faulty batches fail."""
        if group and not await self._commit(group):
            middle = len(group) // 2
            await self._commit_all(group[:middle])
            await self._commit_all(group[middle:])

    async def _commit(self, group: Sequence[_Pending]) -> bool:
        """Commit a group; return whether all its futures are done."""
        failure: Exception | None = None
        batches = [one.batch for one in group]
        slow = asyncio.get_running_loop().call_later(SLOW_S, self.on_failure)
        try:
            begin = monotonic()
            erasing = any(batch.erases for batch in batches)
            await self._transactions(partial(execute, batches=batches), erasing)
            metrics.GROUP_COMMITS.observe(monotonic() - begin)
        except IntegrityError:
            failure = Conflict("the log already has an event with that number or client id")
        except (SQLAlchemyError, OSError, DatabaseUnreachable) as error:
            failure = storage_error(f"{self._location}: cannot be written", error)
            self.on_failure()
        except Exception as error:
            failure = error
        finally:
            slow.cancel()
        self.groups += 1
        if failure is not None and len(group) > 1:
            return False
        if failure is None:
            self.on_commit(batches)
        for one in group:
            if one.done.done():  # the caller has been cancelled
                continue
            if failure is None:
                one.done.set_result(None)
            else:
                one.done.set_exception(failure)
        return True
