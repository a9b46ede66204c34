"""Add cookie generations, recovery numbers and lobby columns.

Revision ID: 0005
Revises: 0004
"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add columns whose defaults keep existing cookies and recovery links valid."""
    generation = sa.Column("generation", sa.Integer, nullable=False, server_default="0")
    op.add_column("players", generation)
    op.add_column("players", sa.Column("recovery", sa.String(32), nullable=True))
    op.add_column("tables", sa.Column("seen", sa.String(32), nullable=True))
    op.add_column("tables", sa.Column("quick", sa.String(64), nullable=True))
    op.drop_index("ix_tables_listed", "tables")
    op.create_index("ix_tables_listed", "tables", ["listed", "seen"])
    op.create_index("ix_tables_quick", "tables", ["quick", "seen"])
