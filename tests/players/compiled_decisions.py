"""Decisions of a round, with the player's view and the compiled record."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np

from schwimmen.rules import View, bits_of, cards_of, mask_of
from schwimmen.rules.core import kernel
from schwimmen.rules.core.state import ROUND_DTYPE, RecordArray, rules_array
from tests.strategies import Deal, choose


def decisions(deal: Deal) -> Iterator[tuple[View, RecordArray, int]]:
    """Yield all decisions of a round: the view, the state, and the mask of the legal actions."""
    numbers, chance = rules_array(deal.game.rules), deal.game.chance()
    round_, state = deal.round(), _dealt(deal)
    while not round_.over:
        seat = round_.to_act
        if seat is None:
            order = chance.sample(round_.aside, len(round_.aside))
            round_.recycle(order)
            state[0].aside[: len(order)] = order
            kernel.recycle(numbers, state, 0)
            continue
        view = round_.view(seat)
        named = {choice.action: choice.number for choice in view.choices}
        yield view, state, mask_of(named.values())
        action = choose(round_, deal.game.styles[seat], chance)
        round_.play(action)
        kernel.play(numbers, state, 0, named[action])


def _dealt(deal: Deal) -> RecordArray:
    """Return the record of the dealt round."""
    rounds = np.zeros(1, ROUND_DTYPE)
    rounds[0].pack[: len(deal.pack)] = deal.pack
    active = mask_of(deal.active)
    numbers = rules_array(deal.game.rules)
    kernel.deal_round(numbers, rounds, 0, deal.game.players, active, deal.dealer, deal.leader)
    return rounds


def with_other_hidden_cards(rounds: RecordArray, chance: Random) -> RecordArray:
    """Return a copy of the round in which the cards unseen by the seat to act are shuffled."""
    other = rounds.copy()
    state = other[0]
    places = [seat for seat in bits_of(state.active) if seat != state.to_act]
    top, end = int(state.talon_top), int(state.talon_end)
    hidden = [*cards_of(state.extra), *(int(card) for card in state.pack[top:end])]
    for seat in places:
        hidden += cards_of(state.hands[seat])
    chance.shuffle(hidden)
    for seat in places:
        size = len(cards_of(state.hands[seat]))
        state.hands[seat] = mask_of(hidden.pop() for _ in range(size))
    state.extra = mask_of(hidden.pop() for _ in cards_of(state.extra))
    state.pack[top:end] = hidden
    return other
