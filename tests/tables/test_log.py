"""The log's events as they are kept."""

import pytest
from pydantic import ValidationError

from schwimmen.tables import (
    ActionEvent,
    ClosedEvent,
    CreatedEvent,
    LogEvent,
    RoundEvent,
    Seat,
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
    RoundEvent(seq=2, at="then", dealer=0, pack="AC KC", seat=0, client_id="x"),
    RoundEvent(seq=2, at="then", dealer=0, pack="AC KC"),
    ActionEvent(seq=3, at="then", seat=0, action="pass", shuffle="AC", client_id="y"),
    ActionEvent(seq=3, at="then", seat=0, action="pass"),
    ClosedEvent(seq=4, at="then", notice="no more"),
    ClosedEvent(seq=4, at="then", code="damaged", notice="no more"),
]


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.type)
def test_an_event_is_read_as_it_was_kept(event: LogEvent) -> None:
    assert read_event(event.body()) == event


def test_what_is_not_there_is_not_kept() -> None:
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
def test_what_is_no_event_is_not_read(body: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        read_event(body)
