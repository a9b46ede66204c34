"""Prometheus metrics of the server, and access to them."""

from __future__ import annotations

import hmac
import math
import shutil
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from prometheus_client import (
    GC_COLLECTOR,
    PLATFORM_COLLECTOR,
    PROCESS_COLLECTOR,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    Info,
)
from starlette.requests import HTTPConnection

from schwimmen.rules.errors import SchwimmenError

from .addresses import is_local_host

FORWARDED: Final = ("forwarded", "via", "x-forwarded-for", "x-forwarded-proto", "x-real-ip")
"""Headers that proxies add; a request with one of them does not originate on this machine."""


@dataclass(frozen=True, slots=True)
class MetricsAccess:
    """Access to the metrics for clients with the token, and for this machine if ``local``.

    Behind a proxy every request comes from the proxy's machine, so only the token counts.
    """

    local: bool = True
    token: str | None = field(default=None, repr=False)

    def may_read(self, connection: HTTPConnection) -> bool:
        """Return whether a client may read the metrics."""
        if self.token is not None:
            given = connection.headers.get("authorization", "").encode()
            if hmac.compare_digest(given, f"Bearer {self.token}".encode()):
                return True
        return self.local and from_this_machine(connection)


LOCAL_ONLY: Final = MetricsAccess()
"""Access for programs on this machine only."""


def from_this_machine(connection: HTTPConnection) -> bool:
    """Return whether a request appears to come from a program on this machine."""
    return (
        connection.client is not None
        and is_local_host(connection.client.host)
        and is_local_host(connection.url.hostname or "")
        and not any(name in connection.headers for name in FORWARDED)
    )


def read_token(path: Path) -> str:
    """Return the token in a file. Raises ``SchwimmenError`` if it is unreadable or too short."""
    try:
        token = path.read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "is not text"
        raise SchwimmenError(f"{path}: {reason.lower()}") from None
    if len(token) < 16:
        raise SchwimmenError(f"{path}: a token needs at least 16 characters")
    return token


def free_bytes(folder: Path) -> float:
    """Return the free space of a folder's file system, NaN if it is unknown."""
    try:
        return shutil.disk_usage(folder).free
    except OSError:
        return math.nan


REGISTRY: Final = CollectorRegistry()
for _collector in (GC_COLLECTOR, PLATFORM_COLLECTOR, PROCESS_COLLECTOR):
    REGISTRY.register(_collector)

SHORT_BUCKETS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)
LONG_BUCKETS: Final = (0.001, 0.005, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10)

WORKER: Final = Info(
    "schwimmen_worker",
    "Name and version of the server among those of its database",
    registry=REGISTRY,
)
TABLES: Final = Gauge("schwimmen_tables_live", "Tables in memory", registry=REGISTRY)
CONNECTIONS: Final = Gauge("schwimmen_connections_open", "TCP connections open", registry=REGISTRY)
SOCKETS: Final = Gauge("schwimmen_sockets_open", "WebSockets open", registry=REGISTRY)
MOVES: Final = Counter("schwimmen_moves", "Moves and deals accepted", ["by"], registry=REGISTRY)
BROADCASTS: Final = Histogram(
    "schwimmen_move_broadcast_seconds",
    "From the arrival of a command to its broadcast to the table",
    registry=REGISTRY,
    buckets=SHORT_BUCKETS,
)
REFUSALS: Final = Counter(
    "schwimmen_refusals",
    "Messages and requests refused",
    ["code"],
    registry=REGISTRY,
)
for _code in ("internal", "unavailable"):
    REFUSALS.labels(_code)  # a rate sees only what comes after a first value
WRITES: Final = Counter("schwimmen_writes", "Writes requested", registry=REGISTRY)
PENDING_WRITES: Final = Gauge(
    "schwimmen_writes_pending", "Writes not yet on disk", registry=REGISTRY
)
DISK_FREE: Final = Gauge(
    "schwimmen_disk_free_bytes",
    "Free space where the SQLite database is stored",
    registry=REGISTRY,
)
GROUP_COMMITS: Final = Histogram(
    "schwimmen_group_commit_seconds",
    "One transaction with all pending writes that has succeeded",
    registry=REGISTRY,
    buckets=SHORT_BUCKETS,
)
BOTS_WAITING: Final = Gauge(
    "schwimmen_bots_waiting", "Bots waiting for a thread or to move", registry=REGISTRY
)
BOT_THINKING: Final = Histogram(
    "schwimmen_bot_thinking_seconds",
    "Thinking time of a bot by level",
    ["level"],
    registry=REGISTRY,
    buckets=LONG_BUCKETS,
)
