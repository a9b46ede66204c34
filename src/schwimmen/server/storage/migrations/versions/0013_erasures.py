"""Add to each table the number of erasures in it, and to each event whose turn it is after it.

Servers of earlier versions may go on: their events leave the turn out.

Revision ID: 0013
Revises: 0012
"""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Add the columns."""
    op.add_column("tables", sa.Column("erasures", sa.Integer, nullable=False, server_default="0"))
    op.add_column("events", sa.Column("to_act", sa.Integer, nullable=True))
