"""Every card of the pack is in exactly one place at all times (R4, R9, R32)."""

from __future__ import annotations

from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schwimmen.rules import RuleSet, View
from tests.strategies import (
    BIASES,
    GAMES,
    Deal,
    any_games,
    deals,
    examples,
    games,
    play_round,
    shuffled_deals,
)


@pytest.mark.parametrize(("preset", "players"), GAMES)
@examples(3)
@given(data=st.data())
def test_by_every_preset(preset: str, players: int, data: st.DataObject) -> None:
    check(data.draw(deals(games(RuleSet(preset), players))))


@pytest.mark.parametrize("bias", BIASES)
@examples(16)
@given(data=st.data())
def test_by_any_rules(bias: str, data: st.DataObject) -> None:
    check(data.draw(deals(any_games(BIASES[bias]))))


@pytest.mark.parametrize("renew", [True, False])
def test_through_shuffles(renew: bool) -> None:
    for deal in shuffled_deals(4, renew=renew):
        check(deal)


def check(deal: Deal) -> None:
    """Play a round and count the cards in the views after each step.

    The talon is the rest of the pack or, once recycled, of the cards laid aside.
    """
    round_ = deal.round()
    assert round_.pack == deal.pack
    size = deal.game.rules.hand_size
    after_hands = deal.pack[size * len(deal.active) :]
    extra, order = after_hands[:size], after_hands[size:]
    before = round_.view()
    for step in chain([None], play_round(round_, deal.game, deal.game.chance())):
        view = round_.view()
        if step and recyclings(view) > recyclings(before):
            order = step.shuffle or before.aside
        hands = {seat: round_.view(seat).hand for seat in deal.active}
        talon = order[len(order) - view.talon :]
        face_down = () if view.table or round_.needs_shuffle else extra
        leaving = before.table if round_.needs_shuffle else ()
        groups = (*hands.values(), talon, view.table, view.aside, face_down, leaving)
        assert sorted(card for group in groups for card in group) == sorted(deal.pack)
        assert all(len(hand) == size for hand in hands.values())
        assert face_down or len(view.table) == size or round_.needs_shuffle
        before = view
    result = round_.result
    assert result is not None
    assert {seat: hand for seat, hand in enumerate(result.hands) if hand is not None} == hands


def recyclings(view: View) -> int:
    """Return the number of times that the talon has been recycled."""
    return sum(happening.kind == "recycled" for happening in view.history)
