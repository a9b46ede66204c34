"""A match of several people: who plays for whom, and when the next round is dealt."""

from collections.abc import Iterable

import pytest

from schwimmen.tables import (
    ActionEvent,
    Away,
    Back,
    Change,
    Deal,
    Leave,
    Play,
    Settings,
    Table,
    close,
)

from .simulated_table import SLOW, SimulatedTable, assert_same, replayed
from .test_before_match import refusal

THREE = Settings(seats=3, bots="random")


def begun(people: int = 2, settings: Settings = THREE, **options: int) -> SimulatedTable:
    """A match that has just begun."""
    company = SimulatedTable(settings, options=options)
    company.begin(people)
    return company


def until(company: SimulatedTable, seat: int) -> None:
    """Others play until it is this seat's turn."""
    while company.table.to_act != seat:
        if company.table.to_act is None:
            company.expire()
        else:
            company.act()


def by(company: SimulatedTable) -> list[str | None]:
    """Who chose the actions so far."""
    return [event.by for event in company.table.events if event.type == "action"]


def test_a_bot_plays_for_whom_left_until_they_are_back() -> None:
    company = begun()
    until(company, 0)
    company.execute(Leave("id-0"))
    table = company.table
    assert (table.seats[0].away, table.events[-1].why) == ("left", "left")
    assert table.bot_to_act == (0, "random")
    assert refusal(company, Play(0, company.legal())).code == "away"
    assert refusal(company, Leave("id-0")).code == "is_away"
    company.act()
    assert by(company)[-1] == "bot"
    until(company, 0)
    company.execute(Back("id-0"))
    assert not table.seats[0].away
    assert replayed(table).bot_to_act is None
    assert refusal(company, Play(0, company.legal(), bot=True)).code == "not_away"
    assert refusal(company, Back("id-0")).code == "not_away"
    company.act()
    assert by(company)[-1] == "person"
    assert_same(replayed(table), table)


def test_a_bot_at_its_own_seat_is_a_bot_whoever_says_so() -> None:
    company = begun(1)
    until(company, 1)
    company.execute(Play(1, company.legal()))
    assert by(company)[-1] == "bot"
    event = company.table.log[-1]
    assert isinstance(event, ActionEvent)
    assert event.by == "bot"


def test_the_host_puts_only_those_away_who_are_not_there() -> None:
    company = begun(2)
    assert refusal(company, Away("id-0", 1, present=True)).code == "not_absent"
    assert refusal(company, Away("id-0", 2, present=False)).code == "is_bot"
    assert refusal(company, Away("id-0", 3, present=False)).code == "no_such_seat"
    assert refusal(company, Away("id-9", 1, present=False)).code == "not_seated"
    company.execute(Away("id-0", 1, present=False))
    event = company.table.events[-1]
    assert (event.seat, event.why, event.asked_by) == (1, "host", 0)
    assert refusal(company, Away("id-0", 1, present=False)).code == "is_away"


def test_who_is_not_host_cannot_put_others_away_but_a_host_who_is_gone() -> None:
    company = begun(3)
    assert refusal(company, Away("id-1", 2, present=False)).code == "not_host"
    assert refusal(company, Away("id-1", 0, present=True)).code == "not_absent"
    company.execute(Away("id-1", 0, present=False))
    assert company.table.host == company.table.events[-1].host == 1
    company.execute(Away("id-1", 2, present=False))
    company.execute(Leave("id-1"))
    assert company.table.host == 0  # all are away: as it was
    company.execute(Back("id-2"))
    assert company.table.host == 2
    company.execute(Back("id-0"))
    assert company.table.host == 0


def test_the_next_round_waits_for_those_who_are_there() -> None:
    company = begun(3)
    company.play_round()
    company.execute(Deal(1, "x"))
    assert company.table.events[-1].type == "ready"
    assert company.table.ready == {1}
    assert company.table.seq_of(Deal(1, "x")) == company.table.seq
    error = refusal(company, Deal(1, "y"))
    assert error.code == "others_looking"
    assert "Anna, Cleo" in str(error)
    company.execute(Deal(0))
    (event,) = company.execute(Deal(2, "z"))
    assert (event.type, company.table.round) == ("round", 2)
    assert company.table.ready == frozenset()
    assert refusal(company, Deal(1)).code == "round_running"


@pytest.mark.parametrize("present", [{1}, {1, 9}, set()])
def test_who_is_not_there_is_not_waited_for(present: Iterable[int]) -> None:
    company = begun(3)
    company.play_round()
    (event,) = company.execute(Deal(1, present=frozenset(present)))
    assert event.type == "round"


def test_who_asked_already_can_ask_again_when_others_are_gone() -> None:
    company = begun(3)
    company.play_round()
    company.execute(Deal(1))
    company.execute(Leave("id-0"))
    (event,) = company.execute(Deal(1, present=frozenset({1})))
    assert event.type == "round"


def test_who_is_out_is_not_waited_for_and_does_not_hurry_others() -> None:
    for seed in range(30):
        company = SimulatedTable(THREE, options={"lives": 1}, seed=seed)
        company.begin(3)
        out: list[int] = []
        while not company.table.over and not out:
            company.play_round()
            view = company.table.view(None)
            assert view is not None
            out = [seat.seat for seat in view.seats if seat.status == "out"]
            if not out:
                company.expire()
        if not company.table.over:
            break
    assert len(out) == 1
    assert refusal(company, Deal(out[0])).code == "not_playing"
    others = [seat for seat in range(3) if seat not in out]
    company.execute(Deal(others[0]))
    assert company.table.ready == {others[0]}
    company.execute(Deal(others[1]))
    assert company.table.to_act is not None


@pytest.mark.parametrize(("settings", "seconds"), [(THREE, 60), (None, 20)])
def test_the_next_round_is_dealt_after_a_while(settings: Settings | None, seconds: int) -> None:
    company = begun(2, settings or THREE.model_copy(update={"clock": SLOW}))
    company.play_round()
    before = company.now
    company.execute(Deal(0), after=3)
    (event,) = company.expire()
    assert (event.type, company.now - before) == ("round", seconds * 1000)
    assert company.table.events[-1].seat is None


def test_while_a_match_is_played_the_host_still_says_who_may_watch_and_talk() -> None:
    company = begun()
    now = company.table.settings
    assert now is not None
    quiet = now.model_copy(update={"chat": False, "spectators": False, "visibility": "open"})
    assert refusal(company, Change("id-1", settings=quiet)).code == "not_host"
    company.execute(Change("id-0", settings=quiet))
    assert company.table.settings == quiet
    for change in (
        Change("id-0", settings=quiet.model_copy(update={"bots": "club"})),
        Change("id-0", preset="dutch"),
        Change("id-0", options={}),
        Change("id-0", order=(1, 0, 2)),
    ):
        assert refusal(company, change).code == "already_started"
    assert_same(replayed(company.table), company.table)


def test_what_a_match_that_is_over_refuses() -> None:
    company = begun(lives=1)
    company.play_on()
    assert (company.table.phase, company.table.due) == ("over", None)
    assert refusal(company, Deal(0)).code == "match_over"
    assert refusal(company, Leave("id-0")).code == "match_over"
    assert refusal(company, Away("id-0", 1, present=False)).code == "match_over"
    assert refusal(company, Play(0, "pass")).reason == "round_over"


@pytest.mark.parametrize("seat", [-1, 3, 99])
def test_there_are_no_other_seats(seat: int) -> None:
    company = begun()
    assert refusal(company, Play(seat, "pass")).code == "no_such_seat"
    company.play_round()
    assert refusal(company, Deal(seat)).code == "no_such_seat"


def test_a_closed_table_still_says_who_sat_there() -> None:
    company = begun()
    company.act()
    company.execute(Leave("id-1"))
    log = [*company.table.log, close(company.table.log, company.at)]
    closed = Table.replay(log)
    assert (closed.phase, closed.due, closed.times) == ("closed", None, None)
    assert closed.seats == company.table.seats
    assert closed.seat_of("id-1") == 1
    assert (closed.view(0), closed.to_act, closed.bot_to_act) == (None, None, None)
    assert [event.type for event in closed.events] == [event.type for event in log]
    assert refusal_code(closed) == "table_closed"
    foreign = log[0].model_copy(update={"preset": "bavaria"})
    assert Table.replay([foreign, *log[1:]]).seats == company.table.seats


def refusal_code(table: Table) -> str:
    company = SimulatedTable(THREE)
    company.table = table
    return refusal(company, Back("id-1")).code
