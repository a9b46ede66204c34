"""Structured logging: events with fields, as text or as lines of JSON, without secrets.

A table's id gives access to it, so the log has a hash of it instead. Cards, cookies and passwords
are removed from every line.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from time import monotonic
from typing import Any, Final, Literal, TextIO, TypeAlias

from schwimmen.rules.errors import SchwimmenError

LogFormat: TypeAlias = Literal["text", "json"]
FORMS: Final[tuple[LogFormat, ...]] = ("text", "json")
LEVELS: Final = ("debug", "info", "warning", "error")

LEFT_OUT: Final = "left_out"
"""Name of the field for the number of similar lines omitted since the last one."""

MAX_KINDS: Final = 100
"""Kinds of lines that are distinguished within a second; all further kinds count as one."""

_CARD: Final = r"(?<![0-9A-Za-z])[2-9TJQKA][CSHD](?:x[2-9TJQKA][CSHD])?!?(?![0-9A-Za-z])"
_COOKIE: Final = r"schwimmen-[0-9a-f]{8}=[^\s;,\"']*"
_PASSWORD: Final = r"(?<=://)[^\s/@]*:[^\s/@]*(?=@)"
_SECRET: Final = re.compile(f"{_CARD}|{_COOKIE}|{_PASSWORD}")


def log_id(table_id: str) -> str:
    """Return the id of a table in the log, a hash that does not reveal the real one.

    >>> log_id("q3V0zv2mXk8aLw1d")
    'cf40922b'
    """
    return hashlib.sha256(table_id.encode()).hexdigest()[:8]


def redact(text: str) -> str:
    """Return a text without cards, cookies and passwords.

    >>> redact("seat 2 played 7HxTC")
    'seat 2 played ***'
    """
    return _SECRET.sub("***", text)


def log_event(
    log: logging.Logger,
    level: int,
    event: str,
    failure: bool = False,
    **fields: str | float | bool | None,
) -> None:
    """Log an event: constant words, with all variable parts as fields.

    Within an ``except`` clause, ``failure=True`` adds the traceback.
    """
    given = {name: value for name, value in fields.items() if value is not None}
    shown = f" ({', '.join(f'{name}={value}' for name, value in given.items())})" if given else ""
    extra = {"event": event, "fields": given}
    log.log(level, "%s", f"{event}{shown}", extra=extra, exc_info=failure)


@contextmanager
def log_failures(log: logging.Logger, event: str) -> Iterator[None]:
    """Log a failure of the block as an event instead of raising it, so that a loop goes on.

    An unexpected failure is logged with its traceback.
    """
    try:
        yield
    except SchwimmenError as error:
        log_event(log, logging.ERROR, event, reason=str(error))
    except Exception:
        log_event(log, logging.ERROR, event, failure=True)


class OncePerSecond:
    """Filter that passes one line of each kind a second, so that no client can fill the disk.

    The next line of that kind carries the number of omitted ones. Debug lines always pass.
    """

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._kinds: dict[tuple[str, int, str], tuple[float, int]] = {}

    def __call__(self, record: logging.LogRecord) -> bool:
        """Return whether to log a line."""
        if record.levelno < logging.INFO:
            return True
        # The rest of a message may differ with every line.
        words = getattr(record, "event", str(record.msg).partition("\n")[0])
        kind = record.name, record.levelno, words
        now = self._clock()
        if len(self._kinds) >= MAX_KINDS and kind not in self._kinds:
            self._kinds = {
                one: (since, left_out)
                for one, (since, left_out) in self._kinds.items()
                if now < since + 1
            }
            if len(self._kinds) >= MAX_KINDS:
                kind = "", 0, ""
        since, left_out = self._kinds.get(kind, (now - 1, 0))
        if now < since + 1:
            self._kinds[kind] = since, left_out + 1
            return False
        self._kinds[kind] = now, 0
        setattr(record, LEFT_OUT, left_out)
        return True


HOUR_S: Final = 3600.0


class HourlyWarnings:
    """Warnings about lasting mistakes in the set-up, each logged at most once an hour."""

    def __init__(self, log: logging.Logger, clock: Callable[[], float] = monotonic) -> None:
        self._log = log
        self._clock = clock
        self._logged: dict[str, float] = {}

    def warn(self, event: str, **fields: str | None) -> None:
        """Log an event unless it was logged within the last hour."""
        now = self._clock()
        if now >= self._logged.get(event, now - HOUR_S) + HOUR_S:
            self._logged[event] = now
            log_event(self._log, logging.WARNING, event, failure=False, **fields)


class _Text(logging.Formatter):
    """Text lines: ``WARNING: table is closed (table=cf40922b, code=damaged)``."""

    def format(self, record: logging.LogRecord) -> str:
        failure = self.formatException(record.exc_info) if record.exc_info else ""
        line = f"{record.levelname}: {record.getMessage()}"
        if left_out := getattr(record, LEFT_OUT, 0):
            line += f" [{left_out} more like this before]"
        return redact(f"{line}\n{failure}".rstrip())


class _Json(logging.Formatter):
    """JSON lines: objects with ``time``, ``level``, ``event`` and the event's fields."""

    def format(self, record: logging.LogRecord) -> str:
        time = datetime.fromtimestamp(record.created, UTC)
        line: dict[str, Any] = {
            "time": time.isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": getattr(record, "event", record.getMessage()),
        }
        line |= getattr(record, "fields", {})
        if left_out := getattr(record, LEFT_OUT, 0):
            line[LEFT_OUT] = left_out
        if record.exc_info:
            line["failure"] = self.formatException(record.exc_info)
        return json.dumps(
            {
                name: redact(value) if isinstance(value, str) else value
                for name, value in line.items()
            },
            ensure_ascii=False,
        )


def set_up_logging(
    form: LogFormat = "text", level: str = "warning", stream: TextIO | None = None
) -> None:
    """Log events of that level and above to the stream (default: standard error)."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(_Json() if form == "json" else _Text())
    handler.addFilter(_is_not_cancellation)
    handler.addFilter(OncePerSecond())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)  # lower levels of other libraries are of no use here
    logging.getLogger("schwimmen").setLevel(level.upper())


def _is_not_cancellation(record: logging.LogRecord) -> bool:
    """Return whether a line is not about a request cancelled at shutdown."""
    return not (record.exc_info and isinstance(record.exc_info[1], asyncio.CancelledError))
