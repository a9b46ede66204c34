"""Who may read the metrics."""

from __future__ import annotations

import hmac
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
)
from starlette.requests import HTTPConnection

from schwimmen.rules.errors import SchwimmenError

from .addresses import is_local_host

FORWARDED: Final = ("forwarded", "via", "x-forwarded-for", "x-forwarded-proto", "x-real-ip")
"""Headers that proxies add: with one of these a request is not from this machine itself."""


@dataclass(frozen=True, slots=True)
class MetricsAccess:
    """Whoever has the token, and programs on this machine if ``local``.

    Behind a proxy all requests come from where the proxy is: then it takes the token.
    """

    local: bool = True
    token: str | None = field(default=None, repr=False)

    def may_read(self, connection: HTTPConnection) -> bool:
        """Whether the metrics are for whoever asks."""
        if self.token is not None:
            given = connection.headers.get("authorization", "").encode()
            if hmac.compare_digest(given, f"Bearer {self.token}".encode()):
                return True
        return self.local and from_this_machine(connection)


LOCAL_ONLY: Final = MetricsAccess()
"""Programs on this machine alone."""


def from_this_machine(connection: HTTPConnection) -> bool:
    """Whether a program on this machine asks, as far as can be seen."""
    return (
        connection.client is not None
        and is_local_host(connection.client.host)
        and is_local_host(connection.url.hostname or "")
        and not any(name in connection.headers for name in FORWARDED)
    )


def read_token(path: Path) -> str:
    """The token in a file. Raises ``SchwimmenError``."""
    try:
        token = path.read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "is not text"
        raise SchwimmenError(f"{path}: {reason.lower()}") from None
    if len(token) < 16:
        raise SchwimmenError(f"{path}: a token has 16 characters at least")
    return token


REGISTRY: Final = CollectorRegistry()
for _collector in (GC_COLLECTOR, PLATFORM_COLLECTOR, PROCESS_COLLECTOR):
    REGISTRY.register(_collector)

SHORT: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)
LONG: Final = (0.001, 0.005, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10)

TABLES: Final = Gauge("schwimmen_tables_live", "Tables in memory", registry=REGISTRY)
CONNECTIONS: Final = Gauge("schwimmen_connections_open", "TCP connections open", registry=REGISTRY)
SOCKETS: Final = Gauge("schwimmen_sockets_open", "WebSockets open", registry=REGISTRY)
MOVES: Final = Counter("schwimmen_moves", "Moves and deals taken", ["by"], registry=REGISTRY)
BROADCASTS: Final = Histogram(
    "schwimmen_move_broadcast_seconds",
    "From a command's arrival until everyone at the table is being told of it",
    registry=REGISTRY,
    buckets=SHORT,
)
REFUSALS: Final = Counter(
    "schwimmen_refusals",
    "Messages and requests refused",
    ["code"],
    registry=REGISTRY,
)
WRITES: Final = Counter("schwimmen_writes", "Writes asked for", registry=REGISTRY)
PENDING_WRITES: Final = Gauge(
    "schwimmen_writes_pending", "Writes not yet on disk", registry=REGISTRY
)
GROUP_COMMITS: Final = Histogram(
    "schwimmen_group_commit_seconds",
    "One transaction, in which all writes that were waiting share",
    registry=REGISTRY,
    buckets=SHORT,
)
BOTS_WAITING: Final = Gauge(
    "schwimmen_bots_waiting", "Bots that wait for a thread or to move", registry=REGISTRY
)
BOT_THINKING: Final = Histogram(
    "schwimmen_bot_thinking_seconds",
    "How long a bot thinks, by its level",
    ["level"],
    registry=REGISTRY,
    buckets=LONG,
)
