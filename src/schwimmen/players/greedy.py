"""The last turn of a round: nothing is left but the best hand (R11, R27)."""

from __future__ import annotations

from functools import lru_cache
from math import ceil
from random import Random
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from schwimmen.rules.core.bits import lowest_bit, nth_bit
from schwimmen.rules.core.hand_value import strength, value_and_suit
from schwimmen.rules.core.jit import jit, jit_noinline
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
)

from .player import check_to_act

if TYPE_CHECKING:
    from schwimmen.rules import RuleSet, View


@jit
def hand_after(rules: Any, hand: int, table: int, action: int) -> int:
    """The hand that an action leaves, where no cards not yet seen decide."""
    kind = action_kind(rules, action)
    if kind <= EXCHANGE_CLOSE:
        size = rules.hand_size
        return hand ^ nth_bit(hand, action // size % size) | nth_bit(table, action % size)
    if kind in (EXCHANGE_ALL, EXCHANGE_ALL_CLOSE):
        return table
    return hand


@jit_noinline
def best_hand_action(rules: Any, legal: int, hand: int, table: int) -> int:
    """The legal action that leaves the best hand (R16), one without an exchange if it is as good.

    Of two others as good it is the one with the lower number.
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


NO_ACTION: Final = -1
BY_TURN: Final = 0  # in place of a value to close from: the best for every turn

# With at least this doubled value it pays to close in the player's own first turn, second, and so
# on; the last column holds for that many turns and more, as the last row for that many players.
# Found by play against each other, with three cards, whose best hand of one suit is worth 31.
_CLOSING_VALUES: Final = np.array(
    [
        (48, 42, 61, 48),  # two players
        (48, 48, 50, 52),
        (48, 56, 50, 52),
        (48, 48, 50, 52),
    ]
)
_MOST_PLAYERS: Final = len(_CLOSING_VALUES) + 1
_MOST_TURNS: Final = _CLOSING_VALUES.shape[1]
# Where closing is a turn of its own, whoever waits may still exchange meanwhile.
_CLOSING_VALUE_INSTEAD: Final = 56
_BEST_OF_THREE: Final = 31
# After so many turns of one's own the value falls by one a turn, so that every round ends.
_PATIENCE: Final = 4
# Where nobody may pass, closing with nearly enough is better than spoiling the hand.
_NEARLY: Final = 6


@jit
def greedy_action(
    rules: Any,
    legal: int,
    hand: int,
    table: int,
    turns: int,
    players: int,
    last_turns: int,
    keep_threshold: int,
    close_threshold: int = BY_TURN,
) -> int:
    """The number of the action that the greedy player chooses.

    ``rules`` is the record of the rules, ``legal`` the mask of the legal actions, ``turns`` how
    many the seat has had in this round, ``players`` how many were dealt in, ``last_turns`` whether
    these are played, ``keep_threshold`` the doubled value from which a dealer keeps the hand,
    ``close_threshold`` the one from which the player closes in any turn, unless it is ``BY_TURN``.
    """
    pairs: int = rules.hand_size * rules.hand_size
    simple = 2 * pairs - EXCHANGE_ALL  # the number of a simple action less its kind
    own = value_and_suit(rules, hand)[0]
    if legal >> simple + KEEP & 1:
        return simple + (KEEP if own >= keep_threshold else TAKE)
    # Equal hands are told apart by the lowest bit: one without an exchange is better.
    pair, exchanged = _best_exchange(rules, hand, table)
    every = 2 * value_and_suit(rules, table)[0]
    still = 2 * own + 1
    all_closes = rules.close_effect == UNTIL_ONE_OPEN and not last_turns  # R26
    closing, closed = NO_ACTION, -1
    if legal >> pairs & 1:
        closing, closed = pairs + pair, exchanged
    on, left = pair, exchanged
    if legal >> simple + EXCHANGE_ALL & 1:
        if all_closes:
            if every > closed:
                closing, closed = simple + EXCHANGE_ALL, every
        elif every > left:
            on, left = simple + EXCHANGE_ALL, every
    if legal >> simple + EXCHANGE_ALL_CLOSE & 1 and every > closed:
        closing, closed = simple + EXCHANGE_ALL_CLOSE, every
    if legal >> simple + PASS & 1 and still > left:
        on, left = simple + PASS, still
    if legal >> simple + CLOSE & 1:
        if last_turns:  # then it only does nothing (R27)
            if still > left:
                on, left = simple + CLOSE, still
        elif still > closed:
            closing, closed = simple + CLOSE, still
    if last_turns:
        return on
    enough = _closing_value(rules, turns, players, close_threshold)
    worth = (closed >> 1) * _BEST_OF_THREE
    if closing != NO_ACTION and worth >= enough:
        return closing
    if left > 2 * own:
        return on
    # Nobody may pass here, and every exchange would leave the hand no better.
    if closing != NO_ACTION and worth >= enough - _NEARLY * _BEST_OF_THREE:
        return closing
    return simple + RENEW if legal >> simple + RENEW & 1 else on


@jit
def _best_exchange(rules: Any, hand: int, table: int) -> tuple[int, int]:
    """The first exchange of one card for the best hand, and twice its doubled value."""
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
def _closing_value(rules: Any, turns: int, players: int, close_threshold: int) -> int:
    """The doubled value with which it pays to close, times the best of three cards."""
    value = close_threshold
    if close_threshold == BY_TURN:
        if rules.close_timing == CLOSE_TIMING_INSTEAD:
            value = _CLOSING_VALUE_INSTEAD
        else:
            row = min(players, _MOST_PLAYERS) - 2
            value = int(_CLOSING_VALUES[row, min(turns, _MOST_TURNS - 1)])
        value -= 2 * max(0, turns + 1 - _PATIENCE)
    best: int = 10 * rules.hand_size + 1
    return value * best


_SAMPLES: Final = 2000


class GreedyPlayer:
    """Takes the best hand that the table offers, and closes when it is good enough.

    It looks at values only and remembers nothing; in the same place it always does the same.
    """

    def __init__(self, close_threshold: int | None = None) -> None:
        """``close_threshold`` is the value from which it closes; without, the best for every
        turn."""
        self.name = "greedy" if close_threshold is None else f"greedy-{close_threshold}"
        self._close_from = close_threshold

    def choose(self, view: View) -> str:
        from schwimmen.rules import mask_of
        from schwimmen.rules.core.state import rules_array

        check_to_act(view)
        assert view.seat is not None
        number = greedy_action(
            rules_array(view.rules)[0],
            mask_of(choice.number for choice in view.choices),
            mask_of(view.hand),
            mask_of(view.table),
            view.seats[view.seat].turns,
            sum(seat.active for seat in view.seats),
            int(view.last_turns),
            keep_threshold(view.rules),
            BY_TURN if self._close_from is None else 2 * self._close_from,
        )
        return next(choice.action for choice in view.choices if choice.number == number)


@lru_cache(maxsize=256)
def average_hand_value(rules: RuleSet) -> float:
    """What a hand from the pack of these rules is worth on average.

    Taken over a fixed sample of hands, close enough for a dealer's choice.
    """
    from schwimmen.rules import hand_value

    random = Random(0)
    hands = (random.sample(rules.cards, rules.hand_size) for _ in range(_SAMPLES))
    return sum(hand_value(rules, hand)[0] for hand in hands) / _SAMPLES


def keep_threshold(rules: RuleSet) -> int:
    """The doubled value from which a dealer does better to keep the hand (R5)."""
    return ceil(2 * average_hand_value(rules))
