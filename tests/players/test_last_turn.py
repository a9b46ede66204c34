"""In a last turn no hand that could be had is better."""

from __future__ import annotations

from hypothesis import given

from schwimmen.players.last_turn import best_hand_action, hand_after
from schwimmen.rules import Choice, View, hand_rank, mask_of
from schwimmen.rules.hands import numbers_of
from tests.strategies import BENTS, Deal, any_games, deals, examples, play_round


def left(view: View, choice: Choice) -> tuple[int, ...]:
    """The hand after a choice, as the rules tell it."""
    return tuple({*view.hand} - {*choice.given} | {*choice.taken})


@given(deals(any_games()))
@examples(40)
def test_the_hand_after_an_action_is_what_the_rules_say(deal: Deal) -> None:
    round_ = deal.round()
    for _ in play_round(round_, deal.game, deal.game.chance()):
        if round_.to_act is None:
            continue
        view = round_.view(round_.to_act)
        hand, table = mask_of(view.hand), mask_of(view.table)
        for choice in view.choices:
            if choice.value is not None:
                after = hand_after(numbers_of(view.rules)[0], hand, table, choice.number)
                assert after == mask_of(left(view, choice))


@given(deals(any_games(BENTS["closers"])))
@examples(80)
def test_in_a_last_turn_the_best_hand_is_taken(deal: Deal) -> None:
    round_ = deal.round()
    for _ in play_round(round_, deal.game, deal.game.chance()):
        if round_.to_act is None:
            continue
        view = round_.view(round_.to_act)
        if not view.last_turns:
            continue
        legal = mask_of(choice.number for choice in view.choices)
        hand, table = mask_of(view.hand), mask_of(view.table)
        number = best_hand_action(numbers_of(view.rules)[0], legal, hand, table)
        best = max(hand_rank(view.rules, left(view, choice)) for choice in view.choices)
        as_good = [
            choice.number
            for choice in view.choices
            if hand_rank(view.rules, left(view, choice)) == best
        ]
        still = [
            choice.number
            for choice in view.choices
            if choice.number in as_good and not choice.given
        ]
        assert number == min(still or as_good)
