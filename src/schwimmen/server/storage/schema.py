"""The tables of the database. A change here needs a migration beside it."""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    JSON,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    UniqueConstraint,
)

HEAD: Final = "0002"
"""The newest migration: a database that stands there needs none."""

APPLICATION_ID: Final = 0x53636877
"""Marks an SQLite file as one of ours (``PRAGMA application_id``)."""

metadata: Final = MetaData()

tables: Final = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("created", String(32), nullable=False),
    # What a list of tables shows; always written together with the event that changes it.
    Column("summary", JSON, nullable=False),
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

settings: Final = Table(
    "settings",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("value", String(256), nullable=False),
)
