"""News that one server tells all others that share its database, most of them of a table.

Of several with one ``key`` that wait to be sent only the last one is.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, Final, Literal, TypeAlias

from pydantic import Field, TypeAdapter

from ..storage import PresenceRow, WriteBatch
from ..wire.people import Presence, Reaction
from ..wire.tables import Pace


@dataclass(frozen=True, slots=True)
class TableChange:
    """Stored change: the table's last event and chat line, 0 for no new one."""

    table_id: str
    seq: int = 0
    line: int = 0
    erased: bool = False
    """Whether stored events or chat lines were erased."""
    kind: Literal["change"] = "change"

    @property
    def key(self) -> tuple[object, ...]:
        """Key of the news."""
        return (
            self.table_id,
            self.seq > 0,
            self.line > 0,
            self.erased,
        )  # a chat line is no later event

    def with_later(self, later: TableChange) -> TableChange:
        """Return both changes as one."""
        return TableChange(
            self.table_id,
            max(self.seq, later.seq),
            max(self.line, later.line),
            self.erased or later.erased,
        )


@dataclass(frozen=True, slots=True)
class TablePresence:
    """Presence of those who are connected to the server that tells it."""

    table_id: str
    presence: Presence
    pace: Pace | None = None
    """Pace of the table's bots, if a player who is connected to that server chose it."""
    kind: Literal["presence"] = "presence"

    @property
    def key(self) -> tuple[object, ...]:
        """Key of the news."""
        return (self.table_id,)

    def row(self, server: str) -> PresenceRow:
        """Return the row of the server that sends this."""
        return PresenceRow(
            self.table_id, server, self.presence.seats, self.presence.spectators, self.pace
        )


@dataclass(frozen=True, slots=True)
class TableReaction:
    """Reaction of a seat or, without one, a spectator."""

    table_id: str
    seat: int | None
    reaction: Reaction
    number: int
    """Number among the reactions that this server has told."""
    kind: Literal["reaction"] = "reaction"

    @property
    def key(self) -> tuple[object, ...]:
        """Key of the news."""
        return self.table_id, self.number


@dataclass(frozen=True, slots=True)
class TableWanted:
    """Wish of the server that tells it, at which people have arrived, to run the table."""

    table_id: str
    kind: Literal["wanted"] = "wanted"

    @property
    def key(self) -> tuple[object, ...]:
        """Key of the news."""
        return (self.table_id,)


TableNews: TypeAlias = TableChange | TablePresence | TableReaction | TableWanted


@dataclass(frozen=True, slots=True)
class Charge:
    """Charge of a client whom a rate limit of all servers concerns."""

    limit: str
    client: str
    """Digest of the client's key, which may be an address."""
    cost: float
    number: int
    """Number among the charges that this server has told."""
    kind: Literal["charge"] = "charge"

    @property
    def key(self) -> tuple[object, ...]:
        """Key of the news."""
        return (self.number,)


News: TypeAlias = TableNews | Charge

NEWS: Final[TypeAdapter[News]] = TypeAdapter(Annotated[News, Field(discriminator="kind")])


def changes_in(batches: Iterable[WriteBatch]) -> dict[str, TableChange]:
    """Return the changes of tables that batches write, by table."""
    changes: dict[str, TableChange] = {}

    def add(change: TableChange) -> None:
        earlier = changes.get(change.table_id, change)
        changes[change.table_id] = earlier.with_later(change)

    for batch in batches:
        for event in batch.events:
            add(TableChange(event.table_id, seq=event.seq))
        for line in batch.chat:
            add(TableChange(line.table_id, line=line.number))
        erased = [
            *(event.table_id for event in batch.rewritten_events),
            *(chat.table_id for chat in batch.deleted_chat),
            *batch.deleted_tables,
        ]
        for table_id in erased:
            add(TableChange(table_id, erased=True))
    return changes
