"""The tables of the database. A change here needs a migration beside it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from sqlalchemy import (
    JSON,
    Column,
    Connection,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    UniqueConstraint,
    inspect,
    select,
    table,
)
from sqlalchemy.sql import column

HEAD: Final = "0005"
"""The newest migration: a database that stands there needs none."""

APPLICATION_ID: Final = 0x53636877
"""Marks an SQLite file as one of ours (``PRAGMA application_id``)."""

PATIENCE_S: Final = 5
"""How long another server is waited for that holds the database, or one that does not answer."""

metadata: Final = MetaData()

tables: Final = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("created", String(32), nullable=False),
    # What a list of tables shows; always written together with the event that changes it.
    Column("summary", JSON, nullable=False),
    # Which list of the lobby it is in: "gathering" or "playing".
    Column("listed", String(16), nullable=True),
    # The ISO time when something happens there by itself: a bot's move, a clock that runs out.
    Column("due", String(32), nullable=True),
    # The ISO time when its host, or while they play one of the players, was last seen connected.
    Column("seen", String(32), nullable=True),
    # The kind of quick match for which a seat is free there.
    Column("quick", String(64), nullable=True),
    Index("ix_tables_listed", "listed", "seen"),
    Index("ix_tables_due", "due"),
    Index("ix_tables_quick", "quick", "seen"),
)

seats: Final = Table(
    "seats",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("player_id", String(64), nullable=False),
    PrimaryKeyConstraint("table_id", "seat", name="pk_seats"),
    Index("ix_seats_player_id", "player_id"),
)

events: Final = Table(
    "events",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("client_id", String(80), nullable=True),
    Column("body", JSON, nullable=False),
    PrimaryKeyConstraint("table_id", "seq", name="pk_events"),
    UniqueConstraint("table_id", "client_id", name="uq_events_client_id"),
)

# What people say to each other at a table; it is not part of the match.
chat: Final = Table(
    "chat",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("player_id", String(64), nullable=False),
    Column("body", JSON, nullable=False),
    PrimaryKeyConstraint("table_id", "number", name="pk_chat"),
)

# What the log of a table says of a seat up to event ``seq``, so that statistics need not play every
# match again. All of it may be thrown away: it is made anew from the logs.
facts: Final = Table(
    "facts",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("version", Integer, nullable=False),
    Column(
        "body", Text, nullable=True
    ),  # read off the event loop; none where the log plays no more
    PrimaryKeyConstraint("table_id", "seat", name="pk_facts"),
)

players: Final = Table(
    "players",
    metadata,
    Column("player_id", String(64), primary_key=True),
    Column("name", String(200), nullable=False),
    Column("created", String(32), nullable=False),
    # That of the cookies that serve: it rises when all other devices are signed out.
    Column("generation", Integer, nullable=False, server_default="0"),
    # What the newest recovery link has in it; none where only links of before 0005 were made.
    Column("recovery", String(32), nullable=True),
)

# ``who`` is a player, or the level of bots with ``bot:`` before it.
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

# Matches that are over: who came where, and that ratings have been moved by those that count.
rated: Final = Table(
    "rated",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("places", JSON(none_as_null=True), nullable=True),
)

settings: Final = Table(
    "settings",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("value", String(256), nullable=False),
)


MIGRATIONS = Path(__file__).parent / "migrations"


def revision_of(connection: Connection) -> str | None:
    """The migration a database stands at, ``None`` for an empty one."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    version = table("alembic_version", column("version_num"))
    return connection.execute(select(version.c.version_num)).scalar_one_or_none()


def known_revisions() -> frozenset[str]:
    """Every migration that this version of the package has."""
    return frozenset(path.name.split("_")[0] for path in (MIGRATIONS / "versions").glob("[0-9]*"))


def migrate(connection: Connection) -> None:
    """Runs the migrations that are missing; costs next to nothing where there are none."""
    if revision_of(connection) == HEAD:
        return
    # Alembic takes a third of a second to import, so only a database that needs it pays for it.
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION_ID}")
