"""Values of a search in games that are small enough to compute them independently."""

from __future__ import annotations

from itertools import combinations
from math import comb
from typing import Any, Final

import pytest

from schwimmen.rules import Round, RuleSet, hand_rank

from ..test_search_player import action_values, left
from .search_budgets import COMPILED, MORE

TWO_CARDS: Final[dict[str, Any]] = {
    "hand_size": 2, "max_players": 2, "three_of_a_kind": False, "fire": False
}  # fmt: skip


def test_the_value_of_closing_heads_up_is_the_mean_over_all_opposing_hands() -> None:
    rules = RuleSet.study("AC KC 9C 8C AS QS 9S 7S TH 8H 7H 7D", dealer_choice=False, **TWO_CARDS)
    dealt = Round(rules, 2, "KC 8C 9C QS 7S TH AC AS 9S 8H 7H 7D", dealer=1)
    view = dealt.view(0)
    unseen = [card for card in rules.cards if card not in (*view.hand, *view.table)]
    values = []
    for hand in combinations(unseen, 2):
        rest = [card for card in unseen if card not in hand]
        round_ = Round(rules, 2, [*view.hand, *hand, *view.table, *rest], dealer=1)
        if round_.over:  # dealt 21
            continue
        round_.play("close")
        last = round_.view(1)
        best = max(last.choices, key=lambda choice: hand_rank(rules, left(last, choice)))
        round_.play(best.action)
        assert round_.result is not None
        assert round_.result.lost is not None
        own, others = round_.result.lost
        assert own is not None
        assert others is not None
        values.append(others - own)
    assert 0 < len(values) < comb(len(unseen), 2)
    assert action_values(view)["close"] == pytest.approx(sum(values) / len(values))
    assert action_values(view, seed=2)["close"] == pytest.approx(sum(values) / len(values))


def test_the_value_of_taking_an_unseen_hand_does_not_depend_on_the_first_world() -> None:
    """Some determinized hands are special and would end the round."""
    rules = RuleSet.study("AC KC AS KS AH KH TH QH 7D 8D 9D 7S", **TWO_CARDS)
    view = Round(rules, 2, "TH 9D 7D 8D AC KC AS KS AH KH QH 7S", dealer=1).view(1)
    values = [action_values(view, seed, MORE)["take"] for seed in range(25 if COMPILED else 1)]
    assert max(values) - min(values) < 0.5
