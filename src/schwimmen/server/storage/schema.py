"""Database schema. A change here needs a migration."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Connection,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    UniqueConstraint,
    inspect,
    select,
    table,
    text,
    true,
)
from sqlalchemy.sql import column

from .location import ANOTHER_DATABASE, StorageError

HEAD: Final = "0015"
"""Newest migration; a database at this revision is up to date."""

BASELINE: Final = "0009"
"""First migration; databases of earlier revisions are refused."""

READER_BEFORE_BASELINE: Final = "140ea64f"
"""Last commit that reads databases from before the baseline."""

APPLICATION_ID: Final = 0x53636877
"""Mark of this program in an SQLite file (``PRAGMA application_id``)."""

DATABASE_TIMEOUT_S: Final = 5
"""Seconds to wait for a database that is locked or does not answer."""

metadata: Final = MetaData()

tables: Final = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("created", String(32), nullable=False),
    # Summary for lists of tables, written together with the event that changes it.
    Column("summary", JSON, nullable=False),
    # The list of the lobby that shows the table: "gathering" or "playing".
    Column("listed", String(16), nullable=True),
    # ISO time of the next event without a command: a bot's move, an expired clock.
    Column("due", String(32), nullable=True),
    # ISO time at which the host (during a match: any player) was last seen connected.
    Column("seen", String(32), nullable=True),
    # Kind of quick match that has a free seat here.
    Column("quick", String(64), nullable=True),
    # Number of times that a person was erased from the log or the chat.
    Column("erasures", Integer, nullable=False, server_default="0"),
    # Part of ``events`` that has the log.
    Column("part", Integer, nullable=False, server_default="0"),
    Index("ix_tables_listed", "listed", "seen"),
    Index("ix_tables_due", "due"),
    Index("ix_tables_quick", "quick", "seen"),
    Index(
        "ix_tables_part", "part", postgresql_where=text("part > 0"), sqlite_where=text("part > 0")
    ),
)

seats: Final = Table(
    "seats",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("player_id", String(64), nullable=False),
    # Whether the log has moves that the seat's row of ``matches`` does not count yet.
    Column("stale", Boolean, nullable=False, server_default=true()),
    PrimaryKeyConstraint("table_id", "seat", name="pk_seats"),
    Index("ix_seats_player_id", "player_id", "stale"),
    Index("ix_seats_stale", "stale"),
)

# In PostgreSQL a table of partitions, each of which has these keys; see ``log_parts``.
events: Final = Table(
    "events",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("client_id", String(80), nullable=True),
    Column("body", JSON, nullable=False),
    # Seat whose turn it is after the event and those stored with it, if any.
    Column("to_act", Integer, nullable=True),
    Column("part", Integer, nullable=False, server_default="0"),
    PrimaryKeyConstraint("table_id", "seq", name="pk_events"),
    UniqueConstraint("table_id", "client_id", name="uq_events_client_id"),
)

# Events 1 to ``length`` of the log of a table at rest, which need no rows of their own any more.
packed_logs: Final = Table(
    "packed_logs",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), nullable=False),
    Column("length", Integer, nullable=False),
    # As ``packed_logs.packed`` makes it.
    Column("body", LargeBinary, nullable=False),
    PrimaryKeyConstraint("table_id", name="pk_packed_logs"),
)

# Chat lines; they are not part of the match.
chat: Final = Table(
    "chat",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("player_id", String(64), nullable=False),
    Column("body", JSON, nullable=False),
    PrimaryKeyConstraint("table_id", "number", name="pk_chat"),
)

# Statistics of a seat, derived from the log up to event ``seq`` so that matches need not be
# replayed. A cache: rows may be deleted and are derived again from the logs.
facts: Final = Table(
    "facts",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("version", Integer, nullable=False),
    # JSON as text, parsed in a thread; NULL if the log cannot be replayed.
    Column("body", Text, nullable=True),
    PrimaryKeyConstraint("table_id", "seat", name="pk_facts"),
)

# Figures of a player's match, one row for each seat of a person since the first deal. The
# aggregates below are made from these rows, and change in the transactions that change them.
matches: Final = Table(
    "matches",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("player_id", String(64), nullable=False),
    # Creation of the table, by which matches are in order.
    Column("created", String(32), nullable=False),
    # Time of the last move.
    Column("ended", String(32), nullable=False),
    # Empty if the log cannot be replayed.
    Column("variant", String(32), nullable=False),
    Column("players", Integer, nullable=False),
    Column("device", Boolean, nullable=False),
    Column("hints", Integer, nullable=False),
    # Decided for the seat.
    Column("over", Boolean, nullable=False),
    Column("won", Boolean, nullable=False),
    Column("shared", Boolean, nullable=False),
    Column("rounds", Integer, nullable=False),
    Column("lost", Integer, nullable=False),
    Column("unscathed", Boolean, nullable=False),
    Column("survived", Integer, nullable=False),
    Column("fires", Integer, nullable=False),
    Column("cards", Integer, nullable=False),
    # Cards, value and suit of the best hand; NULL without a round.
    Column("hand", String(16), nullable=True),
    Column("value", Float, nullable=True),
    Column("suit", String(8), nullable=True),
    # JSON object of the numbers that add up over matches.
    Column("counts", Text, nullable=False),
    PrimaryKeyConstraint("table_id", "seat", name="pk_matches"),
    Index("ix_matches_player_id", "player_id", "created", "table_id", "seat"),
    Index("ix_matches_over", "player_id", "over", "created", "table_id", "seat"),
    Index("ix_matches_ended", "player_id", "over", "ended", "created", "table_id", "seat"),
    Index("ix_matches_variant", "player_id", "variant", "over", "created", "table_id", "seat"),
    Index("ix_matches_players", "player_id", "players", "over", "created", "table_id", "seat"),
    Index(
        "ix_matches_kind", "player_id", "variant", "players", "over", "created", "table_id", "seat"
    ),
    Index(
        "ix_matches_value",
        "player_id",
        "variant",
        "players",
        "cards",
        "value",
        "created",
        "table_id",
        "seat",
    ),
)

# Sums of ``matches.counts`` by variant and number of players.
figures: Final = Table(
    "figures",
    metadata,
    Column("player_id", String(64), nullable=False),
    Column("variant", String(32), nullable=False),
    Column("players", Integer, nullable=False),
    Column("counts", Text, nullable=False),
    PrimaryKeyConstraint("player_id", "variant", "players", name="pk_figures"),
)

# Progress (JSON) over finished matches in their order: all, those of a variant, of a number of
# players or of both, and those on this server.
progress: Final = Table(
    "progress",
    metadata,
    Column("player_id", String(64), nullable=False),
    Column("sequence", String(48), nullable=False),
    Column("body", Text, nullable=False),
    PrimaryKeyConstraint("player_id", "sequence", name="pk_progress"),
)

# Finished matches against each opponent: a player id if ``person``, otherwise the name of a bot.
opponents: Final = Table(
    "opponents",
    metadata,
    Column("player_id", String(64), nullable=False),
    Column("person", Boolean, nullable=False),
    Column("opponent", String(200), nullable=False),
    Column("matches", Integer, nullable=False),
    Column("won", Integer, nullable=False),
    PrimaryKeyConstraint("player_id", "person", "opponent", name="pk_opponents"),
    Index("ix_opponents_matches", "player_id", "matches", "person", "opponent"),
)

players: Final = Table(
    "players",
    metadata,
    Column("player_id", String(64), primary_key=True),
    Column("name", String(200), nullable=False),
    Column("created", String(32), nullable=False),
    # Generation of valid cookies; it rises when all other devices are signed out.
    Column("generation", Integer, nullable=False, server_default="0"),
    # Number in the newest recovery link; NULL before the first link.
    Column("recovery", String(32), nullable=True),
    # Chosen face, as ``schwimmen.tables.check_face`` accepts it.
    Column("face", String(32), nullable=True),
    # Id in the address of the profile (``player_ids.public_id``).
    Column("public_id", String(16), nullable=False),
    Index("ix_players_public_id", "public_id", unique=True),
)

# ``who`` is a player id, or ``bot:`` and the level of a bot.
ratings: Final = Table(
    "ratings",
    metadata,
    Column("family", String(32), nullable=False),
    Column("who", String(80), nullable=False),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("matches", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
    Column("last", String(32), nullable=False),
    PrimaryKeyConstraint("family", "who", name="pk_ratings"),
    Index("ix_ratings_who", "who"),
)

# Ratings of players after each rated match, so that bots have none; ``matches`` is their number.
rating_history: Final = Table(
    "rating_history",
    metadata,
    Column("family", String(32), nullable=False),
    Column("who", String(80), nullable=False),
    Column("matches", Integer, nullable=False),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("at", String(32), nullable=False),
    PrimaryKeyConstraint("family", "who", "matches", name="pk_rating_history"),
    Index("ix_rating_history_who", "who"),
)

# Finished matches whose ratings have been counted, with the place of each seat.
rated: Final = Table(
    "rated",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("places", JSON(none_as_null=True), nullable=True),
)

# Deals of the day that players have begun, one for each player, date and variant.
daily: Final = Table(
    "daily",
    metadata,
    Column("player_id", String(64), nullable=False),
    Column("date", String(10), nullable=False),
    Column("variant", String(32), nullable=False),
    # Not a foreign key: results outlive their tables.
    Column("table_id", String(32), nullable=False),
    # ISO time at which the day ends; the seed is public from then on.
    Column("until", String(32), nullable=False),
    # Place and signs of the result; NULL if the match is unfinished or ended too late.
    Column("place", Integer, nullable=True),
    Column("signs", Text, nullable=True),
    PrimaryKeyConstraint("player_id", "date", "variant", name="pk_daily"),
    Index("ix_daily_date", "date", "variant"),
    Index("ix_daily_table_id", "table_id"),
)

# Each row is one player's wish to be friends with another; two that face each other are a
# friendship.
friend_requests: Final = Table(
    "friend_requests",
    metadata,
    Column("player_id", String(64), nullable=False),
    Column("other_id", String(64), nullable=False),
    Column("at", String(32), nullable=False),
    PrimaryKeyConstraint("player_id", "other_id", name="pk_friend_requests"),
    Index("ix_friend_requests_other_id", "other_id"),
)

# Players whom ``player_id`` has blocked. A player never has a request to a player they blocked.
blocks: Final = Table(
    "blocks",
    metadata,
    Column("player_id", String(64), nullable=False),
    Column("other_id", String(64), nullable=False),
    Column("at", String(32), nullable=False),
    PrimaryKeyConstraint("player_id", "other_id", name="pk_blocks"),
    Index("ix_blocks_other_id", "other_id"),
)

# Invitations of friends to tables, numbered from 1 for each player and day.
invitations: Final = Table(
    "invitations",
    metadata,
    Column("player_id", String(64), nullable=False),
    # Date of the deal of the day.
    Column("day", String(10), nullable=False),
    Column("number", Integer, nullable=False),
    Column("guest_id", String(64), nullable=False),
    Column("table_id", String(32), nullable=False),
    Column("at", String(32), nullable=False),
    Column("declined", Boolean, nullable=False),
    PrimaryKeyConstraint("player_id", "day", "number", name="pk_invitations"),
    UniqueConstraint("player_id", "guest_id", "table_id", name="uq_invitations_guest_id"),
    Index("ix_invitations_guest_id", "guest_id"),
    Index("ix_invitations_table_id", "table_id"),
)

settings: Final = Table(
    "settings",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("value", String(256), nullable=False),
)


# Servers that share the database, each with its last heartbeat.
servers: Final = Table(
    "servers",
    metadata,
    Column("name", String(32), nullable=False),
    Column("version", String(32), nullable=False),
    # ISO time of the last heartbeat, in PostgreSQL by its own clock.
    Column("beat", String(32), nullable=False),
    # ISO time since which no two heartbeats were far apart.
    Column("steady_since", String(32), nullable=False),
    # Newest schema that the server reads; empty before 0012.
    Column("reads", String(32), nullable=False, server_default=""),
    PrimaryKeyConstraint("name", name="pk_servers"),
)

# The server that runs the bots and clocks of a table, where several may. In PostgreSQL, where
# ``lease_epochs`` counts the leases, the table is unlogged.
leases: Final = Table(
    "leases",
    metadata,
    Column("table_id", String(32), nullable=False),
    Column("server", String(32), nullable=False),
    Column("epoch", BigInteger, nullable=False),
    PrimaryKeyConstraint("table_id", name="pk_leases"),
)

# People connected to each server, where several may share the database, by table: their seats, and
# the number of spectators. In PostgreSQL the table is unlogged.
presence: Final = Table(
    "presence",
    metadata,
    Column("table_id", String(32), nullable=False),
    Column("server", String(32), nullable=False),
    Column("seats", JSON, nullable=False),
    Column("spectators", Integer, nullable=False),
    # Pace of the bots, if a player who is connected to the server chose it.
    Column("pace", String(16), nullable=True),
    PrimaryKeyConstraint("table_id", "server", name="pk_presence"),
)


MIGRATIONS = Path(__file__).parent / "migrations"


def revision_of(connection: Connection) -> str | None:
    """Return the revision of a database, ``None`` if it is empty."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    version = table("alembic_version", column("version_num"))
    return connection.execute(select(version.c.version_num)).scalar_one_or_none()


def known_revisions() -> frozenset[str]:
    """Return the revisions of all migrations of this version."""
    return frozenset(path.name.split("_")[0] for path in (MIGRATIONS / "versions").glob("[0-9]*"))


def require_known_revision(revision: str, location: object, remedy: str = ANOTHER_DATABASE) -> None:
    """Raise ``StorageError`` for a database from before the baseline or of a newer version."""
    if revision < BASELINE:
        raise StorageError(
            f"{location}: was written before the baseline (schema {revision}); the source code at "
            f"commit {READER_BEFORE_BASELINE} can read it; {remedy}"
        )
    if revision not in known_revisions():
        raise StorageError(
            f"{location}: was written by a newer version of schwimmen (schema {revision}); "
            f"update schwimmen or {remedy}"
        )


def migrate(connection: Connection) -> None:
    """Run the missing migrations; return at once if the database is up to date."""
    if revision_of(connection) == HEAD:
        return
    # Imported here: Alembic takes a third of a second to import.
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION_ID}")
