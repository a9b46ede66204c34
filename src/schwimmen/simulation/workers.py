"""Chunks of work for any executor, repeated when a worker is lost."""

from __future__ import annotations

import asyncio
import hashlib
import pickle
import signal
import sys
import threading
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
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from traceback import walk_tb
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

import schwimmen
from schwimmen.extras import require_extra
from schwimmen.players.cpu_count import cpu_count
from schwimmen.rules.errors import SchwimmenError, one_line, whole_number

if TYPE_CHECKING:
    from distributed import Client


A = TypeVar("A")
R = TypeVar("R")

ATTEMPTS: Final = 4
"""Maximum attempts at a chunk before it counts as the cause of lost workers."""

_AHEAD: Final = 3  # chunks submitted for each worker: one in work, the others waiting
_CHECK_INTERVAL: Final = 1.0  # seconds


class WorkersLost(SchwimmenError):
    """Loss of workers whose work could not be repeated."""


@dataclass(slots=True)
class _Chunk(Generic[A, R]):
    argument: A
    future: Future[R] | None = None  # ``None`` until it is submitted
    attempts: int = 0

    @property
    def has_result(self) -> bool:
        future = self.future
        return bool(
            future and future.done() and not future.cancelled() and future.exception() is None
        )


@dataclass(frozen=True, slots=True)
class Workers:
    """Workers for chunks: an executor with the interface of ``concurrent.futures``.

    ``executor`` is an executor or a function that makes one. An executor that breaks with a worker,
    such as a pool of processes, is then replaced, and the replacement is shut down at the end.
    ``number`` is the number of chunks done at the same time. ``is_loss`` returns whether an
    exception, other than ``BrokenExecutor``, means that a worker was lost. ``check`` is called
    every second while no result arrives, and raises an exception if no workers are left.
    """

    executor: Executor | Callable[[], Executor]
    number: int
    is_loss: Callable[[Exception], bool] = lambda error: False
    check: Callable[[], None] = lambda: None


def threads(number: int) -> Workers:
    """Return workers that are threads, for compiled code, which releases the interpreter lock."""
    whole_number("workers", number, 1)
    return Workers(lambda: ThreadPoolExecutor(number), number)


def processes(number: int) -> Workers:
    """Return workers that are processes on this machine, for players in Python."""
    whole_number("workers", number, 1)
    return Workers(lambda: process_pool(number), number)


def process_pool(number: int) -> Executor:
    """Return an executor of ``number`` processes, to be used for several runs."""
    # Ctrl-C also reaches the processes, but the parent stops them.
    ignoring = (signal.SIGINT, signal.SIG_IGN)
    return ProcessPoolExecutor(number, get_context("spawn"), signal.signal, ignoring)


def run_chunks(
    function: Callable[[A], R], arguments: Iterable[A], workers: Workers
) -> Generator[R, None, None]:
    """Yield the results of ``function`` for all arguments, in order.

    The function must return equal results for equal arguments in any worker, since a chunk whose
    worker was lost is repeated by another one. There may be any number of arguments: they are
    consumed only as fast as the work is done.

    Raises the exceptions of the function, ``WorkersLost`` when a chunk was lost too often or no
    workers are left, and ``SchwimmenError`` if workers that are not threads have another version of
    schwimmen, or if the function or an argument cannot be pickled for them. Closing the iterator
    cancels the chunks that have not begun.

    >>> list(run_chunks(abs, [-3, 2, -1], threads(2)))
    [3, 2, 1]
    """
    executor, ahead = workers.executor, _AHEAD * workers.number
    make = None if isinstance(executor, Executor) else executor
    open_workers = executor if isinstance(executor, Executor) else executor()
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
                        chunk.future = _submit(open_workers, function, chunk.argument)
                assert first.future is not None
                result = _result(first.future, workers.check)
            except CancelledError:
                raise WorkersLost("the workers cancelled the work") from None
            except BrokenExecutor as error:
                if make is None or first.attempts >= ATTEMPTS:
                    raise WorkersLost(f"the workers were lost: {error}") from error
                open_workers.shutdown(wait=False, cancel_futures=True)
                open_workers = make()
                for chunk in chunks:
                    if not chunk.has_result:
                        chunk.future = None
            except Exception as error:
                if not workers.is_loss(error):
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
            open_workers.shutdown(cancel_futures=True)


def _submit(executor: Executor, function: Callable[[A], R], argument: A) -> Future[R]:
    """Submit a call, pickled unless the workers are threads.

    A pool of processes may wait for ever for work that cannot be pickled, or at its end. Machinery
    between the workers, such as the scheduler of a cluster, sees bytes and needs no schwimmen.
    """
    if isinstance(executor, ThreadPoolExecutor):
        return executor.submit(function, argument)
    pickler: Any = pickle
    if not isinstance(executor, ProcessPoolExecutor) and find_spec("cloudpickle"):
        pickler = import_module("cloudpickle")  # it can also pickle the code of the main module
    try:
        call = pickle.dumps(_Call(package_digest(), pickler.dumps((function, argument))))
    except Exception as error:  # pickling calls methods of any class
        raise SchwimmenError(
            "workers: processes need work that can be pickled, such as bots whose classes are at "
            f"the top of a module: {one_line(str(error))}"
        ) from error
    return executor.submit(pickle.loads, call)


@dataclass(frozen=True, slots=True)
class _Call:
    """Call of a function with its argument, which takes place when it is unpickled.

    ``work`` is read only by the package whose digest it has, since another one may fail at it.
    """

    package: str
    work: bytes

    def __reduce__(self) -> tuple[Any, ...]:
        return do_pickled, (self.package, self.work)


def do_pickled(package: str, work: bytes) -> object:
    """Return the result of a pickled function for its argument.

    Raises ``SchwimmenError`` if this is not the package with that digest.
    """
    if package != package_digest():
        raise SchwimmenError(
            "the workers run another version of schwimmen than this one: install the same on all "
            "machines"
        )
    function, argument = pickle.loads(work)
    result: object = function(argument)
    return result


@lru_cache
def package_digest() -> str:
    """Return a short hash of the sources of schwimmen and the data of its players."""
    package = Path(schwimmen.__file__).parent
    digest = hashlib.sha256()
    for path in sorted((*package.rglob("*.py"), *package.glob("players/data/*"))):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _result(future: Future[R], check: Callable[[], None]) -> R:
    """Wait for a result, with a timeout, so that Ctrl-C works on every system."""
    while not wait([future], _CHECK_INTERVAL).done:
        check()
    return future.result()


def workers_of(given: int | Executor | Workers | None) -> Workers:
    """Return the workers for an argument: a number of threads, by default one for each core."""
    if isinstance(given, Workers):
        return given
    if isinstance(given, Executor):
        return Workers(given, cpu_count())
    return threads(cpu_count() if given is None else whole_number("workers", given, 1))


CONNECT_TIMEOUT: Final = 5.0  # seconds to wait for a scheduler
NO_WORKERS_TIMEOUT: Final = 20.0  # seconds without any worker before the work fails


@contextmanager
def dask_cluster(address: str) -> Iterator[Workers]:
    """Connect to the workers of a Dask scheduler at an address such as ``tcp://10.0.0.1:8786``.

    The workers need the same version of schwimmen. They may join and leave meanwhile.

    Raises ``SchwimmenError``, within seconds, if no scheduler answers or if it has no workers;
    ``MissingExtra`` if Dask is not installed; ``WorkersLost`` when the scheduler or all workers
    disappear.
    """
    require_extra("cluster", "a cluster")
    with _interrupts_from_finalizers(), _connected(address) as client:
        watch = _Watch(client, address)
        number = watch.wait_for_workers()
        # Not pure: equal chunks of two simulations, or a repeated chunk, are separate tasks.
        executor = client.get_executor(pure=False)
        try:
            yield Workers(executor, number, _is_loss, watch.check)
        except ModuleNotFoundError as error:
            raise SchwimmenError(
                f"cluster {address}: its workers cannot import {error.name}, which must be "
                "installed there as well"
            ) from None
        finally:
            executor.shutdown(wait=False)


def _is_loss(error: Exception) -> bool:
    """Return whether a worker was lost before its result arrived.

    If it is lost during the transfer, Dask raises a ``ValueError`` of its own.
    """
    from distributed import KilledWorker, cfexecutor

    if isinstance(error, KilledWorker):
        return True
    *_, last = [None, *(frame for frame, _ in walk_tb(error.__traceback__))]
    return type(error) is ValueError and last is not None and last.f_globals is vars(cfexecutor)


@contextmanager
def _interrupts_from_finalizers() -> Iterator[None]:
    """Repeat an interrupt that arrives in a finalizer, where Python would ignore it.

    The futures of Dask send messages in their finalizers.
    """
    before, thread = sys.unraisablehook, threading.get_ident()

    def hook(unraisable: sys.UnraisableHookArgs) -> None:
        if issubclass(unraisable.exc_type, KeyboardInterrupt):
            # A signal also ends a system call that blocks. The finalizer ends before it arrives.
            threading.Timer(0.01, signal.pthread_kill, (thread, signal.SIGINT)).start()
        else:
            before(unraisable)

    sys.unraisablehook = hook if hasattr(signal, "pthread_kill") else before  # not on Windows
    try:
        yield
    finally:
        sys.unraisablehook = before


@contextmanager
def _connected(address: str) -> Iterator[Client]:
    from distributed import Client
    from distributed.versions import VersionMismatchWarning

    # A client waits forever for a peer that is not a scheduler, and does not close cleanly if
    # it could not connect. So the address is tried first; in a thread, since a notebook has an
    # event loop of its own.
    with ThreadPoolExecutor(1) as thread:
        failure = thread.submit(asyncio.run, _failure(address)).result()
    if failure:
        raise SchwimmenError(f"cluster {address}: {one_line(failure)}")
    with warnings.catch_warnings():
        # Only the versions of schwimmen must agree, which every call checks.
        warnings.simplefilter("ignore", VersionMismatchWarning)
        client = Client(address, timeout=CONNECT_TIMEOUT, set_as_default=False)
    try:
        yield client
    finally:
        client.close(timeout=CONNECT_TIMEOUT)


async def _failure(address: str) -> str:
    """Return the reason for which no scheduler answers at an address, or an empty string."""
    from distributed import Security
    from distributed.comm.core import connect

    async def call() -> None:
        arguments = Security().get_connection_args("client")
        comm = await connect(address, timeout=CONNECT_TIMEOUT, **arguments)
        comm.abort()

    try:
        await asyncio.wait_for(call(), CONNECT_TIMEOUT)
    except TimeoutError:
        return f"no Dask scheduler answered within {CONNECT_TIMEOUT:.0f} s"
    except ValueError as error:
        return f"{error}: write it like tcp://10.0.0.1:8786"
    except (OSError, TypeError) as error:
        return str(error) or type(error).__name__
    except Exception:  # an answer that is not Dask's can raise anything, even MemoryError
        return "the server there is not a Dask scheduler"
    return ""


class _Watch:
    """Monitor of the scheduler and workers of a Dask cluster."""

    def __init__(self, client: Client, address: str) -> None:
        self._client = client
        self._address = address
        self._last_seen = time.monotonic()

    def check(self) -> None:
        """Raise ``WorkersLost`` if the scheduler is gone or all workers have been for some time."""
        if self._client.status != "running":
            raise WorkersLost(f"cluster {self._address}: the scheduler is gone")
        if self._threads():
            self._last_seen = time.monotonic()
        elif time.monotonic() - self._last_seen > NO_WORKERS_TIMEOUT:
            raise WorkersLost(f"cluster {self._address}: all workers are gone")

    def wait_for_workers(self) -> int:
        """Return the number of threads of the workers; raise ``SchwimmenError`` if none join."""
        while not (threads := self._threads()):
            if time.monotonic() - self._last_seen > CONNECT_TIMEOUT:
                raise SchwimmenError(f"cluster {self._address}: it has no workers")
            time.sleep(0.1)
        return threads

    def _threads(self) -> int:
        threads: dict[str, int] = self._client.nthreads()
        return sum(threads.values())
