"""Invitations of friends to tables whose match has not begun; they expire with the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from schwimmen.tables import Refusal, Table, not_seated, without_link

from ..limits.buckets import LimitReached
from ..live.hub import Hub
from ..live.table_store import MAX_ATTEMPTS, busy_refusal
from ..player_ids import public_id
from ..runtime.clock import utc_now
from ..storage import (
    Conflict,
    Database,
    DeclinedInvitation,
    FriendQueries,
    InvitationRow,
    NewInvitation,
    Relations,
    SentInvitation,
    WriteBatch,
)
from ..wire import friends as wire
from .friends import find_person, relation_to

MAX_A_DAY: Final = 10
"""Invitations of a player on a day, which is that of the deal of the day."""


class Invitations:
    """Invitations to tables. Every method raises ``StorageError`` if the database fails.

    ``date`` returns the date of the deal of the day, a number of days from now.
    """

    def __init__(self, database: Database, hub: Hub, date: Callable[[int], str]) -> None:
        self._database = database
        self._hub = hub
        self._date = date
        self._queries = FriendQueries(database)

    async def of(self, player: str | None) -> wire.Invitations:
        """Return the invitations of a player, one for each table that still has a free seat.

        Invitations are valid until the next day is over.
        """
        if player is None:
            return wire.Invitations(invitations=[], friends=0, asking=0)
        relations = await self._queries.relations(player)
        kinds = [relation_to(relations, other) for other in relations.asking]
        found: dict[str, wire.Invitation] = {}
        for row in await self._queries.invitations(player, since=self._date(-1)):
            invitation = _invitation(row)
            if invitation is not None:
                found.setdefault(row.table_id, invitation)
        return wire.Invitations(
            invitations=list(found.values()),
            friends=kinds.count("friend"),
            asking=kinds.count("asking"),
        )

    async def decline(self, player: str | None, table_id: str) -> None:
        """Decline all invitations of a player to a table."""
        if player is not None:
            declined = DeclinedInvitation(player, table_id)
            await self._database.write(WriteBatch(declined_invitations=[declined]))

    async def choices(self, player: str | None, table_id: str) -> wire.InvitableFriends:
        """Return the friends whom a player may invite to a table where they have a seat."""
        seats = await self._database.seats_of(table_id)
        if player is None or player not in seats.values():
            return wire.InvitableFriends(friends=[], left=0)
        relations = await self._queries.relations(player)
        sent = await self._queries.sent_invitations(player)
        invited = {one.guest_id for one in sent if one.table_id == table_id}
        return wire.InvitableFriends(
            friends=[
                wire.InvitableFriend(
                    id=public_id(friend),
                    name=without_link(relations.asked[friend].name),
                    state="seated"
                    if friend in seats.values()
                    else "invited"
                    if friend in invited
                    else "free",
                )
                for friend in _friends(relations)
            ],
            left=max(0, MAX_A_DAY - _number_of(sent, self._date(0))),
        )

    async def invite(self, player: str | None, new: wire.NewInvitation) -> None:
        """Invite a friend to a table; nothing changes if that was done, or they have a seat.

        Raises ``Refusal`` for a table that is full, or whose match has begun, and for a player
        without a seat there; ``UnknownTable``; ``SchwimmenError`` for a person who is not a friend;
        and ``LimitReached`` after ``MAX_A_DAY`` invitations on a day.
        """
        if player is None:
            raise not_seated()
        friends = _friends(await self._queries.relations(player))
        guest = find_person(new.friend, friends)
        async with self._hub.using(new.table) as live, live.lock:
            await live.refresh()
            if not _may_join(live.table, player, guest):
                return
        for _ in range(MAX_ATTEMPTS):
            sent = await self._queries.sent_invitations(player)
            if any((one.guest_id, one.table_id) == (guest, new.table) for one in sent):
                return
            today = self._date(0)
            number = _number_of(sent, today) + 1
            if number > MAX_A_DAY:
                line = f"you have sent {MAX_A_DAY} invitations today: share the table's link"
                raise LimitReached(line, "too_many_invitations", most=MAX_A_DAY)
            row = NewInvitation(player, today, number, guest, new.table, utc_now())
            try:
                await self._database.write(WriteBatch(invitations=[row]))
            except Conflict:
                continue  # another request of the player came first
            return
        raise busy_refusal()


def _may_join(table: Table, player: str, guest: str) -> bool:
    """Return whether a guest may sit down at a table, ``False`` for one who sits there.

    Raises ``Refusal`` if no guest may, and for a player without a seat there.
    """
    if table.seat_of(player) is None:
        raise not_seated()
    settings = table.settings
    if settings is None:
        raise Refusal("one_person", "this table is for one person")
    if table.phase != "gathering":
        code = "already_started" if table.phase == "playing" else "match_over"
        raise Refusal(code, "the match at this table has begun already")
    if table.seat_of(guest) is not None:
        return False
    taken = [seat for seat in table.seats if table.player_at(seat.seat) != guest]
    if len(taken) >= settings.seats:
        raise Refusal("table_full", "all seats of this table are taken")
    return True


def _friends(relations: Relations) -> list[str]:
    friends = [one for one in relations.asked if relation_to(relations, one) == "friend"]
    return sorted(friends, key=lambda one: (relations.asked[one].name.casefold(), one))


def _number_of(sent: list[SentInvitation], day: str) -> int:
    """Return the number of the last invitation on a day, 0 without one."""
    return max((one.number for one in sent if one.day == day), default=0)


def _invitation(row: InvitationRow) -> wire.Invitation | None:
    """Return an invitation to a table that may be joined, ``None`` otherwise.

    Reserved seats count as free: one of them may be reserved for the guest.
    """
    summary = row.summary
    if summary.get("phase") != "gathering" or summary["closed"]:
        return None
    free = summary["settings"]["seats"] - len(summary["seats"]) + summary["kept"]
    if free <= 0:
        return None
    return wire.Invitation(
        table=row.table_id,
        name=without_link(row.name),
        face=row.face,
        preset=summary["preset"],
        free=free,
    )
