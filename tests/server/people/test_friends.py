"""Friends: any sequence of requests, answers and blocks by three people, and the limits."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from itertools import permutations
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, Literal, TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schwimmen.rules.errors import SchwimmenError
from schwimmen.server.limits.allowance import DEFAULT_ALLOWANCE, Limits
from schwimmen.server.limits.buckets import LimitReached, RateLimited
from schwimmen.server.people import friends
from schwimmen.server.people.friends import Friends
from schwimmen.server.player_ids import public_id
from schwimmen.server.storage import (
    Database,
    FriendRequest,
    NewBlock,
    NewSeat,
    NewTable,
    PlayerName,
    WriteBatch,
)
from schwimmen.server.wire.friends import SeatPerson
from tests.server.conftest import new_file
from tests.server.limits.test_buckets import Clock

pytestmark = pytest.mark.anyio

PEOPLE = ("anna", "bo", "cleo")
TABLE = "table"
AT = "2026-11-23T11:00:00.000+00:00"

Act: TypeAlias = Literal["ask", "accept", "end", "block", "block seat", "unblock", "delete"]
ACTS: tuple[Act, ...] = ("ask", "accept", "end", "block", "block seat", "unblock", "delete")


@asynccontextmanager
async def opened(rounds: int = 1, people: Sequence[str] = PEOPLE) -> AsyncIterator[Database]:
    """Provide a database in which people sit at a table and have played rounds there."""
    with TemporaryDirectory() as folder:
        place = Path(folder) / "db"
        place.write_bytes(new_file())
        database = await Database.open(place)
        try:
            await database.write(
                WriteBatch(
                    tables=[NewTable(TABLE, AT, {"round": rounds})],
                    seats=[NewSeat(TABLE, seat, one) for seat, one in enumerate(people)],
                    player_names=[PlayerName(one, one.title(), AT) for one in people],
                )
            )
            yield database
        finally:
            await database.close()


class Model:
    """Requests and blocks as sets of pairs."""

    def __init__(self) -> None:
        self.known = set(PEOPLE)
        self.requests: set[tuple[str, str]] = set()
        self.blocks: set[tuple[str, str]] = set()

    def act(self, act: Act, one: str, other: str) -> bool:
        """Let a person act on another; return whether that is allowed."""
        request, back, block = (one, other), (other, one), (one, other) in self.blocks
        related = request in self.requests or back in self.requests or block
        match act:
            case "ask":
                if block:
                    return False
                self.requests |= {request} if {one, other} <= self.known else set()
            case "accept":
                if block or back not in self.requests:
                    return False
                self.requests |= {request}
            case "end":
                if block or not related:
                    return False
                self.requests -= {request, back}
            case "block" | "block seat":
                if act == "block" and not related:
                    return False
                if {one, other} <= self.known:
                    self.requests -= {request, back} if request in self.requests else set()
                    self.blocks |= {request}
            case "unblock":
                if not block:
                    return False
                self.blocks -= {request}
            case "delete":
                self.known -= {one}
                self.requests = {pair for pair in self.requests if one not in pair}
                self.blocks = {pair for pair in self.blocks if one not in pair}
        return True

    def relation(self, one: str, other: str) -> str:
        """Return the relation of another person to a person."""
        if (one, other) in self.blocks:
            return "blocked"
        asked, asking = (one, other) in self.requests, (other, one) in self.requests
        return {
            (True, True): "friend",
            (True, False): "asked",
            (False, True): "asking",
            (False, False): "none",
        }[asked, asking]


async def perform(database: Database, act: Act, one: str, other: str) -> bool:
    """Let a person act on another; return whether the server allows it."""
    people = Friends(database, Limits())
    seat, person = SeatPerson(table=TABLE, seat=PEOPLE.index(other)), public_id(other)
    try:
        match act:
            case "ask":
                await people.ask(one, seat)
            case "accept":
                await people.accept(one, person)
            case "end":
                await people.end(one, person)
            case "block":
                await people.block(one, person)
            case "block seat":
                await people.block(one, seat)
            case "unblock":
                await people.unblock(one, person)
            case "delete":
                await database.write(WriteBatch(deleted_players=[one]))
    except SchwimmenError as error:
        return error.code not in ("unknown_person", "is_blocked")
    return True


async def relations(database: Database) -> dict[tuple[str, str], str]:
    """Return the relation of each person to each other one, as lists and tables show it."""
    people = Friends(database, Limits())
    found = {}
    for one in PEOPLE:
        lists = await people.of(one)
        named = {
            info.id: kind
            for kind, infos in (
                ("friend", lists.friends),
                ("asked", lists.asked),
                ("asking", lists.asking),
                ("blocked", lists.blocked),
            )
            for info in infos
        }
        at_table = {info.seat: info.relation for info in await people.at_table(TABLE, one)}
        recent = {info.seat for info in lists.recent}
        for seat, other in enumerate(PEOPLE):
            if other != one:
                found[one, other] = named.get(public_id(other), "none")
                assert at_table[seat] == found[one, other]
                assert seat not in recent or found[one, other] == "none"
    return found


@given(st.lists(st.tuples(st.sampled_from(ACTS), st.sampled_from([*permutations(PEOPLE, 2)]))))
def test_any_sequence_leads_to_the_relations_of_the_model(
    acts: list[tuple[Act, tuple[str, str]]],
) -> None:
    async def run() -> None:
        model = Model()
        async with opened() as database:
            for act, (one, other) in acts:
                allowed = model.act(act, one, other)
                assert await perform(database, act, one, other) == allowed, (act, one, other)
                found = await relations(database)
                assert found == {pair: model.relation(*pair) for pair in found}
                check_invariants(found)

    asyncio.run(run())


def check_invariants(found: dict[tuple[str, str], str]) -> None:
    """Check the invariants of any two people."""
    for (one, other), relation in found.items():
        back = found[other, one]
        match relation:
            case "friend":
                assert back == "friend"
            case "asking":
                assert back == "asked"
            case "asked":
                # A blocked person does not notice it.
                assert back in ("asking", "blocked")
            case "blocked":
                assert back in ("none", "asked", "blocked")


async def test_requests_and_blocks_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(friends, "MAX_REQUESTS", 1)
    monkeypatch.setattr(friends, "MAX_BLOCKED", 1)
    async with opened(rounds=0) as database:
        people = Friends(database, Limits())
        seats = [SeatPerson(table=TABLE, seat=seat) for seat in range(3)]
        await people.ask("anna", seats[1])
        await people.ask("anna", seats[1])  # the same request
        with pytest.raises(LimitReached, match="you have 1 friends"):
            await people.ask("anna", seats[2])
        with pytest.raises(LimitReached, match="this player has too many"):
            await people.ask("cleo", seats[1])
        await people.ask("bo", seats[0])  # an answer is no new request
        assert [info.name for info in (await people.of("anna")).friends] == ["Bo"]
        await people.block("anna", seats[1])
        await people.block("anna", seats[1])
        with pytest.raises(LimitReached, match="you have blocked 1 players"):
            await people.block("anna", seats[2])


STRANGERS: Final = tuple(f"stranger{number:02}" for number in range(12))


async def asked_by_strangers(database: Database, limits: Limits, addresses: int) -> list[str]:
    """Let strangers ask Anna, from addresses in turn; return those whose request reaches her."""
    people, seat = Friends(database, limits), SeatPerson(table=TABLE, seat=0)
    for number, one in enumerate(STRANGERS):
        with suppress(RateLimited):
            await people.ask(one, seat, f"192.0.2.{number % addresses}")
    return [info.name for info in (await people.of("anna")).asking]


async def test_strangers_reach_a_person_slowly() -> None:
    clock = Clock()
    for addresses, most in ((1, DEFAULT_ALLOWANCE.friend_requests.burst), (12, 9)):
        async with opened(rounds=0, people=("anna", *STRANGERS)) as database:
            limits = Limits(clock=clock)
            found = await asked_by_strangers(database, limits, addresses)
            assert found == [one.title() for one in STRANGERS[:most]]
            clock.now += DEFAULT_ALLOWANCE.friend_requests.every
            assert len(await asked_by_strangers(database, limits, addresses)) == most + 1
    async with opened(rounds=1, people=("anna", *STRANGERS)) as database:
        assert len(await asked_by_strangers(database, Limits(), addresses=1)) == len(STRANGERS)


async def test_people_one_has_played_with_come_first_and_always(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(friends, "MAX_REQUESTS", 2)
    async with opened(rounds=0, people=("anna", "bo", "cleo", "dora")) as database:
        played = WriteBatch(
            tables=[NewTable("played", AT, {"round": 1})],
            seats=[NewSeat("played", 0, "anna"), NewSeat("played", 1, "dora")],
        )
        await database.write(played)
        people = Friends(database, Limits())
        for one in ("bo", "cleo"):
            await people.ask(one, SeatPerson(table=TABLE, seat=0))
        await people.ask("dora", SeatPerson(table=TABLE, seat=0))
        assert [info.name for info in (await people.of("anna")).asking] == ["Dora", "Bo", "Cleo"]


async def test_all_requests_are_declined_and_nothing_else() -> None:
    async with opened(people=("anna", "bo", "cleo", "dora", "ede")) as database:
        people = Friends(database, Limits())
        anna, dora = SeatPerson(table=TABLE, seat=0), SeatPerson(table=TABLE, seat=3)
        for one in ("bo", "cleo", "dora"):
            await people.ask(one, anna)
        await people.ask("anna", dora)
        await people.ask("anna", SeatPerson(table=TABLE, seat=4))
        await people.decline_all("anna")
        await people.decline_all("anna")
        await people.decline_all(None)
        found = await people.of("anna")
        assert [info.name for info in found.friends] == ["Dora"]
        assert ([info.name for info in found.asked], found.asking) == (["Ede"], [])
        assert (await people.of("bo")).asked == []


async def test_a_request_that_comes_after_a_block_or_a_deletion_is_not_stored() -> None:
    async with opened() as database:
        request = FriendRequest("anna", "bo", AT)
        await database.write(WriteBatch(blocks=[NewBlock("anna", "bo", AT)]))
        await database.write(WriteBatch(friend_requests=[request]))
        assert (await relations(database))["bo", "anna"] == "none"
        await database.write(WriteBatch(deleted_players=["cleo"]))
        await database.write(
            WriteBatch(
                friend_requests=[request._replace(other_id="cleo")],
                blocks=[NewBlock("bo", "cleo", AT)],
            )
        )
        assert set((await relations(database)).values()) == {"none", "blocked"}
        assert (await relations(database))["bo", "cleo"] == "none"


async def test_a_program_has_no_friends() -> None:
    async with opened() as database:
        await database.write(
            WriteBatch(
                seats=[NewSeat(TABLE, 3, "bot.program")],
                player_names=[PlayerName("bot.program", "Robot", AT)],
            )
        )
        people = Friends(database, Limits())
        with pytest.raises(SchwimmenError, match="no such player"):
            await people.ask("anna", SeatPerson(table=TABLE, seat=3))
        with pytest.raises(SchwimmenError, match="no seat"):
            await people.ask("bot.program", SeatPerson(table=TABLE, seat=0))
        assert [info.name for info in (await people.of("anna")).recent] == ["Bo", "Cleo"]
        assert {info.seat for info in await people.at_table(TABLE, "anna")} == {1, 2}
        assert await people.at_table(TABLE, "bot.program") == []
