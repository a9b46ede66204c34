"""Time at a table: it follows from the log, and nobody's is stolen."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schwimmen.rules.errors import SchwimmenError
from schwimmen.rules.options import PRESETS
from schwimmen.tables import (
    Back,
    Clock,
    ClockState,
    Deal,
    Expire,
    Leave,
    Play,
    Refusal,
    ServerResumed,
    Settings,
    Table,
    UnplayableLog,
)
from schwimmen.tables.clocks import MAX_LATENESS_MS, iso_time, milliseconds
from schwimmen.tables.during_match import timeout_action
from schwimmen.tables.log import LOGIC_VERSION
from tests.strategies import examples

from .simulated_table import SLOW, SimulatedTable, replayed
from .test_before_match import refusal
from .test_people_playing import by, until

TIMED = Settings(seats=3, bots="random", clock=SLOW)


def at_the_move_of(
    seat: int, settings: Settings = TIMED, logic: int = LOGIC_VERSION
) -> SimulatedTable:
    """A match where it is this person's turn, and no time of theirs is used yet."""
    company = SimulatedTable(settings, options={"lives": 9}, logic=logic)
    company.begin(2)
    while company.table.to_act != seat:
        company.act(after=0)
    return company


def times(company: SimulatedTable) -> ClockState:
    found = company.table.times
    assert found is not None
    return found


@given(st.integers(0, 2**42))
def test_a_time_is_read_as_it_is_written(ms: int) -> None:
    assert milliseconds(iso_time(ms)) == ms


@pytest.mark.parametrize("text", ["", "then", "2026-11-22", "2026-11-22T12:00:00", "12:00+00:00"])
def test_what_is_no_time_is_said(text: str) -> None:
    with pytest.raises(SchwimmenError, match="no ISO time with its zone"):
        milliseconds(text)
    company = at_the_move_of(0)
    assert refusal(company, ServerResumed(text)).code == "invalid"
    with pytest.raises(Refusal, match="no ISO time"):
        company.table.execute(Play(0, company.legal()), text, company.chance)
    assert company.table.to_act == 0


def test_a_move_takes_its_own_time_first_and_then_the_reserve() -> None:
    company = at_the_move_of(0)
    now = times(company)
    assert (now.awaited, now.seat, now.reserves) == ("move", 0, (60_000, 60_000, None))
    assert now.due == iso_time(company.now + 80_000)
    assert now.reserve_from == iso_time(company.now + 20_000)
    company.act(after=19.5)
    assert times(company).reserves == (60_000, 60_000, None)
    until(company, 0)
    company.act(after=25)
    assert times(company).reserves[0] == 55_000


def test_bots_have_no_clock() -> None:
    company = at_the_move_of(0)
    until(company, 2)
    assert (company.table.due, times(company).awaited) == (None, "move")
    assert refusal(company, Expire()).code == "not_due"


def test_nothing_happens_before_it_is_due() -> None:
    company = at_the_move_of(0)
    company.now = milliseconds(company.table.due or "") - 1
    with pytest.raises(Refusal, match="nothing happens here before") as caught:
        company.execute(Expire(), after=0)
    assert caught.value.code == "not_due"
    (event,) = company.execute(Expire(), after=0.001)
    assert event.type == "action"
    assert (by(company)[-1], times(company).reserves[0]) == ("clock", 0)


def test_who_missed_two_moves_in_a_row_is_away() -> None:
    company = at_the_move_of(0)
    company.expire()
    until(company, 0)
    company.act()  # in time: it is forgotten
    until(company, 0)
    assert [event.type for event in company.expire()] == ["action"]
    until(company, 0)
    assert [event.type for event in company.expire()] == ["action", "away"]
    assert company.table.seats[0].away == "clock"
    assert company.table.host == 1
    company.execute(Back("id-0"))
    assert company.table.host == 0


@given(st.lists(st.integers(0, 30_000), min_size=1, max_size=6))
def test_going_away_and_coming_back_gives_no_time(waits: list[int]) -> None:
    company = at_the_move_of(0)
    begun = company.now
    for number, wait in enumerate(waits):
        if not number % 2 and company.now + wait >= milliseconds(company.table.due or ""):
            break
        company.execute(Back("id-0") if number % 2 else Leave("id-0"), after=wait / 1000)
        assert (company.table.due is None) == (number % 2 == 0)
    if company.table.due is None:
        company.execute(Back("id-0"))
    assert company.table.due == iso_time(max(company.now, begun + 80_000))
    assert company.table.used[0] == min(company.now - begun, 80_000)
    assert replayed(company.table).times == company.table.times


def test_a_turn_that_began_without_its_player_counts_from_its_beginning() -> None:
    company = at_the_move_of(1)
    company.execute(Leave("id-0"))
    while company.table.to_act != 0:
        company.act(after=0)
    company.execute(Back("id-0"), after=3)
    assert company.table.due == iso_time(company.now + 77_000)


def test_a_turn_for_which_no_bot_was_there_begins_when_its_player_is_back() -> None:
    company = at_the_move_of(1)
    company.execute(Leave("id-0"))
    while company.table.to_act != 0:
        company.act(after=0)
    company.execute(Back("id-0"), after=86_400)
    assert company.table.due == iso_time(company.now + 80_000)


def test_what_a_bot_takes_for_somebody_who_left_costs_them_no_time() -> None:
    company = at_the_move_of(0)
    company.execute(Leave("id-0"), after=30)
    company.act(after=1000)
    assert times(company).reserves[0] == 50_000
    assert company.table.used[0] == 30_000


@pytest.mark.parametrize(("logic", "left"), [(0, 50_000), (1, 30_000)])
def test_a_table_keeps_the_clocks_that_it_was_opened_with(logic: int, left: int) -> None:
    company = at_the_move_of(0, logic=logic)
    company.execute(Leave("id-0"), after=30)
    company.execute(Back("id-0"), after=20)
    assert company.table.due == iso_time(company.now + left)
    assert replayed(company.table).times == company.table.times


@pytest.mark.parametrize(("logic", "away"), [(0, []), (1, ["away"])])
def test_leaving_does_not_end_the_count_of_moves_that_the_clock_made(
    logic: int, away: list[str]
) -> None:
    company = at_the_move_of(0, logic=logic)
    assert [event.type for event in company.expire()] == ["action"]
    company.execute(Leave("id-0"))
    until(company, 0)
    company.act()
    company.execute(Back("id-0"))
    until(company, 0)
    assert [event.type for event in company.expire()] == ["action", *away]
    assert replayed(company.table).seats == company.table.seats


def test_who_was_put_away_by_the_clock_has_to_move_to_be_trusted_again() -> None:
    company = at_the_move_of(0)
    company.expire()
    until(company, 0)
    company.expire()
    company.execute(Back("id-0"))
    until(company, 0)
    assert [event.type for event in company.expire()] == ["action", "away"]
    company.execute(Back("id-0"))
    until(company, 0)
    company.act()
    until(company, 0)
    assert [event.type for event in company.expire()] == ["action"]


def test_what_others_do_meanwhile_gives_no_time() -> None:
    company = at_the_move_of(0)
    due = company.table.due
    company.execute(Leave("id-1"), after=5)
    company.execute(Back("id-1"), after=5)
    assert company.table.due == due


def test_while_the_server_is_away_no_clock_runs() -> None:
    company = at_the_move_of(0)
    alive = iso_time(company.now + 5000)
    company.execute(ServerResumed(alive), after=3600)
    assert company.table.due == iso_time(company.now + 75_000)
    company.act(after=30)
    assert times(company).reserves[0] == 45_000
    company.play_round()
    company.execute(ServerResumed(iso_time(company.now + 5000)), after=3600)
    assert company.table.due == iso_time(company.now + 15_000)


def test_a_sign_of_life_before_the_last_event_counts_for_nothing() -> None:
    company = at_the_move_of(0)
    company.execute(ServerResumed(iso_time(company.now - 5000)), after=9)
    assert company.table.due == iso_time(company.now + 80_000)


@pytest.mark.parametrize("jump", [-3600, 3600])
def test_a_clock_that_is_set_takes_nobodys_time(jump: int) -> None:
    company = at_the_move_of(0)
    company.act(after=jump)
    assert times(company).reserves[0] == 60_000
    assert company.table.used[0] == 0
    assert replayed(company.table).times == company.table.times


@pytest.mark.parametrize("jump", [-3600, 3600])
def test_a_server_that_slept_and_does_not_say_so_takes_nobodys_time(jump: int) -> None:
    company = at_the_move_of(0)
    (event,) = company.execute(Expire(), after=jump)
    assert event.type == "resumed"
    assert company.table.due == iso_time(company.now + 80_000)
    assert company.expire()[0].type == "action"


def test_a_busy_server_may_be_late() -> None:
    company = at_the_move_of(0)
    company.now = milliseconds(company.table.due or "") + MAX_LATENESS_MS
    (event,) = company.execute(Expire(), after=0)
    assert (event.type, company.table.used[0]) == ("action", 80_000)


def test_without_a_clock_a_move_may_take_for_ever() -> None:
    company = at_the_move_of(0, Settings(seats=3))
    assert company.table.due is None
    assert times(company).reserves == (None, None, None)
    company.act(after=1e6)
    assert company.table.used[0] == 1_000_000_000


def test_a_log_whose_times_are_none_is_not_played() -> None:
    log = at_the_move_of(0).table.log
    for place in (0, 3):
        wrong = [*log]
        wrong[place] = wrong[place].model_copy(update={"at": "then"})
        with pytest.raises(UnplayableLog, match="no ISO time"):
            Table.replay(wrong)


@examples(15)
@given(
    preset=st.sampled_from(sorted(PRESETS)),
    people=st.integers(1, 4),
    move=st.integers(5, 30),
    reserve=st.integers(0, 30),
    seed=st.integers(0, 2**32),
    waits=st.lists(st.integers(0, 40_000), min_size=10, max_size=40),
)
def test_all_time_is_accounted_for(
    preset: str, people: int, move: int, reserve: int, seed: int, waits: list[int]
) -> None:
    """What people used is what passed while it was their turn, less what was nobody's."""
    wished = Settings(seats=4, bots="random", clock=Clock(move=move, reserve=reserve))
    company = SimulatedTable(wished, preset, seed=seed)
    company.begin(people)
    table = company.table
    used = dict.fromkeys(range(people), 0)
    for wait in waits:
        if table.over:
            break
        seat, person, before = table.to_act, table.bot_to_act is None, company.now
        if table.due is not None and company.now + wait >= milliseconds(table.due):
            company.expire()
        elif company.chance.random() < 0.1 and table.due is not None:
            company.execute(ServerResumed(company.at), after=wait / 1000)
            before = company.now
        elif seat is None:
            asking = company.chance.randrange(people)
            company.execute(Deal(asking, present=frozenset()), after=wait / 1000)
        else:
            company.act(after=wait / 1000)
        if seat is not None and person:
            used[seat] += company.now - before
        assert table.used == used
        for left in times(company).reserves[:people]:
            assert left is not None
            assert 0 <= left <= reserve * 1000
    assert replayed(table).times == table.times


@examples(15)
@given(
    preset=st.sampled_from(sorted(PRESETS)),
    seats=st.integers(2, 4),
    seed=st.integers(0, 2**32),
    data=st.data(),
)
def test_a_match_can_be_finished_by_the_clock_alone(
    preset: str, seats: int, seed: int, data: st.DataObject
) -> None:
    people = data.draw(st.integers(1, seats))
    wished = Settings(seats=seats, bots="random", clock=Clock(move=5))
    options = {"rounds": 2} if preset == "choy" else {"lives": 1}
    company = SimulatedTable(wished, preset, options, seed)
    company.begin(people)
    company.play_on()
    assert company.table.phase == "over"
    used = company.table.used
    assert all(ms % 5000 == 0 for ms in used.values())
    assert all(ms <= 10_000 for ms in used.values())


@examples(60)
@given(
    preset=st.sampled_from(sorted(PRESETS)),
    seed=st.integers(0, 2**32),
    steps=st.integers(0, 25),
)
def test_what_the_clock_plays_is_legal_and_closes_only_where_nothing_else_is(
    preset: str, seed: int, steps: int
) -> None:
    company = SimulatedTable(Settings(seats=3, fill=True), preset, seed=seed)
    company.begin(3)
    for _ in range(steps):
        if not company.table.over:
            company.go_on()
    view = company.table.view(company.table.to_act)
    assert view is not None
    if not view.choices:
        return
    action = timeout_action(view)
    chosen = next(choice for choice in view.choices if choice.action == action)
    kinds = {"keep", "pass"}.intersection(view.legal_actions)
    if kinds:
        assert action in kinds
        return
    assert not chosen.closes
    assert chosen.value is not None
    assert chosen.value == max(
        choice.value for choice in view.choices if not choice.closes and choice.value is not None
    )
