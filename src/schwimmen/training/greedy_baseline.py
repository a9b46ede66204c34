"""Deterministic baseline: the action with the best afterstate value, as a blueprint.

It plays one action in every information set and hides nothing, so that it shows how much a best
response gains.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from schwimmen.engine import entry
from schwimmen.players.blueprint.infoset_key import NO_SLOT, infoset_key, slot_for_action
from schwimmen.players.blueprint.policy import prune_actions
from schwimmen.players.greedy import keep_threshold
from schwimmen.players.random_play import random_action, shuffle_pack, undealt_round
from schwimmen.rules.core.deal import deal
from schwimmen.rules.core.legal import legal_actions
from schwimmen.rules.core.rng import Rng, new_rng, randbelow, shuffle
from schwimmen.rules.core.state import (
    OVER,
    SHUFFLE,
    NumberOfSeats,
    RoundArray,
    RulesArray,
    WholePack,
    rules_array,
)
from schwimmen.rules.core.turn import apply, resume_after_shuffle
from schwimmen.rules.ruleset import RuleSet

from .afterstates import sample_action
from .hash_table import ABSENT, find_or_add
from .mccfr import Regrets
from .train import pack_average_policy, train_by_self_play

_TEMPERATURE: Final = 1e-5  # in lives: the best action is always played
_EXPLORATION_PERIOD: Final = 3  # decisions for each random one, to visit more information sets


def learn_greedy_baseline(
    rules: RuleSet, seats: int, value_rounds: int, rounds: int, table_size: int, seed: int
) -> NDArray[np.uint64]:
    """Return a blueprint of the best actions by values that are learnt in ``value_rounds``.

    It covers the information sets of ``rounds`` more rounds. ``table_size`` is as for
    ``train_by_self_play``. Raises ``RuleSetError`` if the rules do not allow this number of seats.
    """
    table = train_by_self_play(rules, seats, value_rounds, 0, table_size, seed)
    states = undealt_round(rules)
    with np.errstate(over="ignore"):  # generators wrap around
        count_best_actions(
            rules_array(rules), states, states[0].pack.copy(), table, seats, rounds,
            keep_threshold(rules), new_rng(seed + 1),
        )  # fmt: skip
    return pack_average_policy(table, table_size)


@entry(long=True)
def count_best_actions(
    rules: RulesArray,
    rounds: RoundArray,
    cards: WholePack,
    table: Regrets,
    players: NumberOfSeats,
    number: int,
    keep: int,
    rng: Rng,
) -> None:
    """Count the best action of every information set on the way in ``table.policy_sums``."""
    state = rounds[0]
    for played in range(number):
        dealer = played % players
        shuffle_pack(rules[0], state, cards, rng)
        deal(rules[0], state, players, (1 << players) - 1, dealer, (dealer + 1) % players)
        while state.phase != OVER:
            if state.phase == SHUFFLE:
                shuffle(rng, state.aside, state.aside_count)
                resume_after_shuffle(rules[0], state)
                continue
            action = sample_action(rules[0], state, table.values, _TEMPERATURE, keep, rng)
            if not state.last_turns:
                key, order = infoset_key(rules[0], state)
                index = find_or_add(table.keys, key, table.number)
                slot = slot_for_action(rules[0], order, action)
                if index != ABSENT and slot != NO_SLOT:
                    table.policy_sums[index, slot] += 1
                if randbelow(rng, _EXPLORATION_PERIOD) == 0:
                    legal = legal_actions(rules[0], state)
                    hand = state.hands[state.to_act]
                    action = random_action(prune_actions(rules[0], legal, hand, state.table), rng)
            apply(rules[0], state, action)
