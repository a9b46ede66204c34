"""Match of several people: absence, bots that stand in, and the next deal."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Literal

import pytest

from schwimmen.tables import (
    STAND_IN_LEVEL,
    Absentees,
    ActionEvent,
    Away,
    Back,
    BotFailed,
    BotRecovered,
    Change,
    Deal,
    Leave,
    Play,
    Settings,
    StartedEvent,
    Table,
    absentees,
    close,
)

from .playing import changed_event
from .simulated_table import SLOW, SimulatedTable, assert_same, replayed
from .test_before_match import refusal

THREE = Settings(seats=3, bots="random")


def begun(people: int = 2, settings: Settings = THREE, **options: int) -> SimulatedTable:
    """Return a match that has just started."""
    simulation = SimulatedTable(settings, options=options)
    simulation.begin(people)
    return simulation


def until(simulation: SimulatedTable, seat: int) -> None:
    """Play until it is the turn of a seat."""
    while simulation.table.to_act != seat:
        if simulation.table.to_act is None:
            simulation.expire()
        else:
            simulation.act()


def by(simulation: SimulatedTable) -> list[str | None]:
    """Return the chooser of each action so far."""
    return [event.acted_by for event in simulation.table.events if event.type == "action"]


def test_a_bot_plays_for_a_person_who_left_until_they_are_back() -> None:
    simulation = begun()
    until(simulation, 0)
    simulation.execute(Leave("id-0"))
    table = simulation.table
    assert (table.seats[0].away, table.events[-1].reason) == ("left", "left")
    assert table.bot_to_act == (0, STAND_IN_LEVEL)
    assert refusal(simulation, Play(0, simulation.legal())).code == "away"
    assert refusal(simulation, Leave("id-0")).code == "is_away"
    simulation.act()
    assert by(simulation)[-1] == "bot"
    until(simulation, 0)
    simulation.execute(Back("id-0"))
    assert not table.seats[0].away
    assert replayed(table).bot_to_act is None
    assert refusal(simulation, Play(0, simulation.legal(), bot=True)).code == "not_away"
    assert refusal(simulation, Back("id-0")).code == "not_away"
    simulation.act()
    assert by(simulation)[-1] == "person"
    assert_same(replayed(table), table)


def test_a_level_plays_for_a_bot_of_the_host_that_fails() -> None:
    simulation = begun(settings=Settings(seats=3, bots="random", bot="Prudent"))
    table = simulation.table
    assert (table.seats[2].name, table.seats[2].bot) == ("Prudent", "Prudent")
    assert table.bot_at(2) == "Prudent"
    assert table.bot_at(0) is None
    until(simulation, 2)
    assert table.bot_to_act == (2, STAND_IN_LEVEL)
    assert refusal(simulation, BotRecovered(2)).code == "not_away"
    assert refusal(simulation, BotFailed(0, final=True)).code == "no_bot"
    simulation.execute(BotFailed(2, final=False))
    assert (table.seats[2].away, table.events[-1].reason) == ("failed", "failed")
    assert (table.failed_at(2), table.bot_at(2)) == (True, "Prudent")
    simulation.act()
    assert by(simulation)[-1] == "bot"
    simulation.execute(BotRecovered(2))
    assert (table.seats[2].away, table.failed_at(2)) == (None, False)
    simulation.execute(BotFailed(2, final=True))
    assert (table.seats[2].away, table.bot_at(2)) == ("replaced", None)
    assert refusal(simulation, BotRecovered(2)).code == "no_bot"
    assert_same(replayed(table), table)
    simulation.play_on()
    assert absentees(table.log) == Absentees(frozenset(), frozenset())
    assert refusal(simulation, BotFailed(2, final=True)).code == "match_over"


def test_a_log_keeps_the_level_of_its_stand_ins() -> None:
    simulation = begun()
    until(simulation, 0)
    simulation.execute(Leave("id-0"))
    log = [
        replace(event, stand_in=None) if isinstance(event, StartedEvent) else event
        for event in simulation.table.log
    ]
    assert Table.replay(log).bot_to_act == (0, "random")  # that of the settings, as it was


def left_after(moves: int, reason: Literal["left", "host", "own"]) -> SimulatedTable:
    """Return a match from which seat 1 is away after this number of its own moves."""
    simulation = begun(lives=20)
    until(simulation, 1)
    for _ in range(moves):
        simulation.act()
        until(simulation, 1)
    if reason == "left":
        simulation.execute(Leave("id-1"))
    else:
        simulation.execute(Away("id-0" if reason == "host" else "id-1", 1, present=False))
    return simulation


def stood_in(simulation: SimulatedTable, moves: int) -> Absentees:
    """Let a bot make moves for seat 1, and return the absentees then."""
    for _ in range(moves):
        until(simulation, 1)
        simulation.act()
    return absentees(simulation.table.log)


def test_absentees_have_made_less_than_half_of_their_moves() -> None:
    nobody = Absentees(frozenset(), frozenset())
    assert absentees(begun().table.log) == nobody
    seat = frozenset({1})
    reasons: dict[Literal["left", "host", "own"], Absentees] = {
        "left": Absentees(seat, frozenset()),
        "own": Absentees(seat, frozenset()),
        "host": Absentees(frozenset(), seat),
    }
    for reason, expected in reasons.items():
        simulation = left_after(1, reason)
        assert stood_in(simulation, 1) == nobody  # half of them
        assert stood_in(simulation, 1) == expected
        simulation.execute(Back("id-1"))
        assert stood_in(simulation, 1) == nobody


def test_an_absentee_has_left_if_that_alone_suffices() -> None:
    simulation = left_after(1, "host")
    stood_in(simulation, 2)
    simulation.execute(Back("id-1"))
    simulation.execute(Leave("id-1"))
    assert stood_in(simulation, 3) == Absentees(frozenset(), frozenset({1}))  # 3 of 6
    assert stood_in(simulation, 1) == Absentees(frozenset({1}), frozenset())


def test_an_action_at_a_bots_seat_is_by_a_bot() -> None:
    simulation = begun(1)
    until(simulation, 1)
    simulation.execute(Play(1, simulation.legal()))
    assert by(simulation)[-1] == "bot"
    event = simulation.table.log[-1]
    assert isinstance(event, ActionEvent)
    assert event.acted_by == "bot"


def test_the_host_marks_only_absent_people_as_away() -> None:
    simulation = begun(2)
    assert refusal(simulation, Away("id-0", 1, present=True)).code == "not_absent"
    assert refusal(simulation, Away("id-0", 2, present=False)).code == "is_bot"
    assert refusal(simulation, Away("id-0", 3, present=False)).code == "no_such_seat"
    assert refusal(simulation, Away("id-9", 1, present=False)).code == "not_seated"
    simulation.execute(Away("id-0", 1, present=False))
    event = simulation.table.events[-1]
    assert (event.seat, event.reason, event.requested_by) == (1, "host", 0)
    assert refusal(simulation, Away("id-0", 1, present=False)).code == "is_away"


def test_other_players_can_only_mark_an_absent_host_as_away() -> None:
    simulation = begun(3)
    assert refusal(simulation, Away("id-1", 2, present=False)).code == "not_host"
    assert refusal(simulation, Away("id-1", 0, present=True)).code == "not_absent"
    simulation.execute(Away("id-1", 0, present=False))
    assert simulation.table.host == simulation.table.events[-1].host == 1
    simulation.execute(Away("id-1", 2, present=False))
    simulation.execute(Leave("id-1"))
    assert simulation.table.host == 0  # all are away: the host stays
    simulation.execute(Back("id-2"))
    assert simulation.table.host == 2
    simulation.execute(Back("id-0"))
    assert simulation.table.host == 0


def test_the_next_round_waits_for_connected_people() -> None:
    simulation = begun(3)
    simulation.play_round()
    simulation.execute(Deal(1, "x"))
    assert simulation.table.events[-1].type == "ready"
    assert simulation.table.ready == {1}
    assert simulation.table.seq_of(Deal(1, "x")) == simulation.table.seq
    error = refusal(simulation, Deal(1, "y"))
    assert error.code == "others_looking"
    assert "Anna, Cleo" in str(error)
    simulation.execute(Deal(0))
    (event,) = simulation.execute(Deal(2, "z"))
    assert (event.type, simulation.table.round) == ("round", 2)
    assert simulation.table.ready == frozenset()
    assert refusal(simulation, Deal(1)).code == "round_running"


@pytest.mark.parametrize("present", [{1}, {1, 9}, set()])
def test_the_next_round_does_not_wait_for_absent_people(present: Iterable[int]) -> None:
    simulation = begun(3)
    simulation.play_round()
    (event,) = simulation.execute(Deal(1, present=frozenset(present)))
    assert event.type == "round"


def test_a_player_can_ask_again_once_the_others_are_gone() -> None:
    simulation = begun(3)
    simulation.play_round()
    simulation.execute(Deal(1))
    simulation.execute(Leave("id-0"))
    (event,) = simulation.execute(Deal(1, present=frozenset({1})))
    assert event.type == "round"


def test_the_next_round_neither_waits_for_nor_heeds_players_who_are_out() -> None:
    for seed in range(30):
        simulation = SimulatedTable(THREE, options={"lives": 1}, seed=seed)
        simulation.begin(3)
        out: list[int] = []
        while not simulation.table.over and not out:
            simulation.play_round()
            view = simulation.table.view(None)
            assert view is not None
            out = [seat.seat for seat in view.seats if seat.status == "out"]
            if not out:
                simulation.expire()
        if not simulation.table.over:
            break
    assert len(out) == 1
    assert refusal(simulation, Deal(out[0])).code == "not_playing"
    others = [seat for seat in range(3) if seat not in out]
    simulation.execute(Deal(others[0]))
    assert simulation.table.ready == {others[0]}
    simulation.execute(Deal(others[1]))
    assert simulation.table.to_act is not None


@pytest.mark.parametrize(("settings", "seconds"), [(THREE, 60), (None, 20)])
def test_the_next_round_is_dealt_after_a_while(settings: Settings | None, seconds: int) -> None:
    simulation = begun(2, settings or THREE.model_copy(update={"clock": SLOW}))
    simulation.play_round()
    before = simulation.now
    simulation.execute(Deal(0), after=3)
    (event,) = simulation.expire()
    assert (event.type, simulation.now - before) == ("round", seconds * 1000)
    assert simulation.table.events[-1].seat is None


def test_the_host_can_change_spectators_and_chat_during_the_match() -> None:
    simulation = begun()
    now = simulation.table.settings
    assert now is not None
    quiet = now.model_copy(update={"chat": False, "spectators": False, "visibility": "open"})
    assert refusal(simulation, Change("id-1", settings=quiet)).code == "not_host"
    simulation.execute(Change("id-0", settings=quiet))
    assert simulation.table.settings == quiet
    for change in (
        Change("id-0", settings=quiet.model_copy(update={"bots": "club"})),
        Change("id-0", preset="dutch"),
        Change("id-0", options={}),
        Change("id-0", order=(1, 0, 2)),
    ):
        assert refusal(simulation, change).code == "already_started"
    assert_same(replayed(simulation.table), simulation.table)


def test_commands_refused_after_the_match() -> None:
    simulation = begun(lives=1)
    simulation.play_on()
    assert (simulation.table.phase, simulation.table.due) == ("over", None)
    assert refusal(simulation, Deal(0)).code == "match_over"
    assert refusal(simulation, Leave("id-0")).code == "match_over"
    assert refusal(simulation, Away("id-0", 1, present=False)).code == "match_over"
    assert refusal(simulation, Play(0, "pass")).reason == "round_over"


@pytest.mark.parametrize("seat", [-1, 3, 99])
def test_unknown_seats_are_refused(seat: int) -> None:
    simulation = begun()
    assert refusal(simulation, Play(seat, "pass")).code == "no_such_seat"
    simulation.play_round()
    assert refusal(simulation, Deal(seat)).code == "no_such_seat"


def test_a_closed_table_still_lists_its_seats() -> None:
    simulation = begun()
    simulation.act()
    simulation.execute(Leave("id-1"))
    log = [*simulation.table.log, close(simulation.table.log, simulation.at)]
    closed = Table.replay(log)
    assert (closed.phase, closed.due, closed.times) == ("closed", None, None)
    assert closed.seats == simulation.table.seats
    assert closed.seat_of("id-1") == 1
    assert (closed.view(0), closed.to_act, closed.bot_to_act) == (None, None, None)
    assert [event.type for event in closed.events] == [event.type for event in log]
    assert refusal_code(closed) == "table_closed"
    foreign = changed_event(log[0], preset="bavaria")
    assert Table.replay([foreign, *log[1:]]).seats == simulation.table.seats


def refusal_code(table: Table) -> str:
    simulation = SimulatedTable(THREE)
    simulation.table = table
    return refusal(simulation, Back("id-1")).code
