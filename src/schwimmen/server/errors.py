"""Errors as clients see them: HTTP status, code and message of every failure."""

from __future__ import annotations

import logging
from logging import ERROR
from typing import Final

from schwimmen.rules.errors import SchwimmenError

from .limits.buckets import LimitReached, RateLimited
from .runtime.logs import log_event
from .runtime.rules_loader import EngineFailed, EnginePreparing, RulesLoadError
from .storage import OlderServer, StorageError

log = logging.getLogger(__name__)

UNAVAILABLE: Final = "the server cannot do that right now; see its log"
INTERNAL_ERROR: Final = "something went wrong on the server; see its log"


class Draining(SchwimmenError):
    """Request that would hold a server which hands its clients on to others."""

    seconds = 1
    """Seconds until another server should have the client."""

    def __init__(self) -> None:
        line = "this server is about to stop: try again in a second"
        super().__init__(line, "draining", seconds=self.seconds)


class UnknownTable(SchwimmenError):
    """Id of a table that does not exist."""


class UnknownProfile(SchwimmenError):
    """Public id of a player who does not exist or has been deleted."""


def status_and_code(error: SchwimmenError) -> tuple[int, str]:
    """Return the HTTP status and the error code of an error."""
    match error:
        case UnknownTable():
            return 404, "unknown_table"
        case UnknownProfile():
            return 404, "unknown_profile"
        case RateLimited():
            return 429, error.code
        case EnginePreparing() | EngineFailed() | Draining() | OlderServer():
            return 503, error.code
        case StorageError() | RulesLoadError():
            return 503, "unavailable"
        case LimitReached():
            return 429, error.code
        case _:
            return 422, error.code


def client_message(error: SchwimmenError) -> str:
    """Return the message for the client; for faults of the server it only refers to the log."""
    line = " ".join(str(error).split())
    status, code = status_and_code(error)
    if status < 500 or code == error.code:
        return line
    log_event(log, ERROR, "a request failed", reason=line)
    return UNAVAILABLE
