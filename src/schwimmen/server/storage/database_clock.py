"""Clock of a database that servers share, so that their logs agree on the time."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from time import monotonic

from ..runtime.clock import iso_time
from . import Database, LeaseQueries


class DatabaseClock:
    """Time of the database, by the steady clock of this server between comparisons."""

    def __init__(self, database: Database, steady: Callable[[], float] = monotonic) -> None:
        self._leases = LeaseQueries(database)
        self._steady = steady
        self._start = datetime.now(UTC) - timedelta(seconds=steady())
        """Time at which the steady clock was 0."""

    def now(self) -> str:
        """Return the ISO time."""
        return iso_time(self._time())

    def _time(self) -> datetime:
        return self._start + timedelta(seconds=self._steady())

    async def compare(self) -> None:
        """Correct this clock if it is wrong by more than the query takes.

        Raises ``StorageError``.
        """
        asked = self._steady()
        earliest = await self._leases.time()
        latest = earliest + timedelta(seconds=self._steady() - asked)
        time = self._time()
        self._start += min(max(time, earliest), latest) - time
