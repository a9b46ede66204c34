"""Replays of finished matches: every step as it was, with all hands open."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from schwimmen.records import RecordError, read_record, record_of
from schwimmen.rules import Match
from schwimmen.tables import (
    RECORD_EVENT,
    ActionEvent,
    Away,
    DealEvent,
    Refusal,
    Seat,
    Settings,
    Table,
    close,
    read_event,
    record_of_log,
    replay_round,
    table_of_record,
)
from tests.strategies import VARIANTS, Game, any_games, examples, play_match
from tests.tables.playing import opened, step
from tests.tables.simulated_table import SimulatedTable

STARTED, ENDED = "2026-11-24T18:00:00.000+00:00", "2026-11-24T18:09:00.500+00:00"
SHORT = {"choy": {"rounds": 2}}


@pytest.mark.parametrize("preset", VARIANTS)
@examples(3)
@given(seed=st.integers(0, 2**32), players=st.integers(2, 6))
def test_every_step_of_every_round_is_replayed(preset: str, seed: int, players: int) -> None:
    chance = Random(seed)
    table = opened(preset, players, chance, **SHORT.get(preset, {"lives": 1}))
    seen = [table.view(None)]
    while not table.over:
        with pytest.raises(Refusal, match="once it is over"):
            replay_round(table.log, 1)
        step(table, chance)
        seen.append(table.view(None))
    rounds = [replay_round(table.log, number + 1) for number in range(table.round)]
    steps_of = [list(again.steps) for again in rounds]
    steps = [one for again in steps_of for one in again]
    events = [event for event in table.events if event.type in ("round", "action")]
    assert [one.event for one in steps] == events
    size = table.terms.rules.hand_size
    assert {again.rounds for again in rounds} == {table.round}
    for again in steps_of:
        assert again[0].event.type == "round"
        assert again[-1].view.result is not None
    views = [view for view in seen if view is not None]
    assert len(views) == len(steps)
    for one, view in zip(steps, views, strict=True):
        hands = [seat.shown for seat in one.view.seats if seat.active]
        cards = [card for hand in hands for card in hand or ()]
        assert len(cards) == len(set(cards)) == size * len(hands)
        assert set(cards).isdisjoint(one.view.table)
        assert one.view.seat is None
        assert one.view.choices == ()
        assert (one.view.table, one.view.talon, one.view.to_act, one.view.history) == (
            view.table,
            view.talon,
            view.to_act,
            view.history,
        )
        for seat, closed in zip(one.view.seats, view.seats, strict=True):
            assert closed.shown in (None, seat.shown)
            assert not closed.active or seat.value is not None
    # Each hand is the one in its seat's view.
    played = Table.replay(table.log[:1])
    for event in table.log[1:]:
        played.apply(event)
        if isinstance(event, DealEvent | ActionEvent):
            one = steps.pop(0)
            owns = [played.view(seat) for seat in range(players)]
            hands = [
                own.hand if own and seat.active else seat.shown
                for own, seat in zip(owns, one.view.seats, strict=True)
            ]
            assert [seat.shown for seat in one.view.seats] == hands


def test_only_deals_and_actions_are_steps() -> None:
    simulation = SimulatedTable(Settings(seats=3, bots="random"), options={"lives": 1})
    simulation.begin(2)
    while simulation.table.to_act is None:
        simulation.go_on()
    simulation.execute(Away("id-0", 1, present=False))
    simulation.play_on()
    log = simulation.table.log
    steps = [
        one.event.seq
        for number in range(simulation.table.round)
        for one in replay_round(log, number + 1).steps
    ]
    assert steps == [one.seq for one in log if isinstance(one, DealEvent | ActionEvent)]
    with pytest.raises(Refusal, match=f"are 1 to {simulation.table.round}"):
        replay_round(log, simulation.table.round + 1)


def test_gathering_and_closed_tables_have_no_replay() -> None:
    simulation = SimulatedTable(Settings(seats=2))
    with pytest.raises(Refusal, match="once it is over"):
        replay_round(simulation.table.log, 1)
    log = [*simulation.table.log, close(simulation.table.log, simulation.at)]
    with pytest.raises(Refusal, match="is closed"):
        replay_round(log, 1)


@examples(60)
@given(any_games(), st.data())
def test_a_record_leads_to_the_log_that_it_is_of(game: Game, data: st.DataObject) -> None:
    match = next(
        match for match, _ in play_match(game, 40) if match.over or len(match.rounds) == 40
    )
    assume(match.over)
    own = data.draw(st.integers(0, game.players - 1))
    seats = tuple(
        Seat(name=name, player="id-0") if seat == own else Seat(name=name, level="casual")
        for seat, name in enumerate(match.players)
    )
    record = record_of(match, event=RECORD_EVENT, date=STARTED[:10])
    table = table_of_record(read_record(record), seats, STARTED, ENDED)
    assert record_of_log(table.log, unfinished=True) == record
    assert table.over
    assert table.finished_match == match
    assert {event.at for event in table.log[1:]} == {ENDED}
    assert [read_event(event.body()) for event in table.log] == table.log
    assert Table.replay(table.log).events == table.events


def test_a_record_of_an_unfinished_match_leads_to_no_table() -> None:
    match = Match("pagat", players=["Anna", "Bo"], seed=1)
    seats = (Seat(name="Anna", player="id-0"), Seat(name="Bo", level="casual"))
    with pytest.raises(Refusal) as refused:
        table_of_record(read_record(record_of(match)), seats, STARTED, ENDED)
    assert refused.value.code == "not_over"
    record = record_of(match) | {"dealer": 0, "rounds": [{"pack": "", "actions": []}]}
    with pytest.raises(RecordError):
        table_of_record(read_record(record), seats, STARTED, ENDED)
