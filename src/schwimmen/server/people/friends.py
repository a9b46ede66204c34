"""Friends of a player, requests and blocked players.

Blocked players do not notice it: their requests look unanswered.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from schwimmen.rules.errors import SchwimmenError
from schwimmen.tables import without_link

from ..limits.allowance import Limits
from ..limits.buckets import LimitReached
from ..player_ids import is_program, public_id
from ..runtime.clock import utc_now
from ..storage import (
    Database,
    DeletedBlock,
    DeletedFriendship,
    FriendQueries,
    FriendRequest,
    NewBlock,
    Person,
    Relations,
    WriteBatch,
)
from ..wire import friends as wire

MAX_REQUESTS: Final = 200
"""Friends and open requests of a player; strangers cannot ask beyond it."""

MAX_BLOCKED: Final = 500
"""Players whom one player may block."""

MAX_RECENT: Final = 12
"""People of former matches who are listed."""


def find_person(person_id: str, among: Iterable[str]) -> str:
    """Return which of these players has a public id. Raises ``SchwimmenError`` if none has."""
    for player in among:
        if public_id(player) == person_id:
            return player
    raise unknown_person()


def unknown_person() -> SchwimmenError:
    """Return the error for a seat or an id that belongs to no person whom the player may name."""
    return SchwimmenError("there is no such player", "unknown_person")


class Friends:
    """Friends, requests and blocks. Every method raises ``StorageError`` if the database fails."""

    def __init__(self, database: Database, limits: Limits) -> None:
        self._database = database
        self._limits = limits
        self._queries = FriendQueries(database)

    async def of(self, player: str | None) -> wire.Friends:
        """Return the people related to a player, and those met lately.

        Of those who ask, people with whom the player has played come first.
        """
        if player is None or is_program(player):
            return wire.Friends(friends=[], asking=[], asked=[], blocked=[], recent=[])
        relations = await self._queries.relations(player)
        played = await self._queries.played_with(player, _asking(relations))
        people = sorted(_people(relations), key=lambda person: person.player_id not in played)
        kinds: dict[wire.Relation, list[wire.FriendInfo]] = {}
        for person in people:
            kind = relation_to(relations, person.player_id)
            kinds.setdefault(kind, []).append(_info(person))
        return wire.Friends(
            friends=kinds.get("friend", []),
            asking=kinds.get("asking", []),
            asked=kinds.get("asked", []),
            blocked=kinds.get("blocked", []),
            recent=await self._recent(player, relations),
        )

    async def at_table(self, table_id: str, player: str | None) -> list[wire.SeatRelation]:
        """Return the relations of the other people at a table to a player with a seat there."""
        seats = await self._database.seats_of(table_id)
        if player is None or is_program(player) or player not in seats.values():
            return []
        relations = await self._queries.relations(player)
        return [
            wire.SeatRelation(
                seat=seat, id=public_id(other), relation=relation_to(relations, other)
            )
            for seat, other in sorted(seats.items())
            if other != player and not is_program(other)
        ]

    async def ask(
        self, player: str | None, asked: wire.SeatPerson, address: str | None = None
    ) -> None:
        """Ask the person at a seat to be friends, or accept their request.

        ``address`` is the player's network, ``None`` if it is not limited. Raises
        ``SchwimmenError`` for a seat of the player or of no person, for a person whom the player
        has blocked, and ``LimitReached`` or ``RateLimited`` for too many requests.
        """
        player, other = await self._person_at(player, asked)
        relations = await self._queries.relations(player)
        if relation_to(relations, other) == "none":
            await self._check_stranger(player, other, asked.table, address)
        await self._request(player, other, relations)

    async def accept(self, player: str | None, person_id: str) -> None:
        """Accept the request of a person. Raises ``SchwimmenError`` if there is no such request."""
        player, other, relations = await self._related(player, person_id)
        if other not in relations.asking or other in relations.blocked:
            raise unknown_person()
        await self._request(player, other, relations)

    async def end(self, player: str | None, person_id: str) -> None:
        """End a friendship, decline a request, or withdraw one.

        Raises ``SchwimmenError`` for a person who is neither a friend nor has asked or been asked.
        """
        player, other, relations = await self._related(player, person_id)
        if relation_to(relations, other) not in ("friend", "asked", "asking"):
            raise unknown_person()
        await self._database.write(
            WriteBatch(deleted_friendships=[DeletedFriendship(player, other)])
        )

    async def decline_all(self, player: str | None) -> None:
        """Decline the requests of all people who ask a player."""
        if player is not None:
            asking = _asking(await self._queries.relations(player))
            deleted = [DeletedFriendship(player, other) for other in asking]
            await self._database.write(WriteBatch(deleted_friendships=deleted))

    async def block(self, player: str | None, blocked: wire.SeatPerson | str) -> None:
        """Block a related person by id, or the person at a seat.

        Raises ``SchwimmenError`` for a seat of the player or of no person, and ``LimitReached`` for
        too many blocked players.
        """
        if isinstance(blocked, str):
            player, other, relations = await self._related(player, blocked)
        else:
            player, other = await self._person_at(player, blocked)
            relations = await self._queries.relations(player)
        if other not in relations.blocked and len(relations.blocked) >= MAX_BLOCKED:
            line = f"you have blocked {MAX_BLOCKED} players: unblock one first"
            raise LimitReached(line, "too_many_blocked", most=MAX_BLOCKED)
        await self._database.write(WriteBatch(blocks=[NewBlock(player, other, utc_now())]))

    async def unblock(self, player: str | None, person_id: str) -> None:
        """Unblock a person. Raises ``SchwimmenError`` for a person who is not blocked."""
        player, other, relations = await self._related(player, person_id)
        if other not in relations.blocked:
            raise unknown_person()
        await self._database.write(WriteBatch(deleted_blocks=[DeletedBlock(player, other)]))

    async def _request(self, player: str, other: str, relations: Relations) -> None:
        if other in relations.blocked:
            raise SchwimmenError("you have blocked this player: unblock them first", "is_blocked")
        if other in relations.asked:
            return
        if len(relations.asked) >= MAX_REQUESTS:
            line = f"you have {MAX_REQUESTS} friends and open requests: end one first"
            raise LimitReached(line, "too_many_friends", most=MAX_REQUESTS)
        request = FriendRequest(player, other, utc_now())
        await self._database.write(WriteBatch(friend_requests=[request]))

    async def _check_stranger(
        self, player: str, other: str, table_id: str, address: str | None
    ) -> None:
        """Raise ``LimitReached`` or ``RateLimited`` if strangers ask a person too often.

        Nobody is a stranger who has played a match with the person.
        """
        if await self._queries.played_with(player, [other]):
            return
        if await self._queries.count_asking(other) >= MAX_REQUESTS:
            line = "this player has too many open requests: try again later"
            raise LimitReached(line, "too_many_asking", most=MAX_REQUESTS)
        self._limits.charge_friend_request(address, table_id, other)

    async def _person_at(self, player: str | None, place: wire.SeatPerson) -> tuple[str, str]:
        """Return the player, who has a seat at a table, and the other person at a seat there."""
        seats = await self._database.seats_of(place.table)
        other = seats.get(place.seat)
        if player is None or is_program(player) or player not in seats.values():
            raise SchwimmenError("you have no seat at this table", "not_seated")
        if other == player:
            raise SchwimmenError("that is your own seat", "is_yourself")
        if other is None or is_program(other):
            raise unknown_person()
        return player, other

    async def _related(self, player: str | None, person_id: str) -> tuple[str, str, Relations]:
        """Return the player, the related person of an id, and all relations."""
        if player is None:
            raise unknown_person()
        relations = await self._queries.relations(player)
        among = [person.player_id for person in _people(relations)]
        return player, find_person(person_id, among), relations

    async def _recent(self, player: str, relations: Relations) -> list[wire.RecentPlayer]:
        left_out = {player, *(person.player_id for person in _people(relations))}
        found = []
        for row in await self._queries.recent_seats(player):
            if row.player_id not in left_out and not is_program(row.player_id):
                left_out.add(row.player_id)
                found.append(
                    wire.RecentPlayer(
                        table=row.table_id,
                        seat=row.seat,
                        name=without_link(row.name),
                        face=row.face,
                        played=row.created,
                    )
                )
        return found[:MAX_RECENT]


def _info(person: Person) -> wire.FriendInfo:
    return wire.FriendInfo(
        id=public_id(person.player_id),
        name=without_link(person.name),
        face=person.face,
        since=person.at,
    )


def relation_to(relations: Relations, other: str) -> wire.Relation:
    """Return the relation of another person to the player with these relations."""
    if other in relations.blocked:
        return "blocked"
    if other in relations.asked:
        return "friend" if other in relations.asking else "asked"
    return "asking" if other in relations.asking else "none"


def _asking(relations: Relations) -> list[str]:
    """Return the people who wait for a player's answer."""
    return [one for one in relations.asking if relation_to(relations, one) == "asking"]


def _people(relations: Relations) -> list[Person]:
    """Return all related people once, with the latest time."""
    found: dict[str, Person] = {}
    for person in (person for people in relations for person in people.values()):
        known = found.get(person.player_id)
        if known is None or known.at < person.at or person.player_id in relations.blocked:
            found[person.player_id] = person
    return sorted(found.values(), key=lambda person: (person.name.casefold(), person.player_id))
