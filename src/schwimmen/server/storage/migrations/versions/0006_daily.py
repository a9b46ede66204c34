"""Create the table of the deal of the day.

Revision ID: 0006
Revises: 0005
"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Create an empty table, since no deal of the day was played before."""
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
