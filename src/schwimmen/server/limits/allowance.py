"""What clients may do, in numbers; docs/serving.md tells them to whoever runs a server.

They are for abuse alone: forty people behind one address, all at once, stay far below them.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from time import monotonic
from types import MappingProxyType
from typing import Final, NamedTuple

from starlette.requests import HTTPConnection

from schwimmen.rules.errors import RuleSetError
from schwimmen.rules.options import OPTIONS, OptionValue

from ..operation.metrics import from_this_machine
from .buckets import (
    Bucket,
    Buckets,
    Clock,
    ConcurrencyLimit,
    KeyedSemaphore,
    Rate,
    RateLimited,
    client_network,
)

_HELLO: Final = 10
"""What a hello costs, which is answered with the whole table; any other message costs one."""

_FAULTS: Final = frozenset({"bad_message", "too_large", "too_many"})
"""Codes of refusals that no client that works ever gets."""


TURN_S: Final = 0.25
"""Seconds after which a request no longer keeps others of its address waiting."""

LONGEST_MATCH: Final[Mapping[str, int]] = MappingProxyType(
    {"lives": 20, "rounds": 100, "turn_cap": 200}
)
"""The most of what makes matches long, at a server for others: each costs it time and room."""


class Allowance(NamedTuple):
    """How much there may be of everything: from one address, where nothing else is said."""

    changes: Rate = Rate(burst=400, every=0.1)
    reads: Rate = Rate(burst=600, every=0.02)
    files: Rate = Rate(burst=6_000, every=0.002)
    """Requests for anything but the interface: a visit of the page needs dozens of files."""
    requests_at_once: int = 2
    """Requests that are worked on at the same time; more of them wait, so that others need not."""
    tables: Rate = Rate(burst=120, every=2)
    tables_of_player: Rate = Rate(burst=30, every=20)
    open_tables: int = 20
    """Tables that gather in the lobby at once."""
    open_tables_of_player: int = 3
    joins: Rate = Rate(burst=120, every=2)
    """A name is kept of each, and a cookie to come with is had for the asking."""
    tokens: Rate = Rate(burst=10, every=60)
    requests_of_program: Rate = Rate(burst=120, every=0.25)
    deletions: Rate = Rate(burst=40, every=10)
    """Every log is looked through for each."""
    deletions_of_player: Rate = Rate(burst=3, every=60)
    """What fails may be tried again."""
    connections_at_once: int = 600
    """Open TCP connections, those of WebSockets among them."""
    sockets: Rate = Rate(burst=400, every=0.1)
    sockets_at_once: int = 400
    sockets_of_player: int = 50
    sent_events: Rate = Rate(burst=60_000, every=0.002)
    """Events that hellos are answered with."""
    replayed_events: Rate = Rate(burst=30_000, every=0.004)
    """Events of logs that are played again: for replays, and to load tables into memory."""
    messages: Rate = Rate(burst=200, every=0.05)
    """Of a connection."""
    faults: Rate = Rate(burst=30, every=10)
    """Of a connection; then it is closed."""
    changes_of_table: Rate = Rate(burst=40, every=3)
    """Of a player at a table: what is kept of it, though no match goes on by it."""
    lines: Rate = Rate(burst=8, every=3)
    """Of chat, of a player at a table."""
    reactions: Rate = Rate(burst=6, every=2)
    """Of a player at a table."""
    bots: Rate = Rate(burst=60, every=2)
    """Seconds of the processor for bots that play for people there."""
    bots_of_player: Rate = Rate(burst=20, every=10)


DEFAULT_ALLOWANCE: Final = Allowance()


class Limits:
    """The buckets of one server. Programs on this machine are not limited if ``local``.

    New matches have no more of the options in ``longest`` than it says.
    """

    def __init__(
        self,
        allowed: Allowance = DEFAULT_ALLOWANCE,
        clock: Clock = monotonic,
        local: bool = True,
        longest: Mapping[str, int] = MappingProxyType({}),
    ) -> None:
        self.allowed = allowed
        self.longest = longest
        self.clock = clock
        self.local = local
        self.changes = Buckets(allowed.changes, clock)
        self.reads = Buckets(allowed.reads, clock)
        self.files = Buckets(allowed.files, clock)
        self.requests_at_once = KeyedSemaphore(allowed.requests_at_once, TURN_S)
        self.tables = Buckets(allowed.tables, clock)
        self.tables_of_player = Buckets(allowed.tables_of_player, clock)
        self.joins = Buckets(allowed.joins, clock)
        self.sent_events = Buckets(allowed.sent_events, clock)
        self.replayed_events = Buckets(allowed.replayed_events, clock)
        self.deletions = Buckets(allowed.deletions, clock)
        self.deletions_of_player = Buckets(allowed.deletions_of_player, clock)
        self.tokens = Buckets(allowed.tokens, clock)
        self.requests_of_program = Buckets(allowed.requests_of_program, clock)
        self.sockets = Buckets(allowed.sockets, clock)
        self.sockets_at_once = ConcurrencyLimit(allowed.sockets_at_once)
        self.sockets_of_player = ConcurrencyLimit(allowed.sockets_of_player)
        self.changes_of_table = Buckets(allowed.changes_of_table, clock)
        self.lines = Buckets(allowed.lines, clock)
        self.reactions = Buckets(allowed.reactions, clock)
        self.bots = Buckets(allowed.bots, clock)
        self.bots_of_player = Buckets(allowed.bots_of_player, clock)

    def check_length(self, options: Mapping[str, OptionValue]) -> None:
        """Raises ``RuleSetError`` for options that make a match longer than it may be here."""
        for name, most in self.longest.items():
            value = options.get(name)
            if isinstance(value, int) and value > most:
                allowed = OPTIONS[name].allowed | {"high": most}
                raise RuleSetError(
                    f"{name}: {value} is too much for this server, it takes {most} at most",
                    name,
                    code="bad_option",
                    option=name,
                    value=value,
                    **allowed,
                )

    def network_of(self, connection: HTTPConnection) -> str | None:
        """Where a client is; ``None`` for one that is not limited by that."""
        if self.local and from_this_machine(connection):
            return None
        return client_network(connection.client.host if connection.client else "")

    def wait_to_replay(self, address: str | None, events: int) -> float:
        """Return the seconds until a log with that many events is played again; 0 is now."""
        if address is None or not events:
            return 0.0
        return self.replayed_events.wait(address, min(events, self.replayed_events.rate.burst))

    def charge_events(self, address: str | None, events: int) -> None:
        """Take what it costs to play a log with that many events again. Raises ``RateLimited``."""
        if wait := self.wait_to_replay(address, events):
            raise RateLimited("events to be played again", wait)

    def charge_reads(self, address: str | None, reads: int) -> None:
        """Take what an answer costs beside the read that asks for it. Raises ``RateLimited``."""
        if address is not None and (wait := self.reads.wait(address, reads)):
            raise RateLimited("requests", wait)

    def for_connection(self, table_id: str, player: str, address: str | None) -> ConnectionLimits:
        """What is known of a connection that has just been opened."""
        return ConnectionLimits(self, table_id, player, address)


class ConnectionLimits:
    """How one connection behaves, and when patience with it is at an end."""

    def __init__(self, limits: Limits, table_id: str, player: str, address: str | None) -> None:
        who = (table_id, player)
        change: dict[Buckets, Hashable] = {limits.changes_of_table: who}
        join = change
        if address is not None:
            change[limits.changes] = address
            join = change | {limits.joins: address}
        self._charged: dict[str, dict[Buckets, Hashable]] = {
            **dict.fromkeys(("leave", "change", "start", "away", "back", "rematch"), change),
            "join": join,
            "say": {limits.lines: who},
            "react": {limits.reactions: who},
        }
        self.address = address
        """Where the client is, unless it is not limited by that."""
        self._limits = limits
        self._messages = Bucket(limits.allowed.messages, limits.clock)
        self._faults = Bucket(limits.allowed.faults, limits.clock)

    def wait(self, kind: str) -> float:
        """Seconds until a message of that type is taken from it; 0 is now."""
        wait = self._messages.wait(_HELLO if kind == "hello" else 1)
        for buckets, key in self._charged.get(kind, {}).items():
            wait = wait or buckets.wait(key)
        return wait

    def wait_to_send(self, events: int) -> float:
        """Seconds until a hello is answered that brings so many events; 0 is now."""
        if self.address is None:
            return 0.0
        sent = self._limits.sent_events
        return sent.wait(self.address, min(_HELLO + events, sent.rate.burst))

    def wait_to_load(self, events: int) -> float:
        """Return the seconds until a hello is answered for which so many events are played again;
        0 is now."""
        return self._limits.wait_to_replay(self.address, events)

    def should_disconnect(self, code: str) -> bool:
        """Whether it has to go, since it was refused with that code now and often before."""
        return code in _FAULTS and self._faults.wait() > 0
