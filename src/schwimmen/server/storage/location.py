"""What can go wrong with the database, each in one line."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, TypeAlias
from urllib.parse import unquote, urlsplit

from platformdirs import user_data_path

from ...rules.errors import SchwimmenError


class StorageError(SchwimmenError):
    """The database cannot be used; the message names its place and what would mend it."""


class DatabaseDamaged(StorageError):
    """What was read is nothing that we wrote."""


class DatabaseUnreachable(StorageError):
    """There is no connection; the message does not name the place."""


def storage_error(
    what: str, error: Exception, kind: type[StorageError] = StorageError
) -> StorageError:
    """The error for what the database could not do; ``what`` begins with its place."""
    reason = getattr(error, "orig", None) or error
    # The details that PostgreSQL adds quote rows, which may be secret.
    text = str(getattr(reason, "driver_exception", reason)).partition("\nDETAIL")[0]
    return kind(f"{what}: {' '.join(text.split())}")


class Conflict(SchwimmenError):
    """An event with that number or client id is already in the log: the writer was behind."""


DATABASE_VARIABLE: Final = "SCHWIMMEN_DATABASE"
"""The environment variable with the database's URL, which may hold a password."""

EXAMPLES: Final = "sqlite:///folder/file.db or postgresql://user@host/name"


@dataclass(frozen=True, slots=True)
class PostgresLocation:
    """A PostgreSQL database; ``str()`` of it is its address without the password."""

    url: str = field(repr=False)

    def __str__(self) -> str:
        parts = urlsplit(self.url)
        user = f"{parts.username}@" if parts.username else ""
        port = f":{parts.port}" if parts.port else ""
        return f"postgresql://{user}{parts.hostname or ''}{port}{parts.path}"


DatabaseLocation: TypeAlias = Path | PostgresLocation
"""A database: the path of an SQLite file, or what PostgreSQL needs to be reached."""


def database_kind(location: DatabaseLocation) -> str:
    """What it is, for people."""
    return "PostgreSQL" if isinstance(location, PostgresLocation) else "SQLite"


def default_location() -> Path:
    """Where the database is unless ``--database`` says otherwise."""
    return user_data_path("schwimmen", appauthor=False) / "schwimmen.db"


def parse_location(text: str) -> DatabaseLocation:
    """The place of a URL, or of a path.

    Three slashes begin a relative path, four an absolute one. Raises ``StorageError``.

    >>> parse_location("sqlite:////var/lib/schwimmen.db").as_posix()
    '/var/lib/schwimmen.db'
    >>> str(parse_location("postgresql://club:secret@db.example/cards"))
    'postgresql://club@db.example/cards'
    """
    if not text or "\0" in text:
        raise StorageError("it needs the name of a file, or a URL")
    if "://" not in text and not text.startswith("sqlite:"):
        return Path(text)
    scheme, _, rest = text.partition(":")
    if scheme == "sqlite":
        return _file(rest)
    if scheme not in ("postgresql", "postgres"):
        raise StorageError(f"{scheme!r} is no database that schwimmen knows: {EXAMPLES}")
    try:
        parts = urlsplit(text)
        _ = parts.port
    except ValueError as error:
        raise StorageError(f"is not a database's URL: {error}") from None
    if not parts.path.strip("/"):
        raise StorageError("the URL names no database: postgresql://user@host/name")
    return PostgresLocation(f"postgresql:{rest}")


def _file(rest: str) -> Path:
    name, _, options = rest.removeprefix("//").partition("?")
    if options or not name.startswith("/") or name in ("/", "/:memory:"):
        raise StorageError(
            "an SQLite URL is sqlite:///file.db or, absolute, sqlite:////folder/file.db"
        )
    return Path(unquote(name[1:]))
