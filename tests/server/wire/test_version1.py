"""Version 1 of the wire is as it was: the whole view, and all fields."""

from __future__ import annotations

import json
from typing import Any

import pytest

from schwimmen.server.wire import encode, version1
from schwimmen.server.wire.messages import Pong, PresenceChanged
from schwimmen.server.wire.people import Presence
from schwimmen.tables import Settings, Table
from tests.strategies import VARIANTS
from tests.tables.simulated_table import SimulatedTable


def whole(table: Table, first: int, at: str, seat: int | None, with_table: bool) -> Any:
    """Return the message with the events from ``first`` on, made in one piece."""
    view, times, seeds = table.view(seat), table.times, table.seeds
    newer = {"seats": {"__all__": {"face", "profile"}}}
    info = encode.table_info("t", table, seat).model_dump(exclude=newer)
    return {
        "v": 1,
        "type": "events",
        "events": [encode.event(one) for one in table.events[first:]],
        "times": times and {"now": at, **encode.clocks(times)},
        "ready": sorted(table.ready),
        "seeds": seeds and encode.seeds(seeds),
        "seat": seat,
        "view": view and encode.view(view),
        "table": info if with_table else None,
    }


@pytest.mark.parametrize("with_table", [True, False])
@pytest.mark.parametrize("preset", VARIANTS)
def test_every_seat_gets_the_whole_message(preset: str, with_table: bool) -> None:
    simulation = SimulatedTable(Settings(seats=3, bots="random"), preset, fair=True)
    table, first = simulation.table, 0
    history, phases = version1.HistoryJson(), set()

    def check() -> None:
        nonlocal first
        encoder = version1.UpdateEncoder("t", table, simulation.at, history)
        for seat in (None, *(one.seat for one in table.seats)):
            text = encoder.text_for(seat, first, with_table)
            expected = whole(table, first, simulation.at, seat, with_table)
            assert json.loads(text) == json.loads(json.dumps(expected))
            phases.add(expected["view"] and expected["view"]["phase"])
        first = len(table.events)

    check()
    simulation.begin(2)
    check()
    for _ in range(40):
        if table.over:
            break
        simulation.go_on()
        check()
    assert phases >= {None, "turn"}


def test_the_bytes_of_a_welcome() -> None:
    simulation = SimulatedTable(Settings(seats=2), options={"lives": 2})
    encoder = version1.UpdateEncoder("t", simulation.table, "now", version1.HistoryJson())
    text = encoder.welcome_for(0, 1)(Presence(seats=[0], spectators=1), [])
    rules = text[text.index('"all":') : text.index(',"actions"')]
    assert text.replace(rules, '"all":{}').replace(simulation.at, "noon") == (
        '{"v":1,"type":"welcome","events":[{"seq":2,"at":"noon","type":"joined","seat":0,'
        '"action":null,"round":null,"happenings":[],"result":null,"by":null,"why":null,'
        '"asked_by":null,"table":null}],"times":{"now":"now","awaited":null,"seat":null,'
        '"due":null,"reserve_from":null,"reserves":[]},"ready":[],"seeds":null,"seat":0,'
        '"view":null,"table":{"id":"t","rules":{"preset":"pagat","options":{"lives":2},"all":{},'
        '"actions":["exchange","exchange!","all","all!","pass","close"]},"seats":[{"seat":0,'
        '"name":"Anna","level":null,"you":true,"away":null,"invited":false,"program":false}],'
        '"created":"noon","rules_version":"1","closed":null,"phase":"gathering","round":0,'
        '"host":0,"settings":{"seats":2,"bots":"casual","fill":true,"visibility":"link",'
        '"spectators":true,"chat":true,"clock":null,"patience":null},"rematch":null},"seq":2,'
        '"presence":{"seats":[0],"watching":1},"chat":[]}'
    )


def test_messages_without_a_state() -> None:
    assert version1.encode_message(Pong(id="x")) == '{"v":1,"type":"pong","id":"x"}'
    presence = PresenceChanged(presence=Presence(seats=[0, 2], spectators=1))
    assert version1.encode_message(presence) == (
        '{"v":1,"type":"presence","presence":{"seats":[0,2],"watching":1}}'
    )
