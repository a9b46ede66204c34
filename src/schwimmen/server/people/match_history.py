"""Matches of a player: counted once from each log, and read one by one."""

from __future__ import annotations

import asyncio
import json
import logging
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import asdict
from functools import partial
from logging import ERROR, WARNING
from time import monotonic
from typing import Any, Final, TypeVar

from pydantic import ValidationError

from schwimmen.analysis import FACTS_VERSION, WINDOW, Streaks, facts_of
from schwimmen.analysis.statistics.figures import (
    UNREADABLE_MATCH,
    Result,
    by_frequency,
    statistics_from,
)
from schwimmen.analysis.statistics.progress import Progress
from schwimmen.records import play, read_record
from schwimmen.rules.errors import SchwimmenError
from schwimmen.tables import read_event, record_of_log

from ..live.table_store import STORED_FACTS, StoredFacts, facts_row, last_move_at
from ..runtime.logs import log_event, log_id
from ..runtime.rules_loader import RulesLoader, RulesLoadError
from ..storage import (
    UNREADABLE,
    Conflict,
    Database,
    FigureQueries,
    Place,
    PlayerFigures,
    SeatFacts,
    Selection,
    StoredMatch,
    WriteBatch,
)
from ..wire import statistics as wire
from ..wire.tables import SummarySeat
from .match_csv import PlayedMatch, Rows, csv_header, csv_lines

log = logging.getLogger(__name__)

GROUP: Final = 10
"""Matches counted in one transaction; an interruption loses no more."""

PAGE: Final = 100
"""Matches whose places are read at once."""

ROUNDS_AT_ONCE: Final = 300
"""Rounds of the matches that are read at once, a longer match alone."""

MAX_COURSE: Final = 200
"""Matches in the course of results, the last ones."""

VERSION_SETTING: Final = "facts_version"
"""Setting with the version of the facts that the aggregates were made from."""

SHORT_S: Final = 0.005
"""Seconds in which matches may be read without a pause; the rest counts twice as a pause."""

RETRY_S: Final = 30.0
"""Seconds before another attempt after a failure."""

_EXECUTOR: Final = ThreadPoolExecutor(1, thread_name_prefix="facts")

T = TypeVar("T")


async def in_facts_thread(work: Callable[[], T]) -> T:
    """Run ``work`` in the only thread for facts, so that many readers leave time for others."""
    return await asyncio.get_running_loop().run_in_executor(_EXECUTOR, work)


class MatchHistories:
    """Match histories of players.

    A match is counted in the transaction that ends it. Before that, and if an earlier version
    stored it, ``catch_up`` counts it on request. Methods about a player raise ``StorageError`` if
    the database fails, and ``RulesLoadError`` if matches have to be replayed without rules.
    """

    def __init__(self, database: Database, rules_loader: RulesLoader) -> None:
        self._database = database
        self._queries = FigureQueries(database)
        self._rules_loader = rules_loader
        self._counting = asyncio.Lock()
        self._reading = asyncio.Lock()

    async def prepare(self) -> None:
        """Mark all matches as not counted if their facts are of another version."""
        stored = await self._database.settings_with_prefix(VERSION_SETTING)
        if stored.get(VERSION_SETTING) != str(FACTS_VERSION):
            setting = (VERSION_SETTING, str(FACTS_VERSION))
            await self._database.write(WriteBatch(settings=[setting], stale=[True]))

    async def run(self) -> None:
        """Count all finished matches that are not counted, within half of the time."""
        with suppress(RulesLoadError):
            while True:
                began = monotonic()
                try:
                    player = await self._queries.stale_player()
                    if player is None:
                        return
                    await self._count_some(player)
                    pause = monotonic() - began
                except RulesLoadError:
                    raise
                except SchwimmenError as error:
                    log_event(log, ERROR, "could not count matches", reason=str(error))
                    pause = RETRY_S
                await asyncio.sleep(pause)

    async def catch_up(self, player: str) -> None:
        """Count the moves in a player's matches that are not counted."""
        while await self._count_some(player):
            pass

    async def _count_some(self, player: str) -> bool:
        """Count the first matches of a player that are not counted; return if more may be left.

        Moves made meanwhile are left for the next call.
        """
        if not await self._queries.stale_seats(player, 1):
            return False
        async with self._counting:  # concurrent requests find the matches counted
            rows = await self._queries.stale_seats(player, GROUP)
            facts = [await self._facts(row) for row in rows]
            # Another server may have counted one of them, or its table has been deleted.
            with suppress(Conflict):
                await self._database.write(WriteBatch(facts=facts))
        return len(rows) == GROUP

    async def _facts(self, row: dict[str, Any]) -> SeatFacts:
        if not _is_current(row):
            await self._rules_loader.wait()
        bodies = await self._database.log_texts(row["id"])
        return await in_facts_thread(partial(_facts, row, bodies))

    async def statistics(
        self, player: str | None, variant: str | None, players: int | None
    ) -> wire.Statistics:
        """Return statistics of a player's matches of one variant or number of players, or all."""
        selection = Selection(player or "", variant, players)
        if player is None:
            return _statistics(selection, PlayerFigures({}, None, Progress(), {}, []))
        await self.catch_up(player)
        figures = await self._queries.figures(selection, MAX_COURSE + WINDOW - 1)
        return _statistics(selection, figures)

    async def csv(
        self,
        player: str | None,
        variant: str | None,
        players: int | None,
        rows: Rows,
        charge: Callable[[int], None],
    ) -> AsyncIterator[str]:
        """Yield a CSV file with a line for each match or round, oldest first, after the headers.

        ``charge`` is called with the number of characters that are read, but not sent.
        """
        if player is not None:
            await self.catch_up(player)
        yield csv_header(rows)
        if player is not None:
            selection = Selection(player, variant, players)
            texts = self._texts(lambda played: csv_lines(played, rows), selection, PAGE)
            async for lines, read in texts:
                charge(max(0, read - len(lines)))
                yield lines

    async def page(self, player: str | None, limit: int, before: str | None) -> AsyncIterator[str]:
        """Yield a ``wire.MatchHistory`` as JSON: the newest matches, or those before a table."""
        not_counted, after = 0, None
        if player is not None:
            await self.catch_up(player)
            not_counted = await self._queries.count_unreadable(player)
            if before is not None:
                after = await self._queries.place_of(player, before)
        yield '{"matches":['
        count = 0
        if player is not None:
            async for text, _ in self._texts(
                _json_of, Selection(player), limit + 1, after, newest=True
            ):
                count += 1
                if count > limit:
                    break
                yield text if count == 1 else f",{text}"
        yield f'],"more":{json.dumps(count > limit)},"not_counted":{not_counted}}}'

    async def _texts(
        self,
        text_of: Callable[[PlayedMatch], str],
        selection: Selection,
        page: int,
        after: Place | None = None,
        newest: bool = False,
    ) -> AsyncIterator[tuple[str, int]]:
        """Yield the text of each match in order, or the ``newest`` first, after a place.

        Beside it is the number of characters of its facts. Matches are read when their texts are
        asked for, and for one reader at a time, with pauses that leave time for others.
        """
        while True:
            found = await self._queries.places(selection, page, after, newest)
            for places in _groups(found):
                async with self._reading:
                    began = monotonic()
                    texts = await self._texts_at(places, text_of)
                    await asyncio.sleep(max(0.0, 2 * (monotonic() - began - SHORT_S)))
                for text in texts:
                    yield text
            if len(found) < page:
                return
            after = found[-1][0]

    async def _texts_at(
        self, places: Sequence[Place], text_of: Callable[[PlayedMatch], str]
    ) -> list[tuple[str, int]]:
        """Return the texts of the readable matches at places."""
        matches = await self._queries.matches(places)
        return await in_facts_thread(
            lambda: [
                (text_of(played), len(one.body or ""))
                for one in matches
                if (played := _played(one)) is not None
            ]
        )


def _groups(found: Iterable[tuple[Place, int]]) -> Iterator[list[Place]]:
    """Yield places in groups whose matches have about ``ROUNDS_AT_ONCE`` rounds or are alone."""
    group: list[Place] = []
    rounds = 0
    for place, count in found:
        if group and rounds + count > ROUNDS_AT_ONCE:
            yield group
            group, rounds = [], 0
        group.append(place)
        rounds += count
    if group:
        yield group


def _played(stored: StoredMatch) -> PlayedMatch | None:
    """Return a stored match, ``None`` if its facts cannot be read."""
    facts = None if stored.body is None else _read_stored(stored.body)
    if facts is None:
        return None
    return PlayedMatch(
        stored.table_id,
        stored.created,
        facts.last_at,
        tuple((one["name"], one["level"]) for one in stored.summary["seats"]),
        facts.match,
        hints=stored.summary.get("hints", 0),
    )


def _is_current(row: dict[str, Any]) -> bool:
    """Return whether the stored facts are those of the whole log."""
    whole = row["seq"] == row["last"] and row["version"] == FACTS_VERSION
    return bool(whole and row["body"] is not None)


def _facts(row: dict[str, Any], bodies: Sequence[str]) -> SeatFacts:
    """Return the facts of a row's seat; the stored ones if the log cannot be replayed."""
    stored = None
    if row["body"] is not None and row["version"] == FACTS_VERSION:
        stored = _read_stored(row["body"])
    try:
        events = [read_event(body) for body in bodies]
        if stored is None or not _is_current(row):
            record = read_record(record_of_log(events, unfinished=True))
            match = facts_of(play(record), row["seat"])
        else:
            match = stored.match
        stored = StoredFacts(last_move_at(events), match)
    except Exception as error:
        # An old log may fail in any way under today's rules; other matches still count.
        log_event(log, WARNING, "table is not counted", table=log_id(row["id"]), reason=str(error))
    summary = row["summary"]
    device, hints = summary.get("device", False), summary.get("hints", 0)
    if stored is not None:
        return facts_row(row["id"], row["last"], stored, device, hints)
    key = row["id"], row["seat"], row["last"]
    return SeatFacts(*key, FACTS_VERSION, None, UNREADABLE_MATCH, "", device, hints)


def _read_stored(body: str) -> StoredFacts | None:
    try:
        return STORED_FACTS.validate_json(body)
    except ValidationError as error:
        log_event(log, WARNING, "stored facts cannot be read", reason=error.errors()[0]["msg"])
        return None


def _statistics(selection: Selection, figures: PlayerFigures) -> wire.Statistics:
    """Return the statistics of a selection from the aggregates."""
    kinds = {kind: counts for kind, counts in figures.kinds.items() if kind != UNREADABLE}
    chosen = {kind: counts for kind, counts in kinds.items() if selection.has(kind)}
    streaks = Streaks(figures.progress.wins, figures.progress.longest)
    results = [Result(one.won, one.rounds, one.lost) for one in figures.course]
    found = asdict(statistics_from(chosen, figures.best, streaks, results))
    found["matches"]["with_hints"] = sum(counts["with hints"] for counts in chosen.values())
    course = [
        point
        | {"id": one.table_id, "ended": one.ended, "variant": one.variant, "players": one.players}
        for one, point in zip(figures.course, found["course"], strict=True)
    ]
    variants = Counter[str]()
    for (variant, _), counts in kinds.items():
        variants[variant] += counts["played"]
    return wire.Statistics.model_validate(
        found
        | {
            "since": figures.since,
            "variants": [variant for variant, _ in by_frequency(variants)],
            "players": sorted({players for _, players in kinds}),
            "not_counted": figures.kinds.get(UNREADABLE, Counter())["unreadable"],
            "window": WINDOW,
            "course": course[-MAX_COURSE:],
        }
    )


def _json_of(played: PlayedMatch) -> str:
    match = wire.PlayedMatch(
        id=played.table_id,
        started=played.started,
        ended=played.last_at,
        seats=[SummarySeat(name=name, level=level) for name, level in played.seats],
        hints=played.hints,
        facts=played.match,
    )
    return match.model_dump_json()
