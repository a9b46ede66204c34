"""Tables in the lobby: when their host was last there, and which quick match they fit.

Revision ID: 0006
Revises: 0005
"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Tables of before are listed again as soon as their hosts are there."""
    op.add_column("tables", sa.Column("seen", sa.String(32), nullable=True))
    op.add_column("tables", sa.Column("quick", sa.String(64), nullable=True))
    op.drop_index("ix_tables_listed", "tables")
    op.create_index("ix_tables_listed", "tables", ["listed", "seen"])
    op.create_index("ix_tables_quick", "tables", ["quick", "seen"])
