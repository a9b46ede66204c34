"""Add servers, with the heartbeats that were settings, and leases of tables.

Revision ID: 0011
Revises: 0010
"""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Create both tables, and move the heartbeats."""
    servers = op.create_table(
        "servers",
        sa.Column("name", sa.String(32), nullable=False),
        sa.Column("version", sa.String(32), nullable=False),
        sa.Column("beat", sa.String(32), nullable=False),
        sa.Column("steady_since", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_servers"),
    )
    settings = sa.table("settings", sa.column("name"), sa.column("value"))
    beats = settings.c.name.startswith("alive:")
    op.execute(
        sa.insert(servers).from_select(
            ["name", "version", "beat", "steady_since"],
            sa.select(
                sa.func.substr(settings.c.name, 7),
                sa.literal(""),
                settings.c.value,
                settings.c.value,
            ).where(beats),
        )
    )
    op.execute(sa.delete(settings).where(beats))
    op.create_table(
        "leases",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("server", sa.String(32), nullable=False),
        sa.Column("epoch", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="pk_leases"),
    )
    if op.get_bind().dialect.name == "postgresql":
        op.execute("ALTER TABLE leases SET UNLOGGED")
        op.execute("CREATE SEQUENCE IF NOT EXISTS lease_epochs")
