"""``schwimmen`` in processes of its own."""

from __future__ import annotations

import os
import pty
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TypeAlias

PATIENCE = 60
"""Seconds that a test waits for what should come at once, on a machine that is busy."""


class Process:
    """``schwimmen`` serving a database, without a browser of its own.

    ``python`` is how the interpreter is told to run it, ``command`` what it is to do.
    """

    def __init__(
        self,
        data: Path | str | None,
        *more: str,
        python: Sequence[str] = ("-m", "schwimmen"),
        command: Sequence[str] = ("play", "--no-browser"),
    ) -> None:
        database = () if data is None else ("--database", str(data))
        self.running = subprocess.Popen(
            [sys.executable, *python, *command, *database, *more],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

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
    """Starts processes, and in the end ends those that are left."""
    processes: list[Process] = []

    def start(data: Path | str | None, *more: str, **how: Sequence[str]) -> Process:
        processes.append(Process(data, *more, **how))
        return processes[-1]

    yield start
    for process in processes:
        if process.running.poll() is None:
            process.running.kill()
        process.running.communicate(timeout=PATIENCE)


def interrupted(*arguments: str) -> int:
    """The exit status of ``schwimmen`` after Ctrl-C in the midst of what its bar shows.

    Fails if it says anything on standard output.
    """
    main_end, terminal = pty.openpty()
    running = subprocess.Popen(
        [sys.executable, "-m", "schwimmen", *arguments], stderr=terminal, stdout=subprocess.PIPE
    )
    os.close(terminal)
    shown = b""
    while b"playing" not in shown:
        shown += os.read(main_end, 1000)
    running.send_signal(signal.SIGINT)
    output, _ = running.communicate(timeout=PATIENCE)
    os.close(main_end)
    assert output == b""
    return running.returncode
