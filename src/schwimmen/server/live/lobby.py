"""The lobby: open tables to join, running ones to watch, and a seat wherever one is free."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable
from datetime import datetime, timedelta
from logging import ERROR
from typing import Any, Final

from schwimmen.players import LEVELS
from schwimmen.rules.errors import SchwimmenError
from schwimmen.rules.ruleset import RuleSet
from schwimmen.tables import Clock, Join, Refusal, Settings, check_no_link, validate_name

from ..limits.allowance import DEFAULT_ALLOWANCE, Allowance
from ..limits.buckets import MAX_KEYS, LimitReached
from ..operation.clock import iso_time, utc_now
from ..operation.logs import log_event
from ..storage import Database, HostSeen, WriteBatch
from ..wire.people import Lobby as LobbyLists
from ..wire.people import LobbyTable, NewSharedTable, QuickMatch
from ..wire.tables import SummarySeat
from .hub import Hub
from .table_store import UnknownTable, UnreadableLog, quick_match_key

log = logging.getLogger(__name__)

NOTE_INTERVAL_S: Final = 1.0
"""Seconds from one look for hosts who have come to the next."""

RENOTE_AFTER_S: Final = 10.0
"""Seconds after which it is noted again that a host is here."""

LISTED_FOR_S: Final = 30.0
"""Seconds that a table is listed after its host was last noted: a page may be loaded again."""

PATIENCE_S: Final = 20
"""Seconds until bots take the seats of a quick match that are empty."""

QUICK_CLOCK: Final = Clock(move=30, reserve=60)
"""Nobody waits for ever for somebody they do not know."""

QUICK_LEVEL: Final = "casual"
assert QUICK_LEVEL in LEVELS


class Lobby:
    """Finds tables for people who know of none. ``run`` it, so that tables are listed."""

    def __init__(
        self,
        hub: Hub,
        database: Database,
        allowed: Allowance = DEFAULT_ALLOWANCE,
        now: Callable[[], str] = utc_now,
    ) -> None:
        self._hub = hub
        self._database = database
        self._allowed = allowed
        self._now = now
        self._seating = asyncio.Lock()
        self._opened: dict[str, set[str]] = {}
        """By address the tables opened from there, in memory only: no address is kept."""
        self._noted: dict[str, str] = {}
        """When the hosts of tables were last noted to be here."""

    async def list_tables(self) -> LobbyLists:
        """The tables that are open to all and whose host is there. Raises ``StorageError``."""
        since = self._since()
        return LobbyLists(
            gathering=[
                _shown(row) for row in await self._database.lobby_tables("gathering", since)
            ],
            running=[_shown(row) for row in await self._database.lobby_tables("playing", since)],
        )

    async def open_shared(self, asked: NewSharedTable, player: str, address: str | None) -> str:
        """Opens a table for several people and returns its id.

        Raises ``LimitReached`` where too many are open already, and ``SchwimmenError`` as
        ``Hub.open_shared``.
        """
        if asked.settings.visibility != "open":
            return await self._hub.open_shared(asked, player)
        async with self._seating:
            return await self._open(asked, player, address)

    async def quick_match(self, asked: QuickMatch, player: str, address: str | None) -> str:
        """Seats the player at a table by these rules, and returns its id.

        Raises ``SchwimmenError`` for rules and names that cannot be.
        """
        wanted = RuleSet(asked.preset, asked.options)
        wanted.check_players(asked.players)
        check_no_link(validate_name(asked.name, ()))  # no table would take it
        kind = quick_match_key(wanted.preset, wanted.changed, asked.players, PATIENCE_S)
        async with self._seating:  # who comes second finds the table of the first
            for table_id in await self._database.quick_match_tables(kind, self._since()):
                try:
                    async with self._hub.using(table_id) as live:
                        await live.execute(Join(player, asked.name))
                except Refusal as refusal:
                    if refusal.code == "already_seated":
                        return table_id
                    if refusal.code == "bad_name":
                        raise
                    continue  # full by now, or there is another of that name
                except (UnknownTable, UnreadableLog):
                    continue  # removed by now, or damaged: others may do
                return table_id
            settings = Settings(
                seats=asked.players,
                bots=QUICK_LEVEL,
                visibility="open",
                clock=QUICK_CLOCK,
                patience=PATIENCE_S,
            )
            new = NewSharedTable(
                preset=asked.preset, options=asked.options, settings=settings, name=asked.name
            )
            return await self._open(new, player, address)

    async def run(self) -> None:
        """Notes again and again whose hosts are here, until it is cancelled."""
        while True:
            try:
                await self.note_hosts()
            except SchwimmenError as error:
                log_event(log, ERROR, "no host can be noted", reason=str(error))
            except Exception:  # the next look may go well
                log_event(log, ERROR, "hosts could not be noted", failure=True)
            await asyncio.sleep(NOTE_INTERVAL_S)

    async def note_hosts(self) -> None:
        """Notes in the database, for every server, whose hosts are connected to this one.

        More tables of one player or one address than may be open are not noted, however they came
        to be open, and so not listed. Raises ``StorageError``.
        """
        now, again = self._now(), self._since(RENOTE_AFTER_S)
        of_player: Counter[str | None] = Counter()
        of_address: Counter[str | None] = Counter()
        noted: dict[str, str] = {}
        # Those that are listed come first: they stay.
        for live in sorted(self._hub.live, key=lambda live: live.id not in self._noted):
            one = live.lobby_connection
            if one is None:
                continue
            of_player[one.player] += 1
            of_address[one.address] += 1
            if of_player[one.player] <= self._allowed.open_tables_of_player and (
                one.address is None or of_address[one.address] <= self._allowed.open_tables
            ):
                noted[live.id] = self._noted.get(live.id, "")
        stale = [table_id for table_id, time in noted.items() if time < again]
        if stale:
            await self._database.write(
                WriteBatch(hosts_seen=[HostSeen(table_id, now) for table_id in stale])
            )
        self._noted = noted | dict.fromkeys(stale, now)

    async def _open(self, asked: NewSharedTable, player: str, address: str | None) -> str:
        most, since = self._allowed.open_tables_of_player, self._since()
        if await self._database.count_gathering(player, since) >= most:
            line = f"you sit at {most} open tables already: play there, or leave one first"
            raise LimitReached(line, "too_many_open", most=most)
        opened = set() if address is None else self._opened.get(address, set())
        most = self._allowed.open_tables
        if len(opened) >= most:
            opened &= await self._database.gathering_among(opened, since)
        if len(opened) >= most:
            line = f"{most} tables from your address are open already: sit down at one of them"
            raise LimitReached(line, "too_many_open_here", most=most)
        table_id = await self._hub.open_shared(asked, player)
        if address is not None:
            self._opened.setdefault(address, opened).add(table_id)
        if len(self._opened) > MAX_KEYS:
            del self._opened[next(iter(self._opened))]
        return table_id

    def _since(self, seconds: float = LISTED_FOR_S) -> str:
        return iso_time(datetime.fromisoformat(self._now()) - timedelta(seconds=seconds))


def _shown(row: dict[str, Any]) -> LobbyTable:
    summary = row["summary"]
    settings = Settings.model_validate(summary["settings"])
    taken = summary["seats"]
    return LobbyTable(
        id=row["id"],
        preset=summary["preset"],
        options=summary["options"],
        settings=settings,
        seats=[SummarySeat(**seat) for seat in taken],
        host=summary["host"],
        free=max(0, settings.seats - len(taken)) if summary["phase"] == "gathering" else 0,
        round=summary["round"],
        opened=row["created"],
    )
