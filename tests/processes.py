"""``schwimmen`` in separate processes."""

from __future__ import annotations

import multiprocessing
import os
import pty
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, TypeAlias

from schwimmen.cli import main

PATIENCE = 180
"""Seconds that a test waits for immediate results, for busy machines."""

FORKS = multiprocessing.get_context("forkserver")
"""Context that forks processes quickly from one that has the rules in memory."""

FORKS.set_forkserver_preload(["schwimmen.server.operation.startup", "tests.forkserver_preload"])
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # its threads do not survive a fork

Program: TypeAlias = Callable[[Sequence[str]], int]
"""Function that takes arguments of ``schwimmen`` and returns an exit status."""


@contextmanager
def running(*command: str, **how: Any) -> Iterator[subprocess.Popen[Any]]:
    """Run a command; at the end kill its process and everything that it has started."""
    with subprocess.Popen(command, process_group=0, **how) as process:
        try:
            yield process
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


def url_in(line: str) -> str:
    """Return the URL in the line that ``schwimmen play`` prints."""
    found = re.fullmatch(r"schwimmen is at (http://\S+)/ \(Ctrl-C ends it\)\n", line)
    assert found, line
    return found[1]


class Process:
    """``schwimmen`` in a separate process, which is killed at the end of the block."""

    def __init__(self, arguments: Sequence[str], program: Program = main) -> None:
        """Start the process; ``program`` must be a module-level function."""
        self._out, out = FORKS.Pipe(duplex=False)
        self._errors, errors = FORKS.Pipe(duplex=False)
        self._process = FORKS.Process(
            target=_run, args=(program, arguments, os.environ.copy(), out, errors)
        )
        self._process.start()
        out.close()
        errors.close()
        self.out = os.fdopen(self._out.fileno(), closefd=False)
        """Standard output of the process."""
        self.errors = os.fdopen(self._errors.fileno(), closefd=False)
        """Standard error of the process."""

    def __enter__(self) -> Process:
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGKILL)
        self._process.kill()  # it may not have its own process group yet
        self._process.join()

    @property
    def pid(self) -> int:
        """Id of the process."""
        assert self._process.pid is not None
        return self._process.pid

    def url(self) -> str:
        """Return the URL that the process announces."""
        return url_in(self.out.readline())

    def wait(self) -> tuple[int, str, str]:
        """Wait for the exit; return the status and the unread output and errors."""
        self._process.join(PATIENCE)
        assert self._process.exitcode is not None, "it still runs"
        return self._process.exitcode, self.out.read(), self.errors.read()

    def end(self, by: int) -> tuple[int, str]:
        """Send a signal and wait; return the exit status and the unread errors."""
        os.kill(self.pid, by)
        status, _, errors = self.wait()
        return status, errors


def _run(
    program: Program,
    arguments: Sequence[str],
    environment: Mapping[str, str],
    out: Connection,
    errors: Connection,
) -> None:
    """Run the program in the process that has just been forked."""
    os.setpgid(0, 0)
    os.environ.clear()
    os.environ.update(environment)
    os.dup2(out.fileno(), 1)
    os.dup2(errors.fileno(), 2)
    sys.stdout = os.fdopen(1, "w", closefd=False)
    sys.stderr = os.fdopen(2, "w", buffering=1, closefd=False)
    sys.exit(program(arguments))


Start: TypeAlias = Callable[..., Process]


def starting() -> Iterator[Start]:
    """Provide a function that starts processes; kill those left at the end.

    ``command``: arguments before the database; ``program``: function that runs them.
    """
    with ExitStack() as stack:

        def start(
            data: Path | str | None,
            *more: str,
            command: Sequence[str] = ("play", "--no-browser", "--port", "0"),
            program: Program = main,
        ) -> Process:
            database = () if data is None else ("--database", str(data))
            return stack.enter_context(Process((*command, *database, *more), program))

        yield start


def interrupted(*arguments: str) -> int:
    """Return the exit status of ``schwimmen`` after Ctrl-C during a progress bar.

    Fail if it prints anything to standard output.
    """
    main_end, terminal = pty.openpty()
    whole = (sys.executable, "-m", "schwimmen", *arguments)
    with running(*whole, stderr=terminal, stdout=subprocess.PIPE) as process:
        os.close(terminal)
        shown = b""
        while b"playing" not in shown:
            shown += os.read(main_end, 1000)
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=PATIENCE)
    os.close(main_end)
    assert output == b""
    return int(process.returncode)
