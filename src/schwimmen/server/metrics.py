"""What can be counted and timed here, for Prometheus. No label has an id or a name in it."""

from __future__ import annotations

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

REGISTRY: Final = CollectorRegistry()
for _collector in (GC_COLLECTOR, PLATFORM_COLLECTOR, PROCESS_COLLECTOR):
    REGISTRY.register(_collector)

SHORT: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)
LONG: Final = (0.001, 0.005, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10)

TABLES: Final = Gauge("schwimmen_tables_live", "Tables in memory", registry=REGISTRY)
CONNECTIONS: Final = Gauge("schwimmen_connections_open", "TCP connections open", registry=REGISTRY)
SOCKETS: Final = Gauge("schwimmen_sockets_open", "WebSockets open", registry=REGISTRY)
MOVES: Final = Counter("schwimmen_moves", "Moves and deals taken", ["by"], registry=REGISTRY)
TOLD: Final = Histogram(
    "schwimmen_move_told_seconds",
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
WAITING: Final = Gauge("schwimmen_writes_waiting", "Writes not yet on disk", registry=REGISTRY)
GROUPS: Final = Histogram(
    "schwimmen_write_group_seconds",
    "One transaction, in which all writes that were waiting share",
    registry=REGISTRY,
    buckets=SHORT,
)
BOTS_WAITING: Final = Gauge(
    "schwimmen_bots_waiting", "Bots that wait for a thread or to move", registry=REGISTRY
)
THINKING: Final = Histogram(
    "schwimmen_bot_thinking_seconds",
    "How long a bot thinks, by its level",
    ["level"],
    registry=REGISTRY,
    buckets=LONG,
)
