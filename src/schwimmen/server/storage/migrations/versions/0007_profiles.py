"""Add faces and public ids of players, and the table of rating curves.

Revision ID: 0007
Revises: 0006
"""

import base64
import hashlib

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Give all players their public ids; the server fills the curves from the logs."""
    op.add_column("players", sa.Column("face", sa.String(32), nullable=True))
    op.add_column("players", sa.Column("public_id", sa.String(16), nullable=True))
    players = sa.table("players", sa.column("player_id"), sa.column("public_id"))
    connection = op.get_bind()
    for player_id in list(connection.execute(sa.select(players.c.player_id)).scalars()):
        update = players.update().where(players.c.player_id == player_id)
        connection.execute(update.values(public_id=_public_id(player_id)))
    op.create_index("ix_players_public_id", "players", ["public_id"], unique=True)
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


def _public_id(player_id: str) -> str:
    digest = hashlib.sha256(b"profile " + player_id.encode()).digest()
    return base64.urlsafe_b64encode(digest[:12]).decode()
