"""Work cut into chunks that any executor does, and that are done again where a worker is lost."""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import (
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
    wait,
)
from dataclasses import dataclass
from itertools import islice
from multiprocessing import get_context
from typing import Final, Generic, TypeVar

from schwimmen.rules.errors import SchwimmenError

A = TypeVar("A")
R = TypeVar("R")

ATTEMPTS: Final = 4
"""How often a chunk is given out before its workers' end is taken to be its own fault."""

_AHEAD: Final = 3  # chunks for each worker: what it does, and what it finds when that is done
_LOOK_EVERY: Final = 1.0  # seconds


class WorkersLost(SchwimmenError):
    """Workers were lost, and their work cannot be done again."""


@dataclass(slots=True)
class _Chunk(Generic[A, R]):
    argument: A
    future: Future[R] | None = None  # none: to be handed out
    attempts: int = 0

    @property
    def has_result(self) -> bool:
        future = self.future
        return bool(
            future and future.done() and not future.cancelled() and future.exception() is None
        )


@dataclass(frozen=True, slots=True)
class Workers:
    """Who does the work: any executor of ``concurrent.futures``, or one that is like them.

    One that breaks with a worker, as a pool of processes does, can be made again: ``executor`` is
    then a function that makes it; what it made is also shut down. ``number`` is how many chunks
    are done at the same time. ``lost`` tells exceptions that mean a lost worker, besides
    ``BrokenExecutor``. ``look`` is called every second while nothing is done, to raise an exception
    when nobody works any more.
    """

    executor: Executor | Callable[[], Executor]
    number: int
    lost: Callable[[Exception], bool] = lambda error: False
    look: Callable[[], None] = lambda: None


def threads(number: int) -> Workers:
    """Threads of this process: for compiled code, which does not hold the interpreter's lock."""
    return Workers(lambda: ThreadPoolExecutor(number), number)


def processes(number: int) -> Workers:
    """Processes on this machine: for players in Python."""
    return Workers(lambda: process_pool(number), number)


def process_pool(number: int) -> Executor:
    """An executor of so many processes, for several pieces of work."""
    # Ctrl-C reaches them, too, but it is ours to stop them.
    ignoring = (signal.SIGINT, signal.SIG_IGN)
    return ProcessPoolExecutor(number, get_context("spawn"), signal.signal, ignoring)


def run_chunks(
    function: Callable[[A], R], arguments: Iterable[A], workers: Workers
) -> Generator[R, None, None]:
    """Yields what ``function`` returns for each argument, in their order.

    The function must return the same for the same argument wherever it runs: a chunk whose worker
    was lost is given to another one. There may be any number of arguments: they are handed out
    only as fast as they are done.

    Raises what the function raises, and ``WorkersLost`` when a chunk was lost too often or nobody
    is left to do it. Closing the iterator cancels what has not begun.

    >>> list(run_chunks(abs, [-3, 2, -1], threads(2)))
    [3, 2, 1]
    """
    executor, ahead = workers.executor, _AHEAD * workers.number
    make = None if isinstance(executor, Executor) else executor
    working = executor if isinstance(executor, Executor) else executor()
    rest = iter(arguments)
    chunks: deque[_Chunk[A, R]] = deque()
    try:
        while True:
            chunks.extend(_Chunk(argument) for argument in islice(rest, ahead - len(chunks)))
            if not chunks:
                return
            first = chunks[0]
            try:
                for chunk in chunks:
                    if chunk.future is None:
                        chunk.attempts += 1
                        chunk.future = working.submit(function, chunk.argument)
                assert first.future is not None
                result = _result(first.future, workers.look)
            except CancelledError:
                raise WorkersLost("the work was cancelled by those who did it") from None
            except BrokenExecutor as error:
                if make is None or first.attempts >= ATTEMPTS:
                    raise WorkersLost(f"the workers were lost: {error}") from error
                working.shutdown(wait=False, cancel_futures=True)
                working = make()
                for chunk in chunks:
                    if not chunk.has_result:
                        chunk.future = None
            except Exception as error:
                if not workers.lost(error):
                    raise
                if first.attempts >= ATTEMPTS:
                    raise WorkersLost(f"the workers were lost: {error}") from error
                first.future = None
            else:
                chunks.popleft()
                yield result
    finally:
        for chunk in chunks:
            if chunk.future is not None:
                chunk.future.cancel()
        if make is not None:
            working.shutdown(cancel_futures=True)


def _result(future: Future[R], look: Callable[[], None]) -> R:
    """Waits with a limit, so that Ctrl-C is heard on every system."""
    while not wait([future], _LOOK_EVERY).done:
        look()
    return future.result()
