"""All events reach all connections; views of a long round reach a few at a time."""

from __future__ import annotations

import json
from typing import Any

import pytest

from schwimmen.server.live import audience
from schwimmen.server.live.audience import MAX_UNPACED_HISTORY, PACED_SOCKETS_PER_SECOND, Audience
from schwimmen.server.live.connection import Connection
from schwimmen.tables import Table
from tests.tables.playing import long_match

from ..limits.test_buckets import Clock
from .test_connection import Socket, connect

pytestmark = pytest.mark.anyio

TABLE = long_match(4, 100)
"""Match whose first round has 400 turns."""

WATCHING = 3 * PACED_SOCKETS_PER_SECOND


class Room:
    """Table in play, with a socket for each seat and spectators."""

    def __init__(self, clock: Clock, events: int = MAX_UNPACED_HISTORY) -> None:
        self.audience = Audience("t", lambda: "2026-01-01T00:00:00.000+00:00", clock)
        self.table = Table.replay(TABLE.log[:events])
        self.people: list[tuple[Socket, Connection]] = []

    async def fill(self, watching: int = WATCHING) -> None:
        """Admit all connections, spectators first."""
        for player in [None] * watching + [f"player-{seat}" for seat in range(4)]:
            socket, connection = connect()
            assert await self.audience.welcome(connection, self.table, player, self.table.seq)
            self.people.append((socket, connection))

    def play_to(self, events: int, stored: bool = True) -> None:
        """Play until the log has a number of events; broadcast them if they are ``stored``."""
        while self.table.seq < events:
            self.table.apply(TABLE.log[self.table.seq])
            if stored:
                self.audience.broadcast_events(self.table, self.table.events[-1:])

    def views(self) -> list[list[dict[str, Any]]]:
        """Return the updates that each connection has got since the last call, in order."""
        found = []
        for socket, _ in self.people:
            messages = [json.loads(text) for text in socket.sent]
            found.append([one for one in messages if one["type"] == "events"])
            socket.sent.clear()
        return found

    @property
    def to_act(self) -> int:
        """Return the index of the seat to act among the connections."""
        assert self.table.to_act is not None
        return len(self.people) - 4 + self.table.to_act


@pytest.fixture
def clock() -> Clock:
    """Clock that stands still."""
    return Clock()


async def test_updates_of_a_short_round_are_sent_to_all_at_once(clock: Clock) -> None:
    room = Room(clock, events=3)
    await room.fill()
    room.play_to(20)
    for messages in room.views():
        assert [[event["seq"] for event in one["events"]] for one in messages] == [
            [seq] for seq in range(4, 21)
        ]


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Callbacks of timers."""
    found: list[Any] = []

    class Loop:
        def call_later(self, delay: float, call: Any) -> object:
            assert 0 < delay <= 1
            found.append(call)
            return call

    monkeypatch.setattr("schwimmen.server.live.audience.asyncio.get_running_loop", Loop)
    return found


async def test_views_of_a_long_round_are_sent_to_a_few_sockets_each_second(
    clock: Clock, later: list[Any]
) -> None:
    room = Room(clock, events=MAX_UNPACED_HISTORY + 10)
    await room.fill()
    room.views()
    got: list[list[int]] = [[] for _ in room.people]
    first = room.table.seq + 1

    def take() -> None:
        found = room.views()
        assert sum(map(len, found)) <= PACED_SOCKETS_PER_SECOND
        view = room.table.view(None)
        assert view is not None
        for known, messages in zip(got, found, strict=True):
            assert all(one["view"]["turns"] == view.turns for one in messages)
            known += [event["seq"] for one in messages for event in one["events"]]

    for _ in range(6):
        room.play_to(room.table.seq + 1)
        acts = room.to_act
        take()
        assert got[acts][-1] == room.table.seq  # the seat to act comes first
        clock.now += 1
    while later:  # a timer sends what is pending
        later.pop()()
        take()
        clock.now += 1
    # Nothing is lost, and nothing is sent twice.
    assert {tuple(known) for known in got} == {tuple(range(first, room.table.seq + 1))}


async def test_players_come_before_spectators(clock: Clock, later: list[Any]) -> None:
    room = Room(clock, events=MAX_UNPACED_HISTORY + 10)
    await room.fill()
    room.views()
    room.play_to(room.table.seq + 1)
    *watching, one, two, three, four = room.views()
    assert all([one, two, three, four])
    assert sum(map(bool, watching)) == PACED_SOCKETS_PER_SECOND - 4


async def test_a_new_welcome_brings_the_pending_events(clock: Clock, later: list[Any]) -> None:
    room = Room(clock, events=MAX_UNPACED_HISTORY + 10)
    await room.fill()
    room.views()
    room.play_to(room.table.seq + 1)
    sent = room.views()
    await room.audience.welcome_all(room.table)
    for messages, (socket, _) in zip(sent, room.people, strict=True):
        welcome = json.loads(socket.sent[-1])
        received = [event["seq"] for one in (*messages, welcome) for event in one["events"]]
        assert received == [room.table.seq]
    clock.now += 1
    later.pop()()
    assert not any(room.views())


async def test_events_that_are_not_stored_are_not_sent(clock: Clock, later: list[Any]) -> None:
    room = Room(clock, events=MAX_UNPACED_HISTORY + 10)
    await room.fill()
    room.play_to(room.table.seq + 1)
    room.views()
    room.play_to(room.table.seq + 1, stored=False)
    clock.now += 1
    later.pop()()
    assert not any(room.views())
    room.audience.broadcast_events(room.table, room.table.events[-1:])
    assert sum(map(len, room.views())) == PACED_SOCKETS_PER_SECOND


async def test_a_removed_connection_is_sent_nothing(clock: Clock) -> None:
    room = Room(clock, events=MAX_UNPACED_HISTORY + 10)
    await room.fill()
    room.play_to(room.table.seq + 1)
    room.views()
    gone, connection = room.people[0]
    room.audience.leave(connection)
    for _ in range(6):
        clock.now += 1
        room.audience.broadcast_events(room.table, ())
    assert gone.sent == []


async def test_nothing_is_encoded_without_connections(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = Room(clock)
    monkeypatch.delattr(audience, "UpdateEncoder")
    room.audience.broadcast_events(room.table, room.table.events)
    room.play_to(room.table.seq + 20)
