"""Work cut into chunks that any executor does, and that are done again where a worker is lost."""

from __future__ import annotations

import asyncio
import signal
import time
import warnings
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import (
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
    wait,
)
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import islice
from multiprocessing import get_context
from traceback import walk_tb
from typing import TYPE_CHECKING, Final, Generic, TypeVar

from schwimmen.rules.errors import SchwimmenError, one_line

if TYPE_CHECKING:
    from distributed import Client


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


CONNECTING: Final = 5.0  # seconds until a scheduler that does not answer is given up
ALONE: Final = 20.0  # seconds without any worker until the work is given up


@contextmanager
def dask_cluster(address: str) -> Iterator[Workers]:
    """The workers of the Dask scheduler at an address such as ``tcp://10.0.0.1:8786``.

    They need the same version of schwimmen installed. Workers may come and go meanwhile.

    Raises ``SchwimmenError``, within seconds, where no scheduler answers, where it has no workers
    or Dask is not installed; ``WorkersLost`` when the scheduler or all workers go and stay away.
    """
    if find_spec("distributed") is None:
        raise SchwimmenError(
            'a cluster needs Dask: pip install "schwimmen[cluster]"', "not_installed"
        )
    with _connected(address) as client:
        watch = _Watch(client, address)
        number = watch.wait_for_workers()
        # Equal chunks of two simulations, or a chunk given out again, are not one task.
        executor = client.get_executor(pure=False)
        try:
            yield Workers(executor, number, _lost, watch.look)
        except ModuleNotFoundError as error:
            raise SchwimmenError(
                f"cluster {address}: its workers cannot import {error.name}: schwimmen must be "
                "installed there as well"
            ) from None
        finally:
            executor.shutdown(wait=False)


def _lost(error: Exception) -> bool:
    """Whether a worker went before its result was here.

    If it goes just then, Dask takes the result apart as if it were an error, and fails.
    """
    from distributed import KilledWorker, cfexecutor

    if isinstance(error, KilledWorker):
        return True
    *_, last = [None, *(frame for frame, _ in walk_tb(error.__traceback__))]
    return type(error) is ValueError and last is not None and last.f_globals is vars(cfexecutor)


@contextmanager
def _connected(address: str) -> Iterator[Client]:
    from distributed import Client
    from distributed.versions import VersionMismatchWarning

    # A client waits for ever for an answer from something that is no scheduler, and one that
    # could not begin ends badly. So the scheduler is called by itself first; in a thread, since a
    # notebook has an event loop of its own.
    with ThreadPoolExecutor(1) as thread:
        failure = thread.submit(asyncio.run, _failure(address)).result()
    if failure:
        raise SchwimmenError(f"cluster {address}: {one_line(failure)}")
    with warnings.catch_warnings():
        # What must be equal is schwimmen, and every chunk of work looks after that.
        warnings.simplefilter("ignore", VersionMismatchWarning)
        client = Client(address, timeout=CONNECTING, set_as_default=False)
    try:
        yield client
    finally:
        client.close(timeout=CONNECTING)


async def _failure(address: str) -> str:
    """Why no scheduler can be reached at an address, or nothing if it can."""
    from distributed import Security
    from distributed.comm.core import connect

    async def call() -> None:
        how = Security().get_connection_args("client")
        comm = await connect(address, timeout=CONNECTING, **how)
        comm.abort()

    try:
        await asyncio.wait_for(call(), CONNECTING)
    except TimeoutError:
        return f"no scheduler of Dask's answered within {CONNECTING:.0f} s"
    except (OSError, ValueError, TypeError) as error:
        return str(error) or type(error).__name__
    except Exception:  # whatever a stranger's answer leads to, also want of memory
        return "what answers there is no scheduler of Dask's"
    return ""


class _Watch:
    """Looks whether there is still anybody who works."""

    def __init__(self, client: Client, address: str) -> None:
        self._client = client
        self._address = address
        self._seen = time.monotonic()

    def look(self) -> None:
        """Raises ``WorkersLost`` when there is no scheduler, or has been no worker for long."""
        if self._client.status != "running":
            raise WorkersLost(f"cluster {self._address}: the scheduler is gone")
        if self._threads():
            self._seen = time.monotonic()
        elif time.monotonic() - self._seen > ALONE:
            raise WorkersLost(f"cluster {self._address}: all workers are gone")

    def wait_for_workers(self) -> int:
        """How many chunks can be done at once; raises ``SchwimmenError`` if none ever comes."""
        while not (threads := self._threads()):
            if time.monotonic() - self._seen > CONNECTING:
                raise SchwimmenError(f"cluster {self._address}: it has no workers")
            time.sleep(0.1)
        return threads

    def _threads(self) -> int:
        threads: dict[str, int] = self._client.nthreads()
        return sum(threads.values())
