"""Legal actions (R8, R10, R30) in the fixed numbering of docs/environments.md.

With ``h`` cards in hand: ``i*h + j`` exchanges hand card ``i`` for table card ``j``, ``h*h`` more
also closes; from ``2*h*h`` on: all, all!, pass, close, renew, keep, take.
"""

from __future__ import annotations

from typing import Final

from schwimmen.engine import jit

from ..actions import ACTION_KINDS
from .bits import popcount
from .rows import NUMBER_OF_ACTION_KINDS
from .state import (
    CHOICE,
    CLOSE_TIMING_INSTEAD,
    NO_ACTION,
    OVER,
    RENEWED,
    SHUFFLE,
    UNTIL_ONE_OPEN,
    RoundRecord,
    RulesRecord,
)

# Kinds of action.
EXCHANGE: Final = 0
EXCHANGE_CLOSE: Final = 1
EXCHANGE_ALL: Final = 2
EXCHANGE_ALL_CLOSE: Final = 3
PASS: Final = 4
CLOSE: Final = 5
RENEW: Final = 6
KEEP: Final = 7
TAKE: Final = 8
assert len(ACTION_KINDS) == NUMBER_OF_ACTION_KINDS

# Reason codes for an action or a kind of action.
LEGAL: Final = 0
ROUND_OVER: Final = 1
DEALERS_CHOICE: Final = 2
NO_CHOICE: Final = 3
EXCHANGE_FIRST: Final = 4
NO_PASS: Final = 5
NO_EXCHANGE_ALL: Final = 6
NO_RENEW: Final = 7
CLOSE_IS_ITS_OWN_TURN: Final = 8
TOO_EARLY: Final = 9
LAST_TURN: Final = 10
TOO_FEW_CARDS: Final = 11
SHUFFLE_AWAITED: Final = 12
NOT_YOUR_TURN: Final = 13  # only in views
UNKNOWN_ACTION: Final = 14
CARD_NOT_IN_HAND: Final = 15
CARD_NOT_ON_TABLE: Final = 16
ILLEGAL_REASONS: Final = (
    "legal",
    "round_over",
    "dealers_choice",
    "no_choice",
    "exchange_first",
    "no_pass",
    "no_exchange_all",
    "no_renew",
    "close_is_its_own_turn",
    "too_early",
    "last_turn",
    "too_few_cards",
    "shuffle_awaited",
    "not_your_turn",
    "unknown_action",
    "card_not_in_hand",
    "card_not_on_table",
)
"""Reasons for which an action is illegal (R5, R8 to R13); the first one means legal.

``not_your_turn`` is only in views. All before ``unknown_action`` are reasons for a kind of action.
"""


@jit
def action_kind(rules: RulesRecord, action: int) -> int:
    """Return the kind of an action by its number."""
    pairs: int = rules.hand_size * rules.hand_size
    if action < pairs:
        return EXCHANGE
    if action < 2 * pairs:
        return EXCHANGE_CLOSE
    return action - 2 * pairs + EXCHANGE_ALL


@jit
def refusal(rules: RulesRecord, state: RoundRecord, kind: int) -> int:
    """Return ``LEGAL`` or the reason for which a kind of action is illegal now."""
    if state.phase == OVER:
        return ROUND_OVER
    if state.phase == SHUFFLE:
        return SHUFFLE_AWAITED
    if state.phase == CHOICE:
        return LEGAL if kind >= KEEP else DEALERS_CHOICE
    if kind >= KEEP:
        return NO_CHOICE
    if state.phase == RENEWED and kind >= EXCHANGE_ALL:
        return EXCHANGE_FIRST
    if kind == EXCHANGE:
        return LEGAL
    if kind == PASS:
        allowed = rules.pass_
        if state.last_turns:
            allowed = rules.close_effect != UNTIL_ONE_OPEN
        return LEGAL if allowed else NO_PASS
    if kind == EXCHANGE_ALL:
        return LEGAL if rules.exchange_all else NO_EXCHANGE_ALL
    if kind == RENEW:
        if not rules.renew:
            return NO_RENEW
        if state.last_turns:
            return LAST_TURN
        left = state.talon_end - state.talon_top + state.aside_count
        return LEGAL if left >= rules.hand_size else TOO_FEW_CARDS
    return _close_refusal(rules, state, kind)


@jit
def _close_refusal(rules: RulesRecord, state: RoundRecord, kind: int) -> int:
    if kind == EXCHANGE_ALL_CLOSE and not rules.exchange_all:
        return NO_EXCHANGE_ALL
    if kind != CLOSE and rules.close_timing == CLOSE_TIMING_INSTEAD:
        return CLOSE_IS_ITS_OWN_TURN
    if state.last_turns:
        does_nothing = kind == CLOSE and rules.close_effect == UNTIL_ONE_OPEN
        return LEGAL if does_nothing else LAST_TURN
    if state.turns_of[state.to_act] + 1 < rules.close_from_turn:
        return TOO_EARLY
    return LEGAL


@jit
def action_refusal(rules: RulesRecord, state: RoundRecord, action: int) -> int:
    """Return ``LEGAL`` or the reason for which an action, by its number, is illegal now."""
    count = 2 * rules.hand_size * rules.hand_size + NUMBER_OF_ACTION_KINDS - EXCHANGE_ALL
    if not 0 <= action < count:
        return UNKNOWN_ACTION
    return refusal(rules, state, action_kind(rules, action))


@jit
def find_action(
    rules: RulesRecord, state: RoundRecord, kind: int, given: int, taken: int
) -> tuple[int, int]:
    """Return ``LEGAL`` and the number of an action, or the reason for which it is illegal now.

    ``given`` and ``taken`` are the masks of the cards of an exchange of one card; other actions
    ignore them.
    """
    if not 0 <= kind < NUMBER_OF_ACTION_KINDS:
        return UNKNOWN_ACTION, NO_ACTION
    code = refusal(rules, state, kind)
    if code != LEGAL:
        return code, NO_ACTION
    size = rules.hand_size
    if kind >= EXCHANGE_ALL:
        return LEGAL, 2 * size * size + kind - EXCHANGE_ALL
    hand = state.hands[state.to_act]
    if not hand & given:
        return CARD_NOT_IN_HAND, NO_ACTION
    if not state.table & taken:
        return CARD_NOT_ON_TABLE, NO_ACTION
    place = popcount(hand & (given - 1)) * size + popcount(state.table & (taken - 1))
    return LEGAL, place + size * size if kind == EXCHANGE_CLOSE else place


@jit
def legal_actions(rules: RulesRecord, state: RoundRecord) -> int:
    """Return the legal actions of the seat to act, as a mask of action numbers."""
    pairs: int = rules.hand_size * rules.hand_size
    exchanges = (1 << pairs) - 1
    if state.phase >= SHUFFLE:
        return 0
    if state.phase == CHOICE:
        return 3 << 2 * pairs + KEEP - EXCHANGE_ALL
    mask = exchanges
    if refusal(rules, state, EXCHANGE_CLOSE) == LEGAL:
        mask |= exchanges << pairs
    for kind in range(EXCHANGE_ALL, KEEP):
        if refusal(rules, state, kind) == LEGAL:
            mask |= 1 << 2 * pairs + kind - EXCHANGE_ALL
    return mask


@jit
def turn_status(rules: RulesRecord, state: RoundRecord) -> tuple[int, int, int, int]:
    """Return the phase, the seat to act, the mask of its legal actions and the talon's top."""
    return state.phase, state.to_act, legal_actions(rules, state), state.talon_top
