"""Random rounds at full speed: every player chooses uniformly among the legal actions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from schwimmen.rules.core.bits import lowest_bit, popcount
from schwimmen.rules.core.deal import deal
from schwimmen.rules.core.jit import jit
from schwimmen.rules.core.legal import legal_actions
from schwimmen.rules.core.rng import RANDOM_BITS, Rng, new_rng, next_bits, randbelow, shuffle
from schwimmen.rules.core.state import OVER, ROUND_DTYPE, SHUFFLE, RecordArray, encode_rules
from schwimmen.rules.core.turn import apply, resume_after_shuffle
from schwimmen.rules.ruleset import RuleSet

from .player import check_to_act, seeded_random

if TYPE_CHECKING:
    from schwimmen.rules import View


_ONE: Final = 1.0 / (1 << RANDOM_BITS)


@jit
def random_action(legal: int, numbers: Any) -> int:
    """One of the actions of a mask, each with the same probability."""
    return nth_action(legal, randbelow(numbers, popcount(legal)))


@jit
def nth_action(legal: int, place: int) -> int:
    """An action of a mask, counted from the lowest; most often they are all in a row."""
    first = lowest_bit(legal)
    if place < lowest_bit(~(legal >> first)):
        return first + place
    for _ in range(place):
        legal &= legal - 1
    return lowest_bit(legal)


@jit
def weighted_action(actions: int, weights: Any, total: float, numbers: Any) -> int:
    """One of the actions of a mask, as likely as its part of the ``total`` of their weights."""
    at = next_bits(numbers) * _ONE * total
    action = lowest_bit(actions)
    while actions:
        action = lowest_bit(actions)
        actions &= actions - 1
        at -= weights[action]
        if at < 0:
            break
    return action


@jit
def shuffle_pack(rules: Any, state: Any, cards: Any, numbers: Any) -> None:
    """Put ``state.pack``, all ``cards`` of the rules, into a random order for the next deal."""
    if state.recyclings:  # then cards laid aside were copied over others (R32)
        for place in range(rules.pack_size):
            state.pack[place] = cards[place]
    shuffle(numbers, state.pack, rules.pack_size)


@jit
def _play_random_rounds(
    rules: RecordArray, rounds: RecordArray, cards: Any, seats: int, number: int, numbers: Rng
) -> tuple[int, int]:
    decisions = 0
    turns = 0
    state = rounds[0]
    everyone = (1 << seats) - 1
    for played in range(number):
        dealer = played % seats
        shuffle_pack(rules[0], state, cards, numbers)
        deal(rules[0], state, seats, everyone, dealer, (dealer + 1) % seats)
        while state.phase != OVER:
            if state.phase == SHUFFLE:
                shuffle(numbers, state.aside, state.aside_count)
                resume_after_shuffle(rules[0], state)
            else:
                apply(rules[0], state, random_action(legal_actions(rules[0], state), numbers))
                decisions += 1
        turns += state.turns
    return decisions, turns


def play_random_rounds(rules: RuleSet, players: int, rounds: int, seed: int) -> tuple[int, int]:
    """Play rounds in which all choose uniformly, on one core; the deal moves on every round.

    Returns how many decisions the players made (the dealer's choice included) and how many turns.
    Raises ``RuleSetError`` if so many cannot play by these rules.
    """
    rules.check_players(players)
    states = undealt_round(rules)
    cards = states[0].pack.copy()
    numbers = new_rng(seed)
    return _play_random_rounds(encode_rules(rules), states, cards, players, rounds, numbers)


def undealt_round(rules: RuleSet) -> RecordArray:
    """One round before its deal, the pack in order."""
    rounds = np.zeros(1, ROUND_DTYPE)
    rounds[0].pack[: len(rules.cards)] = rules.cards
    return rounds


class RandomPlayer:
    """Chooses each legal action with the same probability."""

    name = "random"

    def __init__(self, seed: int | None = None) -> None:
        self._random = seeded_random(seed)

    def choose(self, view: View) -> str:
        check_to_act(view)
        return self._random.choice(view.legal_actions)
