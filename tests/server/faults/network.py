"""Network of one worker, with a cable to its clients and one to the database that can be cut."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass
from functools import cache, partial
from ipaddress import IPv4Address
from itertools import count
from pathlib import Path
from typing import Final, Protocol

from tests.nginx import free_port
from tests.processes import Program

from .relay import before_port, before_postgres

LOOPBACK: Final = "127.0.0.1"

CLONE_NEWNET: Final = 0x40000000
"""Kind of a network namespace, from Linux's ``sched.h``."""

NUMBERS: Final = count()


class Cable(Protocol):
    """Cable between two machines."""

    def cut(self) -> None:
        """Let nothing pass, without closing any connection."""

    def mend(self) -> None:
        """Let all pass again."""


@dataclass(frozen=True)
class Cables:
    """Cables of one worker."""

    to_clients: Cable
    to_database: Cable
    database_end: Cable
    """Other end of the cable to the database: when it is cut, nothing tells the worker."""


@dataclass(frozen=True)
class Network:
    """Network of a worker, by default that of this machine."""

    port: int
    """Port at which the worker listens."""
    database: str
    """Folder or address at which the worker finds PostgreSQL."""
    host: str = LOOPBACK
    """Address at which the worker listens."""
    proxy: str = LOOPBACK
    """Address from which nginx reaches the worker."""
    relay: int | None = None
    """Port of a relay before the worker."""
    namespace: str | None = None
    """Network namespace of the worker, if it has one of its own."""

    @property
    def address(self) -> str:
        """Address and port at which nginx finds the worker."""
        return f"{self.host}:{self.relay or self.port}"

    def inside(self, program: Program) -> Program:
        """Return a program that runs in this network."""
        return program if self.namespace is None else partial(_enter, self.namespace, program)


@dataclass(frozen=True)
class End:
    """End of a virtual cable: a network device, in a namespace or on this machine."""

    namespace: str | None
    device: str
    address: str

    def cut(self) -> None:
        """Switch off the device: its machine has no route any more, and the other end no answer."""
        self._set("down")

    def mend(self) -> None:
        """Switch on the device; open connections try again, at ever longer intervals."""
        self._set("up")

    def _set(self, state: str) -> None:
        where = () if self.namespace is None else ("-n", self.namespace)
        _ip(*where, "link", "set", self.device, state)


def _enter(namespace: str, program: Program, arguments: Sequence[str]) -> int:
    """Move this process, which has one thread, to a network namespace, and run a program there."""
    with Path("/run/netns", namespace).open() as file:
        libc = ctypes.CDLL(None, use_errno=True)
        if libc.setns(file.fileno(), CLONE_NEWNET):
            raise OSError(ctypes.get_errno(), f"{namespace} cannot be entered")
    return program(arguments)


def _ip(*arguments: str) -> None:
    subprocess.run(("ip", *arguments), check=True)


@contextmanager
def _namespace() -> Iterator[str]:
    """Provide a network namespace, which vanishes with its last process."""
    name = f"schwimmen-{os.getpid()}-{next(NUMBERS)}"
    _ip("netns", "add", name)
    try:
        _ip("-n", name, "link", "set", "lo", "up")
        yield name
    finally:
        _ip("netns", "delete", name)


def _link(namespace: str) -> tuple[End, End]:
    """Connect this machine with a namespace, by addresses that no other process uses.

    Return the ends here and there.
    """
    process, number = os.getpid(), next(NUMBERS)
    near, far = f"s{process}n{number}", f"s{process}f{number}"
    network = IPv4Address(f"10.{128 + number % 64}.{process // 64 % 256}.{process % 64 * 4}")
    here, there = str(network + 1), str(network + 2)
    _ip("link", "add", near, "type", "veth", "peer", "name", far, "netns", namespace)
    _ip("address", "add", f"{here}/30", "dev", near)
    _ip("link", "set", near, "up")
    _ip("-n", namespace, "address", "add", f"{there}/30", "dev", far)
    _ip("-n", namespace, "link", "set", far, "up")
    return End(None, near, here), End(namespace, far, there)


@cache
def has_namespaces() -> bool:
    """Return whether a process may have a network of its own on this machine."""
    if os.geteuid() or shutil.which("ip") is None:
        return False
    try:
        with _namespace() as name:
            _link(name)
    except subprocess.CalledProcessError:
        return False
    return True


@asynccontextmanager
async def with_cables(
    port: int, folder: Path, postgres: Path
) -> AsyncIterator[tuple[Network, Cables]]:
    """Provide a network for a worker at a port, and its cables.

    Where it cannot have a namespace, relays stand for the cables. ``folder``: where the worker
    finds their socket; ``postgres``: folder of the database's socket.
    """
    async with AsyncExitStack() as stack:
        if not has_namespaces():
            entry = free_port()
            before_worker = await stack.enter_async_context(before_port(entry, port))
            before_database = await stack.enter_async_context(before_postgres(folder, postgres))
            network = Network(port, str(folder), relay=entry)
            yield network, Cables(before_worker, before_database, before_database)
            return
        name = stack.enter_context(_namespace())
        (proxy, to_clients), (database_end, to_database) = _link(name), _link(name)
        await stack.enter_async_context(before_postgres(database_end.address, postgres))
        addresses = database_end.address, to_clients.address, proxy.address
        yield (
            Network(port, *addresses, namespace=name),
            Cables(to_clients, to_database, database_end),
        )
