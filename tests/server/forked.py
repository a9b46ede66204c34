"""Servers that start within a moment: each is forked from a process that has the rules in memory.

``python -m tests.server.forked`` reads the arguments of ``schwimmen`` from lines of JSON, and
answers each with the id of the process that runs it.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

from tests.processes import running


class Forge:
    """Makes servers, one at a time; what they say goes into a file."""

    def __init__(self, smithy: subprocess.Popen[str], said: Path) -> None:
        self._smithy = smithy
        self._said = said
        self._process: int | None = None

    def start(self, *arguments: str) -> None:
        """Runs ``schwimmen``."""
        assert self._smithy.stdin is not None
        assert self._smithy.stdout is not None
        print(json.dumps([str(self._said), *arguments]), file=self._smithy.stdin, flush=True)
        self._process = int(self._smithy.stdout.readline())

    def kill(self) -> None:
        """Kills the server, and waits until the system has noticed."""
        assert self._smithy.stdout is not None
        if self._process is not None:
            os.kill(self._process, signal.SIGKILL)
            assert self._smithy.stdout.readline() == f"{self._process} is gone\n"
            self._process = None

    @property
    def maker(self) -> int:
        """The id of the process that makes the servers, whose limits they inherit."""
        return self._smithy.pid

    @property
    def process(self) -> int:
        """The id of the server's process."""
        assert self._process is not None
        return self._process

    @property
    def said(self) -> str:
        """All that the servers have said."""
        return self._said.read_text("utf-8") if self._said.exists() else ""


@contextmanager
def forge(folder: Path) -> Iterator[Forge]:
    """A place where servers are made; the last is killed in the end."""
    command = (sys.executable, "-m", "tests.server.forked")
    with running(
        *command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[2],
        env=os.environ | {"OPENBLAS_NUM_THREADS": "1"},  # threads do not outlive a fork
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        smith = Forge(process, folder / "said")
        yield smith
        smith.kill()


def main() -> None:
    """Forks servers until nobody asks for any more."""
    from schwimmen.cli import main as schwimmen
    from schwimmen.server.kernel import load

    load()
    import_module("schwimmen.server.run")  # so that no server has to
    print("ready", flush=True)
    for line in iter(sys.stdin.readline, ""):
        said, *arguments = json.loads(line)
        process = os.fork()
        if not process:
            with open(said, "a") as file, open(os.devnull) as nothing:
                os.dup2(nothing.fileno(), 0)
                os.dup2(file.fileno(), 1)
                os.dup2(file.fileno(), 2)
            os._exit(schwimmen(arguments))
        print(process, flush=True)
        os.waitpid(process, 0)
        print(f"{process} is gone", flush=True)


if __name__ == "__main__":
    main()
