"""Limits of a server in numbers, documented in docs/serving.md.

They only stop abuse: forty people playing behind one address stay far below them.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from time import monotonic
from types import MappingProxyType
from typing import Final, NamedTuple

from starlette.requests import HTTPConnection

from schwimmen.rules.errors import RuleSetError
from schwimmen.rules.options import OPTIONS, OptionValue

from ..runtime.metrics import from_this_machine
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

_HELLO_COST: Final = 10
"""Messages that a hello counts as, since its answer is the whole table."""

_FAULTS: Final = frozenset({"bad_message", "too_large", "too_many", "version"})
"""Codes of refusals that a correct client never gets."""

MAX_OPTION_VALUES: Final[Mapping[str, int]] = MappingProxyType(
    {name: spec.public_high for name, spec in OPTIONS.items() if spec.public_high is not None}
)
"""Highest values of the options that make matches long, for public servers."""


class Allowance(NamedTuple):
    """Rates and maxima, each for one client address unless the field says otherwise."""

    changes: Rate = Rate(burst=400, every=0.1)
    reads: Rate = Rate(burst=600, every=0.02)
    kilobytes: Rate = Rate(burst=32_000, every=0.002)
    """Size of the API's answers before compression, or of what was read for them if it is larger.

    It stands for the work that they take.
    """
    files: Rate = Rate(burst=6_000, every=0.002)
    """Requests outside of the API; one visit of the page loads dozens of files."""
    requests_at_once: int = 2
    """Requests in progress of one kind (see ``RateLimitMiddleware``); further ones wait."""
    tables: Rate = Rate(burst=120, every=2)
    tables_of_player: Rate = Rate(burst=30, every=20)
    device_matches: Rate = Rate(burst=600, every=1)
    """Matches handed over by devices."""
    device_matches_of_player: Rate = Rate(burst=30, every=120)
    friends_of_player: Rate = Rate(burst=40, every=5)
    """Changes of one player's friends, blocked players and invitations."""
    friend_requests: Rate = Rate(burst=5, every=600)
    """Requests to one person from people who have not played with that person."""
    friend_requests_at_table: Rate = Rate(burst=9, every=600)
    """Such requests to one person at one table, from any address."""
    open_tables: int = 20
    """Gathering tables in the lobby."""
    open_tables_of_player: int = 3
    joins: Rate = Rate(burst=120, every=2)
    """Seats taken; needed because new cookies cost a client nothing."""
    tokens: Rate = Rate(burst=10, every=60)
    requests_of_program: Rate = Rate(burst=120, every=0.25)
    deletions: Rate = Rate(burst=40, every=10)
    """Deletions of a player's data; each scans every log."""
    deletions_of_player: Rate = Rate(burst=3, every=60)
    """Deletions by one player, so that a failed one can be repeated."""
    connections_at_once: int = 600
    """Open TCP connections, including WebSockets."""
    sockets: Rate = Rate(burst=400, every=0.1)
    sockets_at_once: int = 400
    sockets_of_player: int = 50
    sent_events: Rate = Rate(burst=60_000, every=0.002)
    """Events sent in answers to hellos."""
    replayed_events: Rate = Rate(burst=30_000, every=0.004)
    """Events of logs that are replayed, for replays and to load tables into memory."""
    messages: Rate = Rate(burst=200, every=0.05)
    """Messages on one connection."""
    faults: Rate = Rate(burst=30, every=10)
    """Invalid messages on one connection before it is closed."""
    changes_of_table: Rate = Rate(burst=40, every=3)
    """Stored changes other than moves, by one player at one table."""
    lines: Rate = Rate(burst=8, every=3)
    """Chat lines of one player, or of the spectators at one address, at one table."""
    reactions: Rate = Rate(burst=6, every=2)
    """Reactions of one player, or of the spectators at one address, at one table."""
    bots: Rate = Rate(burst=60, every=2)
    """Processor seconds for bots at the tables of clients at the address."""
    bots_of_player: Rate = Rate(burst=20, every=10)


DEFAULT_ALLOWANCE: Final = Allowance()


class Limits:
    """State of all limits of one server. With ``local``, this machine is not limited by address.

    ``longest``: highest values of options in new matches.
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
        self.kilobytes = Buckets(allowed.kilobytes, clock)
        self.files = Buckets(allowed.files, clock)
        self.requests_at_once = KeyedSemaphore(allowed.requests_at_once)
        self.tables = Buckets(allowed.tables, clock)
        self.tables_of_player = Buckets(allowed.tables_of_player, clock)
        self.device_matches = Buckets(allowed.device_matches, clock)
        self.device_matches_of_player = Buckets(allowed.device_matches_of_player, clock)
        self.friends_of_player = Buckets(allowed.friends_of_player, clock)
        self.friend_requests = Buckets(allowed.friend_requests, clock)
        self.friend_requests_at_table = Buckets(allowed.friend_requests_at_table, clock)
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

    @property
    def of_all_servers(self) -> dict[str, Buckets]:
        """Limits that hold over all servers of a database, by name: those of what is stored."""
        return {
            "tables": self.tables,
            "tables_of_player": self.tables_of_player,
            "device_matches": self.device_matches,
            "device_matches_of_player": self.device_matches_of_player,
            "friends_of_player": self.friends_of_player,
            "friend_requests": self.friend_requests,
            "friend_requests_at_table": self.friend_requests_at_table,
            "joins": self.joins,
            "tokens": self.tokens,
            "deletions": self.deletions,
            "deletions_of_player": self.deletions_of_player,
            "changes_of_table": self.changes_of_table,
            "lines": self.lines,
        }

    def check_length(self, options: Mapping[str, OptionValue]) -> None:
        """Raise ``RuleSetError`` for options above the highest values."""
        for name, highest in self.longest.items():
            value = options.get(name)
            if isinstance(value, int) and value > highest:
                allowed = OPTIONS[name].allowed | {"high": highest}
                raise RuleSetError(
                    f"{name}: {value} is too much for this server, it takes {highest} at most",
                    name,
                    code="bad_option",
                    option=name,
                    value=value,
                    **allowed,
                )

    def network_of(self, connection: HTTPConnection) -> str | None:
        """Return the network of a client, ``None`` if it is not limited by address."""
        if self.local and from_this_machine(connection):
            return None
        return client_network(connection.client.host if connection.client else "")

    def charge_replay_or_delay(self, address: str | None, events: int) -> float:
        """Charge for replaying ``events`` and return 0, or return the seconds to wait first."""
        if address is None or not events:
            return 0.0
        return self.replayed_events.charge_or_delay(
            address, min(events, self.replayed_events.rate.burst)
        )

    def charge_events(self, address: str | None, events: int) -> None:
        """Charge for replaying ``events``. Raises ``RateLimited`` if they are too many."""
        if delay := self.charge_replay_or_delay(address, events):
            raise RateLimited("events to replay", delay)

    def charge_bytes(self, address: str | None, count: int) -> None:
        """Charge for bytes that are sent, or that were read for an answer without being sent."""
        if address is not None:
            self.kilobytes.charge(address, count / 1000)

    def charge_friend_request(self, address: str | None, table_id: str, asked: str) -> None:
        """Charge for a stranger's request to a player. Raises ``RateLimited`` for too many."""
        delay = self.friend_requests_at_table.charge_or_delay((table_id, asked))
        if not delay and address is not None:
            delay = self.friend_requests.charge_or_delay((address, asked))
        if delay:
            raise RateLimited("friend requests", delay)

    def for_connection(self, table_id: str, player: str, address: str | None) -> ConnectionLimits:
        """Return the limits of a new connection."""
        return ConnectionLimits(self, table_id, player, address)


class ConnectionLimits:
    """Limits of one WebSocket connection."""

    def __init__(self, limits: Limits, table_id: str, player: str, address: str | None) -> None:
        key = (table_id, player)
        change: dict[Buckets, Hashable] = {limits.changes_of_table: key}
        join = change
        if address is not None:
            change[limits.changes] = address
            join = change | {limits.joins: address}
        self._charged: dict[str, dict[Buckets, Hashable]] = {
            **dict.fromkeys(("leave", "change", "start", "away", "back", "rematch"), change),
            "join": join,
            "say": {limits.lines: key},
            "react": {limits.reactions: key},
        }
        # New cookies cost a client nothing: spectators behind one address share what they may send.
        place = (table_id, player if address is None else address)
        self._charged_spectator: dict[str, dict[Buckets, Hashable]] = {
            "say": {limits.lines: place},
            "react": {limits.reactions: place},
        }
        self.address = address
        """Network of the client, ``None`` if it is not limited by address."""
        self._limits = limits
        self._messages = Bucket(limits.allowed.messages, limits.clock)
        self._faults = Bucket(limits.allowed.faults, limits.clock)

    def charge_or_delay(self, kind: str, watching: bool = False) -> float:
        """Charge for a message of a type and return 0, or return the seconds to wait first.

        ``watching``: the client is a spectator.
        """
        delay = self._messages.charge_or_delay(_HELLO_COST if kind == "hello" else 1)
        charged = self._charged | self._charged_spectator if watching else self._charged
        for buckets, key in charged.get(kind, {}).items():
            delay = delay or buckets.charge_or_delay(key)
        return delay

    def charge_send_or_delay(self, events: int) -> float:
        """Charge for sending ``events`` after a hello and return 0, or the seconds to wait."""
        if self.address is None:
            return 0.0
        sent = self._limits.sent_events
        return sent.charge_or_delay(self.address, min(_HELLO_COST + events, sent.rate.burst))

    def charge_load_or_delay(self, events: int) -> float:
        """Charge for loading a table of ``events`` and return 0, or the seconds to wait."""
        return self._limits.charge_replay_or_delay(self.address, events)

    def should_disconnect(self, code: str) -> bool:
        """Count a refusal; return whether the client has caused too many."""
        return code in _FAULTS and self._faults.charge_or_delay() > 0
