"""What a player has played on this server, told by facts that are drawn from each log once."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from logging import WARNING
from typing import Any, Final

from pydantic import TypeAdapter, ValidationError

from schwimmen.analysis import FACTS_VERSION, MatchFacts, facts_of
from schwimmen.records import play, read_record
from schwimmen.tables import ClosedEvent, read_event, record_of_log

from .kernel import Kernel
from .logs import say, short
from .storage import Database, Facts, Write

log = logging.getLogger(__name__)

GROUP: Final = 25
"""Matches played again before what they told is kept; one that breaks off loses no more."""


@dataclass(frozen=True, slots=True)
class Told:
    """The facts of a match, and when the last thing happened in it."""

    last_at: str
    match: MatchFacts


@dataclass(frozen=True, slots=True)
class Played:
    """A match of the player, with the name at each seat and the level of a bot."""

    table_id: str
    started: str
    last_at: str
    seats: tuple[tuple[str, str | None], ...]
    match: MatchFacts


@dataclass(frozen=True, slots=True)
class History:
    """A player's matches in the order in which they were opened.

    ``not_counted`` are those whose log plays no more.
    """

    matches: Sequence[Played] = ()
    not_counted: int = 0


_KEPT: Final = TypeAdapter(Told)


class PlayedMatches:
    """Finds the matches of a player.

    Facts are kept in the database for the log's last event: a finished match is played again once
    in its life, a running one when it has gone on. They are made when they are asked for, so that
    nobody at a table waits for them.
    """

    def __init__(self, database: Database, kernel: Kernel) -> None:
        self._database = database
        self._kernel = kernel
        self._making = asyncio.Lock()

    async def of(self, player: str | None) -> History:
        """The matches where the player has a seat.

        Raises ``StorageError``, and ``KernelFailed`` where matches would have to be played again.
        """
        if player is None:
            return History()
        rows = await self._rows(player)
        if any(map(_is_stale, rows)):
            async with self._making:  # whoever asks meanwhile finds them made
                rows = await self._rows(player)
                await self._make([row for row in rows if _is_stale(row)])
                rows = await self._rows(player)
        return await asyncio.to_thread(_read, rows)

    async def _rows(self, player: str) -> list[dict[str, Any]]:
        """Return the player's seats at tables where a first round has been dealt."""
        return [row for row in await self._database.facts_of(player) if row["summary"]["round"]]

    async def _make(self, rows: Sequence[dict[str, Any]]) -> None:
        await self._kernel.wait()
        for start in range(0, len(rows), GROUP):
            group = rows[start : start + GROUP]
            logs = [await self._database.log_texts(row["id"]) for row in group]
            made = await asyncio.to_thread(_all_facts, group, logs)
            await self._database.write(Write(facts=made))


def _is_stale(row: dict[str, Any]) -> bool:
    return bool(row["seq"] != row["last"] or row["version"] != FACTS_VERSION)


def _all_facts(rows: Sequence[dict[str, Any]], logs: Sequence[Sequence[str]]) -> list[Facts]:
    return [_facts(row, bodies) for row, bodies in zip(rows, logs, strict=True)]


def _facts(row: dict[str, Any], bodies: Sequence[str]) -> Facts:
    """What the log tells of the row's seat; what was kept of it before, if it plays no more."""
    body: str | None
    try:
        body = _KEPT.dump_json(_told(bodies, row["seat"])).decode()
    except Exception as error:
        # Whatever an old log makes today's rules do: this match cannot be counted, others can.
        say(log, WARNING, "table is not counted", table=short(row["id"]), reason=str(error))
        body = row["body"] if row["version"] == FACTS_VERSION else None
    return Facts(row["id"], row["seat"], row["last"], FACTS_VERSION, body)


def _told(bodies: Sequence[str], seat: int) -> Told:
    events = [read_event(body) for body in bodies]
    last = next(event for event in reversed(events) if not isinstance(event, ClosedEvent))
    record = record_of_log(events, unfinished=True)
    return Told(last.at, facts_of(play(read_record(record)), seat))


def _read(rows: Sequence[dict[str, Any]]) -> History:
    matches = []
    for row in rows:
        told = _kept(row["body"])
        if told is not None:
            seats = tuple((seat["name"], seat["level"]) for seat in row["summary"]["seats"])
            matches.append(Played(row["id"], row["created"], told.last_at, seats, told.match))
    return History(matches, not_counted=len(rows) - len(matches))


def _kept(body: str | None) -> Told | None:
    try:
        return None if body is None else _KEPT.validate_json(body)
    except ValidationError as error:
        say(log, WARNING, "kept facts cannot be read", reason=error.errors()[0]["msg"])
        return None
