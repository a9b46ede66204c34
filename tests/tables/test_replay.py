"""Replays of finished matches: every step as it was, with all hands open."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schwimmen.tables import (
    ActionEvent,
    Away,
    DealEvent,
    Refusal,
    Settings,
    Table,
    close,
    replay_round,
)
from tests.strategies import VARIANTS, examples
from tests.tables.playing import opened, step
from tests.tables.simulated_table import SimulatedTable

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
