"""Create the baseline schema, from which on every database can be migrated.

Revision ID: 0009
Revises:
"""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = None


def upgrade() -> None:
    """Create the schema in an empty database."""
    _create_schema()
    _create_players()
    _create_ratings()
    _create_friends()
    op.create_table(
        "settings",
        sa.Column("name", sa.String(32), primary_key=True),
        sa.Column("value", sa.String(256), nullable=False),
    )


def _create_schema() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("created", sa.String(32), nullable=False),
        sa.Column("summary", sa.JSON, nullable=False),
        sa.Column("listed", sa.String(16), nullable=True),
        sa.Column("due", sa.String(32), nullable=True),
        sa.Column("seen", sa.String(32), nullable=True),
        sa.Column("quick", sa.String(64), nullable=True),
    )
    op.create_index("ix_tables_listed", "tables", ["listed", "seen"])
    op.create_index("ix_tables_due", "tables", ["due"])
    op.create_index("ix_tables_quick", "tables", ["quick", "seen"])
    op.create_table(
        "seats",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("player_id", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_seats"),
    )
    op.create_index("ix_seats_player_id", "seats", ["player_id"])
    op.create_table(
        "events",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("client_id", sa.String(80), nullable=True),
        sa.Column("body", sa.JSON, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seq", name="pk_events"),
        sa.UniqueConstraint("table_id", "client_id", name="uq_events_client_id"),
    )
    op.create_table(
        "chat",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("player_id", sa.String(64), nullable=False),
        sa.Column("body", sa.JSON, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "number", name="pk_chat"),
    )
    op.create_table(
        "facts",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("body", sa.Text, nullable=True),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_facts"),
    )


def _create_players() -> None:
    op.create_table(
        "players",
        sa.Column("player_id", sa.String(64), primary_key=True),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("created", sa.String(32), nullable=False),
        sa.Column("generation", sa.Integer, nullable=False, server_default="0"),
        sa.Column("recovery", sa.String(32), nullable=True),
        sa.Column("face", sa.String(32), nullable=True),
        sa.Column("public_id", sa.String(16), nullable=False),
    )
    op.create_index("ix_players_public_id", "players", ["public_id"], unique=True)
    op.create_table(
        "daily",
        sa.Column("player_id", sa.String(64), nullable=False),
        sa.Column("date", sa.String(10), nullable=False),
        sa.Column("variant", sa.String(32), nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("until", sa.String(32), nullable=False),
        sa.Column("place", sa.Integer, nullable=True),
        sa.Column("signs", sa.Text, nullable=True),
        sa.PrimaryKeyConstraint("player_id", "date", "variant", name="pk_daily"),
    )
    op.create_index("ix_daily_date", "daily", ["date", "variant"])
    op.create_index("ix_daily_table_id", "daily", ["table_id"])


def _create_ratings() -> None:
    op.create_table(
        "ratings",
        sa.Column("family", sa.String(32), nullable=False),
        sa.Column("who", sa.String(80), nullable=False),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("matches", sa.Integer, nullable=False),
        sa.Column("wins", sa.Integer, nullable=False),
        sa.Column("last", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("family", "who", name="pk_ratings"),
    )
    op.create_index("ix_ratings_who", "ratings", ["who"])
    op.create_table(
        "rating_history",
        sa.Column("family", sa.String(32), nullable=False),
        sa.Column("who", sa.String(80), nullable=False),
        sa.Column("matches", sa.Integer, nullable=False),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("family", "who", "matches", name="pk_rating_history"),
    )
    op.create_index("ix_rating_history_who", "rating_history", ["who"])
    op.create_table(
        "rated",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("places", sa.JSON(none_as_null=True), nullable=True),
    )


def _create_friends() -> None:
    for name in ("friend_requests", "blocks"):
        op.create_table(
            name,
            sa.Column("player_id", sa.String(64), nullable=False),
            sa.Column("other_id", sa.String(64), nullable=False),
            sa.Column("at", sa.String(32), nullable=False),
            sa.PrimaryKeyConstraint("player_id", "other_id", name=f"pk_{name}"),
        )
        op.create_index(f"ix_{name}_other_id", name, ["other_id"])
    op.create_table(
        "invitations",
        sa.Column("player_id", sa.String(64), nullable=False),
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("guest_id", sa.String(64), nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
        sa.Column("declined", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("player_id", "day", "number", name="pk_invitations"),
        sa.UniqueConstraint("player_id", "guest_id", "table_id", name="uq_invitations_guest_id"),
    )
    op.create_index("ix_invitations_guest_id", "invitations", ["guest_id"])
    op.create_index("ix_invitations_table_id", "invitations", ["table_id"])
