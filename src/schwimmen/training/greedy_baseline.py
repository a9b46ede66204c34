"""The plain self-taught player: always what values of afterstates call best, put into slots.

It keeps to one action everywhere and hides nothing, so that it shows what answers are worth.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from schwimmen.players.blueprint.infoset_key import NO_SLOT, situation, slot_of
from schwimmen.players.blueprint.player import sensible
from schwimmen.players.greedy import keep_from
from schwimmen.players.random_play import random_action, shuffle_pack, undealt_round
from schwimmen.rules.core.deal import deal
from schwimmen.rules.core.jit import compiled
from schwimmen.rules.core.legal import legal_actions
from schwimmen.rules.core.rng import below, shuffle, stream
from schwimmen.rules.core.state import OVER, SHUFFLE
from schwimmen.rules.core.turn import apply, recycled
from schwimmen.rules.hands import numbers_of
from schwimmen.rules.ruleset import RuleSet

from .afterstates import choose
from .hash_table import ABSENT, find_or_add
from .mccfr import Regrets
from .train import learn_table, slots_of

_COLD: Final = 1e-5  # lives: what is better by more is always played
_STRAY: Final = 3  # one action of so many is any, to see situations that best play would not


def plain_slots(
    rules: RuleSet, seats: int, value_rounds: int, rounds: int, places: int, seed: int
) -> NDArray[np.uint64]:
    """The slots of best play by values learnt in so many rounds, in situations met in others.

    ``places`` is as for ``learn_table``. Raises ``RuleSetError`` if so many cannot play.
    """
    table = learn_table(rules, seats, value_rounds, 0, places, seed)
    states = undealt_round(rules)
    with np.errstate(over="ignore"):  # streams wrap around, which NumPy tells if not compiled
        _write_down(
            numbers_of(rules), states, states[0].pack.copy(), table, seats, rounds,
            keep_from(rules), stream(seed + 1),
        )  # fmt: skip
    return slots_of(table, places)


@compiled
def _write_down(
    rules: Any,
    rounds: Any,
    cards: Any,
    table: Regrets,
    players: int,
    number: int,
    keep: int,
    numbers: Any,
) -> None:
    """Count in ``table.played`` what is best in every situation that comes."""
    state = rounds[0]
    for played in range(number):
        dealer = played % players
        shuffle_pack(rules[0], state, cards, numbers)
        deal(rules[0], state, players, (1 << players) - 1, dealer, (dealer + 1) % players)
        while state.phase != OVER:
            if state.phase == SHUFFLE:
                shuffle(numbers, state.aside, state.aside_count)
                recycled(rules[0], state)
                continue
            action = choose(rules[0], state, table.values, _COLD, keep, numbers)
            if not state.last_turns:
                key, order = situation(rules[0], state)
                place = find_or_add(table.keys, key, table.number)
                slot = slot_of(rules[0], order, action)
                if place != ABSENT and slot != NO_SLOT:
                    table.played[place, slot] += 1
                if below(numbers, _STRAY) == 0:
                    legal = legal_actions(rules[0], state)
                    hand = state.hands[state.to_act]
                    action = random_action(sensible(rules[0], legal, hand, state.table), numbers)
            apply(rules[0], state, action)
