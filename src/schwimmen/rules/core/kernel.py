"""The compiled functions that Python calls: arrays of records with an index.

They are the rules' only way in from outside; whatever is fast calls the same ones. Those that move
a round on return at once what everybody asks next: another call would cost more than what it does.
"""

from __future__ import annotations

from typing import Any

from .bits import nth
from .deal import deal
from .hand_value import measure, special, strength
from .jit import compiled
from .legal import KINDS, LEGAL, glance, kind_of, legal_actions, refusal
from .settlement import active_seats, begin_match, settle
from .state import Records
from .turn import apply, recycled

_KINDS = len(KINDS)


@compiled
def deal_round(
    rules: Records, rounds: Records, i: int, seats: int, active: int, dealer: int, leader: int
) -> tuple[int, int, int, int]:
    """Deal the pack that lies in ``rounds[i].pack``; returns what ``glance`` does."""
    deal(rules[0], rounds[i], seats, active, dealer, leader)
    return glance(rules[0], rounds[i])


@compiled
def legal(rules: Records, rounds: Records, i: int) -> int:
    """The mask of the legal actions."""
    return legal_actions(rules[0], rounds[i])


@compiled
def play(rules: Records, rounds: Records, i: int, action: int) -> tuple[int, int, int, int, int]:
    """Play an action if it is legal.

    Returns ``LEGAL``, or why it is refused, and then what ``glance`` does.
    """
    code = refusal(rules[0], rounds[i], kind_of(rules[0], action))
    if code == LEGAL:
        apply(rules[0], rounds[i], action)
    phase, seat, legal, talon = glance(rules[0], rounds[i])
    return code, phase, seat, legal, talon


@compiled
def recycle(rules: Records, rounds: Records, i: int) -> tuple[int, int, int, int]:
    """Go on after ``rounds[i].aside`` has been put in its new order (phase ``SHUFFLE``).

    Returns what ``glance`` does.
    """
    recycled(rules[0], rounds[i])
    return glance(rules[0], rounds[i])


@compiled
def kind(rules: Records, action: int) -> int:
    """The kind of an action by its number."""
    return kind_of(rules[0], action)


@compiled
def hands_after(rules: Records, rounds: Records, i: int, hands: Any) -> None:
    """Write the hand that every exchange would leave the seat to act, by action number.

    ``hands`` has ``2*h*h + 3`` rows of a mask, its doubled value and its counting suit; the last
    one is the hand as it is.
    """
    size = rules[0].hand_size
    pairs = size * size
    hand, table = rounds[i].hands[rounds[i].to_act], rounds[i].table
    for action in range(2 * pairs):
        pair = action % pairs
        hands[action, 0] = hand ^ nth(hand, pair // size) | nth(table, pair % size)
    hands[2 * pairs, 0] = table
    hands[2 * pairs + 1, 0] = table
    hands[2 * pairs + 2, 0] = hand
    for row in range(2 * pairs + 3):
        hands[row, 1], hands[row, 2] = measure(rules[0], hands[row, 0])


@compiled
def refusals(rules: Records, rounds: Records, i: int, reasons: Any) -> None:
    """Write the reason code of every kind of action into ``reasons``."""
    for kind in range(_KINDS):
        reasons[kind] = refusal(rules[0], rounds[i], kind)


@compiled
def measure_hand(rules: Records, hand: int) -> tuple[int, int]:
    """The doubled value of a hand and its counting suit (R14, R15)."""
    return measure(rules[0], hand)


@compiled
def rank_hand(rules: Records, hand: int) -> int:
    """The number that orders hands (R16)."""
    return strength(rules[0], hand)


@compiled
def special_hand(rules: Records, hand: int) -> int:
    """The special hand (R12) that this is, or 0."""
    return special(rules[0], hand)


@compiled
def start_match(rules: Records, matches: Records, i: int, seats: int, dealer: int) -> None:
    """Set a match to its beginning."""
    begin_match(rules[0], matches[i], seats, dealer)


@compiled
def active(matches: Records, i: int) -> int:
    """The mask of the seats still in the game."""
    return active_seats(matches[i])


@compiled
def settle_round(rules: Records, matches: Records, rounds: Records, i: int) -> None:
    """Take ``rounds[i]``, which is over, into ``matches[i]``."""
    settle(rules[0], matches[i], rounds[i])
