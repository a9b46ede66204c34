"""Create the tables of friends, blocked players and invitations.

Revision ID: 0008
Revises: 0007
"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Create empty tables, since there were no friends before."""
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
