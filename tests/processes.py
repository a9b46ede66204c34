"""``schwimmen`` in processes of its own."""

from __future__ import annotations

import os
import pty
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, TypeAlias

PATIENCE = 180
"""Seconds that a test waits for what should come at once, on a machine that is busy."""


@contextmanager
def running(*command: str, **how: Any) -> Iterator[subprocess.Popen[Any]]:
    """Runs a command; in the end its process is gone, and with it all that it has started."""
    with subprocess.Popen(command, process_group=0, **how) as process:
        try:
            yield process
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


class Process:
    """``schwimmen`` serving a database, without a browser of its own."""

    def __init__(self, running: subprocess.Popen[str]) -> None:
        self.running = running

    def url(self) -> str:
        """Where it answers, from the line it prints."""
        assert self.running.stdout is not None
        line = self.running.stdout.readline()
        found = re.fullmatch(r"schwimmen is at (http://\S+)/ \(Ctrl-C ends it\)\n", line)
        assert found, (line, self.running.communicate())
        return found[1]

    def end(self, by: int) -> tuple[int, str]:
        """Ends it; its exit status and what it said on standard error."""
        self.running.send_signal(by)
        _, errors = self.running.communicate(timeout=PATIENCE)
        return self.running.returncode, errors


Start: TypeAlias = Callable[..., Process]


def starting() -> Iterator[Start]:
    """Starts processes, and in the end ends those that are left.

    ``python`` is how the interpreter is told to run ``schwimmen``, ``command`` what it is to do.
    """
    with ExitStack() as stack:

        def start(
            data: Path | str | None,
            *more: str,
            python: Sequence[str] = ("-m", "schwimmen"),
            command: Sequence[str] = ("play", "--no-browser"),
        ) -> Process:
            database = () if data is None else ("--database", str(data))
            whole = (sys.executable, *python, *command, *database, *more)
            pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
            return Process(stack.enter_context(running(*whole, **pipes, text=True)))

        yield start


def interrupted(*arguments: str) -> int:
    """The exit status of ``schwimmen`` after Ctrl-C in the midst of what its bar shows.

    Fails if it says anything on standard output.
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
