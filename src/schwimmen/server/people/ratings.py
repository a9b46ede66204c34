"""Ratings of guests and bots; each match at a shared table counts once."""

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
from schwimmen.records.daily import signs_of
from schwimmen.rules.errors import SchwimmenError
from schwimmen.tables import Absentees, Seat, StartedEvent, Table, absentees

from ..errors import UnknownTable
from ..live.table_store import UnreadableLog, in_thread, read_log
from ..runtime.logs import log_event, log_id
from ..runtime.rules_loader import RulesLoader, RulesLoadError
from ..storage import (
    BOT_PREFIX,
    Conflict,
    DailyOutcome,
    Database,
    NewRating,
    PeopleQueries,
    PlayerName,
    RatedMatch,
    WriteBatch,
)

log = logging.getLogger(__name__)

RETRY_S: Final = 30.0
"""Seconds before another attempt after a failure."""

QUERY_LIMIT: Final = 100
"""Unrated matches fetched by one query."""

MIN_RANKED_MATCHES: Final = 10
"""Matches that the leaderboard requires; with fewer a rating says little."""

WAIT_S: Final = 2.0
"""Seconds that a request waits at most for the ratings of the player's last matches."""

POLL_S: Final = 0.02


@dataclass(frozen=True, slots=True)
class _FinishedMatch:
    """Finished match: whether it counts, its variants' family, seats, places and ISO end time."""

    counts: bool
    family: str
    seats: tuple[Seat, ...]
    places: tuple[int, ...]
    at: str
    absentees: Absentees
    """Seats whose moves were mostly made by bots that stood in."""
    signs: str | None = None
    """Signs of the player at seat 0, if the match is a deal of the day."""

    @property
    def rated_as(self) -> list[str | None]:
        """Player or bot level that each seat is rated as, ``None`` for an erased player."""
        return [seat.player or (seat.level and BOT_PREFIX + seat.level) for seat in self.seats]

    @property
    def rated_places(self) -> list[int]:
        """Places that count: people who left the match are behind all others."""
        last = len(self.places) + 1
        return [
            last if seat in self.absentees.left else place for seat, place in enumerate(self.places)
        ]

    @property
    def unrated(self) -> set[str | None]:
        """Players for whom the match does not count."""
        return {self.rated_as[seat] for seat in self.absentees.sent_away}


class Ratings:
    """Updater of ratings, which also stores the places of all finished matches.

    A match is marked as rated in the same transaction as its ratings, so the process may be killed
    at any moment: ``run`` finds matches left unrated.
    """

    def __init__(self, database: Database, rules_loader: RulesLoader) -> None:
        self._database = database
        self._rules_loader = rules_loader
        self._people = PeopleQueries(database)
        self._queue: asyncio.Queue[str] = asyncio.Queue()
        self._finished: dict[str, _FinishedMatch] = {}
        """Finished matches in the queue whose logs need not be read."""
        self._lock = asyncio.Lock()

    def match_over(self, table_id: str, table: Table) -> None:
        """Queue a match that is over."""
        self._finished[table_id] = _finished(table)
        self._queue.put_nowait(table_id)

    @asynccontextmanager
    async def paused(self) -> AsyncIterator[None]:
        """Change no rating in this process during the block, in which logs may change."""
        async with self._lock:
            try:
                yield
            finally:
                self._finished.clear()

    async def caught_up(self, player: str | None) -> None:
        """Wait until the player's last matches are rated, but at most ``WAIT_S``."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(WAIT_S):
                while any(
                    seat.player == player
                    for match in self._finished.values()
                    for seat in match.seats
                    if seat.player is not None
                ):
                    await asyncio.sleep(POLL_S)

    async def run(self) -> None:
        """Rate matches left unrated, then each that finishes, until cancelled."""
        with contextlib.suppress(RulesLoadError):
            await self._rules_loader.loaded()
            while True:
                try:
                    await self._catch_up()
                    while True:
                        await self._rate(await self._queue.get())
                except SchwimmenError as error:
                    log_event(log, ERROR, "could not rate matches", reason=str(error))
                await asyncio.sleep(RETRY_S)

    async def _catch_up(self) -> None:
        while found := await self._people.unrated(QUERY_LIMIT):
            for table_id in found:
                await self._rate(table_id)

    async def _rate(self, table_id: str) -> None:
        """Rate a match unless that is done or its table has been deleted."""
        async with self._lock:
            known = self._finished.get(table_id)
            try:
                while not await self._people.is_rated(table_id):
                    try:
                        finished = known or await self._read(table_id)
                        known = None
                        await self._database.write(await self._batch(table_id, finished))
                    except UnknownTable:
                        return
                    except Conflict:
                        await asyncio.sleep(0)  # another process rates matches, too
            finally:
                self._finished.pop(table_id, None)

    async def _read(self, table_id: str) -> _FinishedMatch | None:
        """Return a finished match from its log, ``None`` if the log cannot be replayed."""
        try:
            events = await read_log(self._database, table_id)
            try:
                return _finished(await in_thread(len(events), lambda: Table.replay(events)))
            except Exception as error:  # an old log may fail in any way under today's rules
                raise UnreadableLog(str(error)) from None
        except UnreadableLog as error:  # other matches still count
            log_event(
                log, WARNING, "could not rate a match", table=log_id(table_id), reason=str(error)
            )
            return None

    async def _batch(self, table_id: str, finished: _FinishedMatch | None) -> WriteBatch:
        if finished is None:
            return WriteBatch(rated_matches=[RatedMatch(table_id, None)])
        batch = WriteBatch(rated_matches=[RatedMatch(table_id, list(finished.places))])
        if finished.signs is not None:
            outcome = DailyOutcome(table_id, finished.at, finished.places[0], finished.signs)
            batch += WriteBatch(daily_outcomes=[outcome])
        if not finished.counts:
            return batch
        rated_as = [one for one in finished.rated_as if one is not None]
        before = await self._people.ratings_in_family(finished.family, rated_as)
        after = updated_ratings(finished.rated_places, finished.rated_as, before)
        return batch + WriteBatch(
            ratings=[
                NewRating(
                    family=finished.family,
                    who=one,
                    mu=rating.mu,
                    sigma=rating.sigma,
                    matches=rating.matches,
                    wins=rating.wins,
                    last=finished.at,
                    matches_before=before[one].matches if one in before else 0,
                )
                for one, rating in sorted(after.items())
                if one not in finished.unrated
            ],
            player_names=[
                PlayerName(seat.player, seat.name, finished.at, replace=False)
                for seat in finished.seats
                if seat.player is not None
            ],
        )


def _finished(table: Table) -> _FinishedMatch:
    """Return the finished match of a table."""
    match = table.finished_match
    assert match is not None, "the match is running"
    started = next((one for one in table.log if isinstance(one, StartedEvent)), table.created)
    at = table.log[-1].at
    return _FinishedMatch(
        counts=table.created.settings is not None
        and all(seat.bot is None for seat in started.seats),
        family=family_of(variant_of(match.rules.preset, match.rules.changed)),
        seats=started.seats,
        places=placings(match),
        at=at,
        absentees=absentees(table.log),
        signs=None if table.created.daily is None else signs_of(match.results, seat=0),
    )
