"""Worlds sampled from a view: rounds that look like the real one to its seat."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import permutations
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from schwimmen.players import sample_worlds
from schwimmen.rules import Match, Round, RuleSet, SchwimmenError
from tests.strategies import BIASES, any_games, deals, examples, play_round


@pytest.mark.parametrize("bent", ["anything", "grace", "recycling", "seven_eight_nine", "threes"])
@given(data=st.data())
@examples(12)
def test_every_seat_and_spectators_have_an_equal_view_of_a_world(
    bent: str, data: st.DataObject
) -> None:
    deal = data.draw(deals(any_games(BIASES[bent])))
    round_, chance = deal.round(), deal.game.chance()
    for _ in play_round(round_, deal.game, Random(deal.game.seed)):
        seat = chance.choice([None, *range(round_.players)])
        view = round_.view(seat)
        (world,) = sample_worlds(view, chance=chance)
        assert type(world) is Round
        assert world.view(seat) == view
        assert world.legal_actions == round_.legal_actions or seat != round_.to_act


def test_all_deals_that_agree_with_a_view_are_equally_likely() -> None:
    """Six cards are unseen: the opponent's, the extra hand and the talon; no hand is special."""
    rules = RuleSet.study(
        "9C 8C 7C 9S 8S 7S", hand_size=2, max_players=2, dealer_choice=True,
        three_of_a_kind=False, fire=False,
    )  # fmt: skip
    view = Round(rules, 2, "9C 8C 7C 9S 8S 7S", dealer=1).view(1)
    number = 240
    drawn = Counter(
        (frozenset(world.pack[:2]), frozenset(world.pack[4:]))
        for world in sample_worlds(view, 6 * number, seed=1)
    )
    unseen = [card for card in rules.cards if card not in view.hand]
    wanted = {(frozenset(one[:2]), frozenset(one[2:])) for one in permutations(unseen)}
    assert drawn.keys() == wanted
    # Chi-square beyond this has a chance of less than one in ten thousand with 5 degrees.
    assert sum((count - number) ** 2 / number for count in drawn.values()) < 26


def test_equal_seeds_give_equal_worlds_which_can_be_played() -> None:
    match = Match("choy", players=4, seed=7)
    match.play(match.round.legal_actions[0])
    view = match.view(match.to_act)
    seeds: list[Any] = [5, np.int64(5)]
    one, other = (sample_worlds(view, 3, seed=seed) for seed in seeds)
    assert [world.pack for world in one] == [world.pack for world in other]
    assert len({world.pack for world in one}) == 3
    world = one[0]
    world.play(view.choices[0])
    assert world.turns_of != match.round.turns_of
    assert sample_worlds(view, 0) == []
    with pytest.raises(SchwimmenError, match="number: -1 is not a whole number from 0 on"):
        sample_worlds(view, -1)


def test_a_view_of_no_round_is_refused() -> None:
    view = Match("pagat", players=3, seed=7).view()
    assert view.to_act is not None
    wrong = replace(view, to_act=(view.to_act + 1) % 3)
    with pytest.raises(SchwimmenError, match="does not belong to any round"):
        sample_worlds(wrong)
