"""Opening of tables and rematches, and the erasure of a player."""

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
def test_terms_are_checked_before_a_table_is_opened(
    settings: Settings, preset: str, code: str
) -> None:
    with pytest.raises(SchwimmenError) as caught:
        open_table(preset, {}, settings, "id-0", "Anna", "2026-01-01T00:00:00Z")
    assert caught.value.code == code


def rematch(simulation: SimulatedTable, player: str) -> SimulatedTable:
    """Return the table of a rematch."""
    events = open_rematch(simulation.table, "table-1", player, simulation.at)
    simulation.execute(Rematch(player, "table-2"))
    again = SimulatedTable(FOUR)
    again.now = simulation.now
    again.table = Table.replay(events)
    return again


def test_a_rematch_reserves_all_seats() -> None:
    simulation = SimulatedTable(Settings(seats=4, bots="random"), options={"lives": 1})
    simulation.begin(3)
    with pytest.raises(Refusal, match="not over"):
        open_rematch(simulation.table, "table-1", "id-0", simulation.at)
    assert refusal(simulation, Rematch("id-0", "table-2")).code == "not_over"
    simulation.play_on()
    assert refusal(simulation, Rematch("id-9", "table-2")).code == "not_seated"
    with pytest.raises(Refusal, match="only players of this match"):
        open_rematch(simulation.table, "table-1", "id-9", simulation.at)

    again = rematch(simulation, "id-1")
    assert simulation.table.rematch == simulation.table.events[-1].rematch == "table-2"
    error = refusal(simulation, Rematch("id-0", "table-3"))
    assert (error.code, error.details["table"]) == ("rematch_made", "table-2")

    table = again.table
    assert isinstance(table.created, CreatedEvent)
    assert table.created.earlier == "table-1"
    assert (table.terms, table.host) == (simulation.table.terms, 1)
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
    again.execute(Leave("id-2"))  # an invited player who declines frees the seat
    again.execute(Join("id-8", "Cleo", seat=2))
    again.execute(Start("id-1"))
    assert names(table) == {0: "Anna", 1: "Bo", 2: "Cleo", 3: "Zoe"}
    assert_same(replayed(table), table)


def test_an_invited_player_who_does_not_come_is_replaced() -> None:
    simulation = SimulatedTable(Settings(seats=3, bots="random"), options={"lives": 1})
    simulation.begin(3)
    simulation.play_on()
    again = rematch(simulation, "id-1")
    again.execute(Away("id-1", 0, present=True))  # an invited player cannot be present
    again.execute(Join("id-2", "Cleo C", seat=0))
    assert names(again.table) == {0: "Cleo C", 1: "Bo"}
    again.execute(Start("id-1"))
    assert [seat.level for seat in again.table.seats] == [None, None, "random"]


def erased(log: Iterable[LogEvent], player: str, name: str) -> Table:
    """Return the table of a log after the erasure of a player."""
    bodies: list[dict[str, Any]] = [event.body() for event in log]
    changed = {body["seq"]: body for body in without_player(bodies, player, name)}
    after = [changed.get(body["seq"], body) for body in bodies]
    assert player not in str(after)
    table = Table.replay(map(read_event, after))
    assert_same(replayed(table), table)
    return table


def test_a_log_plays_as_before_after_an_erasure() -> None:
    seats = (Seat(name="Anna", player="a"), Seat(name="Berta", player="b"), Seat(name="Bot"))
    log = create("pagat", {}, seats, "2026-01-01T00:00:00.000+00:00", Random(1))
    bodies = [event.body() for event in log]
    changed = without_player(bodies, "a", "Player 1")
    assert [body["seq"] for body in changed] == [1]
    assert "Anna" not in str(changed)
    after = [read_event(body) for body in [*changed, *bodies[1:]]]
    erased_table, before = Table.replay(after), Table.replay(log)
    assert [seat.name for seat in erased_table.created.seats] == ["Player 1", "Berta", "Bot"]
    assert [seat.player for seat in erased_table.created.seats] == [None, "b", None]
    assert erased_table.to_act == before.to_act
    assert erased_table.events == before.events


@pytest.mark.parametrize("late", [False, True])
def test_fair_shuffles_stay_after_an_erasure_and_say_what_cannot_be_verified(late: bool) -> None:
    simulation = SimulatedTable(Settings(seats=3, bots="greedy"), "pagat", {"lives": 1}, fair=True)
    simulation.begin(people=2)
    for seat in (0, 1, 0):
        simulation.agree(seat)
    if late:  # Bo does not reveal: Anna commits and reveals again
        simulation.expire()
        simulation.agree(0)
        simulation.agree(0)
    else:
        simulation.agree(1)
    simulation.play_on()
    before = simulation.table
    verify(read_record(record_of_log(before.log, unfinished=True, published=True)))
    table = erased(before.log, "id-1", "Player 2")
    table = erased(table.log, "id-0", "Player 1")
    assert "Anna" not in str(table.log)
    assert "Bo" not in str([seat.name for seat in table.seats])
    assert [event.history for event in table.events] == [event.history for event in before.events]
    with pytest.raises(VerificationError) as unfair:
        verify(read_record(record_of_log(table.log, unfinished=True, published=True)))
    assert unfair.value.code == "forgotten"


def test_players_who_left_and_invited_players_are_erased_too() -> None:
    simulation = SimulatedTable(Settings(seats=3, bots="random"), options={"lives": 1})
    simulation.execute(Join("id-1", "Bo"))
    simulation.execute(Join("id-2", "Cleo"))
    simulation.execute(Leave("id-1"))
    simulation.execute(Join("id-3", "Dora"))
    table = erased(simulation.table.log, "id-1", "Player 2")
    assert {seat.name for seat in table.seats} == {"Anna", "Cleo", "Dora"}
    table = erased(table.log, "id-2", "Player 3")
    assert {seat.name for seat in table.seats} == {"Anna", "Player 3", "Dora"}
    assert "Cleo" not in str(table.log)

    simulation.begin(people=1)
    simulation.play_on()
    again = SimulatedTable(Settings(seats=3))
    again.table = Table.replay(open_rematch(simulation.table, "t", "id-2", simulation.at))
    for player, name in (("id-0", "Player 1"), ("id-3", "Player 2")):
        again.table = erased(again.table.log, player, name)
    assert [(seat.name, seat.invited) for seat in again.table.seats] == [
        ("Player 1", True),
        ("Player 2", True),
        ("Cleo", False),
    ]


def test_erasing_a_stranger_changes_nothing() -> None:
    bodies = [{"seq": 1, "seats": [{"name": "Anna", "player": "a"}]}]
    assert without_player(bodies, "c", "Player 1") == []


def test_a_player_is_erased_from_any_body() -> None:
    sat = {"seq": 4, "type": "sat", "seat": 2, "player": "a", "name": "Anna"}
    (after,) = without_player([sat], "a", "X")
    assert after == sat | {"player": "nobody.1", "name": "X"}


def test_a_placeholder_name_differs_from_the_others() -> None:
    assert placeholder_name(2, ["Anna"]) == "Player 3"
    assert placeholder_name(2, ["Player 3", "Player 3*"]) == "Player 3**"
