"""Add packed logs, and to each server the newest schema that it reads.

Servers of earlier versions may go on, since logs are packed only once none has a heartbeat.

Revision ID: 0012
Revises: 0011
"""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Create the table, and add the column."""
    op.create_table(
        "packed_logs",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("length", sa.Integer, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="pk_packed_logs"),
    )
    op.add_column("servers", sa.Column("reads", sa.String(32), nullable=False, server_default=""))
