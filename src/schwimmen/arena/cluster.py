"""A cluster of Dask's as workers."""

from __future__ import annotations

import asyncio
import time
import warnings
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from importlib.util import find_spec
from traceback import walk_tb
from typing import TYPE_CHECKING, Final

from schwimmen.rules.errors import SchwimmenError
from schwimmen.rules.quoting import one_line

from .work import Workers, WorkersLost

if TYPE_CHECKING:
    from distributed import Client

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
