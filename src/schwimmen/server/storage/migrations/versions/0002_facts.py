"""What a seat's statistics are made of, drawn from the logs once.

Revision ID: 0002
Revises: 0001
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Nothing is filled in: facts are made when they are first asked for."""
    op.create_table(
        "facts",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("body", sa.Text, nullable=True),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_facts"),
    )
