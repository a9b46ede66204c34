"""Uniformly random play, and weighted choices of actions."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from schwimmen.engine import entry, jit
from schwimmen.rules.core.bits import lowest_bit, popcount
from schwimmen.rules.core.deal import deal
from schwimmen.rules.core.legal import legal_actions
from schwimmen.rules.core.rng import Rng, new_rng, randbelow, random_fraction, shuffle
from schwimmen.rules.core.state import (
    OVER,
    ROUND_DTYPE,
    SHUFFLE,
    NumberOfSeats,
    RecordArray,
    RoundArray,
    RoundRecord,
    RulesArray,
    RulesRecord,
    WholePack,
    encode_rules,
)
from schwimmen.rules.core.turn import apply, resume_after_shuffle
from schwimmen.rules.ruleset import RuleSet


@jit
def random_action(legal: int, rng: Rng) -> int:
    """Return one of the actions of a mask, each with equal probability."""
    return nth_action(legal, randbelow(rng, popcount(legal)))


@jit
def nth_action(legal: int, n: int) -> int:
    """Return the ``n``-th action of a mask, counted from 0 at the lowest."""
    first = lowest_bit(legal)
    if n < lowest_bit(~(legal >> first)):  # most often all actions are consecutive
        return first + n
    for _ in range(n):
        legal &= legal - 1
    return lowest_bit(legal)


@jit
def weighted_action(actions: int, weights: NDArray[Any], total: float, rng: Rng) -> int:
    """Return one of the actions of a mask, with probability weight / ``total``."""
    remaining = random_fraction(rng) * total
    action = lowest_bit(actions)
    while actions:
        action = lowest_bit(actions)
        actions &= actions - 1
        remaining -= weights[action]
        if remaining < 0:
            break
    return action


@jit
def shuffle_pack(rules: RulesRecord, state: RoundRecord, cards: NDArray[Any], rng: Rng) -> None:
    """Shuffle ``state.pack`` for the next deal; ``cards`` is the whole pack in any order."""
    if state.recyclings:  # recycled cards have overwritten others in the pack (R32)
        for place in range(rules.pack_size):
            state.pack[place] = cards[place]
    shuffle(rng, state.pack, rules.pack_size)


@entry(long=True, javascript=True)
def play_random_rounds(
    rules: RulesArray,
    rounds: RoundArray,
    cards: WholePack,
    seats: NumberOfSeats,
    number: int,
    rng: Rng,
) -> tuple[int, int]:
    """Play a number of rounds in ``rounds[0]``, as ``random_rounds`` does."""
    decisions = 0
    turns = 0
    state = rounds[0]
    everyone = (1 << seats) - 1
    for played in range(number):
        dealer = played % seats
        shuffle_pack(rules[0], state, cards, rng)
        deal(rules[0], state, seats, everyone, dealer, (dealer + 1) % seats)
        while state.phase != OVER:
            if state.phase == SHUFFLE:
                shuffle(rng, state.aside, state.aside_count)
                resume_after_shuffle(rules[0], state)
            else:
                apply(rules[0], state, random_action(legal_actions(rules[0], state), rng))
                decisions += 1
        turns += state.turns
    return decisions, turns


def random_rounds(rules: RuleSet, players: int, rounds: int, seed: int) -> tuple[int, int]:
    """Play rounds between uniformly random players on one core; return decisions and turns.

    The deal passes on after every round. Decisions include the dealer's choice. Raises
    ``RuleSetError`` unless the rules allow this number of players.
    """
    rules.check_players(players)
    states = undealt_round(rules)
    cards = states[0].pack.copy()
    rng = new_rng(seed)
    return play_random_rounds(encode_rules(rules), states, cards, players, rounds, rng)


def undealt_round(rules: RuleSet) -> RecordArray:
    """Return an array of one round before its deal, with the pack in order."""
    rounds = np.zeros(1, ROUND_DTYPE)
    rounds[0].pack[: len(rules.cards)] = rules.cards
    return rounds
