"""The compiled functions that Python calls: arrays of records with an index.

They are the rules' only way in from outside; whatever is fast calls the same ones. Those that move
a round on return at once what everybody asks next: another call would cost more than what it does.
"""

from __future__ import annotations

from typing import Any

from .bits import nth_bit
from .deal import deal
from .hand_value import special_kind, strength, value_and_suit
from .jit import jit
from .legal import ACTION_KINDS, LEGAL, action_kind, legal_actions, refusal, turn_status
from .settlement import active_seats, begin_match, settle
from .state import RecordArray
from .turn import apply, resume_after_shuffle

_KINDS = len(ACTION_KINDS)


@jit
def deal_round(
    rules: RecordArray,
    rounds: RecordArray,
    i: int,
    seats: int,
    active: int,
    dealer: int,
    leader: int,
) -> tuple[int, int, int, int]:
    """Deal the pack that lies in ``rounds[i].pack``; returns what ``turn_status`` does."""
    deal(rules[0], rounds[i], seats, active, dealer, leader)
    return turn_status(rules[0], rounds[i])


@jit
def legal(rules: RecordArray, rounds: RecordArray, i: int) -> int:
    """The mask of the legal actions."""
    return legal_actions(rules[0], rounds[i])


@jit
def play(
    rules: RecordArray, rounds: RecordArray, i: int, action: int
) -> tuple[int, int, int, int, int]:
    """Play an action if it is legal.

    Returns ``LEGAL``, or why it is refused, and then what ``turn_status`` does.
    """
    code = refusal(rules[0], rounds[i], action_kind(rules[0], action))
    if code == LEGAL:
        apply(rules[0], rounds[i], action)
    phase, seat, legal, talon = turn_status(rules[0], rounds[i])
    return code, phase, seat, legal, talon


@jit
def recycle(rules: RecordArray, rounds: RecordArray, i: int) -> tuple[int, int, int, int]:
    """Go on after ``rounds[i].aside`` has been put in its new order (phase ``SHUFFLE``).

    Returns what ``turn_status`` does.
    """
    resume_after_shuffle(rules[0], rounds[i])
    return turn_status(rules[0], rounds[i])


@jit
def kind(rules: RecordArray, action: int) -> int:
    """The kind of an action by its number."""
    return action_kind(rules[0], action)


@jit
def hands_after(rules: RecordArray, rounds: RecordArray, i: int, hands: Any) -> None:
    """Write the hand that every exchange would leave the seat to act, by action number.

    ``hands`` has ``2*h*h + 3`` rows of a mask, its doubled value and its counting suit; the last
    one is the hand as it is.
    """
    size = rules[0].hand_size
    pairs = size * size
    hand, table = rounds[i].hands[rounds[i].to_act], rounds[i].table
    for action in range(2 * pairs):
        pair = action % pairs
        hands[action, 0] = hand ^ nth_bit(hand, pair // size) | nth_bit(table, pair % size)
    hands[2 * pairs, 0] = table
    hands[2 * pairs + 1, 0] = table
    hands[2 * pairs + 2, 0] = hand
    for row in range(2 * pairs + 3):
        hands[row, 1], hands[row, 2] = value_and_suit(rules[0], hands[row, 0])


@jit
def refusals(rules: RecordArray, rounds: RecordArray, i: int, reasons: Any) -> None:
    """Write the reason code of every kind of action into ``reasons``."""
    for kind in range(_KINDS):
        reasons[kind] = refusal(rules[0], rounds[i], kind)


@jit
def hand_value_and_suit(rules: RecordArray, hand: int) -> tuple[int, int]:
    """The doubled value of a hand and its counting suit (R14, R15)."""
    return value_and_suit(rules[0], hand)


@jit
def hand_strength(rules: RecordArray, hand: int) -> int:
    """The number that orders hands (R16)."""
    return strength(rules[0], hand)


@jit
def special_hand(rules: RecordArray, hand: int) -> int:
    """The special hand (R12) that this is, or 0."""
    return special_kind(rules[0], hand)


@jit
def start_match(rules: RecordArray, matches: RecordArray, i: int, seats: int, dealer: int) -> None:
    """Set a match to its beginning."""
    begin_match(rules[0], matches[i], seats, dealer)


@jit
def active(matches: RecordArray, i: int) -> int:
    """The mask of the seats still in the game."""
    return active_seats(matches[i])


@jit
def settle_round(rules: RecordArray, matches: RecordArray, rounds: RecordArray, i: int) -> None:
    """Take ``rounds[i]``, which is over, into ``matches[i]``."""
    settle(rules[0], matches[i], rounds[i])
