"""Which cookies of a player still serve, and which recovery link.

Revision ID: 0005
Revises: 0004
"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Cookies of before are of generation 0; links of before serve until there is a new one."""
    generation = sa.Column("generation", sa.Integer, nullable=False, server_default="0")
    op.add_column("players", generation)
    op.add_column("players", sa.Column("recovery", sa.String(32), nullable=True))
