"""Stored form of a log's events."""

import json

import pytest
from pydantic import ValidationError

from schwimmen.tables import (
    ActionEvent,
    AwayEvent,
    BackEvent,
    ChangedEvent,
    Clock,
    ClosedEvent,
    CreatedEvent,
    DealEvent,
    Invitation,
    JoinedEvent,
    LeftEvent,
    LogEvent,
    ReadyEvent,
    RematchEvent,
    ResumedEvent,
    Seat,
    Settings,
    StartedEvent,
    Table,
    read_event,
)

EVENTS: list[LogEvent] = [
    CreatedEvent(
        seq=1,
        at="2026-11-21T12:00:00+00:00",
        rules_version="1",
        preset="choy",
        options={"target": None, "renew": True, "rounds": 3},
        seats=(Seat(name="Anna", player="p"), Seat(name="Berta", level="greedy")),
        dealer=0,
    ),
    DealEvent(seq=2, at="then", dealer=0, pack="AC KC", seat=0, client_id="x"),
    DealEvent(seq=2, at="then", dealer=0, pack="AC KC"),
    ActionEvent(seq=3, at="then", seat=0, action="pass", shuffle="AC", client_id="y"),
    ActionEvent(seq=3, at="then", seat=0, action="pass"),
    ClosedEvent(seq=4, at="then", notice="no more"),
    CreatedEvent(
        seq=1,
        at="then",
        rules_version="1",
        preset="pagat",
        settings=Settings(seats=4, clock=Clock(move=20, reserve=60), patience=20),
        invited=(Invitation(seat=2, name="Bo", player="q"),),
        earlier="before",
    ),
    StartedEvent(
        seq=2, at="then", seats=(Seat(name="Fritz", level="casual", character="hasty"),), seat=0
    ),
    JoinedEvent(seq=2, at="then", seat=0, name="Anna", player="p", client_id="x"),
    LeftEvent(seq=3, at="then", seat=1, requested_by=0),
    ChangedEvent(
        seq=3,
        at="then",
        seat=0,
        preset="dutch",
        options={"lives": 2},
        settings=Settings(seats=3, fill=False, chat=False, visibility="open"),
        order=(1, None, 0),
    ),
    StartedEvent(seq=4, at="then", seats=(Seat(name="Anna", player="p"),), seed="11" * 32),
    StartedEvent(seq=4, at="then", seats=(Seat(name="Anna", player="p"),), stand_in="casual"),
    ReadyEvent(seq=9, at="then", seat=1, client_id="x"),
    ActionEvent(seq=9, at="then", seat=0, action="pass", acted_by="clock"),
    AwayEvent(seq=9, at="then", seat=0, reason="clock"),
    BackEvent(seq=9, at="then", seat=0, client_id="x"),
    ResumedEvent(seq=9, at="then", alive="before"),
    RematchEvent(seq=9, at="then", seat=0, table="next"),
    ClosedEvent(seq=4, at="then", code="damaged", notice="no more"),
]


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.type)
def test_events_survive_a_round_trip(event: LogEvent) -> None:
    assert read_event(event.body()) == event


def test_default_values_are_not_stored() -> None:
    assert EVENTS[4].body() == {
        "type": "action",
        "seq": 3,
        "at": "then",
        "seat": 0,
        "action": "pass",
    }


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"type": "deal", "seq": 1, "at": "then"},
        {"type": "closed", "seq": 1, "at": "then"},
        {"type": "closed", "seq": 1, "at": "then", "notice": "", "more": 1},
        {"type": "closed", "seq": 1, "at": "then", "notice": "", "code": "tired"},
    ],
)
def test_invalid_events_are_refused(body: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        read_event(body)


# Written by a version without tables for several people.
OLD = """
{"type": "created", "seq": 1, "at": "2026-10-01T12:00:00.000+00:00", "rules_version": "1",
 "preset": "pagat", "seats": [{"name": "Anna", "player": "p"},
 {"name": "Berta", "level": "greedy"}, {"name": "Karl", "level": "random"}], "dealer": 0}

{"type": "round", "seq": 2, "at": "2026-10-01T12:00:00.000+00:00", "dealer": 0,
 "pack": "TH 9C QS QH 9S 8C 8S JD 9H 9D 8D QD 7D AD 8H AS JS AH 7C KC KS KH TD AC KD QC TC 7S \
TS 7H JC JH"}

{"type": "action", "seq": 3, "at": "2026-10-01T12:00:01.000+00:00", "seat": 0, "action": "keep",
 "client_id": "x"}

{"type": "action", "seq": 4, "at": "2026-10-01T12:00:02.000+00:00", "seat": 1,
 "action": "9CxQD!"}
"""


def test_an_old_log_is_a_table_for_one_person() -> None:
    bodies = [json.loads(text) for text in OLD.replace("\\\n", "").strip().split("\n\n")]
    log = [read_event(body) for body in bodies]
    assert [event.body() for event in log] == bodies
    table = Table.replay(log)
    assert (table.phase, table.to_act, table.round) == ("playing", 2, 1)
    assert table.bot_to_act == (2, "random")
    assert (table.host, table.settings, table.due, table.times) == (None, None, None, None)
    assert [(seat.seat, seat.name, seat.level) for seat in table.seats] == [
        (0, "Anna", None),
        (1, "Berta", "greedy"),
        (2, "Karl", "random"),
    ]
    assert [event.acted_by for event in table.events] == [None, None, "person", "bot"]
    assert {event.seats for event in table.events} == {None}
    view = table.view(0)
    assert view is not None
    assert view.hand_names == "8S 9H JD"


def test_a_seat_without_a_character_is_stored_as_before() -> None:
    seats = (Seat(name="Anna", player="p"), Seat(name="Otto", level="casual"))
    stored = StartedEvent(seq=2, at="then", seats=seats).body()
    assert [set(seat) for seat in stored["seats"]] == [{"name", "player"}, {"name", "level"}]
