"""Create players and ratings.

Revision ID: 0004
Revises: 0003
"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Create a player for each seat, with the last name used; the server rates old matches."""
    players = op.create_table(
        "players",
        sa.Column("player_id", sa.String(64), primary_key=True),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("created", sa.String(32), nullable=False),
    )
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
        "rated",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("places", sa.JSON, nullable=True),
    )
    known = _known()
    if known:
        op.bulk_insert(players, known)


def _known() -> list[dict[str, str]]:
    tables = sa.table(
        "tables", sa.column("id"), sa.column("created"), sa.column("summary", sa.JSON)
    )
    seats = sa.table("seats", sa.column("table_id"), sa.column("seat"), sa.column("player_id"))
    query = (
        sa.select(seats.c.player_id, seats.c.seat, tables.c.created, tables.c.summary)
        .join_from(seats, tables, tables.c.id == seats.c.table_id)
        .order_by(tables.c.created)
    )
    known: dict[str, dict[str, str]] = {}
    for row in op.get_bind().execute(query):
        one = known.setdefault(row.player_id, {"player_id": row.player_id, "created": row.created})
        there = row.summary.get("seats", [])
        one["name"] = there[row.seat]["name"] if row.seat < len(there) else one.get("name", "")
    return list(known.values())
