"""Add the lobby, due times and chat.

Revision ID: 0003
Revises: 0002
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Leave existing tables out of the lobby and without a due time."""
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
