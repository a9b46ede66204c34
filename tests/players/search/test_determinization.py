"""Determinized rounds look like the real one to the seat of the view."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schwimmen.players.search.determinization import Determinization, determinize
from schwimmen.rules import (
    Match,
    Round,
    RuleSet,
    SchwimmenError,
    View,
    cards_of,
    mask_of,
    parse_cards,
)
from schwimmen.rules.actions import action_name
from schwimmen.rules.core.state import KEYED_ROUND_DTYPE, RecordArray, copy_array
from tests.stacked_deals import stacked_round
from tests.strategies import (
    BIASES,
    Deal,
    any_games,
    choose,
    deals,
    examples,
    play_round,
    replay_steps,
    shuffled_deals,
)

PUBLIC = (
    "known", "table", "took", "leaving", "active", "playing", "open", "closed", "shown", "seats",
    "dealer", "leader", "to_act", "phase", "last_turns", "turns", "passes", "end", "by",
    "dealt_special", "talon_top", "talon_end", "aside_count", "recyclings", "turns_of",
)  # fmt: skip


def decisions(deal: Deal) -> Iterator[tuple[Round, View]]:
    """Yield a round before every action, with the view of the seat to act."""
    round_, chance = deal.round(), deal.game.chance()
    while not round_.over:
        if round_.to_act is None:
            round_.recycle(chance.sample(round_.aside, len(round_.aside)))
            continue
        yield round_, round_.view(round_.to_act)
        manner = deal.game.styles[round_.to_act]
        late = max(round_.turns_of) >= deal.game.patience
        round_.play(choose(round_, "closing" if late else manner, chance))


def assert_public_is_the_same(determinization: RecordArray, real: RecordArray) -> None:
    one, other = determinization.view(KEYED_ROUND_DTYPE)[0], real.view(KEYED_ROUND_DTYPE)[0]
    for name in PUBLIC:
        assert (one[name] == other[name]).all(), name
    there = one["aside_count"]
    assert one["aside"][:there].tolist() == other["aside"][:there].tolist()


def played_in(records: RecordArray, number: int) -> tuple[int, str]:
    """Return the seat and the name of an action, by the record of the round before it."""
    state = records[0]
    seat = int(state.to_act)
    return seat, action_name(number, cards_of(int(state.hands[seat])), cards_of(int(state.table)))


@pytest.mark.parametrize("bent", ["anything", "grace", "recycling", "seven_eight_nine", "threes"])
@given(data=st.data())
@examples(20)
def test_everything_the_seat_has_seen_agrees(bent: str, data: st.DataObject) -> None:
    check(data.draw(deals(any_games(BIASES[bent]))))


@pytest.mark.parametrize("renew", [True, False])
def test_shuffled_cards_agree_with_what_the_seat_has_seen(renew: bool) -> None:
    for deal in shuffled_deals(3, renew=renew):
        check(deal)


def check(deal: Deal) -> None:
    """Play a round and compare a determinization before each action with what its seat saw."""
    before: list[RecordArray] = []
    for round_, view in decisions(deal):
        assert view.seat is not None
        real = round_.arrays[1]
        determinization = determinize(view, deal.game.chance())
        assert_public_is_the_same(determinization.now, real)
        assert determinization.now[0].hands[view.seat] == mask_of(view.hand)
        assert_course_is_the_same(determinization, before, round_.action_numbers)
        assert_hidden_cards_are_unseen(determinization, real, view)
        before.append(copy_array(real))


def assert_course_is_the_same(
    determinization: Determinization, before: list[RecordArray], played: tuple[int, ...]
) -> None:
    assert (
        len(before) == len(determinization.history.rounds) == len(determinization.history.actions)
    )
    for i, (records, number) in enumerate(zip(before, played, strict=True)):
        decision = determinization.history.rounds[i : i + 1]
        assert_public_is_the_same(decision, records)
        assert played_in(decision, determinization.history.actions[i]) == played_in(records, number)


def assert_hidden_cards_are_unseen(
    determinization: Determinization, real: RecordArray, view: View
) -> None:
    state, world = real[0], determinization.now[0]
    unseen = mask_of(determinization.unseen)
    held = int(state.extra)
    for seat in view.seats:
        hidden = 0
        if seat.seat != view.seat and not seat.shown:
            hidden = int(state.hands[seat.seat]) & ~mask_of(seat.known)
        assert determinization.hidden[seat.seat].bit_count() == hidden.bit_count()
        assert determinization.hidden[seat.seat] & ~unseen == 0
        assert determinization.hidden[seat.seat] & ~int(world.hands[seat.seat]) == 0
        held |= hidden
    talon = state.pack[int(state.talon_top) : int(state.talon_end)].tolist()
    drawn = world.pack[int(world.talon_top) : int(world.talon_end)].tolist()
    if not state.recyclings:
        assert held | mask_of(talon) == unseen
    else:
        assert held == unseen
        assert talon == drawn or view.rules.recycle != "in_order"
        assert set(talon) == set(drawn)


def test_equal_seeds_give_equal_determinizations() -> None:
    match = Match("pagat", players=4, seed=1)
    match.play("keep")
    view = match.view(match.to_act)
    hands = [determinize(view, Random(seed)).now[0].hands.tolist() for seed in (1, 1, 2)]
    assert hands[0] == hands[1] != hands[2]


def test_the_only_opponent_can_be_given_any_hidden_cards() -> None:
    round_ = Round("pagat", 2, RuleSet("pagat").cards[::-1], dealer=1)
    for action in ("keep", "pass"):
        round_.play(action)
    view = round_.view(1)
    unseen = determinize(view, Random(1)).unseen
    for held in (unseen[1:4], unseen[-3:], (unseen[4], unseen[9], unseen[15])):
        determinization = determinize(view, Random(2), held)
        assert determinization.now[0].hands[0] == determinization.hidden[0] == mask_of(held)
        assert determinization.round.view(1) == view
    ended = parse_cards("AC KC QC")  # the round would have been over
    assert set(ended) <= set(unseen)
    with pytest.raises(SchwimmenError, match="does not belong to any round"):
        determinize(view, Random(1), ended)


def test_hands_that_would_have_begun_the_last_turns_are_excluded() -> None:
    """With a 31 on the deal, table cards 7, 8 and 9 would have stayed (R28, R34)."""
    rules = RuleSet("dutch", dealer_choice=False, replace_789=True)
    round_ = stacked_round(rules, {0: "7D KH 9C"}, "7C 8S 9H", "AH JC 8D", players=8)
    round_.play("7DxAH")
    view = round_.view(1)
    for seed in range(400):
        assert not determinize(view, Random(seed)).now[0].shown


def test_a_view_of_no_real_round_is_refused() -> None:
    match = Match("pagat", players=2, seed=1)
    match.play("keep")
    view = match.view(match.to_act)
    assert view.leader is not None
    with pytest.raises(SchwimmenError, match="does not belong to any round"):
        determinize(replace(view, leader=1 - view.leader), Random(1))


@pytest.mark.parametrize("bent", ["anything", "grace", "recycling", "seven_eight_nine", "threes"])
@given(data=st.data())
@examples(12)
def test_a_round_set_up_in_the_middle_is_determinized(bent: str, data: st.DataObject) -> None:
    deal = data.draw(deals(any_games(BIASES[bent])))
    steps = list(play_round(deal.round(), deal.game, deal.game.chance()))
    first = data.draw(st.integers(0, len(steps)))
    round_ = deal.round()
    replay_steps(round_, steps[:first])
    if round_.needs_shuffle:
        return
    round_ = Round.from_position(round_.position)
    for step in steps[first:]:
        if round_.to_act is not None:
            view = round_.view(round_.to_act)
            world = determinize(view, Random(1)).round
            assert world.view(view.seat) == view
        replay_steps(round_, [step])
