from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from schwimmen.players.random_play import (
    random_action,
    random_rounds,
    shuffle_pack,
    undealt_round,
    weighted_action,
)
from schwimmen.rules import RuleSet, RuleSetError
from schwimmen.rules.core.rng import new_rng, randbelow, shuffle
from schwimmen.rules.core.state import rules_array
from tests.strategies import VARIANTS


@pytest.mark.parametrize("preset", VARIANTS)
def test_rounds_are_played_by_every_preset(preset: str) -> None:
    rules = RuleSet(preset)
    for players in (2, rules.max_players):
        decisions, turns = random_rounds(rules, players, 30, seed=5)
        besides = decisions - turns  # dealer's choices, or renewals
        assert 0 < besides <= (turns if rules.renew else 30)
        assert 30 <= turns <= 30 * players * rules.turn_cap
        assert random_rounds(rules, players, 30, seed=5) == (decisions, turns)


def test_too_many_players_are_refused() -> None:
    with pytest.raises(RuleSetError, match="2 to 6"):
        random_rounds(RuleSet("app"), 7, 1, seed=1)


def test_every_legal_action_is_equally_likely() -> None:
    numbers = new_rng(3)
    drawn = Counter(random_action(0b1011_0010, numbers) for _ in range(4000))
    assert set(drawn) == {1, 4, 5, 7}
    assert all(850 < times < 1150 for times in drawn.values())


def test_actions_are_as_likely_as_their_weights() -> None:
    numbers = new_rng(4)
    weights = np.array([9.0, 1.0, 9.0, 0.0, 3.0, 4.0])
    drawn = Counter(weighted_action(0b11_1010, weights, 8.0, numbers) for _ in range(4000))
    assert set(drawn) == {1, 4, 5}
    for action, times in drawn.items():
        assert abs(times / 4000 - weights[action] / 8) < 0.04


def test_every_card_is_equally_often_in_every_position() -> None:
    numbers = new_rng(4)
    cards = np.arange(52, dtype=np.int8)
    places = np.zeros((52, 52), np.int64)
    for _ in range(2600):
        shuffle(numbers, cards, 52)
        places[np.arange(52), cards] += 1
    assert sorted(cards.tolist()) == list(range(52))
    # 50 expected in each of 2704 places: chi-squared has 51 * 51 degrees of freedom.
    chi_squared = float(((places - 50) ** 2 / 50).sum())
    assert 2601 - 5 * 72 < chi_squared < 2601 + 5 * 72


def test_random_numbers_cover_their_range() -> None:
    numbers = new_rng(2**64 - 1)
    assert {randbelow(numbers, 6) for _ in range(200)} == set(range(6))


def test_every_deal_is_of_the_whole_pack_even_after_recycling() -> None:
    rules = RuleSet("choy")
    rounds = undealt_round(rules)
    cards, numbers = rounds[0].pack.copy(), new_rng(6)
    shuffle_pack(rules_array(rules)[0], rounds[0], cards, numbers)
    rounds[0].pack[:8] = rounds[0].pack[8:16]  # as if laid aside and copied there (R32)
    rounds[0].recyclings = 1
    shuffle_pack(rules_array(rules)[0], rounds[0], cards, numbers)
    assert sorted(rounds[0].pack[: len(rules.cards)].tolist()) == sorted(rules.cards)
