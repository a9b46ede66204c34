"""Add figures of matches, and their aggregates.

The tables are empty, and every seat is stale: the server counts the stored matches once it runs.

Revision ID: 0010
Revises: 0009
"""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Create the tables, and mark all seats as stale."""
    op.add_column("seats", sa.Column("stale", sa.Boolean, nullable=False, server_default=sa.true()))
    op.drop_index("ix_seats_player_id", "seats")
    op.create_index("ix_seats_player_id", "seats", ["player_id", "stale"])
    op.create_index("ix_seats_stale", "seats", ["stale"])
    _create_matches()
    op.create_table(
        "figures",
        sa.Column("player_id", sa.String(64), nullable=False),
        sa.Column("variant", sa.String(32), nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("counts", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("player_id", "variant", "players", name="pk_figures"),
    )
    op.create_table(
        "progress",
        sa.Column("player_id", sa.String(64), nullable=False),
        sa.Column("sequence", sa.String(48), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("player_id", "sequence", name="pk_progress"),
    )
    op.create_table(
        "opponents",
        sa.Column("player_id", sa.String(64), nullable=False),
        sa.Column("person", sa.Boolean, nullable=False),
        sa.Column("opponent", sa.String(200), nullable=False),
        sa.Column("matches", sa.Integer, nullable=False),
        sa.Column("won", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("player_id", "person", "opponent", name="pk_opponents"),
    )
    op.create_index(
        "ix_opponents_matches", "opponents", ["player_id", "matches", "person", "opponent"]
    )


def _create_matches() -> None:
    op.create_table(
        "matches",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("player_id", sa.String(64), nullable=False),
        sa.Column("created", sa.String(32), nullable=False),
        sa.Column("ended", sa.String(32), nullable=False),
        sa.Column("variant", sa.String(32), nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("device", sa.Boolean, nullable=False),
        sa.Column("hints", sa.Integer, nullable=False),
        sa.Column("over", sa.Boolean, nullable=False),
        sa.Column("won", sa.Boolean, nullable=False),
        sa.Column("shared", sa.Boolean, nullable=False),
        sa.Column("rounds", sa.Integer, nullable=False),
        sa.Column("lost", sa.Integer, nullable=False),
        sa.Column("unscathed", sa.Boolean, nullable=False),
        sa.Column("survived", sa.Integer, nullable=False),
        sa.Column("fires", sa.Integer, nullable=False),
        sa.Column("cards", sa.Integer, nullable=False),
        sa.Column("hand", sa.String(16), nullable=True),
        sa.Column("value", sa.Float, nullable=True),
        sa.Column("suit", sa.String(8), nullable=True),
        sa.Column("counts", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_matches"),
    )
    order = ["created", "table_id", "seat"]
    for name, columns in (
        ("player_id", order),
        ("over", ["over", *order]),
        ("ended", ["over", "ended", *order]),
        ("variant", ["variant", "over", *order]),
        ("players", ["players", "over", *order]),
        ("kind", ["variant", "players", "over", *order]),
        ("value", ["variant", "players", "cards", "value", *order]),
    ):
        op.create_index(f"ix_matches_{name}", "matches", ["player_id", *columns])
