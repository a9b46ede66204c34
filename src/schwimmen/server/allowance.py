"""What clients may do, in numbers; docs/serving.md tells them to whoever runs a server.

They are for abuse alone: forty people behind one address, all at once, stay far below them.
"""

from __future__ import annotations

from time import monotonic
from typing import Final, NamedTuple

from .limits import Bucket, Buckets, Clock, Held, Rate

_COSTS: Final = {"hello": 10}
"""A hello is answered with the whole table; any other message costs one."""

_FAULTS: Final = frozenset({"bad_message", "too_large", "too_many"})
"""Codes of refusals that no client that works ever gets."""


class Allowance(NamedTuple):
    """How much there may be of everything: from one address, where nothing else is said."""

    changes: Rate = Rate(burst=240, every=0.1)
    reads: Rate = Rate(burst=600, every=0.02)
    tables: Rate = Rate(burst=120, every=2)
    tables_of_player: Rate = Rate(burst=30, every=20)
    tokens: Rate = Rate(burst=10, every=60)
    requests_of_program: Rate = Rate(burst=120, every=0.25)
    sockets: Rate = Rate(burst=400, every=0.1)
    sockets_at_once: int = 400
    sockets_of_player: int = 50
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


NORMAL: Final = Allowance()


class Limits:
    """The buckets of one server. Programs on this machine are not limited if ``local``."""

    def __init__(
        self, allowed: Allowance = NORMAL, clock: Clock = monotonic, local: bool = True
    ) -> None:
        self.allowed = allowed
        self.clock = clock
        self.local = local
        self.changes = Buckets(allowed.changes, clock)
        self.reads = Buckets(allowed.reads, clock)
        self.tables = Buckets(allowed.tables, clock)
        self.tables_of_player = Buckets(allowed.tables_of_player, clock)
        self.tokens = Buckets(allowed.tokens, clock)
        self.requests_of_program = Buckets(allowed.requests_of_program, clock)
        self.sockets = Buckets(allowed.sockets, clock)
        self.sockets_at_once = Held(allowed.sockets_at_once)
        self.sockets_of_player = Held(allowed.sockets_of_player)
        self.changes_of_table = Buckets(allowed.changes_of_table, clock)
        self.lines = Buckets(allowed.lines, clock)
        self.reactions = Buckets(allowed.reactions, clock)

    def manners(self, table_id: str, player: str | None) -> Manners:
        """What is known of a connection that has just been opened."""
        return Manners(self, table_id, player)


class Manners:
    """How one connection behaves, and when patience with it is at an end."""

    def __init__(self, limits: Limits, table_id: str, player: str | None) -> None:
        self._who = (table_id, player)
        self._kept = {"say": limits.lines, "react": limits.reactions} | dict.fromkeys(
            ("join", "leave", "change", "start", "away", "back", "rematch"),
            limits.changes_of_table,
        )
        self._messages = Bucket(limits.allowed.messages, limits.clock)
        self._faults = Bucket(limits.allowed.faults, limits.clock)

    def wait(self, kind: str) -> float:
        """Seconds until a message of that type is taken from it; 0 is now."""
        wait = self._messages.wait(_COSTS.get(kind, 1))
        if not wait and kind in self._kept:
            wait = self._kept[kind].wait(self._who)
        return wait

    def unbearable(self, code: str) -> bool:
        """Whether it has to go, since it was refused with that code now and often before."""
        return code in _FAULTS and self._faults.wait() > 0
