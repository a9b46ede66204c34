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

MOVE_COST_S: Final = 0.002
"""Seconds of the processor that a bot's move costs beside its thinking."""

MOVES_AT_ONCE: Final = 8
"""Moves of bots that are taken at the same time."""

LONG_S: Final = 0.002
"""Seconds for which a level thinks, on average, that waits for others of its kind only."""

SMOOTHING: Final = 0.1
"""The share of the last thought in the average of its level."""

LONG_NICENESS: Final = 5
"""By how much threads where levels think for long are nicer than the server itself.

Not by more: one that holds the interpreter's lock while other processes are served first holds the
whole server up.
"""

ABANDONED_NICENESS: Final = 10
"""By how much the thread for matches that nobody plays any more is nicer."""


class Participant(NamedTuple):
    """A person for whom bots play, and the address, where clients are limited by that."""

    player: str
    address: str | None


class FairQueue:
    """Lets so many in at once; those for whom the least has been done come first."""

    def __init__(self, places: int, used: Callable[[frozenset[Participant]], float]) -> None:
        self._free = places
        self._used = used
        self._waiting: dict[asyncio.Future[None], frozenset[Participant]] = {}

    @asynccontextmanager
    async def place(self, participants: frozenset[Participant]) -> AsyncIterator[None]:
        """A place, until the end of the block."""
        entered = asyncio.get_running_loop().create_future()
        self._waiting[entered] = participants
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
        self, name: str, threads: int, nicer: int, used: Callable[[frozenset[Participant]], float]
    ) -> None:
        self.queue = FairQueue(threads, used)
        self.threads = ThreadPoolExecutor(threads, f"bots-{name}", _make_nicer, (nicer,))


class BotScheduler:
    """Lets bots think and move, within what they may use of the processor."""

    def __init__(self, limits: Limits) -> None:
        self._addresses = limits.bots
        self._players = limits.bots_of_player
        self._average: dict[str, float] = {}
        self._moves = FairQueue(MOVES_AT_ONCE, self._used)
        self._short = _Lane("short", 1, 0, self._used)
        self._long = _Lane("long", max(1, _cores() - 1), LONG_NICENESS, self._used)
        self._last = _Lane("last", 1, ABANDONED_NICENESS, self._used)

    def wait(self, participants: Iterable[Participant]) -> float:
        """Seconds until bots may go on for one of these; 0 is now."""
        return min(map(self._wait, participants), default=0.0)

    async def choose(
        self, level: str, participants: frozenset[Participant], choose: Callable[[], str]
    ) -> str:
        """What a bot of that level chooses in a thread; without participants after all others."""
        lane = self._last if not participants else self._lane(level)
        async with lane.queue.place(participants):
            loop = asyncio.get_running_loop()
            action, seconds = await loop.run_in_executor(lane.threads, _timed, choose)
            before = self._average.get(level, seconds)
            self._average[level] = before + SMOOTHING * (seconds - before)
            self._charge(participants, seconds)
        return action

    @asynccontextmanager
    async def move_slot(self, participants: frozenset[Participant]) -> AsyncIterator[None]:
        """A bot makes its move."""
        async with self._moves.place(participants):
            self._charge(participants, MOVE_COST_S)
            yield

    def close(self) -> None:
        """Lets go of the threads."""
        for lane in (self._short, self._long, self._last):
            lane.threads.shutdown(wait=False, cancel_futures=True)

    def _lane(self, level: str) -> _Lane:
        return self._short if self._average.get(level, LONG_S) < LONG_S else self._long

    def _wait(self, payer: Participant) -> float:
        if payer.address is None:
            return 0.0
        used = ((self._players, payer.player), (self._addresses, payer.address))
        return max(
            max(0.0, buckets.used(key) - buckets.rate.burst) * buckets.rate.every
            for buckets, key in used
        )

    def _used(self, participants: frozenset[Participant]) -> float:
        """Seconds of the processor that the one who has used the least of these has used."""
        return (
            min(
                max(self._players.used(one.player), self._addresses.used(one.address or one.player))
                for one in participants
            )
            if participants
            else 0.0
        )

    def _charge(self, participants: frozenset[Participant], seconds: float) -> None:
        for one in participants:
            self._players.charge(one.player, seconds / len(participants))
            if one.address is not None:
                self._addresses.charge(one.address, seconds / len(participants))


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
