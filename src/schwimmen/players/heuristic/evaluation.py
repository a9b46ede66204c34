"""Evaluation of actions by the heuristic levels, in points of a hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from schwimmen.engine import jit, jit_noinline
from schwimmen.rules.cards import RANKS_PER_SUIT, SUITS
from schwimmen.rules.core.bits import next_seat, nth_bit, popcount
from schwimmen.rules.core.hand_value import (
    ACE_MASK,
    FIRE_VALUE,
    SUIT_MASK,
    THREE_OF_A_KIND_VALUE,
    special_kind,
    strength,
    suit_points,
    value_and_suit,
)
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
    LOSERS_ALL_BUT_BEST,
    SCORING_POINTS,
    UNTIL_ONE_OPEN,
    RoundRecord,
    RulesRecord,
)

if TYPE_CHECKING:
    from .profiles import ProfileRecord

# Flags of a level's perception in one decision.
REMEMBERS: Final = 1  # the cards that other players took
SEES_THREES: Final = 2  # threes of a kind

DECISIVE: Final = 100.0  # above every other value: the round is won, or at least not lost
_TIE: Final = 1 / 1024  # weight of the tie-breaking bits of the strength: half a point at most
_SUITS: Final = len(SUITS)
_RANK: Final = 1 | 1 << RANKS_PER_SUIT | 1 << 2 * RANKS_PER_SUIT | 1 << 3 * RANKS_PER_SUIT
_ACES: Final = _RANK * ACE_MASK
_MAX_PLAYERS: Final = 5
_MAX_TURNS: Final = 4
_PATIENCE: Final = 4
_LATE_EXCHANGE_PENALTY: Final = 0.5  # points per turn over ``_PATIENCE`` without a better hand
_HARMLESS: Final = 20 / 31  # of the best hand of one suit: up to this a hand is no threat


@jit_noinline
def evaluate_action(
    rules: RulesRecord,
    state: RoundRecord,
    profile: ProfileRecord,
    perception: int,
    bias: float,
    unseen: int,
    action: int,
) -> float:
    """Return the value of an action to the seat to act: the points of the hand, plus its potential.

    The potential is the expected gain of later turns, or the margin of a closing hand over the
    close threshold, plus the points that a character sees in the hand. Two penalties are
    subtracted: the threat of the table left to the next player, and late in a round a penalty for
    an exchange that does not improve the hand. ``perception`` holds the flags of this decision,
    ``bias`` the extra points wanted for closing, ``unseen`` the cards that the level believes may
    still come. In the last turns only the hand counts.
    """
    kind = action_kind(rules, action)
    seat = state.to_act
    hand = state.hands[seat]
    table = state.table
    if kind == TAKE:
        return float(profile.average_hand)
    if kind <= EXCHANGE_CLOSE:
        size = rules.hand_size
        pair = action % (size * size)
        given = nth_bit(hand, pair // size)
        taken = nth_bit(table, pair % size)
        hand ^= given | taken
        table ^= given | taken
    elif kind <= EXCHANGE_ALL_CLOSE:
        hand, table = table, hand
    doubled = _value(rules, hand, perception)
    points: float = doubled / 2
    if kind == KEEP:
        return points
    if kind <= EXCHANGE_ALL_CLOSE and doubled > 20 * rules.hand_size and special_kind(rules, hand):
        return DECISIVE + points
    if state.last_turns:
        return points + strength(rules, hand) % 256 * _TIE
    completing = _completing_cards(rules, hand) if perception & SEES_THREES else 0
    liking = _liking(profile, hand, completing)
    if kind in (EXCHANGE_ALL, EXCHANGE_ALL_CLOSE):
        liking += profile.exchange_all_points
    if kind == RENEW:
        gain = _mean_gain(rules, hand, doubled, completing, unseen)
        return float(points + liking + profile.renew_weight * gain)
    closes = kind in (EXCHANGE_CLOSE, EXCHANGE_ALL_CLOSE, CLOSE)
    if closes or (kind == EXCHANGE_ALL and rules.close_effect == UNTIL_ONE_OPEN):
        return liking + _closing_value(rules, state, profile, perception, bias, hand, table, points)
    if kind == PASS and state.passes + 1 == popcount(state.active):
        gain = _mean_gain(rules, hand, doubled, completing, unseen)
        return float(points + liking + profile.new_table_weight * gain)
    potential = 0.0
    if profile.table_weight > 0:
        potential = profile.table_weight * _best_gain(rules, hand, doubled, completing, table)
        potential += profile.unseen_weight * _mean_gain(rules, hand, doubled, completing, unseen)
    if kind != PASS and doubled <= _value(rules, state.hands[seat], perception):
        potential -= _LATE_EXCHANGE_PENALTY * max(0, state.turns_of[seat] + 1 - _PATIENCE)
    return points + liking + potential - _threat(rules, state, profile, perception, table)


@jit
def _value(rules: RulesRecord, hand: int, perception: int) -> int:
    """Return the doubled value of a hand as the level perceives it."""
    value: int = value_and_suit(rules, hand)[0]
    if not perception & SEES_THREES and value in (THREE_OF_A_KIND_VALUE, FIRE_VALUE):
        value = 0
        for suit in range(_SUITS):
            value = max(value, 2 * suit_points(hand, suit))
    return value


@jit
def _liking(profile: ProfileRecord, hand: int, completing: int) -> float:
    """Return the points that a character sees in a hand beyond its value."""
    liking = profile.pair_points if completing else 0.0
    if profile.ace_points > 0:
        liking += profile.ace_points * popcount(hand & _ACES)
    if profile.suit_points > 0:
        longest = 0
        for suit in range(_SUITS):
            longest = max(longest, popcount(hand >> suit * RANKS_PER_SUIT & SUIT_MASK))
        liking += profile.suit_points * (longest - 1)
    return float(liking)


@jit
def _kept_points(rules: RulesRecord, hand: int, suit: int) -> int:
    """Return the points of a suit that remain after the lowest card of the hand is given up."""
    own = hand >> suit * RANKS_PER_SUIT & SUIT_MASK
    points = suit_points(own, 0)
    if popcount(own) == rules.hand_size:
        points -= suit_points(nth_bit(own, rules.hand_size - 1), 0)
    return points


@jit
def _completing_cards(rules: RulesRecord, hand: int) -> int:
    """Return the cards that would make a three of a kind of a pair in the hand, if threes count."""
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
def _best_gain(rules: RulesRecord, hand: int, doubled: int, completing: int, table: int) -> float:
    """Return the points that the best table card would add to the hand."""
    best = 0
    for suit in range(_SUITS):
        suit_cards = table >> suit * RANKS_PER_SUIT & SUIT_MASK
        if suit_cards:
            base = _kept_points(rules, hand, suit)
            best = max(best, 2 * (base + suit_points(suit_cards & -suit_cards, 0)) - doubled)
    if completing & table:
        best = max(best, THREE_OF_A_KIND_VALUE - doubled)
    return best / 2


@jit
def _mean_gain(rules: RulesRecord, hand: int, doubled: int, completing: int, unseen: int) -> float:
    """Return the mean number of points that one unseen card adds to the hand."""
    total = 0
    for suit in range(_SUITS):
        base = _kept_points(rules, hand, suit)
        suit_cards = unseen >> suit * RANKS_PER_SUIT & SUIT_MASK
        while base and suit_cards:
            gain = 2 * (base + suit_points(suit_cards & -suit_cards, 0)) - doubled
            if gain <= 0:
                break  # the following cards are worth no more
            total += gain
            suit_cards &= suit_cards - 1
    if completing & unseen:
        total += popcount(completing & unseen) * max(0, THREE_OF_A_KIND_VALUE - doubled)
    return total / (2 * max(1, popcount(unseen)))


@jit
def _threat(
    rules: RulesRecord, state: RoundRecord, profile: ProfileRecord, perception: int, table: int
) -> float:
    """Return the weighted points above a harmless hand that the next player may reach.

    Only the player's known cards and one table card count.
    """
    if profile.gift_weight == 0 or not perception & REMEMBERS:
        return 0.0
    known = state.known[next_seat(state, state.to_act, state.playing)]
    if known == 0:
        return 0.0
    return float(
        profile.gift_weight
        * max(0.0, _reachable_points(rules, known, table) - _harmless_points(rules))
    )


@jit
def _harmless_points(rules: RulesRecord) -> float:
    return float((10 * rules.hand_size + 1) * _HARMLESS)


@jit
def _reachable_points(rules: RulesRecord, known: int, table: int) -> float:
    """Return the points of the best hand that known cards make with one table card."""
    best = 0
    for suit in range(_SUITS):
        base = _kept_points(rules, known, suit)
        if base:
            suit_cards = table >> suit * RANKS_PER_SUIT & SUIT_MASK
            best = max(
                best, base + suit_points(suit_cards & -suit_cards, 0), suit_points(known, suit)
            )
    if popcount(known) >= 2 and _completing_cards(rules, known) & table:
        return max(float(best), THREE_OF_A_KIND_VALUE / 2)
    return float(best)


@jit
def _closing_value(
    rules: RulesRecord,
    state: RoundRecord,
    profile: ProfileRecord,
    perception: int,
    bias: float,
    hand: int,
    table: int,
    points: float,
) -> float:
    """Return the points of the closing hand plus its weighted margin over the close threshold.

    In the first turn a hand below ``profile.first_turn_threshold`` is worse than any other action.
    """
    seat = state.to_act
    own_turns = state.turns_of[seat]
    if own_turns == 0 and points < profile.first_turn_threshold:
        return points - 2 * DECISIVE
    opponents = 0
    behind = 0
    ahead = 0
    least = float(points)
    for other in range(state.seats):
        if state.active >> other & 1 and other != seat:
            opponents += 1
            known = state.known[other]
            if perception & REMEMBERS and known:
                acts = state.playing >> other & 1 and rules.close_effect != IMMEDIATE
                reach = _reachable_points(rules, known, table if acts else 0)
                if popcount(known) == rules.hand_size:
                    reach = max(reach, value_and_suit(rules, known)[0] / 2)
                    if acts and rules.exchange_all:
                        reach = max(reach, value_and_suit(rules, table)[0] / 2)
                    if reach < least:
                        behind += 1
                if reach > least:
                    ahead += 1
    only_best_is_safe = rules.losers == LOSERS_ALL_BUT_BEST
    if behind >= (opponents if only_best_is_safe else 1) and rules.scoring != SCORING_POINTS:
        return points + DECISIVE / 2
    if ahead >= (1 if only_best_is_safe else opponents):
        return points - DECISIVE / 2
    late = 0
    for other in range(state.seats):
        if state.active >> other & 1 and state.turns_of[other] > own_turns:
            late += 1
    players = 2 if only_best_is_safe else opponents + 1 - ahead
    row = min(players, _MAX_PLAYERS) - 2
    column = 2 * min(own_turns, _MAX_TURNS - 1) + (1 if 2 * late >= opponents else 0)
    needed = profile.close_thresholds[row, column] + bias
    needed -= max(0, own_turns + 1 - _PATIENCE)
    if rules.close_effect != IMMEDIATE:
        needed += profile.table_caution * (_mean_points(rules, table) - 8)
        if rules.exchange_all:
            needed += profile.whole_table_caution * max(
                0.0, value_and_suit(rules, table)[0] / 2 - _harmless_points(rules)
            )
    return float(points + profile.margin_weight * (points - needed))


@jit
def _mean_points(rules: RulesRecord, table: int) -> float:
    total = 0
    for suit in range(_SUITS):
        total += suit_points(table, suit)
    return float(total / rules.hand_size)
