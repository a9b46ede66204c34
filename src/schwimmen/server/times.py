"""Times as they stand in logs: ISO, in UTC, to the millisecond."""

from __future__ import annotations

from datetime import UTC, datetime


def log_time(time: datetime) -> str:
    """A time as it stands in logs."""
    return time.astimezone(UTC).isoformat(timespec="milliseconds")


def utc_now() -> str:
    """The time now as it stands in logs."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def seconds_between(earlier: str, later: str) -> float:
    """Seconds from one time to another.

    >>> seconds_between("2026-11-22T10:00:00.000+00:00", "2026-11-22T10:00:01.500+00:00")
    1.5
    """
    return (datetime.fromisoformat(later) - datetime.fromisoformat(earlier)).total_seconds()


def shifted(time: str, earlier: str, later: str) -> str:
    """The time, moved by as much as lies between two others.

    >>> shifted("2026-11-22T10:00:00.000+00:00", "2026-11-22T12:00:00Z", "2026-11-22T13:30:00Z")
    '2026-11-22T11:30:00.000+00:00'
    """
    moved = datetime.fromisoformat(later) - datetime.fromisoformat(earlier)
    return log_time(datetime.fromisoformat(time) + moved)
