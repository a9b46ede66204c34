"""Verdict on the record of a match (RECORD.md): whether it can be played, or its first fault."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from schwimmen.engine import jit, jit_noinline

from ..cards import NUMBER_OF_CARDS
from .bits import popcount
from .deal import deal
from .legal import LEGAL, find_action
from .settlement import active_seats, begin_match, settle
from .state import OVER, SHUFFLE, RecordArray, RoundRecord, RulesRecord
from .turn import apply, resume_after_shuffle

# Faults of a record.
VALID: Final = 0
WRONG_PLAYERS: Final = 1
WRONG_DEALER: Final = 2
MATCH_OVER: Final = 3
WRONG_PACK: Final = 4
LEFT_OVER: Final = 5
ILLEGAL_ACTION: Final = 6
MISSING_SHUFFLE: Final = 7
WRONG_SHUFFLE: Final = 8
UNFINISHED: Final = 9
UNUSED_SHUFFLES: Final = 10
RECORD_FAULTS: Final = (
    "valid",
    "wrong_players",
    "wrong_dealer",
    "match_over",
    "wrong_pack",
    "left_over",
    "illegal_action",
    "missing_shuffle",
    "wrong_shuffle",
    "unfinished",
    "unused_shuffles",
)
"""Faults of a record, in the order of their codes; the first one means that it can be played."""

NO_PLACE: Final = -1
"""Place of a fault that concerns no round or no action."""

_LEAST_PLAYERS: Final = 2


@jit_noinline
def judge(
    rules: RulesRecord,
    seats: int,
    dealer: int,
    pack: int,
    recorded: RecordArray,
    actions: RecordArray,
    shuffles: RecordArray,
    cards: NDArray[np.int8],
    rounds: RecordArray,
    matches: RecordArray,
) -> tuple[int, int, int, int]:
    """Play the record of a match; return the code of its first fault with its place.

    ``recorded`` are its rounds, ``actions`` and ``shuffles`` those of all rounds, ``cards`` the
    pack of each round before its shuffles; ``pack`` is the mask of the cards of a whole pack. Each
    action that is played gets its number, each shuffle the place of the action that needs it.
    ``rounds`` has each round after its last action, ``matches`` the match before the first round
    and after each one.

    The place is a round and an action of it, counted from 0. The last number is the reason code of
    an illegal action, or the number of unused shuffles.
    """
    if not _LEAST_PLAYERS <= seats <= rules.max_players:
        return WRONG_PLAYERS, NO_PLACE, NO_PLACE, 0
    if not 0 <= dealer < seats:
        return WRONG_DEALER, NO_PLACE, NO_PLACE, 0
    begin_match(rules, matches[0], seats, dealer)
    action = 0
    shuffle = 0
    card = 0
    for number in range(len(recorded)):
        round_ = recorded[number]
        state = rounds[number]
        match = matches[number + 1]
        matches[number + 1] = matches[number]
        if match.over:
            return MATCH_OVER, number, NO_PLACE, 0
        if not _is_order(cards, card, round_.cards, pack):
            return WRONG_PACK, number, NO_PLACE, 0
        for place in range(round_.cards):
            state.pack[place] = cards[card + place]
        card += round_.cards
        unused = round_.shuffles
        deal(rules, state, seats, active_seats(match), match.dealer, match.leader)
        for place in range(round_.actions):
            if state.phase == OVER:
                return LEFT_OVER, number, place, 0
            one = actions[action]
            code, found = find_action(rules, state, one.kind, one.given, one.taken)
            if code != LEGAL:
                return ILLEGAL_ACTION, number, place, code
            apply(rules, state, found)
            if state.phase == SHUFFLE:
                if unused == 0:
                    return MISSING_SHUFFLE, number, place, 0
                order = shuffles[shuffle]
                if not _is_order(cards, card, order.cards, _aside(state)):
                    return WRONG_SHUFFLE, number, place, 0
                for position in range(order.cards):
                    state.aside[position] = cards[card + position]
                resume_after_shuffle(rules, state)
                order.action = action
                card += order.cards
                shuffle += 1
                unused -= 1
            one.number = found
            action += 1
        if state.phase != OVER and number < len(recorded) - 1:
            return UNFINISHED, number, NO_PLACE, 0
        if unused:
            return UNUSED_SHUFFLES, number, NO_PLACE, unused
        if state.phase == OVER:
            settle(rules, match, state)
    return VALID, NO_PLACE, NO_PLACE, 0


@jit
def _is_order(cards: NDArray[np.int8], start: int, count: int, expected: int) -> bool:
    """Return whether a part of ``cards`` is an order of exactly the expected cards."""
    found = 0
    for place in range(start, start + count):
        card = int(cards[place])
        if not 0 <= card < NUMBER_OF_CARDS:
            return False
        found |= 1 << card
    return count == popcount(expected) and found == expected


@jit
def _aside(state: RoundRecord) -> int:
    """Return the mask of the cards laid aside."""
    cards = 0
    for place in range(state.aside_count):
        cards |= 1 << int(state.aside[place])
    return cards
