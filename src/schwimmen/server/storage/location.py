"""Location of the database, and the errors of the storage, each of them one line."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, TypeAlias
from urllib.parse import parse_qsl, unquote, urlencode, urlsplit, urlunsplit

from platformdirs import user_data_path

from ...rules.errors import SchwimmenError


class StorageError(SchwimmenError):
    """Failure of the database; the message begins with its location and suggests a remedy."""


class DatabaseDamaged(StorageError):
    """Stored data that this program did not write."""


class DatabaseUnreachable(StorageError):
    """Failed connection; the message does not name the location."""


class NoAnswer(DatabaseUnreachable):
    """Failed connection to a database that has not answered at all."""


class ForeignDatabase(StorageError):
    """Database of another program."""


class Conflict(SchwimmenError):
    """Write based on outdated rows, such as an event number that the log already has."""


class LeaseLost(Conflict):
    """Write for a table whose bots and clocks another server runs by now."""


class OlderServer(SchwimmenError):
    """Write that a running server of an earlier version could not read."""

    def __init__(self, version: str, needed: str) -> None:
        line = f"this waits for the update of all servers to {needed}: one still has {version}"
        super().__init__(line, "older_server")


def storage_error(
    failure: str, error: Exception, kind: type[StorageError] = StorageError
) -> StorageError:
    """Return the error for a failed operation; ``failure`` begins with the database's location."""
    reason = getattr(error, "orig", None) or error
    # The details that PostgreSQL adds quote rows, which may be secret.
    text = str(getattr(reason, "driver_exception", reason)).partition("\nDETAIL")[0]
    return kind(f"{failure}: {' '.join(text.split())}")


DATABASE_VARIABLE: Final = "SCHWIMMEN_DATABASE"
"""Environment variable with the database's URL, which may contain a password."""

ANOTHER_DATABASE: Final = "name another database with --database"
"""Remedy for an unusable database of a server."""

EXAMPLES: Final = "sqlite:///folder/file.db or postgresql://user@host/name"


@dataclass(frozen=True, slots=True)
class PostgresLocation:
    """PostgreSQL database; ``str()`` returns its URL without the password."""

    url: str = field(repr=False)

    def __str__(self) -> str:
        parts = urlsplit(self.url)
        user = f"{parts.username}@" if parts.username else ""
        return f"postgresql://{user}{parts.netloc.rpartition('@')[2]}{parts.path}"

    @property
    def single_hosts(self) -> list[str]:
        """URLs of the single hosts; of several, only one that takes writes is the database.

        A ``target_session_attrs`` of the URL decides otherwise.

        >>> location = PostgresLocation("postgresql://club@/cards?host=one,two&port=5433")
        >>> location.single_hosts[1]
        'postgresql://club@/cards?target_session_attrs=read-write&host=two&port=5433'
        """
        parts = urlsplit(self.url)
        user, at, there = parts.netloc.rpartition("@")
        options = dict(parse_qsl(parts.query))
        hosts = (unquote(there) or options.get("host", "")).split(",")
        if len(hosts) == 1:
            return [self.url]
        given = options.pop("port", "").split(",")
        if there:
            given = [""]  # those beside the names count
        ports = given * len(hosts) if len(given) == 1 else given
        if len(ports) != len(hosts):
            return [self.url]  # the driver says what is wrong
        defaults = {"target_session_attrs": "read-write"}
        return [
            urlunsplit(parts._replace(netloc=f"{user}{at}", query=urlencode(query)))
            for host, port in zip(hosts, ports, strict=True)
            for query in [defaults | options | {"host": host} | ({"port": port} if port else {})]
        ]


DatabaseLocation: TypeAlias = Path | PostgresLocation
"""Path of an SQLite file, or URL of a PostgreSQL database."""


def in_use(location: DatabaseLocation) -> StorageError:
    """Return the error for a database that another process holds."""
    return StorageError(
        f"{location}: is in use by another process of schwimmen; stop it or use another database"
    )


def database_kind(location: DatabaseLocation) -> str:
    """Return the name of the database system."""
    return "PostgreSQL" if isinstance(location, PostgresLocation) else "SQLite"


def default_location() -> Path:
    """Return the SQLite file that is used without ``--database``."""
    return user_data_path("schwimmen", appauthor=False) / "schwimmen.db"


def parse_location(text: str) -> DatabaseLocation:
    """Return the database that a URL or a path names. Raises ``StorageError`` if it is invalid.

    Three slashes begin a relative path, four an absolute one.

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
        return _sqlite_path(rest)
    if scheme not in ("postgresql", "postgres"):
        raise StorageError(f"unknown kind of database {scheme!r}; expected {EXAMPLES}")
    try:
        parts = urlsplit(text)
        for host in parts.netloc.rpartition("@")[2].split(","):
            _ = urlsplit(f"//{host}").port
    except ValueError as error:
        raise StorageError(f"invalid database URL: {error}") from None
    if not parts.path.strip("/"):
        raise StorageError("the URL names no database: postgresql://user@host/name")
    return PostgresLocation(f"postgresql:{rest}")


def _sqlite_path(rest: str) -> Path:
    name, _, options = rest.removeprefix("//").partition("?")
    if options or not name.startswith("/") or name in ("/", "/:memory:"):
        raise StorageError(
            "an SQLite URL is sqlite:///file.db or, absolute, sqlite:////folder/file.db"
        )
    return Path(unquote(name[1:]))
