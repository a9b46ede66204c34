"""Deals of the day of a server: today's, published ones, the caller's results, shared lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from datetime import date as Date
from datetime import datetime, time
from typing import Final
from zoneinfo import ZoneInfo

from schwimmen.records.daily import (
    VARIANTS,
    DailyError,
    DailyResult,
    DailySecret,
    check_date,
    check_variant,
    distribution,
    next_date,
    streak,
)

from ..live.hub import Hub
from ..runtime.clock import iso_time
from ..storage import Conflict, DailyQueries, DailyRow, Database, WriteBatch
from ..wire import daily as wire

MIN_RESULTS: Final = 5
"""Results from which on their distribution is shown; with fewer it would name players."""

FIRST: Final = "daily.first"
LATEST: Final = "daily.latest"
"""Settings with the first date that the server has had a deal for, and the latest."""


class DailyDeals:
    """Deals of the day in a time zone. Every method raises ``StorageError`` if reading fails."""

    def __init__(self, database: Database, hub: Hub, zone: ZoneInfo) -> None:
        self._database = database
        self._hub = hub
        self._zone = zone
        self._secret = DailySecret(database.secret)
        self._queries = DailyQueries(database)

    async def today(self, player: str | None) -> wire.Daily:
        """Return today's deals. Raises ``DailyError`` if the server's clock was set back."""
        first, today = await self._dates()
        return wire.Daily(
            date=today,
            time_zone=self._zone.key,
            first=first,
            until=self._until(today),
            deals=[await self._today(today, variant, player) for variant in VARIANTS],
        )

    async def past(self, date: str | None, player: str | None) -> wire.DailyDay:
        """Return the deals of an earlier date, by default yesterday, with their seeds.

        Raises ``DailyError`` for a bad date, today, the future, and before the first deal.
        """
        first, today = await self._dates()
        date = next_date(today, -1) if date is None else check_date(date)
        if date > today:
            raise DailyError(f"{date} is in the future", "daily_future", date=date)
        if date == today:
            line = f"the seeds of {date} are published when the day is over"
            raise DailyError(line, "daily_not_over", date=date, until=self._until(today))
        if date < first:
            line = f"there was no deal on {date}: the first was on {first}"
            raise DailyError(line, "daily_before_first", date=date, first=first)
        return wire.DailyDay(
            date=date, deals=[await self._past(date, variant, player) for variant in VARIANTS]
        )

    async def calendar(
        self, player: str | None, variant: str | None
    ) -> list[wire.DailyCalendarDay]:
        """Return the deals that a player has begun, newest first, of all variants or of one.

        Raises ``DailyError`` for an unknown variant.
        """
        if variant is not None:
            check_variant(variant)
        rows = [] if player is None else await self._queries.begun(player, variant)
        return [
            wire.DailyCalendarDay(
                date=row.date, variant=row.variant, table=row.table_id, result=self._result(row)
            )
            for row in rows
        ]

    async def start(self, new: wire.NewDailyTable, player: str) -> str:
        """Return the table at which a player plays today's deal, from any device.

        Raises ``DailyError`` for a bad date or variant, a date other than today's, and a deal that
        the player has finished.
        """
        _, today = await self._dates()
        check_variant(new.variant)
        if check_date(new.date) != today:
            code = "daily_future" if new.date > today else "daily_over"
            line = f"the deal of {new.date} cannot be played today: for this server it is {today}"
            raise DailyError(line, code, date=new.date, today=today)
        row = await self._begun(player, today, new.variant)
        if row is None:
            deal = self._secret.deal(today, new.variant)
            try:
                return await self._hub.open_daily(deal, player, new.name, self._until(today))
            except Conflict:  # another device of the player was faster
                row = await self._begun(player, today, new.variant)
        if row is None or row.place is not None:
            line = f"you have played the deal of {today} already; the next one is tomorrow's"
            raise DailyError(line, "daily_played", date=today, variant=new.variant)
        return row.table_id

    def read_line(self, line: str) -> DailyResult:
        """Return the result of a shared line. Raises ``DailyError`` for a changed one."""
        return self._secret.read_share_line(line)

    def date(self, days: int = 0) -> str:
        """Return the date in the time zone, ``days`` after today."""
        now = datetime.fromisoformat(self._hub.server_clock.wall())
        return next_date(now.astimezone(self._zone).date().isoformat(), days)

    async def _dates(self) -> tuple[str, str]:
        """Return the first date with a deal, and today's.

        Seeds of dates before the latest may be public, so a clock that was set back is refused.
        """
        today = self.date()
        stored = await self._database.settings_with_prefix("daily.")
        first, latest = stored.get(FIRST, today), stored.get(LATEST, "")
        if latest > today:
            line = f"the server's clock shows {today}, but there was a deal on {latest} already"
            raise DailyError(line, "daily_clock", today=today, latest=latest)
        if latest < today:
            await self._database.write(WriteBatch(settings=[(FIRST, first), (LATEST, today)]))
        return first, today

    def _until(self, date: str) -> str:
        """Return the ISO time at which a date ends in the time zone."""
        midnight = datetime.combine(Date.fromisoformat(next_date(date)), time(), self._zone)
        return iso_time(midnight)

    async def _begun(self, player: str | None, date: str, variant: str) -> DailyRow | None:
        rows = [] if player is None else await self._queries.begun(player, variant)
        return next((row for row in rows if row.date == date), None)

    async def _today(self, today: str, variant: str, player: str | None) -> wire.DailyToday:
        rows = [] if player is None else await self._queries.begun(player, variant)
        own = next((row for row in rows if row.date == today), None)
        result = None if own is None else self._result(own)
        terms = VARIANTS[variant]
        return wire.DailyToday(
            variant=variant,
            options=dict(terms.options),
            levels=list(terms.levels),
            commitment=self._secret.deal(today, variant).commitment,
            next_commitment=self._secret.deal(next_date(today), variant).commitment,
            state="open" if own is None else "playing" if result is None else "done",
            table=None if own is None else own.table_id,
            result=result,
            streak=streak({row.date for row in rows if row.place is not None}, today),
            distribution=_distribution(await self._queries.results(today, variant), variant),
        )

    async def _past(self, date: str, variant: str, player: str | None) -> wire.DailyPast:
        own = await self._begun(player, date, variant)
        rows = await self._queries.results(date, variant)
        counts = Counter((row.place or 0, row.signs or "") for row in rows)
        deal, terms = self._secret.deal(date, variant), VARIANTS[variant]
        return wire.DailyPast(
            variant=variant,
            options=dict(terms.options),
            levels=list(terms.levels),
            commitment=deal.commitment,
            seed=deal.seed,
            result=None if own is None else self._result(own),
            distribution=_distribution(rows, variant),
            results=None
            if len(rows) < MIN_RESULTS
            else [
                wire.DailyCount(place=place, signs=signs, count=count)
                for (place, signs), count in counts.items()
            ],
        )

    def _result(self, row: DailyRow) -> wire.DailyResult | None:
        if row.place is None or row.signs is None:
            return None
        players = VARIANTS[row.variant].players
        result = DailyResult(row.date, row.variant, row.place, players, row.signs)
        line = self._secret.share_line(result)
        return wire.DailyResult(place=row.place, signs=row.signs, line=line)


def _distribution(rows: Sequence[DailyRow], variant: str) -> list[int] | None:
    if len(rows) < MIN_RESULTS:
        return None
    return distribution([row.place or 0 for row in rows], VARIANTS[variant].players)


def shared(result: DailyResult) -> wire.DailyShared:
    """Return the result of a shared line as it is sent."""
    return wire.DailyShared.model_validate(asdict(result))
