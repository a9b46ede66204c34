"""What can go wrong with the database, each in one line."""

from __future__ import annotations

from ...rules.errors import SchwimmenError


class StorageError(SchwimmenError):
    """The database cannot be used; the message names its path and what would mend it."""


def failed(what: str, error: Exception) -> StorageError:
    """The error for what the database could not do; ``what`` begins with its path."""
    reason = getattr(error, "orig", None) or error
    return StorageError(f"{what}: {' '.join(str(reason).split())}")


class Conflict(SchwimmenError):
    """An event with that number or client id is already in the log: the writer was behind."""
