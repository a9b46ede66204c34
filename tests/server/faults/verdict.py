"""Checks of a table after a fault: its log, and what its people have received."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise, zip_longest
from typing import Any

from schwimmen.server.runtime.clock import seconds_between
from schwimmen.tables import ActionEvent, LogEvent, Table, read_event

from ..recorded_match import RecordedMatch
from ..test_secrecy import check as check_secrecy
from ..test_secrecy import truth_of
from .people import Person
from .place import SKEW_S


def check_table(bodies: Sequence[dict[str, Any]], people: Sequence[Person]) -> None:
    """Check that nothing is lost, doubled, out of turn or disclosed at a table."""
    log = [read_event(body) for body in bodies]
    assert [event.seq for event in log] == list(range(1, len(log) + 1))
    end = check_moves(log)
    check_times(log)
    check_acknowledged(bodies, people)
    last = max(people, key=lambda person: len(person.events))
    assert len(last.events) == len(log)
    for person in people:
        # A player may come back after the end of the match, when others have left.
        seen = len(person.events)
        others = zip_longest(person.events, last.events[: max(seen, end)])
        unequal = [(mine, other) for mine, other in others if mine != other]
        assert not unequal, f"{person}; unequal: {unequal[:3]}; its updates: {updates_of(person)}"
    links = [link for person in people for link in person.links]
    recorded = RecordedMatch(people[0].table_id, list(links))
    check_secrecy(recorded, truth_of(log, recorded, "pagat"))


def updates_of(person: Person) -> list[list[tuple[str, int, list[int]]]]:
    """Return the types and numbers of all updates of a person, and of their events, by link."""
    links = [[json.loads(text) for text in link.raw] for link in person.links]
    return [
        [
            (update["type"], update["seq"], [event["seq"] for event in update["events"]])
            for update in link
            if "events" in update
        ]
        for link in links
    ]


def check_moves(log: Sequence[LogEvent]) -> int:
    """Check that the match is over, and that bots and clocks have acted only when they were to.

    Return the number of the event with which it ended.
    """
    table, end = Table.replay(log[:1]), 0
    for event in log[1:]:
        if isinstance(event, ActionEvent) and event.acted_by == "clock":
            assert table.due is not None
            assert table.due <= event.at, event
        if isinstance(event, ActionEvent) and event.acted_by == "bot":
            assert table.bot_to_act is not None
            assert table.bot_to_act[0] == event.seat, event
        table.apply(event)
        if table.over and not end:
            end = event.seq
    assert end, "the match is not over"
    return end


def check_times(log: Sequence[LogEvent]) -> None:
    """Check that the log has the times of one clock, whichever worker wrote it."""
    for before, after in pairwise(log):
        assert seconds_between(before.at, after.at) > -SKEW_S / 2, after


def check_acknowledged(bodies: Sequence[dict[str, Any]], people: Sequence[Person]) -> None:
    """Check that the log has every acknowledged command once, where the answer said."""
    times = Counter(body.get("client_id") for body in bodies)
    for person in people:
        for client_id, (seq, _) in person.acknowledged.items():
            assert bodies[seq - 1].get("client_id") == client_id, bodies[seq - 1]
            assert times[client_id] == 1
