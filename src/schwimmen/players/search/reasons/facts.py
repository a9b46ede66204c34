"""Facts of two actions that may be reasons, and the numbers that their sentences state."""

from __future__ import annotations

from typing import Final

from schwimmen.engine import jit, jit_noinline
from schwimmen.rules.core.bits import lowest_bit, popcount
from schwimmen.rules.core.hand_value import special_kind, strength, value_and_suit
from schwimmen.rules.core.legal import KEEP, PASS, RENEW, action_kind
from schwimmen.rules.core.rng import spawn
from schwimmen.rules.core.state import (
    CHOICE,
    LOSERS_ALL_BUT_BEST,
    NO_SEAT,
    RECYCLE_IN_ORDER,
    UNTIL_ONE_OPEN,
    RulesRecord,
)

from .changes import draw_hand, have_unequal_lives
from .records import (
    BEST,
    BETTER_HAND,
    CHANGES,
    FEWER_TURNS,
    KEPT_HAND,
    KNOWN_CARDS,
    LEFT_CARDS,
    LIVES,
    NEW_TABLE,
    NO_NEW_TABLE,
    NUMBERS,
    OTHER,
    OUTS,
    POOR_DEAL,
    SPECIAL_HAND,
    STRONG_HAND,
    STRONG_OPPONENT,
    WEAK_HAND,
    WEAK_OPPONENT,
    Comparison,
)

_HALF: Final = 0.5
_LIKELY: Final = 0.1  # least probability of an event that is a reason
_TELLING: Final = 4.0  # points by which an opponent's hand must differ from usual ones
_SEVERAL: Final = 2  # least number of known cards of an opponent that are a reason


@jit_noinline
def write_facts(comparison: Comparison) -> int:
    """Write the facts that may be reasons, without their shares; return their number."""
    situation, work = comparison.situation, comparison.work[0]
    rules, state = situation.rules[0], situation.now[0]
    kind, other_kind = action_kind(rules, comparison.best), action_kind(rules, comparison.other)
    likely = _LIKELY * comparison.worlds
    codes = 0
    if state.phase == CHOICE:
        codes = 1 << KEPT_HAND if kind == KEEP else 1 << POOR_DEAL
    elif kind != RENEW and other_kind != RENEW:
        codes = _facts_of_hands(comparison)
    if kind in (PASS, RENEW) and work.new_tables[BEST] > likely:
        codes |= 1 << NEW_TABLE
    if other_kind in (PASS, RENEW) and work.new_tables[OTHER] > likely:
        codes |= 1 << NO_NEW_TABLE
    taker = _taker(comparison)
    if taker != NO_SEAT:
        codes |= 1 << LEFT_CARDS
    if have_unequal_lives(comparison):
        codes |= 1 << LIVES
    opponents = 0
    if state.recyclings == 0 or rules.recycle != RECYCLE_IN_ORDER:  # else the talon is known
        for seat in range(state.seats):
            if situation.others & ~state.shown & 1 << seat and state.turns_of[seat]:
                opponents |= 1 << seat
                codes |= 1 << KNOWN_CARDS
    facts = 0
    while codes:
        code = lowest_bit(codes)
        codes &= codes - 1
        seats = opponents if code == KNOWN_CARDS else 1
        while seats:  # one fact for each opponent that has acted
            fact = work.found[facts]
            facts += 1
            fact.code = code
            fact.change = CHANGES[code, 0]
            fact.sides = CHANGES[code, 1]
            fact.seat = NO_SEAT
            fact.cards = 0
            for number in range(NUMBERS):
                fact.numbers[number] = 0.0
            if code == LEFT_CARDS:
                fact.seat = taker
                fact.cards = comparison.left
            elif code == KNOWN_CARDS:
                fact.seat = lowest_bit(seats)
                fact.cards = state.known[fact.seat]
            seats &= seats - 1
    return facts


@jit
def _facts_of_hands(comparison: Comparison) -> int:
    """Return the codes of facts about the hands that may be reasons, as a mask."""
    work, rules = comparison.work[0], comparison.situation.rules[0]
    hand, other_hand = comparison.hand, comparison.other_hand
    special = special_kind(rules, hand) != 0
    codes = 0
    if value_and_suit(rules, hand)[0] > value_and_suit(rules, other_hand)[0]:
        codes |= 1 << SPECIAL_HAND if special else 1 << BETTER_HAND
    if not work.ends[BEST]:
        codes |= 1 << OUTS
        if work.ends[OTHER]:
            codes |= 1 << WEAK_HAND
    elif not work.ends[OTHER]:
        if not special:
            codes |= 1 << STRONG_HAND
        turns, other_turns = work.turns_of_all[BEST], work.turns_of_all[OTHER]
        if rules.close_effect != UNTIL_ONE_OPEN and other_turns > turns:
            codes |= 1 << FEWER_TURNS
            work.turns_left = int(turns > 0)
    return codes


@jit
def _taker(comparison: Comparison) -> int:
    """Return the opponent that takes the cards left on the table most often, or ``NO_SEAT``.

    This must be likely, and the talon must have enough cards to take their place.
    """
    work, state = comparison.work[0], comparison.situation.now[0]
    taker = NO_SEAT
    most = int(_LIKELY * comparison.worlds)
    if popcount(comparison.left) <= state.talon_end - state.talon_top:
        for seat in range(state.seats):
            if work.taken[seat] > most:
                taker = seat
                most = work.taken[seat]
    return taker


@jit_noinline
def complete_fact(comparison: Comparison, place: int) -> bool:
    """Write the numbers of a fact; return whether they support its sentence."""
    situation, work = comparison.situation, comparison.work[0]
    rules, state = situation.rules[0], situation.now[0]
    fact = work.found[place]
    hand, other_hand = comparison.hand, comparison.other_hand
    numbers = fact.numbers
    code = fact.code
    if code in (WEAK_HAND, POOR_DEAL):
        hand = other_hand
    if code <= POOR_DEAL:
        numbers[0] = _points(rules, hand)
    if code in (BETTER_HAND, SPECIAL_HAND):
        numbers[1] = _points(rules, other_hand)
    if code == BETTER_HAND:
        fact.seat = _decisive_opponent(comparison, other_hand)
        numbers[2] = _beaten(comparison, hand, fact.seat)
        numbers[3] = _beaten(comparison, other_hand, fact.seat)
    elif code in (STRONG_HAND, WEAK_HAND):
        fact.seat = _decisive_opponent(comparison, hand)
        numbers[1] = _beaten(comparison, hand, fact.seat)
    elif code in (KEPT_HAND, POOR_DEAL):
        numbers[1] = _beaten(comparison, hand, fact.seat)
        return bool((numbers[1] > _HALF) == (code == KEPT_HAND))
    elif code == OUTS:
        limit = max(value_and_suit(rules, hand)[0], value_and_suit(rules, other_hand)[0])
        numbers[0] = _outs(comparison, hand, limit)
        numbers[1] = 0 if work.ends[OTHER] else _outs(comparison, other_hand, limit)
        numbers[2] = limit / 2
        other_ends = work.ends[OTHER] != 0
        return bool(numbers[0] > numbers[1]) and (other_ends or work.left_matters == 0)
    elif code == FEWER_TURNS:
        numbers[0] = work.turns_left
        numbers[1] = work.turns_of_all[OTHER] / (comparison.worlds * popcount(situation.others))
    elif code == LEFT_CARDS:
        work.left_matters = 1
        numbers[0] = work.taken[fact.seat] / comparison.worlds
    elif code in (NEW_TABLE, NO_NEW_TABLE):
        numbers[0] = work.new_tables[int(code == NO_NEW_TABLE)] / comparison.worlds
    elif code == KNOWN_CARDS:
        return _complete_opponent(comparison, place)
    elif code == LIVES:
        numbers[0] = work.lives[situation.seat]
        numbers[1] = work.lives[situation.seat]
        for seat in range(state.seats):
            if state.active >> seat & 1:
                numbers[1] = min(numbers[1], work.lives[seat])
                numbers[2] = max(numbers[2], work.lives[seat])
    return True


@jit_noinline
def _complete_opponent(comparison: Comparison, place: int) -> bool:
    """Write the mean value of an opponent's hand, and that of a random hand in its place.

    Returns whether the fact may be a reason.
    """
    situation, work = comparison.situation, comparison.work[0]
    rules, scratch = situation.rules[0], situation.simulator.scratch
    fact = work.found[place]
    seat = fact.seat
    value, usual_value = 0.0, 0.0
    for world in range(comparison.worlds):
        scratch[0] = situation.worlds.rounds[world]
        value += _points(rules, scratch[0].hands[seat])
        work.rng[0] = spawn(comparison.seed, comparison.worlds + world)
        draw_hand(situation, scratch[0], seat, work.rng)
        usual_value += _points(rules, scratch[0].hands[seat])
    value /= comparison.worlds
    usual_value /= comparison.worlds
    if abs(value - usual_value) < _TELLING:
        return popcount(fact.cards) >= _SEVERAL
    fact.code = WEAK_OPPONENT if value < usual_value else STRONG_OPPONENT
    fact.numbers[0] = value
    fact.numbers[1] = usual_value
    if value < usual_value:
        fact.numbers[2] = work.lowest[seat] / comparison.worlds
    return True


@jit
def _points(rules: RulesRecord, hand: int) -> float:
    return value_and_suit(rules, hand)[0] / 2


@jit_noinline
def _beaten(comparison: Comparison, hand: int, seat: int) -> float:
    """Return the probability that a hand beats that of a seat now, or the unseen extra hand."""
    rules, worlds = comparison.situation.rules[0], comparison.situation.worlds
    own = strength(rules, hand)
    beaten = 0
    for world in range(comparison.worlds):
        state = worlds.rounds[world]
        theirs = state.extra if seat == NO_SEAT else state.hands[seat]
        beaten += strength(rules, theirs) < own
    return beaten / comparison.worlds


@jit_noinline
def _decisive_opponent(comparison: Comparison, hand: int) -> int:
    """Return the opponent whose hand decides most whether this one loses.

    That is the one whose hand is most probably worse or, if only the best hand is safe (R36), least
    probably.
    """
    only_best_is_safe = comparison.situation.rules[0].losers == LOSERS_ALL_BUT_BEST
    rest = comparison.situation.others
    found, most = lowest_bit(rest), -1.0
    while rest:
        seat = lowest_bit(rest)
        rest &= rest - 1
        beaten = _beaten(comparison, hand, seat)
        decisive = 1 - beaten if only_best_is_safe else beaten
        if decisive > most:
            found, most = seat, decisive
    return found


@jit_noinline
def _outs(comparison: Comparison, hand: int, limit: int) -> int:
    """Return the number of unseen cards whose exchange makes a hand worth more than ``limit``."""
    situation = comparison.situation
    rules = situation.rules[0]
    outs = 0
    unseen = situation.seen[0].unseen
    while unseen:
        card = unseen & -unseen
        unseen &= unseen - 1
        rest = hand
        while rest:
            given = rest & -rest
            rest &= rest - 1
            if value_and_suit(rules, hand ^ given | card)[0] > limit:
                outs += 1
                break
    return outs
