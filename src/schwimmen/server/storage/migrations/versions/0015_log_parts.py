"""Divide the log into parts, which PostgreSQL can drop whole.

All logs stay in part 0, and servers of earlier versions may go on: tables begin in another part
only once none has a heartbeat.

Revision ID: 0015
Revises: 0014
"""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    """Add the number of its part to each log and event; make ``events`` a partition of itself."""
    for name in ("tables", "events"):
        op.add_column(name, sa.Column("part", sa.Integer, nullable=False, server_default="0"))
    has_day = sa.text("part > 0")
    op.create_index(
        "ix_tables_part", "tables", ["part"], postgresql_where=has_day, sqlite_where=has_day
    )
    if op.get_bind().dialect.name == "postgresql":
        op.rename_table("events", "events_0")
        op.execute(
            "CREATE TABLE events (LIKE events_0 INCLUDING DEFAULTS) PARTITION BY LIST (part)"
        )
        op.execute("ALTER TABLE events ATTACH PARTITION events_0 FOR VALUES IN (0)")
