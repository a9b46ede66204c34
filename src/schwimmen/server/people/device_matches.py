"""Matches played on a device without the server, handed over once they are over."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
import logging
from collections.abc import Callable
from datetime import UTC, datetime
from logging import INFO
from string import ascii_letters, digits
from typing import Any, Final

from schwimmen.analysis import placings
from schwimmen.records import FORMAT, Record, RecordError, read_record
from schwimmen.records.reader import decode, parse_json
from schwimmen.rules.errors import SchwimmenError
from schwimmen.rules.ruleset import RULES_VERSION
from schwimmen.tables import (
    RECORD_EVENT,
    Seat,
    Table,
    character_of,
    check_level,
    record_of_log,
    table_of_record,
    validate_names,
)

from ..limits.allowance import Limits
from ..live.replays import in_replay_thread
from ..live.table_store import event_rows, facts_rows, status_of
from ..runtime.clock import iso_time, utc_now
from ..runtime.logs import log_event, log_id
from ..runtime.rules_loader import RulesLoader
from ..storage import (
    Conflict,
    Database,
    NewSeat,
    NewTable,
    PeopleQueries,
    PlayerName,
    RatedMatch,
    WriteBatch,
)
from ..wire.tables import NewDeviceTable

log = logging.getLogger(__name__)

_ID_LENGTH: Final = 16
_ID_CHARACTERS: Final = ascii_letters + digits
_EARLIEST: Final = datetime(1970, 1, 1, tzinfo=UTC)


class DeviceMatches:
    """Store of matches that devices hand over, as tables for one person.

    They have no rating, and are never on the leaderboard. A match has the same table whenever its
    player hands it over.
    """

    def __init__(self, database: Database, rules_loader: RulesLoader, limits: Limits) -> None:
        self._database = database
        self._people = PeopleQueries(database)
        self._rules_loader = rules_loader
        self._limits = limits

    async def store(
        self, new: NewDeviceTable, body: bytes, player: str, charge: Callable[[int], None]
    ) -> tuple[str, bool]:
        """Store a match; return the id of its table, and whether the table is new.

        ``body`` is the text of ``new``, from which the record is read strictly. ``charge`` is
        called with the number of events to replay, and may raise an error. Raises
        ``SchwimmenError`` for a match that is refused, and ``StorageError``.
        """
        self._check(new)
        record = await asyncio.to_thread(_read, body)
        charge(1 + sum(1 + len(one.actions) for one in record.rounds))
        seats = _seats(new, record, player, await self._people.face(player))
        await self._rules_loader.wait()
        started, ended = _times(new)
        table_id, batch = await in_replay_thread(
            lambda: self._rows(player, _replay(record, seats, started, ended))
        )
        try:
            await self._database.write(batch)
        except Conflict:
            if await self._database.summary(table_id) is None:
                raise
            return table_id, False
        log_event(
            log,
            INFO,
            "match of a device stored",
            table=log_id(table_id),
            preset=record.rules.preset,
            seats=len(seats),
        )
        return table_id, True

    def _check(self, new: NewDeviceTable) -> None:
        """Raise ``SchwimmenError`` for a match that is refused before its rounds are read."""
        data = new.record
        if data.get("format", FORMAT) != FORMAT or data.get("event") != RECORD_EVENT:
            line = f'only records of "{FORMAT}" with the event "{RECORD_EVENT}" are stored'
            raise SchwimmenError(line, "foreign_record")
        version = data.get("rules_version")
        if version != RULES_VERSION:
            line = f'"rules_version" must be "{RULES_VERSION}", the version of this server'
            raise SchwimmenError(line, "rules_version", version=RULES_VERSION)
        for seat, level in enumerate(new.levels):
            if level is not None:
                check_level(level, seat)
        match data.get("rules"):
            case {"options": dict(options)}:
                self._limits.check_length(options)

    def _rows(self, player: str, table: Table) -> tuple[str, WriteBatch]:
        """Return the id and the rows of the table of a match."""
        match = table.finished_match
        assert match is not None, "only finished matches are replayed"
        table_id = self._id(player, record_of_log(table.log, unfinished=True))
        (seat,) = table.people
        name = PlayerName(player, table.seats[seat].name, utc_now(), replace=False)
        return table_id, WriteBatch(
            tables=[NewTable(table_id, table.created.at, *status_of(table_id, table)[1:])],
            seats=[NewSeat(table_id, seat, player)],
            player_names=[name],
            rated_matches=[RatedMatch(table_id, list(placings(match)))],
            events=event_rows(table_id, table.log),
            facts=facts_rows(table_id, table),
        )

    def _id(self, player: str, record: dict[str, Any]) -> str:
        """Return the id of the table of a player's match, which follows from cards and actions.

        Like a random id, it cannot be guessed: it is made with the secret of the database.
        """
        played = [player, *(record[key] for key in ("rules", "dealer", "rounds"))]
        text = json.dumps(played, sort_keys=True).encode()
        digest = hmac.digest(self._database.secret, b"device match " + text, hashlib.sha256)
        number, characters = int.from_bytes(digest), ""
        for _ in range(_ID_LENGTH):
            number, digit = divmod(number, len(_ID_CHARACTERS))
            characters += _ID_CHARACTERS[digit]
        return characters


def _read(body: bytes) -> Record:
    """Return the record of a match. Raises ``SchwimmenError`` with the code of the refusal."""
    try:
        return read_record(parse_json(decode(body))["record"])
    except RecordError as error:
        raise _damaged(error) from None


def _replay(record: Record, seats: tuple[Seat, ...], started: str, ended: str) -> Table:
    try:
        return table_of_record(record, seats, started, ended)
    except RecordError as error:
        raise _damaged(error) from None


def _damaged(error: RecordError) -> SchwimmenError:
    return SchwimmenError(str(error), "damaged_record", round=error.round, action=error.action)


def _seats(new: NewDeviceTable, record: Record, player: str, face: str | None) -> tuple[Seat, ...]:
    levels = new.levels
    if len(levels) != len(record.players) or levels.count(None) != 1:
        line = "levels: one for each seat, with null for the player's seat alone"
        raise SchwimmenError(line, field="levels")
    names = validate_names(record.players)
    return tuple(
        Seat(name=name, player=player, face=face)
        if level is None
        else Seat(name=name, level=level, character=character_of(name, level))
        for name, level in zip(names, levels, strict=True)
    )


def _times(new: NewDeviceTable) -> tuple[str, str]:
    """Return the times of the beginning and the end, which are not after the present."""
    ended = max(_EARLIEST, min(new.ended, datetime.now(UTC)))
    return iso_time(max(_EARLIEST, min(new.started, ended))), iso_time(ended)
