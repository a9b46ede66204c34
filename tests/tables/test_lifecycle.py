"""Tables are opened by a host, and opened again for those who have played."""

from collections.abc import Iterable
from random import Random
from typing import Any

import pytest

from schwimmen.records import read_record
from schwimmen.records.fairness import VerificationError, verify
from schwimmen.rules.errors import SchwimmenError
from schwimmen.tables import (
    Away,
    Clock,
    CreatedEvent,
    Join,
    JoinedEvent,
    Leave,
    LogEvent,
    Refusal,
    Rematch,
    Seat,
    Settings,
    Start,
    Table,
    create,
    open_rematch,
    open_table,
    placeholder_name,
    read_event,
    record_of_log,
    without_player,
)

from .simulated_table import SimulatedTable, assert_same, replayed
from .test_before_match import FOUR, names, refusal


def test_a_table_opens_with_its_host() -> None:
    table = SimulatedTable(FOUR).table
    assert (table.phase, table.host, names(table)) == ("gathering", 0, {0: "Anna"})
    assert (table.to_act, table.view(0), table.due, table.round) == (None, None, None, 0)
    created, joined = table.events
    assert (created.seats, created.host) == ((), None)
    assert created.terms == joined.terms or joined.terms is None
    assert created.terms is not None
    assert (created.terms.preset, created.terms.settings) == ("pagat", FOUR)
    assert (joined.type, joined.seat, joined.seats, joined.host) == ("joined", 0, table.seats, 0)


@pytest.mark.parametrize(
    ("settings", "preset", "code"),
    [
        (FOUR, "pagatt", "unknown_preset"),
        (Settings(seats=1), "pagat", "too_few_players"),
        (Settings(seats=9), "pagat", "too_many_players"),
        (Settings(seats=3, bots="blueprint"), "pagat", "unknown_level"),
        (Settings(seats=3, clock=Clock(move=1)), "pagat", "bad_seconds"),
        (Settings(seats=3, clock=Clock(move=9, reserve=-1)), "pagat", "bad_seconds"),
        (Settings(seats=3, patience=-1), "pagat", "bad_seconds"),
    ],
)
def test_terms_are_looked_at_before_a_table_is_opened(
    settings: Settings, preset: str, code: str
) -> None:
    with pytest.raises(SchwimmenError) as caught:
        open_table(preset, {}, settings, "id-0", "Anna", "2026-01-01T00:00:00Z")
    assert caught.value.code == code


def rematch(company: SimulatedTable, player: str) -> SimulatedTable:
    """The table where they play again."""
    events = open_rematch(company.table, "table-1", player, company.at)
    company.execute(Rematch(player, "table-2"))
    again = SimulatedTable(FOUR)
    again.now = company.now
    again.table = Table.replay(events)
    return again


def test_a_rematch_keeps_everybodys_seat() -> None:
    company = SimulatedTable(Settings(seats=4, bots="random"), options={"lives": 1})
    company.begin(3)
    with pytest.raises(Refusal, match="not over"):
        open_rematch(company.table, "table-1", "id-0", company.at)
    assert refusal(company, Rematch("id-0", "table-2")).code == "not_over"
    company.play_on()
    assert refusal(company, Rematch("id-9", "table-2")).code == "not_seated"
    with pytest.raises(Refusal, match="only those who played"):
        open_rematch(company.table, "table-1", "id-9", company.at)

    again = rematch(company, "id-1")
    assert company.table.rematch == company.table.events[-1].table == "table-2"
    error = refusal(company, Rematch("id-0", "table-3"))
    assert (error.code, error.details["table"]) == ("rematch_made", "table-2")

    table = again.table
    assert isinstance(table.created, CreatedEvent)
    assert table.created.earlier == "table-1"
    assert (table.terms, table.host) == (company.table.terms, 1)
    assert [(seat.name, seat.invited) for seat in table.seats] == [
        ("Anna", True),
        ("Bo", False),
        ("Cleo", True),
    ]
    assert table.seat_of("id-0") is None
    again.execute(Join("id-9", "Zoe"))
    assert table.seat_of("id-9") == 3
    assert refusal(again, Join("id-8", "Ute")).code == "table_full"
    joined, *_ = again.execute(Join("id-0", ""))
    assert isinstance(joined, JoinedEvent)
    assert (joined.seat, joined.name) == (0, "Anna")
    again.execute(Leave("id-2"))  # who says no frees the seat
    again.execute(Join("id-8", "Cleo", seat=2))
    again.execute(Start("id-1"))
    assert names(table) == {0: "Anna", 1: "Bo", 2: "Cleo", 3: "Zoe"}
    assert_same(replayed(table), table)


def test_who_does_not_come_to_a_rematch_is_replaced() -> None:
    company = SimulatedTable(Settings(seats=3, bots="random"), options={"lives": 1})
    company.begin(3)
    company.play_on()
    again = rematch(company, "id-1")
    again.execute(Away("id-1", 0, present=True))  # nobody is here who has not come
    again.execute(Join("id-2", "Cleo C", seat=0))
    assert names(again.table) == {0: "Cleo C", 1: "Bo"}
    again.execute(Start("id-1"))
    assert [seat.level for seat in again.table.seats] == [None, None, "random"]


def forgotten(log: Iterable[LogEvent], player: str, name: str) -> Table:
    """The table of the log without that person."""
    bodies: list[dict[str, Any]] = [event.body() for event in log]
    changed = {body["seq"]: body for body in without_player(bodies, player, name)}
    after = [changed.get(body["seq"], body) for body in bodies]
    assert player not in str(after)
    table = Table.replay(map(read_event, after))
    assert_same(replayed(table), table)
    return table


def test_the_log_plays_as_before_without_the_person() -> None:
    seats = (Seat(name="Anna", player="a"), Seat(name="Berta", player="b"), Seat(name="Bot"))
    log = create("pagat", {}, seats, "2026-01-01T00:00:00.000+00:00", Random(1))
    bodies = [event.body() for event in log]
    changed = without_player(bodies, "a", "Player 1")
    assert [body["seq"] for body in changed] == [1]
    assert "Anna" not in str(changed)
    after = [read_event(body) for body in [*changed, *bodies[1:]]]
    told, before = Table.replay(after), Table.replay(log)
    assert [seat.name for seat in told.created.seats] == ["Player 1", "Berta", "Bot"]
    assert [seat.player for seat in told.created.seats] == [None, "b", None]
    assert told.to_act == before.to_act
    assert told.events == before.events


@pytest.mark.parametrize("late", [False, True])
def test_shuffles_that_all_agreed_on_stay_and_say_what_cannot_be_checked(late: bool) -> None:
    company = SimulatedTable(Settings(seats=3, bots="greedy"), "pagat", {"lives": 1}, fair=True)
    company.begin(people=2)
    for seat in (0, 1, 0):
        company.agree(seat)
    if late:  # Bo does not reveal: Anna commits and reveals anew
        company.expire()
        company.agree(0)
        company.agree(0)
    else:
        company.agree(1)
    company.play_on()
    before = company.table
    verify(read_record(record_of_log(before.log, unfinished=True, published=True)))
    table = forgotten(before.log, "id-1", "Player 2")
    table = forgotten(table.log, "id-0", "Player 1")
    assert "Anna" not in str(table.log)
    assert "Bo" not in str([seat.name for seat in table.seats])
    assert [event.happenings for event in table.events] == [
        event.happenings for event in before.events
    ]
    with pytest.raises(VerificationError) as unfair:
        verify(read_record(record_of_log(table.log, unfinished=True, published=True)))
    assert unfair.value.code == "forgotten"


def test_who_sat_down_and_left_and_who_is_expected_go_too() -> None:
    company = SimulatedTable(Settings(seats=3, bots="random"), options={"lives": 1})
    company.execute(Join("id-1", "Bo"))
    company.execute(Join("id-2", "Cleo"))
    company.execute(Leave("id-1"))
    company.execute(Join("id-3", "Dora"))
    table = forgotten(company.table.log, "id-1", "Player 2")
    assert {seat.name for seat in table.seats} == {"Anna", "Cleo", "Dora"}
    table = forgotten(table.log, "id-2", "Player 3")
    assert {seat.name for seat in table.seats} == {"Anna", "Player 3", "Dora"}
    assert "Cleo" not in str(table.log)

    company.begin(people=1)
    company.play_on()
    again = SimulatedTable(Settings(seats=3))
    again.table = Table.replay(open_rematch(company.table, "t", "id-2", company.at))
    for player, name in (("id-0", "Player 1"), ("id-3", "Player 2")):
        again.table = forgotten(again.table.log, player, name)
    assert [(seat.name, seat.invited) for seat in again.table.seats] == [
        ("Player 1", True),
        ("Player 2", True),
        ("Cleo", False),
    ]


def test_a_stranger_changes_nothing() -> None:
    bodies = [{"seq": 1, "seats": [{"name": "Anna", "player": "a"}]}]
    assert without_player(bodies, "c", "Player 1") == []


def test_whatever_a_body_is_the_person_goes() -> None:
    sat = {"seq": 4, "type": "sat", "seat": 2, "player": "a", "name": "Anna"}
    (after,) = without_player([sat], "a", "X")
    assert after == sat | {"player": "nobody.1", "name": "X"}


def test_a_name_that_says_nothing_is_unlike_the_others() -> None:
    assert placeholder_name(2, ["Anna"]) == "Player 3"
    assert placeholder_name(2, ["Player 3", "Player 3*"]) == "Player 3**"
