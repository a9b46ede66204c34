"""What can go wrong with the database, each in one line."""

from __future__ import annotations

from ...rules.errors import SchwimmenError


class StorageError(SchwimmenError):
    """The database cannot be used; the message names its place and what would mend it."""


class Damaged(StorageError):
    """What was read is nothing that we wrote."""


class Unreachable(StorageError):
    """There is no connection; the message does not name the place."""


def failed(what: str, error: Exception, kind: type[StorageError] = StorageError) -> StorageError:
    """The error for what the database could not do; ``what`` begins with its place."""
    reason = getattr(error, "orig", None) or error
    # The details that PostgreSQL adds quote rows, which may be secret.
    text = str(getattr(reason, "driver_exception", reason)).partition("\nDETAIL")[0]
    return kind(f"{what}: {' '.join(text.split())}")


class Conflict(SchwimmenError):
    """An event with that number or client id is already in the log: the writer was behind."""
