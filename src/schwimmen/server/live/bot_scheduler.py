"""When bots think and move: in few threads, and fairly between the people they play for.

The player with the least use is served first, so that a table of bots that think for long waits and
others do not. What bots use is charged to the people at their table once it is known.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import threading
from collections.abc import AsyncIterator, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from time import thread_time
from typing import Final, NamedTuple

from ..limits.allowance import Limits
from ..operation import metrics

MOVE_S: Final = 0.002
"""Seconds of the processor that a bot's move costs beside its thinking."""

MOVES_AT_ONCE: Final = 8
"""Moves of bots that are taken at the same time."""

LONG_S: Final = 0.002
"""Seconds for which a level thinks, on average, that waits for others of its kind only."""

SMOOTHING: Final = 0.1
"""The share of the last thought in the average of its level."""

LESS: Final = 5
"""By how much threads where levels think for long are nicer than the server itself.

Not by more: one that holds the interpreter's lock while other processes are served first holds the
whole server up.
"""

LEAST: Final = 10
"""By how much the thread for matches that nobody plays any more is nicer."""


class Payer(NamedTuple):
    """A person for whom bots play, and the address, where clients are limited by that."""

    player: str
    address: str | None


class Queue:
    """Lets so many in at once; those for whom the least has been done come first."""

    def __init__(self, places: int, used: Callable[[frozenset[Payer]], float]) -> None:
        self._free = places
        self._used = used
        self._waiting: dict[asyncio.Future[None], frozenset[Payer]] = {}

    @asynccontextmanager
    async def place(self, payers: frozenset[Payer]) -> AsyncIterator[None]:
        """A place, until the end of the block."""
        entered = asyncio.get_running_loop().create_future()
        self._waiting[entered] = payers
        self._let_in()
        try:
            with metrics.BOTS_WAITING.track_inprogress():
                await entered
            yield
        finally:
            if self._waiting.pop(entered, None) is None:
                self._free += 1
                self._let_in()

    def _let_in(self) -> None:
        while self._free and self._waiting:
            first = min(self._waiting, key=lambda one: self._used(self._waiting[one]))
            del self._waiting[first]
            self._free -= 1
            if not first.done():  # else it is cancelled, and gives its place back itself
                first.set_result(None)


class _Lane:
    """Threads of one niceness, and who waits for them."""

    def __init__(
        self, name: str, threads: int, nicer: int, used: Callable[[frozenset[Payer]], float]
    ) -> None:
        self.queue = Queue(threads, used)
        self.threads = ThreadPoolExecutor(threads, f"bots-{name}", _make_nicer, (nicer,))


class Thinking:
    """Lets bots think and move, within what they may use of the processor."""

    def __init__(self, limits: Limits) -> None:
        self._addresses = limits.bots
        self._players = limits.bots_of_player
        self._average: dict[str, float] = {}
        self._moves = Queue(MOVES_AT_ONCE, self._used)
        self._short = _Lane("short", 1, 0, self._used)
        self._long = _Lane("long", max(1, _cores() - 1), LESS, self._used)
        self._last = _Lane("last", 1, LEAST, self._used)

    def wait(self, payers: Iterable[Payer]) -> float:
        """Seconds until bots may go on for one of these; 0 is now."""
        return min(map(self._wait, payers), default=0.0)

    async def think(self, level: str, payers: frozenset[Payer], choose: Callable[[], str]) -> str:
        """What a bot of that level chooses in a thread; without payers after all others."""
        lane = self._last if not payers else self._lane(level)
        async with lane.queue.place(payers):
            loop = asyncio.get_running_loop()
            action, seconds = await loop.run_in_executor(lane.threads, _timed, choose)
            before = self._average.get(level, seconds)
            self._average[level] = before + SMOOTHING * (seconds - before)
            self._charge(payers, seconds)
        return action

    @asynccontextmanager
    async def moving(self, payers: frozenset[Payer]) -> AsyncIterator[None]:
        """A bot makes its move."""
        async with self._moves.place(payers):
            self._charge(payers, MOVE_S)
            yield

    def close(self) -> None:
        """Lets go of the threads."""
        for lane in (self._short, self._long, self._last):
            lane.threads.shutdown(wait=False, cancel_futures=True)

    def _lane(self, level: str) -> _Lane:
        return self._short if self._average.get(level, LONG_S) < LONG_S else self._long

    def _wait(self, payer: Payer) -> float:
        if payer.address is None:
            return 0.0
        used = ((self._players, payer.player), (self._addresses, payer.address))
        return max(
            max(0.0, buckets.used(key) - buckets.rate.burst) * buckets.rate.every
            for buckets, key in used
        )

    def _used(self, payers: frozenset[Payer]) -> float:
        """Seconds of the processor that the one who has used the least of these has used."""
        return (
            min(
                max(self._players.used(one.player), self._addresses.used(one.address or one.player))
                for one in payers
            )
            if payers
            else 0.0
        )

    def _charge(self, payers: frozenset[Payer], seconds: float) -> None:
        for one in payers:
            self._players.charge(one.player, seconds / len(payers))
            if one.address is not None:
                self._addresses.charge(one.address, seconds / len(payers))


def _timed(choose: Callable[[], str]) -> tuple[str, float]:
    begin = thread_time()
    return choose(), thread_time() - begin


def _cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


def _make_nicer(more: int) -> None:
    """Lowers the priority of this thread, where threads have one of their own."""
    if sys.platform == "linux" and more:
        with contextlib.suppress(OSError):
            own = threading.get_native_id()
            os.setpriority(os.PRIO_PROCESS, own, os.getpriority(os.PRIO_PROCESS, own) + more)
