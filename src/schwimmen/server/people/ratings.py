"""Ratings of guests and bots: a match at a table that was opened with settings counts once."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from logging import ERROR, WARNING
from typing import Final

from schwimmen.analysis import family_of, placings, updated_ratings, variant_of
from schwimmen.rules.errors import SchwimmenError
from schwimmen.tables import Seat, StartedEvent, Table

from ..live.table_store import UnknownTable, UnreadableLog, in_thread, read_log
from ..operation.logs import log_event, log_id
from ..operation.rules_loader import RulesLoader, RulesLoadError
from ..storage import (
    BOT_PREFIX,
    Conflict,
    Database,
    NewRating,
    PeopleQueries,
    PlayerName,
    RatedMatch,
    WriteBatch,
)

log = logging.getLogger(__name__)

RETRY_S: Final = 30.0
"""Seconds until it is tried again to rate what could not be."""

GROUP: Final = 100
"""Matches that are looked for at a time, of those left over from before."""

MIN_RANKED_MATCHES: Final = 10
"""Matches from which on somebody is on the leaderboard: before, the figure says little."""


ALONE_UNTIL: Final = "2026-11-23"
"""Until that day matches at one person's table counted, though leaving one did not: it paid."""


@dataclass(frozen=True, slots=True)
class _Ended:
    """A match that is over: who came where, by which rules, and when; whether it counts."""

    counts: bool
    family: str
    seats: tuple[Seat, ...]
    places: tuple[int, ...]
    at: str

    @property
    def who(self) -> list[str | None]:
        """Whose strength each seat shows: a player's, a level's, nobody's."""
        return [seat.player or (seat.level and BOT_PREFIX + seat.level) for seat in self.seats]


class Ratings:
    """Moves ratings by the matches that end, and notes the places of all.

    What has been rated is kept in the same transaction as the ratings, so that a process may end
    at any moment: what it has left over is found again by ``run``.
    """

    def __init__(self, database: Database, rules_loader: RulesLoader) -> None:
        self._database = database
        self._rules_loader = rules_loader
        self._register = PeopleQueries(database)
        self._waiting: asyncio.Queue[str] = asyncio.Queue()
        self._ended: dict[str, _Ended] = {}
        """What is known of those that wait: their logs need not be read."""
        self._still = asyncio.Lock()

    def match_over(self, table_id: str, table: Table) -> None:
        """Has a match rated that is over now."""
        self._ended[table_id] = _ended(table)
        self._waiting.put_nowait(table_id)

    @asynccontextmanager
    async def paused(self) -> AsyncIterator[None]:
        """No rating changes in this process until the end of the block; logs may."""
        async with self._still:
            try:
                yield
            finally:
                self._ended.clear()

    async def run(self) -> None:
        """Rates what has not been rated, then whatever ends, until it is cancelled."""
        with contextlib.suppress(RulesLoadError):
            await self._rules_loader.wait()
            while True:
                try:
                    await self._catch_up()
                    while True:
                        await self._rate(await self._waiting.get())
                except SchwimmenError as error:
                    log_event(log, ERROR, "matches could not be rated", reason=str(error))
                await asyncio.sleep(RETRY_S)

    async def _catch_up(self) -> None:
        while found := await self._register.unrated(GROUP):
            for table_id in found:
                await self._rate(table_id)

    async def _rate(self, table_id: str) -> None:
        """Counts a match, unless it has been counted; a removed table's no more."""
        async with self._still:
            known = self._ended.pop(table_id, None)
            while not await self._register.is_rated(table_id):
                try:
                    ended = known or await self._read(table_id)
                    known = None
                    await self._database.write(await self._write(table_id, ended))
                except UnknownTable:
                    return
                except Conflict:
                    await asyncio.sleep(0)  # another process rates too: look again

    async def _read(self, table_id: str) -> _Ended | None:
        """What the log of a match says that is over; nothing if it plays no more."""
        try:
            events = await read_log(self._database, table_id)
            try:
                return _ended(await in_thread(len(events), lambda: Table.replay(events)))
            except Exception as error:  # whatever an old log makes today's rules do
                raise UnreadableLog(str(error)) from None
        except UnreadableLog as error:  # this match cannot count, others can
            log_event(log, WARNING, "match is not rated", table=log_id(table_id), reason=str(error))
            return None

    async def _write(self, table_id: str, ended: _Ended | None) -> WriteBatch:
        if ended is None:
            return WriteBatch(rated_matches=[RatedMatch(table_id, None)])
        write = WriteBatch(rated_matches=[RatedMatch(table_id, list(ended.places))])
        if not ended.counts:
            return write
        who = [one for one in ended.who if one is not None]
        before = await self._register.ratings_in_family(ended.family, who)
        after = updated_ratings(ended.places, ended.who, before)
        return write + WriteBatch(
            ratings=[
                NewRating(
                    family=ended.family,
                    who=one,
                    mu=rating.mu,
                    sigma=rating.sigma,
                    matches=rating.matches,
                    wins=rating.wins,
                    last=ended.at,
                    matches_before=before[one].matches if one in before else 0,
                )
                for one, rating in sorted(after.items())
            ],
            player_names=[
                PlayerName(seat.player, seat.name, ended.at, replace=False)
                for seat in ended.seats
                if seat.player is not None
            ],
        )


def _ended(table: Table) -> _Ended:
    """What is to know of a table whose match is over."""
    match = table.finished_match
    assert match is not None, "goes on"
    started = next((one for one in table.log if isinstance(one, StartedEvent)), table.created)
    at = table.log[-1].at
    return _Ended(
        counts=table.settings is not None or at < ALONE_UNTIL,
        family=family_of(variant_of(match.rules.preset, match.rules.changed)),
        seats=started.seats,
        places=placings(match),
        at=at,
    )
