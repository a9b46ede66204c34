"""Greedy play: the best hand that the table offers, and closing at a threshold."""

from __future__ import annotations

from functools import lru_cache
from math import ceil
from typing import Final

import numpy as np

from schwimmen.engine import entry, jit, jit_noinline
from schwimmen.rules import RuleSet, mask_of
from schwimmen.rules.core.bits import bits_at, lowest_bit, next_combination, nth_bit, popcount
from schwimmen.rules.core.hand_value import strength, value_and_suit
from schwimmen.rules.core.legal import (
    CLOSE,
    EXCHANGE_ALL,
    EXCHANGE_ALL_CLOSE,
    EXCHANGE_CLOSE,
    KEEP,
    PASS,
    RENEW,
    TAKE,
    action_kind,
)
from schwimmen.rules.core.state import (
    CLOSE_TIMING_INSTEAD,
    UNTIL_ONE_OPEN,
    ActionSet,
    CardSet,
    RoundRecord,
    RulesArray,
    RulesRecord,
    rules_array,
)


@jit
def hand_after(rules: RulesRecord, hand: int, table: int, action: int) -> int:
    """Return the hand after an action that draws no unseen cards."""
    kind = action_kind(rules, action)
    if kind <= EXCHANGE_CLOSE:
        size = rules.hand_size
        return hand ^ nth_bit(hand, action // size % size) | nth_bit(table, action % size)
    if kind in (EXCHANGE_ALL, EXCHANGE_ALL_CLOSE):
        return table
    return hand


@jit_noinline
def best_hand_action(rules: RulesRecord, legal: int, hand: int, table: int) -> int:
    """Return the legal action that leaves the best hand (R16), for the last turn (R11, R27).

    Ties go to an action without an exchange, then to the lowest action number.
    """
    best = -1
    chosen = -1
    while legal:
        action = lowest_bit(legal)
        legal &= legal - 1
        after = hand_after(rules, hand, table, action)
        rank = 2 * strength(rules, after) + int(after == hand)
        if rank > best:
            best = rank
            chosen = action
    return chosen


@entry
def last_action(rules: RulesArray, legal: ActionSet, hand: CardSet, table: CardSet) -> int:
    """Return ``best_hand_action`` under ``rules[0]``; some action must be legal."""
    return best_hand_action(rules[0], legal, hand, table)


NO_ACTION: Final = -1
BY_TURN: Final = 0  # instead of a close threshold: the best threshold for each turn

# Doubled hand values from which closing pays, by number of players and by the player's own turn.
# The last row and the last column also hold for more players and later turns. Found by self-play
# with three cards, where the best hand of one suit is worth 31.
_CLOSE_THRESHOLDS: Final = np.array(
    [
        (48, 42, 61, 48),  # two players
        (48, 48, 50, 52),
        (48, 56, 50, 52),
        (48, 48, 50, 52),
    ]
)
_MAX_PLAYERS: Final = len(_CLOSE_THRESHOLDS) + 1
_MAX_TURNS: Final = _CLOSE_THRESHOLDS.shape[1]
# Closing that takes the place of an exchange needs a better hand: waiting improves it for free.
_CLOSE_INSTEAD_THRESHOLD: Final = 56
_BEST_OF_THREE: Final = 31
# After this many turns of its own the threshold falls by one per turn, so that every round ends.
_PATIENCE: Final = 4
# Without passing, closing this far below the threshold is better than spoiling the hand.
_TOLERANCE: Final = 6


@jit
def greedy_action(
    rules: RulesRecord,
    state: RoundRecord,
    legal: int,
    keep_threshold: int,
    close_threshold: int = BY_TURN,
) -> int:
    """Return the number of the action that the greedy player chooses for the seat to act.

    ``legal`` is the mask of the legal actions. A dealer keeps a hand from the doubled value
    ``keep_threshold`` on; the player closes from ``close_threshold`` on, or with ``BY_TURN`` from a
    threshold for each turn.
    """
    hand, table = state.hands[state.to_act], state.table
    last_turns = state.last_turns
    pairs: int = rules.hand_size * rules.hand_size
    simple = 2 * pairs - EXCHANGE_ALL  # number of an action without a pair, less its kind
    own = value_and_suit(rules, hand)[0]
    if legal >> simple + KEEP & 1:
        return simple + (KEEP if own >= keep_threshold else TAKE)
    # The lowest bit breaks ties: an action without an exchange is better.
    pair, exchange_value = _best_exchange(rules, hand, table)
    table_value = 2 * value_and_suit(rules, table)[0]
    unchanged_value = 2 * own + 1
    exchange_all_closes = rules.close_effect == UNTIL_ONE_OPEN and not last_turns  # R26
    closing_action, closing_value = NO_ACTION, -1
    if legal >> pairs & 1:
        closing_action, closing_value = pairs + pair, exchange_value
    open_action, open_value = pair, exchange_value
    if legal >> simple + EXCHANGE_ALL & 1:
        if exchange_all_closes:
            if table_value > closing_value:
                closing_action, closing_value = simple + EXCHANGE_ALL, table_value
        elif table_value > open_value:
            open_action, open_value = simple + EXCHANGE_ALL, table_value
    if legal >> simple + EXCHANGE_ALL_CLOSE & 1 and table_value > closing_value:
        closing_action, closing_value = simple + EXCHANGE_ALL_CLOSE, table_value
    if legal >> simple + PASS & 1 and unchanged_value > open_value:
        open_action, open_value = simple + PASS, unchanged_value
    if legal >> simple + CLOSE & 1:
        if last_turns:  # it only leaves the hand unchanged (R27)
            if unchanged_value > open_value:
                open_action, open_value = simple + CLOSE, unchanged_value
        elif unchanged_value > closing_value:
            closing_action, closing_value = simple + CLOSE, unchanged_value
    if last_turns:
        return open_action
    threshold = _closing_threshold(
        rules, state.turns_of[state.to_act], popcount(state.active), close_threshold
    )
    scaled_value = (closing_value >> 1) * _BEST_OF_THREE
    if closing_action != NO_ACTION and scaled_value >= threshold:
        return closing_action
    if open_value > 2 * own:
        return open_action
    # Passing is illegal here, and no exchange improves the hand.
    if closing_action != NO_ACTION and scaled_value >= threshold - _TOLERANCE * _BEST_OF_THREE:
        return closing_action
    return simple + RENEW if legal >> simple + RENEW & 1 else open_action


@jit
def _best_exchange(rules: RulesRecord, hand: int, table: int) -> tuple[int, int]:
    """Return the first exchange of one card for the best hand, and twice its doubled value."""
    size = rules.hand_size
    best, action = -1, NO_ACTION
    for i in range(size):
        rest = hand ^ nth_bit(hand, i)
        for j in range(size):
            value = value_and_suit(rules, rest | nth_bit(table, j))[0]
            if value > best:
                best = value
                action = i * size + j
    return action, 2 * best


@jit
def _closing_threshold(rules: RulesRecord, turns: int, players: int, close_threshold: int) -> int:
    """Return the doubled value from which closing pays, times the best value of three cards."""
    value = close_threshold
    if close_threshold == BY_TURN:
        if rules.close_timing == CLOSE_TIMING_INSTEAD:
            value = _CLOSE_INSTEAD_THRESHOLD
        else:
            row = min(players, _MAX_PLAYERS) - 2
            value = int(_CLOSE_THRESHOLDS[row, min(turns, _MAX_TURNS - 1)])
        value -= 2 * max(0, turns + 1 - _PATIENCE)
    best: int = 10 * rules.hand_size + 1
    return value * best


@jit_noinline
def values_of_all_hands(rules: RulesRecord, cards: int) -> tuple[int, int]:
    """Return the sum of the doubled values of all hands of the pack ``cards``, and their number."""
    total, number = 0, 0
    places = (1 << rules.hand_size) - 1  # of the hand's cards in the pack
    while places >> popcount(cards) == 0:
        total += value_and_suit(rules, bits_at(cards, places))[0]
        number += 1
        places = next_combination(places)
    return total, number


@lru_cache(maxsize=256)
def average_hand_value(rules: RuleSet) -> float:
    """Return the mean value of all hands of the pack under the given rules."""
    total, number = values_of_all_hands(rules_array(rules)[0], mask_of(rules.cards))
    return total / (2 * number)


def keep_threshold(rules: RuleSet) -> int:
    """Return the doubled value from which a dealer should keep the hand (R5)."""
    return ceil(2 * average_hand_value(rules))
