"""Tables where several people play: the lobby, what is due, and what is said.

Revision ID: 0003
Revises: 0002
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Tables of before are in no lobby, and nothing happens there by itself until they are used."""
    op.add_column("tables", sa.Column("listed", sa.String(16), nullable=True))
    op.add_column("tables", sa.Column("due", sa.String(32), nullable=True))
    op.create_index("ix_tables_listed", "tables", ["listed"])
    op.create_index("ix_tables_due", "tables", ["due"])
    op.create_table(
        "chat",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("player_id", sa.String(64), nullable=False),
        sa.Column("body", sa.JSON, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "number", name="pk_chat"),
    )
