"""All events reach all connections, with the changes of the state or with full views.

Full views of a long round reach a few at a time.
"""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from schwimmen.rules.options import OptionValue
from schwimmen.server.live import audience
from schwimmen.server.live.audience import MAX_UNPACED_HISTORY, PACED_SOCKETS_PER_SECOND, Audience
from schwimmen.server.live.connection import Connection
from schwimmen.server.wire.people import Presence
from schwimmen.server.wire.state import Views
from schwimmen.tables import (
    Back,
    Change,
    Join,
    Leave,
    Settings,
    Start,
    Table,
    read_event,
    without_player,
)
from tests.effort import sample
from tests.strategies import VARIANTS
from tests.tables.playing import long_match
from tests.tables.simulated_table import NAMES, SLOW, SimulatedTable

from ..client_state import ClientState, canonical
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

    async def fill(self, watching: int = WATCHING, views: Views = "full") -> None:
        """Admit all connections, spectators first."""
        for player in [None] * watching + [f"player-{seat}" for seat in range(4)]:
            socket, connection = connect()
            connection.views = views
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
        """Index of the seat to act among the connections."""
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
            assert all(one["state"]["view"]["turns"] == view.turns for one in messages)
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
    monkeypatch.delattr(audience, "TableState")
    room.audience.broadcast_events(room.table, room.table.events)
    room.play_to(room.table.seq + 20)


class Evening(SimulatedTable):
    """Table whose clients come and go, each with the state from its messages.

    After every update the state of each client is the one that a new ``welcome`` would hold.
    """

    def __init__(self, preset: str, seed: int) -> None:
        settings = Settings(seats=4, bots="random", patience=60, clock=SLOW if seed % 2 else None)
        self.audience = Audience("t", lambda: self.at)
        self.clients: list[tuple[Socket, Connection, ClientState, list[int]]] = []
        self.updates = 0
        super().__init__(settings, preset, SHORT.get(preset), seed, fair=True)
        self.published = len(self.table.events)

    async def come(self, player: str | None, views: Views = "changes", known: int = 0) -> None:
        """Connect a client with the events up to ``known``."""
        socket, connection = connect()
        connection.views = views
        assert await self.audience.welcome(connection, self.table, player, known)
        self.clients.append((socket, connection, ClientState(), list(range(1, known + 1))))

    async def publish(self) -> None:
        """Broadcast the new events, and compare the state of each client."""
        events = self.table.events[self.published :]
        self.published = len(self.table.events)
        self.audience.broadcast_events(self.table, events)
        wholes: dict[tuple[int | None, str], Any] = {}
        for socket, connection, state, seqs in self.clients:
            for text in socket.sent:
                message = json.loads(text)
                if message["type"] in ("welcome", "events"):
                    seqs += [event["seq"] for event in state.receive(message)]
                    self.updates += "changes" in message
            socket.sent.clear()
            assert seqs == list(range(1, self.table.seq + 1))
            wanted = connection.seat, connection.views
            if wanted not in wholes:
                wholes[wanted] = await self.whole_state(connection)
            assert state.seat == connection.seat
            assert canonical(state.json) == canonical(wholes[wanted])

    async def whole_state(self, connection: Connection) -> Any:
        """Return the state in the welcome of another audience to the same client."""
        socket, other = connect()
        other.views = connection.views
        apart = Audience("t", lambda: self.at)
        assert await apart.welcome(other, self.table, connection.player, self.table.seq)
        return json.loads(socket.sent[0])["state"]


SHORT: dict[str, dict[str, OptionValue]] = {"choy": {"rounds": 2}}


@pytest.mark.parametrize("preset", sample(VARIANTS, least=3))
async def test_changes_lead_to_the_state_of_a_welcome(preset: str) -> None:
    seed = sorted(VARIANTS).index(preset)
    chance, evening = Random(seed), Evening(preset, seed)
    await evening.come("id-0")
    await evening.come(None)
    await evening.come(None, "full")
    await evening.publish()
    for number in (1, 2):
        await evening.come(f"id-{number}")
        evening.execute(Join(f"id-{number}", NAMES[number]))
        await evening.publish()
    evening.execute(Change("id-0", order=(2, 0, None, 1)))  # all players have other seats
    await evening.publish()
    evening.execute(Leave("id-1"))
    await evening.publish()
    evening.execute(Start("id-0"))
    await evening.publish()
    people = ["id-0", "id-2", None]
    for step in range(150):
        if evening.table.over:
            break
        evening.go_on()
        if chance.random() < 0.3:  # several events in one update
            evening.go_on() if not evening.table.over else None
        if step in (30, 40):
            seat = evening.table.seat_of("id-2")
            is_away = next(one.away for one in evening.table.seats if one.seat == seat)
            if not evening.table.over:
                evening.execute(Back("id-2") if is_away else Leave("id-2"))
        await evening.publish()
        if chance.random() < 0.2:
            views: Views = chance.choice(["full", "changes"])
            await evening.come(chance.choice(people), views, chance.randint(0, evening.table.seq))
            gone = evening.clients.pop(chance.randrange(len(evening.clients)))
            evening.audience.leave(gone[1])
    assert evening.updates > 50


async def test_every_client_gets_the_whole_state_when_a_player_is_erased() -> None:
    evening = Evening("pagat", 1)
    for player in ("id-0", None):
        await evening.come(player)
    evening.execute(Join("id-1", "Bo"))
    await evening.publish()
    bodies = {event.seq: event.body() for event in evening.table.log}
    for body in without_player(list(bodies.values()), "id-1", "Player 2"):
        bodies[body["seq"]] = body
    evening.table = Table.replay([read_event(body) for body in bodies.values()])
    await evening.audience.welcome_all(evening.table)
    for socket, *_ in evening.clients:
        assert "Bo" not in socket.sent[0]
    evening.execute(Change("id-0", preset="dutch"))
    await evening.publish()


async def test_a_client_without_the_last_state_gets_the_whole_state() -> None:
    evening = Evening("pagat", 0)
    await evening.come("id-1")
    evening.execute(Join("id-1", "Bo"))
    await evening.publish()
    messages: list[dict[str, Any]] = []
    evening.execute(Change("id-0", preset="dutch"))
    evening.audience.broadcast_events(evening.table, evening.table.events[-1:])
    (socket, connection, _, _), *_ = evening.clients
    messages += map(json.loads, socket.sent)
    connection.known_state = None
    evening.execute(Change("id-0", preset="pagat"))
    evening.audience.broadcast_events(evening.table, evening.table.events[-1:])
    messages += map(json.loads, socket.sent[1:])
    first, second = messages
    assert (first["since"], first["seq"]) == (3, 4)
    assert "state" not in first
    assert "state" in second
    assert not second.keys() & {"since", "changes"}


async def test_an_update_without_a_change_is_not_sent() -> None:
    evening = Evening("pagat", 0)
    await evening.come("id-0")
    await evening.publish()
    evening.audience.broadcast_events(evening.table, ())
    assert evening.clients[0][0].sent == []


async def test_changes_of_a_long_round_reach_all_connections_at_once(clock: Clock) -> None:
    room = Room(clock, events=MAX_UNPACED_HISTORY + 10)
    await room.fill(views="changes")
    room.views()
    room.play_to(room.table.seq + 1)
    for messages in room.views():
        assert [message["seq"] for message in messages] == [room.table.seq]
        assert len(json.dumps(messages[0])) < 3000


async def test_presence_at_another_server_is_as_announced_and_then_as_stored() -> None:
    clock = Clock()
    room = Room(clock)
    announced: list[Presence] = []
    room.audience.on_presence = lambda: announced.append(room.audience.here)
    await room.fill(watching=1)
    socket, _ = room.people[0]
    assert announced[-1] == Presence(seats=[0, 1, 2, 3], spectators=1)

    def shown() -> Any:
        found = [json.loads(text) for text in socket.sent]
        return [one["presence"] for one in found if one["type"] == "presence"][-1]

    room.audience.set_presence_at("there", Presence(seats=[2], spectators=4))
    assert shown() == {"seats": [0, 1, 2, 3], "spectators": 5}
    room.audience.leave(room.people[3][1])
    assert announced[-1] == Presence(seats=[0, 1, 3], spectators=1)
    assert room.audience.present == {0, 1, 2, 3}
    clock.now += 2
    room.audience.set_presence_elsewhere({}, stored_after_s=3)  # it may not be stored yet
    assert room.audience.present == {0, 1, 2, 3}
    clock.now += 2
    room.audience.set_presence_elsewhere({}, stored_after_s=3)
    assert shown() == {"seats": [0, 1, 3], "spectators": 1}
    stored = {"there": Presence(seats=[2], spectators=0), "new": Presence(seats=[], spectators=2)}
    room.audience.set_presence_elsewhere(stored, stored_after_s=3)
    assert shown() == {"seats": [0, 1, 2, 3], "spectators": 3}
    room.audience.announce_presence()
    assert announced[-1] == announced[-2]
