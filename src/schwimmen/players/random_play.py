"""Random rounds at full speed: every player chooses uniformly among the legal actions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from schwimmen.rules.core.bits import count, lowest
from schwimmen.rules.core.deal import deal
from schwimmen.rules.core.jit import compiled
from schwimmen.rules.core.legal import legal_actions
from schwimmen.rules.core.rng import FRACTION_BITS, Stream, below, fraction, shuffle, stream
from schwimmen.rules.core.state import OVER, ROUND_DTYPE, SHUFFLE, Records, rules_in_numbers
from schwimmen.rules.core.turn import apply, recycled
from schwimmen.rules.ruleset import RuleSet

from .player import check_to_act, random_from

if TYPE_CHECKING:
    from schwimmen.rules import View


_ONE: Final = 1.0 / (1 << FRACTION_BITS)


@compiled
def random_action(legal: int, numbers: Any) -> int:
    """One of the actions of a mask, each with the same probability."""
    return nth_action(legal, below(numbers, count(legal)))


@compiled
def nth_action(legal: int, place: int) -> int:
    """An action of a mask, counted from the lowest; most often they are all in a row."""
    first = lowest(legal)
    if place < lowest(~(legal >> first)):
        return first + place
    for _ in range(place):
        legal &= legal - 1
    return lowest(legal)


@compiled
def weighted_action(actions: int, weights: Any, total: float, numbers: Any) -> int:
    """One of the actions of a mask, as likely as its part of the ``total`` of their weights."""
    at = fraction(numbers) * _ONE * total
    action = lowest(actions)
    while actions:
        action = lowest(actions)
        actions &= actions - 1
        at -= weights[action]
        if at < 0:
            break
    return action


@compiled
def shuffle_pack(rules: Any, state: Any, cards: Any, numbers: Any) -> None:
    """Put ``state.pack``, all ``cards`` of the rules, into a random order for the next deal."""
    if state.recyclings:  # then cards laid aside were copied over others (R32)
        for place in range(rules.pack_size):
            state.pack[place] = cards[place]
    shuffle(numbers, state.pack, rules.pack_size)


@compiled
def _play_random_rounds(
    rules: Records, rounds: Records, cards: Any, seats: int, number: int, numbers: Stream
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
                recycled(rules[0], state)
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
    numbers = stream(seed)
    return _play_random_rounds(rules_in_numbers(rules), states, cards, players, rounds, numbers)


def undealt_round(rules: RuleSet) -> Records:
    """One round before its deal, the pack in order."""
    rounds = np.zeros(1, ROUND_DTYPE)
    rounds[0].pack[: len(rules.cards)] = rules.cards
    return rounds


class RandomPlayer:
    """Chooses each legal action with the same probability."""

    name = "random"

    def __init__(self, seed: int | None = None) -> None:
        self._random = random_from(seed)

    def choose(self, view: View) -> str:
        check_to_act(view)
        return self._random.choice(view.legal_actions)
