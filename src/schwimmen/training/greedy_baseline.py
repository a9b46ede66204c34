"""The plain self-taught player: always what values of afterstates call best, put into slots.

It keeps to one action everywhere and hides nothing, so that it shows what answers are worth.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from schwimmen.players.blueprint.infoset_key import NO_SLOT, infoset_key, slot_for_action
from schwimmen.players.blueprint.player import prune_actions
from schwimmen.players.greedy import keep_threshold
from schwimmen.players.random_play import random_action, shuffle_pack, undealt_round
from schwimmen.rules.core.deal import deal
from schwimmen.rules.core.jit import jit
from schwimmen.rules.core.legal import legal_actions
from schwimmen.rules.core.rng import new_rng, randbelow, shuffle
from schwimmen.rules.core.state import OVER, SHUFFLE, rules_array
from schwimmen.rules.core.turn import apply, resume_after_shuffle
from schwimmen.rules.ruleset import RuleSet

from .afterstates import sample_action
from .hash_table import ABSENT, find_or_add
from .mccfr import Regrets
from .train import pack_average_policy, train_by_self_play

_COLD: Final = 1e-5  # lives: what is better by more is always played
_STRAY: Final = 3  # one action of so many is any, to see situations that best play would not


def learn_greedy_baseline(
    rules: RuleSet, seats: int, value_rounds: int, rounds: int, places: int, seed: int
) -> NDArray[np.uint64]:
    """The slots of best play by values learnt in so many rounds, in situations met in others.

    ``places`` is as for ``train_by_self_play``. Raises ``RuleSetError`` if so many cannot play.
    """
    table = train_by_self_play(rules, seats, value_rounds, 0, places, seed)
    states = undealt_round(rules)
    with np.errstate(over="ignore"):  # streams wrap around, which NumPy tells if not compiled
        _write_down(
            rules_array(rules), states, states[0].pack.copy(), table, seats, rounds,
            keep_threshold(rules), new_rng(seed + 1),
        )  # fmt: skip
    return pack_average_policy(table, places)


@jit
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
                resume_after_shuffle(rules[0], state)
                continue
            action = sample_action(rules[0], state, table.values, _COLD, keep, numbers)
            if not state.last_turns:
                key, order = infoset_key(rules[0], state)
                place = find_or_add(table.keys, key, table.number)
                slot = slot_for_action(rules[0], order, action)
                if place != ABSENT and slot != NO_SLOT:
                    table.played[place, slot] += 1
                if randbelow(numbers, _STRAY) == 0:
                    legal = legal_actions(rules[0], state)
                    hand = state.hands[state.to_act]
                    action = random_action(
                        prune_actions(rules[0], legal, hand, state.table), numbers
                    )
            apply(rules[0], state, action)
