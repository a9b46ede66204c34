"""Brings a database to the newest schema, over one connection."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, inspect, select, table
from sqlalchemy.sql import column

from .schema import APPLICATION_ID, HEAD

MIGRATIONS = Path(__file__).parent / "migrations"


def revision_of(connection: Connection) -> str | None:
    """The migration a database stands at, ``None`` for an empty one."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    version = table("alembic_version", column("version_num"))
    return connection.execute(select(version.c.version_num)).scalar_one_or_none()


def known_revisions() -> frozenset[str]:
    """Every migration that this version of the package has."""
    return frozenset(path.name.split("_")[0] for path in (MIGRATIONS / "versions").glob("[0-9]*"))


def migrate(connection: Connection) -> None:
    """Runs the migrations that are missing; costs next to nothing where there are none."""
    if revision_of(connection) == HEAD:
        return
    # Alembic takes a third of a second to import, so only a database that needs it pays for it.
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION_ID}")
