"""Scheduling of bots: few threads, shared fairly between the people for whom bots play.

The people with the least CPU time used are served first, so that bots that think for long delay
only their own table. The time is charged to the people at the table once it is known.
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
from typing import Final, NamedTuple, TypeVar

from schwimmen.players.cpu_count import cpu_count

from ..limits.allowance import Limits
from ..runtime import metrics

MOVE_COST_S: Final = 0.002
"""CPU seconds charged for a bot's move in addition to its thinking."""

CONCURRENT_MOVES: Final = 8
"""Moves of bots that are executed at the same time."""

LONG_S: Final = 0.002
"""Average seconds of thinking from which a level uses the threads for long thinking."""

SMOOTHING: Final = 0.1
"""Weight of the last choice in the moving average of its level."""

CONCURRENT_ASKED: Final = 2
"""Choices of one bot of the host that are made at the same time, each in a process of its own."""

LONG_NICENESS: Final = 5
"""Niceness of the threads for long thinking.

With a higher one, a thread that holds the interpreter's lock while other processes run would hold
up the whole server.
"""

LAST_NICENESS: Final = 10
"""Niceness of the thread for abandoned matches and reviews."""

T = TypeVar("T")


class Participant(NamedTuple):
    """Person for whom bots play; the address is ``None`` if it is not limited."""

    player: str
    address: str | None


class FairQueue:
    """Limited number of slots; waiters whose participants have ``used`` the least come first."""

    def __init__(self, slots: int, used: Callable[[frozenset[Participant]], float]) -> None:
        self._free = slots
        self._used = used
        self._waiting: dict[asyncio.Future[None], frozenset[Participant]] = {}

    @asynccontextmanager
    async def slot(self, participants: frozenset[Participant]) -> AsyncIterator[None]:
        """Wait for a slot and hold it until the end of the block."""
        entered = asyncio.get_running_loop().create_future()
        self._waiting[entered] = participants
        self._fill_slots()
        try:
            with metrics.BOTS_WAITING.track_inprogress():
                await entered
            yield
        finally:
            if self._waiting.pop(entered, None) is None:
                self._free += 1
                self._fill_slots()

    def _fill_slots(self) -> None:
        while self._free and self._waiting:
            first = min(self._waiting, key=lambda one: self._used(self._waiting[one]))
            del self._waiting[first]
            self._free -= 1
            if not first.done():  # a cancelled waiter frees its slot itself
                first.set_result(None)


class _Lane:
    """Threads of one niceness and the queue for them."""

    def __init__(
        self,
        name: str,
        threads: int,
        niceness: int,
        used: Callable[[frozenset[Participant]], float],
    ) -> None:
        self.queue = FairQueue(threads, used)
        self.threads = ThreadPoolExecutor(threads, f"bots-{name}", _add_niceness, (niceness,))


class BotScheduler:
    """Scheduler of bots' choices and moves within the CPU limits of participants."""

    def __init__(self, limits: Limits) -> None:
        self._addresses = limits.bots
        self._players = limits.bots_of_player
        self._average: dict[str, float] = {}
        self._moves = FairQueue(CONCURRENT_MOVES, self._used)
        self._short = _Lane("short", 1, 0, self._used)
        self._long = _Lane("long", max(1, cpu_count() - 1), LONG_NICENESS, self._used)
        self._last = _Lane("last", 1, LAST_NICENESS, self._used)
        self._asking: dict[str, _Lane] = {}

    def delay_for(self, participants: Iterable[Participant]) -> float:
        """Return the seconds until bots may play for any of these participants; 0 is now."""
        return min(map(self._delay_for_one, participants), default=0.0)

    async def choose(
        self, level: str, participants: frozenset[Participant], think: Callable[[], str]
    ) -> str:
        """Return the action that ``think`` chooses in a thread, for a bot of that level.

        Without participants it runs at the lowest priority.
        """
        lane = self._lane(level) if participants else self._last
        action, seconds = await self._run(lane, participants, think)
        before = self._average.get(level, seconds)
        self._average[level] = before + SMOOTHING * (seconds - before)
        return action

    async def ask(self, bot: str, participants: frozenset[Participant], work: Callable[[], T]) -> T:
        """Return the result of work in a thread that waits for a bot of the host.

        Every such bot has threads of its own, so that one that hangs delays only its own tables.
        """
        if bot not in self._asking:
            self._asking[bot] = _Lane(
                f"asking-{len(self._asking)}", CONCURRENT_ASKED, 0, self._used
            )
        result, _ = await self._run(self._asking[bot], participants, work)
        return result

    async def run_last(self, participants: frozenset[Participant], work: Callable[[], T]) -> T:
        """Return the result of work at the lowest priority, within the limits of participants."""
        while delay := self.delay_for(participants):
            await asyncio.sleep(delay)
        result, _ = await self._run(self._last, participants, work)
        return result

    @asynccontextmanager
    async def move_slot(self, participants: frozenset[Participant]) -> AsyncIterator[None]:
        """Hold a slot for a bot's move, and charge the move."""
        async with self._moves.slot(participants):
            self._charge(participants, MOVE_COST_S)
            yield

    def close(self) -> None:
        """Shut the threads down."""
        for lane in (self._short, self._long, self._last, *self._asking.values()):
            lane.threads.shutdown(wait=False, cancel_futures=True)

    async def _run(
        self, lane: _Lane, participants: frozenset[Participant], work: Callable[[], T]
    ) -> tuple[T, float]:
        """Return the result of work in a thread, and its CPU seconds, which are charged."""
        async with lane.queue.slot(participants):
            loop = asyncio.get_running_loop()
            result, seconds = await loop.run_in_executor(lane.threads, _timed, work)
            self._charge(participants, seconds)
        return result, seconds

    def _lane(self, level: str) -> _Lane:
        return self._short if self._average.get(level, LONG_S) < LONG_S else self._long

    def _delay_for_one(self, participant: Participant) -> float:
        if participant.address is None:
            return 0.0
        used = ((self._players, participant.player), (self._addresses, participant.address))
        return max(
            max(0.0, buckets.used(key) - buckets.rate.burst) * buckets.rate.every
            for buckets, key in used
        )

    def _used(self, participants: frozenset[Participant]) -> float:
        """Return the CPU seconds used by the participant who has used the least."""
        used = (
            max(self._players.used(one.player), self._addresses.used(one.address or one.player))
            for one in participants
        )
        return min(used, default=0.0)

    def _charge(self, participants: frozenset[Participant], seconds: float) -> None:
        for one in participants:
            self._players.charge(one.player, seconds / len(participants))
            if one.address is not None:
                self._addresses.charge(one.address, seconds / len(participants))


def _timed(work: Callable[[], T]) -> tuple[T, float]:
    begin = thread_time()
    return work(), thread_time() - begin


def _add_niceness(niceness: int) -> None:
    """Lower the priority of this thread, on systems that have a priority for each thread."""
    if sys.platform == "linux" and niceness:
        with contextlib.suppress(OSError):
            own = threading.get_native_id()
            os.setpriority(os.PRIO_PROCESS, own, os.getpriority(os.PRIO_PROCESS, own) + niceness)
