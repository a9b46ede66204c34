"""The judgement of the greedy player, compiled: all it looks at is handed in."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from schwimmen.rules.bits import nth
from schwimmen.rules.compiled import compiled
from schwimmen.rules.legal import (
    CLOSE,
    EXCHANGE_ALL,
    EXCHANGE_ALL_CLOSE,
    KEEP,
    PASS,
    RENEW,
    TAKE,
)
from schwimmen.rules.state import UNTIL_ONE_OPEN
from schwimmen.rules.value import measure

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


@compiled
def greedy_action(
    rules: Any,
    legal: int,
    hand: int,
    table: int,
    turns: int,
    players: int,
    last_turns: int,
    keep_from: int,
    close_from: int = BY_TURN,
) -> int:
    """The number of the action that the greedy player chooses.

    ``rules`` is the record of the rules, ``legal`` the mask of the legal actions, ``turns`` how
    many the seat has had in this round, ``players`` how many were dealt in, ``last_turns`` whether
    these are played, ``keep_from`` the doubled value from which a dealer keeps the hand,
    ``close_from`` the one from which the player closes in any turn, unless it is ``BY_TURN``.
    """
    pairs: int = rules.hand_size * rules.hand_size
    simple = 2 * pairs - EXCHANGE_ALL  # the number of a simple action less its kind
    own = measure(rules, hand)[0]
    if legal >> simple + KEEP & 1:
        return simple + (KEEP if own >= keep_from else TAKE)
    # Equal hands are told apart by the lowest bit: one without an exchange is better.
    pair, exchanged = _best_exchange(rules, hand, table)
    every = 2 * measure(rules, table)[0]
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
    enough = _closing_value(rules, turns, players, close_from)
    worth = (closed >> 1) * _BEST_OF_THREE
    if closing != NO_ACTION and worth >= enough:
        return closing
    if left > 2 * own:
        return on
    # Nobody may pass here, and every exchange would leave the hand no better.
    if closing != NO_ACTION and worth >= enough - _NEARLY * _BEST_OF_THREE:
        return closing
    return simple + RENEW if legal >> simple + RENEW & 1 else on


@compiled
def _best_exchange(rules: Any, hand: int, table: int) -> tuple[int, int]:
    """The first exchange of one card for the best hand, and twice its doubled value."""
    size = rules.hand_size
    best, action = -1, NO_ACTION
    for i in range(size):
        rest = hand ^ nth(hand, i)
        for j in range(size):
            value = measure(rules, rest | nth(table, j))[0]
            if value > best:
                best = value
                action = i * size + j
    return action, 2 * best


@compiled
def _closing_value(rules: Any, turns: int, players: int, close_from: int) -> int:
    """The doubled value with which it pays to close, times the best of three cards."""
    value = close_from
    if close_from == BY_TURN:
        if rules.close_instead:
            value = _CLOSING_VALUE_INSTEAD
        else:
            row = min(players, _MOST_PLAYERS) - 2
            value = int(_CLOSING_VALUES[row, min(turns, _MOST_TURNS - 1)])
        value -= 2 * max(0, turns + 1 - _PATIENCE)
    best: int = 10 * rules.hand_size + 1
    return value * best
