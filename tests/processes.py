"""``schwimmen`` in processes of its own."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TypeAlias

PATIENCE = 60
"""Seconds that a test waits for what should come at once, on a machine that is busy."""


class Process:
    """``schwimmen`` serving a database, without a browser of its own.

    ``python`` is how the interpreter is told to run it.
    """

    def __init__(self, data: Path, *more: str, python: Sequence[str] = ("-m", "schwimmen")) -> None:
        self.running = subprocess.Popen(
            [sys.executable, *python, "--no-browser", "--data", str(data), *more],
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

    def end(self, signal: int) -> tuple[int, str]:
        """Ends it; its exit status and what it said on standard error."""
        self.running.send_signal(signal)
        _, errors = self.running.communicate(timeout=PATIENCE)
        return self.running.returncode, errors


Start: TypeAlias = Callable[..., Process]


def starting() -> Iterator[Start]:
    """Starts processes, and in the end ends those that are left."""
    processes: list[Process] = []

    def start(data: Path, *more: str, **how: Sequence[str]) -> Process:
        processes.append(Process(data, *more, **how))
        return processes[-1]

    yield start
    for process in processes:
        if process.running.poll() is None:
            process.running.kill()
        process.running.communicate(timeout=PATIENCE)
