"""How the human-like levels judge an action: what it is worth to them, in points of a hand."""

from __future__ import annotations

from typing import Any, Final

from schwimmen.rules.cards import RANKS_PER_SUIT, SUITS
from schwimmen.rules.core.bits import next_seat, nth_bit, popcount
from schwimmen.rules.core.hand_value import (
    FIRE_VALUE,
    SUIT_MASK,
    THREE_OF_A_KIND_VALUE,
    special_kind,
    strength,
    suit_points,
    value_and_suit,
)
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
    IMMEDIATE,
    SCORING_POINTS,
    UNTIL_ONE_OPEN,
)

# What a level has in mind in one decision: a mask.
REMEMBERS: Final = 1  # who took which cards
SEES_THREES: Final = 2

DECISIVE: Final = 100.0  # above every other worth: the round is won, or not lost
_TIE: Final = 1 / 1024  # of the strength: less than half a point for all that tells ties apart
_SUITS: Final = len(SUITS)
_RANK: Final = 1 | 1 << RANKS_PER_SUIT | 1 << 2 * RANKS_PER_SUIT | 1 << 3 * RANKS_PER_SUIT
_MOST_PLAYERS: Final = 5
_MOST_TURNS: Final = 4
_PATIENCE: Final = 4
_TEDIUM: Final = 0.5  # points less a turn after these for an exchange that makes no better hand
_MIDDLING: Final = 20 / 31  # of the best hand of one suit: so good a hand is no danger yet


@jit_noinline
def evaluate_action(
    rules: Any, state: Any, profile: Any, mind: int, mood: float, unseen: int, action: int
) -> float:
    """What an action is worth to the seat to act: points of the hand that it leaves, and hopes.

    Points are added for what the next turns may make of the hand, or for closing with more than
    enough, and taken off for what the action leaves to the next player, and late in a round for an
    exchange that does not make the hand better. ``mind`` is what the level has in mind, ``mood``
    how many points more than usual it wants for closing, ``unseen`` the cards that it believes may
    still come. In last turns the hand alone counts.
    """
    kind = action_kind(rules, action)
    seat = state.to_act
    hand = state.hands[seat]
    table = state.table
    if kind == TAKE:
        return float(profile.average)
    if kind <= EXCHANGE_CLOSE:
        size = rules.hand_size
        pair = action % (size * size)
        given = nth_bit(hand, pair // size)
        taken = nth_bit(table, pair % size)
        hand ^= given | taken
        table ^= given | taken
    elif kind <= EXCHANGE_ALL_CLOSE:
        hand, table = table, hand
    doubled = _value(rules, hand, mind)
    points: float = doubled / 2
    if kind == KEEP:
        return points
    if kind <= EXCHANGE_ALL_CLOSE and doubled > 20 * rules.hand_size and special_kind(rules, hand):
        return DECISIVE + points
    if state.last_turns:
        return points + strength(rules, hand) % 256 * _TIE
    third = _third(rules, hand) if mind & SEES_THREES else 0
    if kind == RENEW:
        return float(points + profile.renews * _chance(rules, hand, doubled, third, unseen))
    closes = kind in (EXCHANGE_CLOSE, EXCHANGE_ALL_CLOSE, CLOSE)
    if closes or (kind == EXCHANGE_ALL and rules.close_effect == UNTIL_ONE_OPEN):
        return _worth_of_closing(rules, state, profile, mind, mood, hand, table, points)
    if kind == PASS and state.passes + 1 == popcount(state.active):
        return float(points + profile.fresh * _chance(rules, hand, doubled, third, unseen))
    hopes = 0.0
    if profile.plans > 0:
        hopes = profile.plans * _best_gain(rules, hand, doubled, third, table)
        hopes += profile.hopes * _chance(rules, hand, doubled, third, unseen)
    if kind != PASS and doubled <= _value(rules, state.hands[seat], mind):
        hopes -= _TEDIUM * max(0, state.turns_of[seat] + 1 - _PATIENCE)
    return points + hopes - _given_away(rules, state, profile, mind, table)


@jit
def _value(rules: Any, hand: int, mind: int) -> int:
    """The doubled value of a hand, as far as the level sees it."""
    value: int = value_and_suit(rules, hand)[0]
    if not mind & SEES_THREES and value in (THREE_OF_A_KIND_VALUE, FIRE_VALUE):
        value = 0
        for suit in range(_SUITS):
            value = max(value, 2 * suit_points(hand, suit))
    return value


@jit
def _base(rules: Any, hand: int, suit: int) -> int:
    """The points of a suit that stay when the least card of the hand is given up."""
    mine = hand >> suit * RANKS_PER_SUIT & SUIT_MASK
    points = suit_points(mine, 0)
    if popcount(mine) == rules.hand_size:
        points -= suit_points(nth_bit(mine, rules.hand_size - 1), 0)
    return points


@jit
def _third(rules: Any, hand: int) -> int:
    """The cards that would make the pair in a hand a three of a kind, if threes count."""
    if not rules.three_of_a_kind:
        return 0
    for place in range(2):
        card = nth_bit(hand, place)
        rank = card
        rank |= rank >> RANKS_PER_SUIT | rank >> 2 * RANKS_PER_SUIT | rank >> 3 * RANKS_PER_SUIT
        same = (rank & SUIT_MASK) * _RANK
        if popcount(hand & same) == 2:
            return same & ~hand
    return 0


@jit
def _best_gain(rules: Any, hand: int, doubled: int, third: int, table: int) -> float:
    """By how many points the best card of the table would make the hand better."""
    best = 0
    for suit in range(_SUITS):
        there = table >> suit * RANKS_PER_SUIT & SUIT_MASK
        if there:
            base = _base(rules, hand, suit)
            best = max(best, 2 * (base + suit_points(there & -there, 0)) - doubled)
    if third & table:
        best = max(best, THREE_OF_A_KIND_VALUE - doubled)
    return best / 2


@jit
def _chance(rules: Any, hand: int, doubled: int, third: int, unseen: int) -> float:
    """By how many points one unseen card makes the hand better on average."""
    total = 0
    for suit in range(_SUITS):
        base = _base(rules, hand, suit)
        there = unseen >> suit * RANKS_PER_SUIT & SUIT_MASK
        while base and there:
            gain = 2 * (base + suit_points(there & -there, 0)) - doubled
            if gain <= 0:
                break  # the cards that follow are worth no more
            total += gain
            there &= there - 1
    if third & unseen:
        total += popcount(third & unseen) * max(0, THREE_OF_A_KIND_VALUE - doubled)
    return total / (2 * max(1, popcount(unseen)))


@jit
def _given_away(rules: Any, state: Any, profile: Any, mind: int, table: int) -> float:
    """How good a hand the next player is known to be able to make of the table, above middling."""
    if profile.watches == 0 or not mind & REMEMBERS:
        return 0.0
    known = state.known[next_seat(state, state.to_act, state.playing)]
    if known == 0:
        return 0.0
    return float(profile.watches * max(0.0, _reach(rules, known, table) - _middling(rules)))


@jit
def _middling(rules: Any) -> float:
    return float((10 * rules.hand_size + 1) * _MIDDLING)


@jit
def _reach(rules: Any, known: int, table: int) -> float:
    """The points of the best hand that known cards make with one of the table."""
    best = 0
    for suit in range(_SUITS):
        base = _base(rules, known, suit)
        if base:
            there = table >> suit * RANKS_PER_SUIT & SUIT_MASK
            best = max(best, base + suit_points(there & -there, 0), suit_points(known, suit))
    if popcount(known) >= 2 and _third(rules, known) & table:
        return max(float(best), THREE_OF_A_KIND_VALUE / 2)
    return float(best)


@jit
def _worth_of_closing(
    rules: Any,
    state: Any,
    profile: Any,
    mind: int,
    mood: float,
    hand: int,
    table: int,
    points: float,
) -> float:
    """The points of the hand, more or less by how far they are from what closing takes."""
    seat = state.to_act
    rivals = 0
    behind = 0
    ahead = 0
    least = float(points)
    for other in range(state.seats):
        if state.active >> other & 1 and other != seat:
            rivals += 1
            known = state.known[other]
            if mind & REMEMBERS and known:
                acts = state.playing >> other & 1 and rules.close_effect != IMMEDIATE
                reach = _reach(rules, known, table if acts else 0)
                if popcount(known) == rules.hand_size:
                    reach = max(reach, value_and_suit(rules, known)[0] / 2)
                    if acts and rules.exchange_all:
                        reach = max(reach, value_and_suit(rules, table)[0] / 2)
                    if reach < least:
                        behind += 1
                if reach > least:
                    ahead += 1
    if behind and rules.scoring != SCORING_POINTS:
        return points + DECISIVE / 2
    if ahead == rivals:
        return points - DECISIVE / 2
    late = 0
    mine = state.turns_of[seat]
    for other in range(state.seats):
        if state.active >> other & 1 and state.turns_of[other] > mine:
            late += 1
    row = min(rivals + 1 - ahead, _MOST_PLAYERS) - 2
    column = 2 * min(mine, _MOST_TURNS - 1) + (1 if 2 * late >= rivals else 0)
    needed = profile.needed[row, column] + mood
    needed -= max(0, mine + 1 - _PATIENCE)
    if rules.close_effect != IMMEDIATE:
        needed += profile.wary * (_mean_points(rules, table) - 8)
        if rules.exchange_all:
            needed += profile.wary_all * max(
                0.0, value_and_suit(rules, table)[0] / 2 - _middling(rules)
            )
    return float(points + profile.eager * (points - needed))


@jit
def _mean_points(rules: Any, table: int) -> float:
    total = 0
    for suit in range(_SUITS):
        total += suit_points(table, suit)
    return float(total / rules.hand_size)
