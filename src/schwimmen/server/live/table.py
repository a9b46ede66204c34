"""Table in memory with its people: who is there, what they say, and for whom bots play."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from math import inf
from typing import Final, get_args

from schwimmen.tables import (
    Chance,
    Leave,
    Refusal,
    free_name,
    normalize_text,
    not_seated,
    placeholder_name,
    without_player,
)
from schwimmen.tables.commands import MAX_TEXT_LENGTH

from ..runtime.clock import ServerClock
from ..storage import (
    Conflict,
    Database,
    DeletedChat,
    KnownLog,
    LeaseQueries,
    NewEvent,
    PresenceRow,
    StorageError,
    TableStatus,
    VacatedSeat,
    WriteBatch,
)
from ..wire.people import ChatLine, Presence, Reaction
from ..wire.tables import Pace
from .bot_scheduler import Participant
from .connection import NO_SUCH_TABLE, SERVICE_RESTART, Connection
from .news import TablePresence, TableReaction
from .stored_table import StoredTable, ignore
from .table_store import (
    MAX_ATTEMPTS,
    UnreadableLog,
    busy_refusal,
    lobby_list_of,
)

GRACE_S: Final = 10.0
"""Seconds for which bots play on after a person's connection is lost, as when a page reloads."""

PACES: Final[tuple[Pace, ...]] = get_args(Pace)

STORED_AFTER_S: Final = 2.0
"""Seconds within which a server has stored what it has announced of its people."""


class LiveTable(StoredTable):
    """Table with its connections; call ``load`` before anything else.

    Changes need the ``lock``.
    """

    def __init__(
        self,
        table_id: str,
        database: Database,
        server_clock: ServerClock,
        chance: Chance,
        leases: LeaseQueries | None = None,
    ) -> None:
        """``leases``: those of the servers that share the database, if several may."""
        super().__init__(table_id, database, server_clock, chance, leases)
        self.playing_out = False
        """Whether bots play an abandoned match to its end."""
        self._disconnected: dict[Participant, tuple[int, float]] = {}
        """Seats of people whose connection is lost, and until when bots play on for them."""
        self.pace: Pace = "relaxed"
        """Pace of the bots, which is not stored."""
        self._pace_seat: int | None = None
        """Seat whose player chose the pace at this server."""
        self._paced_at = -inf
        """Time of the last choice of a pace that this server has learnt at once."""
        self.audience.on_presence = self._announce_presence
        self._reactions = 0

    @property
    def participants(self) -> frozenset[Participant]:
        """People for whom this server plays bots and runs clocks; without any it does neither."""
        return self.people_here if self.owned else frozenset()

    @property
    def people_here(self) -> frozenset[Participant]:
        """People in the match who are connected here, or were until ``GRACE_S`` ago.

        In an abandoned match they are the people who have played in it.
        """
        if not self.loaded:
            return frozenset()
        seats = self.table.remaining or self.table.people
        now = self._server_clock.steady()
        disconnected = {
            one
            for one, (seat, until) in self._disconnected.items()
            if seat in seats and now < until
        }
        return frozenset(disconnected | self.audience.participants(seats))

    @property
    def lobby_connection(self) -> Connection | None:
        """Connection that keeps the table in the lobby: the host's, or a player's in a match.

        ``None`` if the table is not in the lobby or has no such connection.
        """
        if not self.loaded or lobby_list_of(self.table) is None:
            return None
        host = self.table.host if self.table.phase == "gathering" else None
        return self.audience.connection_of(host)

    def set_pace(self, pace: Pace, seat: int) -> None:
        """Set the pace of the bots; with several people only the host may."""
        if self._decides_on_pace(seat):
            self.pace, self._pace_seat = pace, seat
            self._paced_at = self._server_clock.steady()
            self.on_change()
            self.audience.announce_presence()

    def follow_pace(self, pace: Pace) -> None:
        """Set the pace that was chosen at another server."""
        self._paced_at = self._server_clock.steady()
        if pace != self.pace:
            self.pace, self._pace_seat = pace, None
            self.on_change()
            self.audience.announce_presence()

    def _decides_on_pace(self, seat: int) -> bool:
        return self.loaded and (self.table.settings is None or seat == self.table.host)

    async def run_overdue(self, player: str) -> None:
        """Execute the overdue ``Expire`` commands of a paused table before a player joins.

        The lock must be held.
        """
        for _ in range(MAX_ATTEMPTS):
            with contextlib.suppress(Conflict):  # another server has done it
                await self.load()
                now = await self._check_clock()
                table = self.table
                if (
                    not self.participants
                    and table.seat_of(player) in (table.remaining or table.people)
                    and await self.own()
                ):
                    await self._store(self._execute_due(table, now), automatic=True)
                return
        raise busy_refusal()

    async def welcome(self, connection: Connection, player: str | None, known: int) -> None:
        """Admit a connection and send it all events after ``known``. The lock must be held.

        The newest connections show to which server the table's people are sent: it asks another
        one for the table.
        """
        if not await self.audience.welcome(connection, self.table, player, known):
            return
        with contextlib.suppress(StorageError):  # tried again as long as people are here
            if self.people_here and not self.owned:
                self._asking = True
                if not await self.own():
                    self.ask()
        self.on_change()

    def detach(self) -> None:
        """Drop the callbacks, whose references would keep an unloaded table in memory."""
        self.on_change = self.on_match_over = self.on_news = self.audience.on_presence = ignore

    def leave(self, connection: Connection) -> None:
        """Remove a connection."""
        if connection.player is not None and connection.seat is not None:
            until = self._server_clock.steady() + GRACE_S
            participant = Participant(connection.player, connection.address)
            self._disconnected[participant] = connection.seat, until
        self.audience.leave(connection)

    async def say(self, player: str, text: str, client_id: str) -> None:
        """Broadcast a player's chat line, once for a client id.

        A spectator has the name of the profile, if it is not mistaken for a player's. Raises
        ``SchwimmenError`` for an invalid text, ``Refusal`` without a chat or the right to write in
        it, and ``StorageError``.
        """
        text = normalize_text(text, "text", MAX_TEXT_LENGTH)
        profile = await self._people.profile(player)
        async with self.lock:
            await self.load()
            settings, seat = self.table.settings, self.table.seat_of(player)
            if settings is None or not settings.chat:
                raise Refusal("chat_off", "there is no chat at this table")
            if seat is None and not (settings.spectators and settings.spectator_chat):
                raise not_seated()
            names = {one.seat: one.name for one in self.table.seats}
            if seat is not None:
                name = names[seat]
            else:
                name = free_name("" if profile is None else profile.name, names.values())
            line = ChatLine(number=0, at=self.now(), seat=seat, name=name, text=text)
            await self._chat.say(line, player, client_id)

    def react(self, seat: int | None, reaction: Reaction) -> None:
        """Broadcast a reaction of a seat or a spectator, not stored. Raises ``Refusal``."""
        if self.loaded and self.table.settings is None:
            raise Refusal("one_person", "this table is for one person")
        self.audience.react(seat, reaction)
        self._reactions += 1
        self.on_news(TableReaction(self.id, seat, reaction, self._reactions))

    @property
    def presence_here(self) -> TablePresence:
        """News for other servers of the people who are connected to this one."""
        return TablePresence(self.id, self.audience.here, self.pace if self._sets_pace else None)

    @property
    def _sets_pace(self) -> bool:
        """Whether a player who is connected to this server chose the pace, and still may."""
        seat = self._pace_seat
        return (
            seat is not None
            and seat in self.audience.here.seats
            and not (self.loaded and not self._decides_on_pace(seat))
        )

    def follow_presence(self, stored: Iterable[PresenceRow]) -> None:
        """Note the people at other servers, and the pace that a player there chose."""
        others = [row for row in stored if row.server != self._database.server]
        presence = {
            row.server: Presence(seats=[*row.seats], spectators=row.spectators) for row in others
        }
        self.audience.set_presence_elsewhere(presence, STORED_AFTER_S)
        chosen = [pace for pace in PACES if any(row.pace == pace for row in others)]
        may_be_old = self._server_clock.steady() < self._paced_at + STORED_AFTER_S
        if len(chosen) == 1 and not self._sets_pace and not may_be_old:
            self.follow_pace(*chosen)

    async def _load(self) -> None:
        await super()._load()
        if self._leases is not None:
            self.follow_presence(await self._database.presence.at_table(self.id))

    def _announce_presence(self) -> None:
        self.on_news(self.presence_here)

    async def erase_player(self, player: str) -> bool:
        """Erase a person who sits, is invited or once sat here.

        Return whether the table still exists: without another person it is removed. The lock must
        be held; the table need not be loaded. Raises ``StorageError``, and ``Refusal`` if other
        servers change the table again and again.
        """
        for _ in range(MAX_ATTEMPTS):
            with contextlib.suppress(Conflict):  # another server has changed it
                return await self._erase_player(player)
        raise busy_refusal()

    async def _erase_player(self, player: str) -> bool:
        holders = await self._database.seats_of(self.id)
        player_seats = [seat for seat, holder in holders.items() if holder == player]
        if set(holders.values()) == {player}:
            await self._database.write(WriteBatch(deleted_tables=[self.id]))
            self._table = None
            self.audience.disconnect(NO_SUCH_TABLE)
            return False
        await self._stand_up(player)
        row = await self._database.table_row(self.id)
        bodies = await self._database.log(self.id)
        summary = row["summary"]
        seats = summary["seats"]
        names = [seat["name"] for seat in seats]
        name = placeholder_name(player_seats[0] if player_seats else 0, names)
        if player_seats and summary.get("phase") != "gathering":
            seats[player_seats[0]] = {"name": name, "level": None}
        if summary.get("host") not in [seat["name"] for seat in seats]:
            summary["host"] = None
        changed = without_player(bodies, player, name)
        await self._database.write(
            WriteBatch(
                rewritten_events=[NewEvent(self.id, body["seq"], None, body) for body in changed],
                statuses=[TableStatus(self.id, summary, row["listed"], row["due"], row["quick"])],
                erased_logs=[KnownLog(self.id, row["erasures"])],
                vacated_seats=[VacatedSeat(self.id, seat) for seat in player_seats],
                deleted_chat=[DeletedChat(self.id, player)],
            )
        )
        self._table = None  # its log has changed
        self.audience.chat.clear()
        self.audience.disconnect(SERVICE_RESTART, player_seats)
        with contextlib.suppress(UnreadableLog):
            await self.load()
            await self._update_status()
            await self.audience.welcome_all(self.table)
        return True

    async def _stand_up(self, player: str) -> None:
        """Let a player leave before the erasure, so that no other player waits for them."""
        # ``Leave`` is refused if the player is away or the match is over: then no player waits.
        with contextlib.suppress(UnreadableLog, Refusal):
            await self.load()
            if self.table.settings is not None:
                await self._store(self.table.execute(Leave(player), self.now(), self._chance))
