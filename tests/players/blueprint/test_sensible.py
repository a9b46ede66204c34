"""What is left out is what nobody wants: to close with clearly less than one could."""

from __future__ import annotations

from hypothesis import given

from schwimmen.players.blueprint.sensible import sensible
from schwimmen.rules import cards_of, mask_of
from schwimmen.rules.hands import numbers_of
from tests.strategies import Deal, any_games, deals, examples, play_round


@given(deals(any_games()))
@examples(40)
def test_only_closing_with_clearly_less_is_left_out(deal: Deal) -> None:
    round_ = deal.round()
    for _ in play_round(round_, deal.game, deal.game.chance()):
        if round_.to_act is None:
            continue
        view = round_.view(round_.to_act)
        legal = mask_of(choice.number for choice in view.choices)
        hand, table = mask_of(view.hand), mask_of(view.table)
        kept = {*cards_of(sensible(numbers_of(view.rules)[0], legal, hand, table))}
        closing = {
            choice.number: choice.value or 0
            for choice in view.choices
            if choice.action == "close" or choice.action.endswith("!")
        }
        best = max(closing.values(), default=0)
        for choice in view.choices:
            clearly_less = closing.get(choice.number, best) < best - 2
            assert (choice.number in kept) == (not clearly_less)
        assert kept <= {choice.number for choice in view.choices}
