"""Clocks follow from the log and charge no player unfairly."""

from dataclasses import replace

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
from tests.strategies import examples

from .simulated_table import SLOW, SimulatedTable, replayed
from .test_before_match import refusal
from .test_during_match import by, until

TIMED = Settings(seats=3, bots="random", clock=SLOW)


def at_the_move_of(seat: int, settings: Settings = TIMED) -> SimulatedTable:
    """Return a match at the turn of a person who has used no time yet."""
    simulation = SimulatedTable(settings, options={"lives": 9})
    simulation.begin(2)
    while simulation.table.to_act != seat:
        simulation.act(after=0)
    return simulation


def times(simulation: SimulatedTable) -> ClockState:
    found = simulation.table.times
    assert found is not None
    return found


@given(st.integers(0, 2**42))
def test_times_survive_a_round_trip(ms: int) -> None:
    assert milliseconds(iso_time(ms)) == ms


@pytest.mark.parametrize("text", ["", "then", "2026-11-22", "2026-11-22T12:00:00", "12:00+00:00"])
def test_invalid_times_are_refused(text: str) -> None:
    with pytest.raises(SchwimmenError, match="not an ISO time with a time zone"):
        milliseconds(text)
    simulation = at_the_move_of(0)
    assert refusal(simulation, ServerResumed(text)).code == "invalid"
    with pytest.raises(Refusal, match="not an ISO time"):
        simulation.table.execute(Play(0, simulation.legal()), text, simulation.chance)
    assert simulation.table.to_act == 0


def test_a_move_uses_its_own_time_first_and_then_the_reserve() -> None:
    simulation = at_the_move_of(0)
    now = times(simulation)
    assert (now.awaited, now.seat, now.reserves) == ("move", 0, (60_000, 60_000, None))
    assert now.due == iso_time(simulation.now + 80_000)
    assert now.reserve_from == iso_time(simulation.now + 20_000)
    simulation.act(after=19.5)
    assert times(simulation).reserves == (60_000, 60_000, None)
    until(simulation, 0)
    simulation.act(after=25)
    assert times(simulation).reserves[0] == 55_000


def test_bots_have_no_clock() -> None:
    simulation = at_the_move_of(0)
    until(simulation, 2)
    assert (simulation.table.due, times(simulation).awaited) == (None, "move")
    assert refusal(simulation, Expire()).code == "not_due"


def test_nothing_happens_before_it_is_due() -> None:
    simulation = at_the_move_of(0)
    simulation.now = milliseconds(simulation.table.due or "") - 1
    with pytest.raises(Refusal, match="nothing is due before") as caught:
        simulation.execute(Expire(), after=0)
    assert caught.value.code == "not_due"
    (event,) = simulation.execute(Expire(), after=0.001)
    assert event.type == "action"
    assert (by(simulation)[-1], times(simulation).reserves[0]) == ("clock", 0)


def test_a_person_is_away_after_two_expired_moves_in_a_row() -> None:
    simulation = at_the_move_of(0)
    simulation.expire()
    until(simulation, 0)
    simulation.act()  # in time: the count starts again
    until(simulation, 0)
    assert [event.type for event in simulation.expire()] == ["action"]
    until(simulation, 0)
    assert [event.type for event in simulation.expire()] == ["action", "away"]
    assert simulation.table.seats[0].away == "clock"
    assert simulation.table.host == 1
    simulation.execute(Back("id-0"))
    assert simulation.table.host == 0


@given(st.lists(st.integers(0, 30_000), min_size=1, max_size=6))
def test_leaving_and_coming_back_gains_no_time(waits: list[int]) -> None:
    simulation = at_the_move_of(0)
    begun = simulation.now
    for number, wait in enumerate(waits):
        if not number % 2 and simulation.now + wait >= milliseconds(simulation.table.due or ""):
            break
        simulation.execute(Back("id-0") if number % 2 else Leave("id-0"), after=wait / 1000)
        assert (simulation.table.due is None) == (number % 2 == 0)
    if simulation.table.due is None:
        simulation.execute(Back("id-0"))
    assert simulation.table.due == iso_time(max(simulation.now, begun + 80_000))
    assert simulation.table.used[0] == min(simulation.now - begun, 80_000)
    assert replayed(simulation.table).times == simulation.table.times


def test_a_turn_that_began_without_its_player_counts_from_its_start() -> None:
    simulation = at_the_move_of(1)
    simulation.execute(Leave("id-0"))
    while simulation.table.to_act != 0:
        simulation.act(after=0)
    simulation.execute(Back("id-0"), after=3)
    assert simulation.table.due == iso_time(simulation.now + 77_000)


def test_a_turn_without_a_bot_starts_when_its_player_is_back() -> None:
    simulation = at_the_move_of(1)
    simulation.execute(Leave("id-0"))
    while simulation.table.to_act != 0:
        simulation.act(after=0)
    simulation.execute(Back("id-0"), after=86_400)
    assert simulation.table.due == iso_time(simulation.now + 80_000)


def test_a_bot_uses_no_time_of_the_person_who_left() -> None:
    simulation = at_the_move_of(0)
    simulation.execute(Leave("id-0"), after=30)
    simulation.act(after=1000)
    assert times(simulation).reserves[0] == 50_000
    assert simulation.table.used[0] == 30_000


def test_leaving_does_not_reset_the_count_of_expired_moves() -> None:
    simulation = at_the_move_of(0)
    assert [event.type for event in simulation.expire()] == ["action"]
    simulation.execute(Leave("id-0"))
    until(simulation, 0)
    simulation.act()
    simulation.execute(Back("id-0"))
    until(simulation, 0)
    assert [event.type for event in simulation.expire()] == ["action", "away"]
    assert replayed(simulation.table).seats == simulation.table.seats


def test_only_a_move_resets_the_count_after_an_absence_by_the_clock() -> None:
    simulation = at_the_move_of(0)
    simulation.expire()
    until(simulation, 0)
    simulation.expire()
    simulation.execute(Back("id-0"))
    until(simulation, 0)
    assert [event.type for event in simulation.expire()] == ["action", "away"]
    simulation.execute(Back("id-0"))
    until(simulation, 0)
    simulation.act()
    until(simulation, 0)
    assert [event.type for event in simulation.expire()] == ["action"]


def test_events_of_other_players_gain_no_time() -> None:
    simulation = at_the_move_of(0)
    due = simulation.table.due
    simulation.execute(Leave("id-1"), after=5)
    simulation.execute(Back("id-1"), after=5)
    assert simulation.table.due == due


def test_no_clock_runs_while_the_server_is_down() -> None:
    simulation = at_the_move_of(0)
    alive = iso_time(simulation.now + 5000)
    simulation.execute(ServerResumed(alive), after=3600)
    assert simulation.table.due == iso_time(simulation.now + 75_000)
    simulation.act(after=30)
    assert times(simulation).reserves[0] == 45_000
    simulation.play_round()
    simulation.execute(ServerResumed(iso_time(simulation.now + 5000)), after=3600)
    assert simulation.table.due == iso_time(simulation.now + 15_000)


def test_a_sign_of_life_before_the_last_event_is_ignored() -> None:
    simulation = at_the_move_of(0)
    simulation.execute(ServerResumed(iso_time(simulation.now - 5000)), after=9)
    assert simulation.table.due == iso_time(simulation.now + 80_000)


@pytest.mark.parametrize("jump", [-3600, 3600])
def test_a_jump_of_the_clock_charges_no_time(jump: int) -> None:
    simulation = at_the_move_of(0)
    simulation.act(after=jump)
    assert times(simulation).reserves[0] == 60_000
    assert simulation.table.used[0] == 0
    assert replayed(simulation.table).times == simulation.table.times


@pytest.mark.parametrize("jump", [-3600, 3600])
def test_an_unnoticed_sleep_of_the_server_charges_no_time(jump: int) -> None:
    simulation = at_the_move_of(0)
    (event,) = simulation.execute(Expire(), after=jump)
    assert event.type == "resumed"
    assert simulation.table.due == iso_time(simulation.now + 80_000)
    assert simulation.expire()[0].type == "action"


def test_a_busy_server_may_be_late() -> None:
    simulation = at_the_move_of(0)
    simulation.now = milliseconds(simulation.table.due or "") + MAX_LATENESS_MS
    (event,) = simulation.execute(Expire(), after=0)
    assert (event.type, simulation.table.used[0]) == ("action", 80_000)


def test_without_a_clock_a_move_may_take_any_time() -> None:
    simulation = at_the_move_of(0, Settings(seats=3))
    assert simulation.table.due is None
    assert times(simulation).reserves == (None, None, None)
    simulation.act(after=1e6)
    assert simulation.table.used[0] == 1_000_000_000


def test_a_log_with_invalid_times_is_not_played() -> None:
    log = at_the_move_of(0).table.log
    for place in (0, 3):
        wrong = [*log]
        wrong[place] = replace(wrong[place], at="then")
        with pytest.raises(UnplayableLog, match="not an ISO time"):
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
    """Time used is the time that passed in a person's turns, without downtime and jumps."""
    wished = Settings(seats=4, bots="random", clock=Clock(move=move, reserve=reserve))
    simulation = SimulatedTable(wished, preset, seed=seed)
    simulation.begin(people)
    table = simulation.table
    used = dict.fromkeys(range(people), 0)
    for wait in waits:
        if table.over:
            break
        seat, person, before = table.to_act, table.bot_to_act is None, simulation.now
        if table.due is not None and simulation.now + wait >= milliseconds(table.due):
            simulation.expire()
        elif simulation.chance.random() < 0.1 and table.due is not None:
            simulation.execute(ServerResumed(simulation.at), after=wait / 1000)
            before = simulation.now
        elif seat is None:
            asking = simulation.chance.randrange(people)
            simulation.execute(Deal(asking, present=frozenset()), after=wait / 1000)
        else:
            simulation.act(after=wait / 1000)
        if seat is not None and person:
            used[seat] += simulation.now - before
        assert table.used == used
        for left in times(simulation).reserves[:people]:
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
    simulation = SimulatedTable(wished, preset, options, seed)
    simulation.begin(people)
    simulation.play_on()
    assert simulation.table.phase == "over"
    used = simulation.table.used
    assert all(ms % 5000 == 0 for ms in used.values())
    assert all(ms <= 10_000 for ms in used.values())


@examples(60)
@given(
    preset=st.sampled_from(sorted(PRESETS)),
    seed=st.integers(0, 2**32),
    steps=st.integers(0, 25),
)
def test_a_timeout_action_is_legal_and_closes_only_as_a_last_resort(
    preset: str, seed: int, steps: int
) -> None:
    simulation = SimulatedTable(Settings(seats=3, fill=True), preset, seed=seed)
    simulation.begin(3)
    for _ in range(steps):
        if not simulation.table.over:
            simulation.go_on()
    view = simulation.table.view(simulation.table.to_act)
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
