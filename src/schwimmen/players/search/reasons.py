"""Reasons why an action is better than another: facts that make the difference of their values.

Both actions are played out in the same sampled worlds, with the same random numbers, once as it is
and once for each fact, with that fact changed. The share of a fact is the part of the difference
that is gone without it; a fact with a share of half or more is a reason.
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Annotated, Any, Final, NamedTuple, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from schwimmen.rules.core.bits import MAX_HAND_SIZE, lowest_bit, popcount
from schwimmen.rules.core.hand_value import special_kind, strength, value_and_suit
from schwimmen.rules.core.jit import jit, jit_noinline
from schwimmen.rules.core.legal import KEEP, PASS, RENEW, TAKE, action_kind
from schwimmen.rules.core.rng import Rng, randbelow, random_seed, shuffle, spawn
from schwimmen.rules.core.settlement import finish
from schwimmen.rules.core.state import (
    CHOICE,
    CLOSED,
    IN,
    MAX_SEATS,
    NO_SEAT,
    OVER,
    RECYCLE_IN_ORDER,
    SHORT_KEEP,
    SHUFFLE,
    SWIMMING,
    UNTIL_ONE_OPEN,
    IntArray,
    MatchRecord,
    PerSeat,
    RecordArray,
    RoundRecord,
    RulesRecord,
    ViewRecord,
    record_dtype,
)
from schwimmen.rules.core.turn import apply, resume_after_shuffle

from ..blueprint.policy_table import Blueprint
from ..equity.match_equity import BY_EQUITY, EquityLookup, equity_row, forget_rows
from ..greedy import hand_after
from .belief import sample_cards
from .redeal import IMPOSSIBLE, redeal
from .rollouts import sample_action, value_place
from .situation import SearchSpace, Situation, fill, situation_of

if TYPE_CHECKING:
    from ..policies import PolicyRecord

MAX_REASONS: Final = 3
"""Number of reasons given for a decision at most."""

# Codes of reasons. "Best" and "other" are the two actions that are compared.
BETTER_HAND: Final = 0  # the best action leaves a hand that is worth more
SPECIAL_HAND: Final = 1  # the best action makes a special hand
STRONG_HAND: Final = 2  # the hand is good enough for ending one's turns now
WEAK_HAND: Final = 3  # the hand is too poor for it
KEPT_HAND: Final = 4  # the dealer's hand is good enough to be kept
POOR_DEAL: Final = 5  # the dealer's hand is poor enough to be given away
LEFT_CARDS: Final = 6  # the other action leaves cards on the table that an opponent takes
OUTS: Final = 7  # the hand can still improve
FEWER_TURNS: Final = 8  # otherwise opponents have more turns to improve
NEW_TABLE: Final = 9  # new table cards come
NO_NEW_TABLE: Final = 10  # otherwise new table cards come, which help the opponents
WEAK_OPPONENT: Final = 11  # what an opponent did shows a poor hand
STRONG_OPPONENT: Final = 12  # what an opponent did shows a good hand
KNOWN_CARDS: Final = 13  # cards that an opponent is known to hold
LIVES: Final = 14  # players have unequal numbers of lives

REASON_CODES: Final = (
    "better_hand",
    "special_hand",
    "strong_hand",
    "weak_hand",
    "kept_hand",
    "poor_deal",
    "left_cards",
    "outs",
    "fewer_turns",
    "new_table",
    "no_new_table",
    "weak_opponent",
    "strong_opponent",
    "known_cards",
    "lives",
)
"""Codes of reasons, in the order of their numbers."""

REASON_NUMBERS: Final = (
    ("value", "other_value", "beaten", "other_beaten"),
    ("value", "other_value"),
    ("value", "beaten"),
    ("value", "beaten"),
    ("value", "beaten"),
    ("value", "beaten"),
    ("probability",),
    ("outs", "other_outs", "value"),
    ("turns", "other_turns"),
    ("probability",),
    ("probability",),
    ("value", "usual_value", "lowest"),
    ("value", "usual_value"),
    (),
    ("own", "fewest", "most"),
)
"""Names of the numbers of each reason, in the order of ``REASON_CODES``."""

_TOPICS: Final = np.array((0, 0, 0, 1, 2, 2, 3, 4, 5, 6, 7, 8, 8, 8, 9))
"""Topic of each reason; of each topic there is one reason at most."""

_NUMBERS: Final = 4
_WORLDS: Final = 4096  # in which actions are played out at most
_FEWEST: Final = 512  # worlds without which there are no reasons
_Z: Final = 3.0  # standard errors above which a mean is not noise
_HALF: Final = 0.5
_LIKELY: Final = 0.1  # least probability of something that is a reason
_TELLING: Final = 4.0  # points by which an opponent's hand must differ from usual ones
_SEVERAL: Final = 2  # known cards of an opponent that tell something
_TRIES: Final = 12  # draws of a hand that is not special
_FACTS: Final = 12 + MAX_SEATS

# Changes of the world, or of the hands that count in the end.
_AS_IT_IS: Final = 0
_COUNTS_AS: Final = 1  # the hand after the action, if it is kept, counts as other cards
_COUNTS_AS_ANY: Final = 2  # the hand after the action, if kept, counts as one of an opponent
_STANDS: Final = 3  # the hand after the action is the one that counts
_RANDOM_HAND: Final = 4  # the hand after the action is a random one
_RANDOM_TABLE: Final = 5  # until the next turn of one's own, unseen cards lie in place of some
_NO_NEW_TABLE: Final = 6  # until the next turn of one's own, no table cards are replaced
_FEWER_TURNS: Final = 7  # opponents' hands count as they are after the turns that they have
_FORGOTTEN: Final = 8  # the hand of an opponent is a random one
_EQUAL_LIVES: Final = 9  # all players have as many lives
_NO_CHOICE: Final = 10  # the other action is played

# Actions that are compared: their places, and masks of them.
_SIDES: Final = 2
_BEST: Final = 0
_OTHER: Final = 1
_FOR_BEST: Final = 1
_FOR_OTHER: Final = 2
_FOR_BOTH: Final = 3

# How each fact is changed, and for which actions.
_CHANGES: Final = np.array(
    (
        (_COUNTS_AS, _FOR_BEST),
        (_NO_CHOICE, _FOR_BEST),
        (_COUNTS_AS_ANY, _FOR_BEST),
        (_COUNTS_AS_ANY, _FOR_OTHER),
        (_RANDOM_HAND, _FOR_BEST),
        (_RANDOM_HAND, _FOR_OTHER),
        (_RANDOM_TABLE, _FOR_OTHER),
        (_STANDS, _FOR_BOTH),
        (_FEWER_TURNS, _FOR_OTHER),
        (_NO_NEW_TABLE, _FOR_BEST),
        (_NO_NEW_TABLE, _FOR_OTHER),
        (_FORGOTTEN, _FOR_BOTH),
        (_FORGOTTEN, _FOR_BOTH),
        (_FORGOTTEN, _FOR_BOTH),
        (_EQUAL_LIVES, _FOR_BOTH),
    )
)

PerSide: TypeAlias = Annotated[IntArray, np.int64, (_SIDES,)]
PerTableCard: TypeAlias = Annotated[IntArray, np.int64, (MAX_HAND_SIZE,)]


class ReasonRecord(Protocol):
    """Record of a fact that may be a reason; ``Reason`` explains the fields."""

    code: int
    seat: int
    """Seat, or ``NO_SEAT``."""
    cards: int
    share: Annotated[float, np.float64]
    numbers: Annotated[NDArray[np.float64], np.float64, (_NUMBERS,)]
    change: int
    """How the fact is changed."""
    sides: int
    """Actions that the change concerns."""


REASON_DTYPE: Final = record_dtype(ReasonRecord)


class ReasonsRecord(Protocol):
    """Record of the reasons of a decision, the largest share first, and of work space."""

    found: Annotated[RecordArray, REASON_DTYPE, (_FACTS,)]
    count: int
    """Number of reasons."""
    rng: Annotated[Rng, np.uint64, (1,)]
    lives: PerSeat
    """Lives of all seats in the match."""
    hands: PerSeat
    """Hands of the opponents after some of their turns."""
    turns: PerSeat
    """Turns of the opponents since the action."""
    taken: PerSeat
    """Number of worlds in which a seat took cards that the other action leaves on the table."""
    lowest: PerSeat
    """Number of worlds in which a seat was lowest after the best action."""
    turns_left: int
    """Turns of each opponent after the best action, if it ends the round."""
    left_matters: int
    """Whether the cards left on the table are a reason, so that outs need not be one."""
    ends: PerSide
    """Whether the seat has no further turn, by action."""
    new_tables: PerSide
    """Number of worlds with a new table before the next turn of one's own, by action."""
    turns_of_all: PerSide
    """Sum of the turns that opponents had, by action."""
    swapped: PerTableCard
    """Table cards swapped for cards of the talon, which lie in their places."""
    substitutes: PerTableCard
    places: PerTableCard


REASONS_DTYPE: Final = record_dtype(ReasonsRecord)


class Comparison(NamedTuple):
    """Two actions in a situation, the hands after them, and the worlds in which they are compared.

    ``left`` are the cards that the other action leaves on the table and the best one does not.
    """

    situation: Situation
    work: RecordArray
    best: int
    other: int
    hand: int
    other_hand: int
    left: int
    worlds: int
    seed: Any


@jit_noinline
def find_reasons(
    rules: RulesRecord,
    pack: int,
    view: ViewRecord,
    seat: int,
    events: RecordArray,
    starts: RecordArray,
    policy: PolicyRecord,
    blueprint: Blueprint,
    lookup: EquityLookup,
    space: SearchSpace,
    best: int,
    other: int,
    reasons: RecordArray,
    rng: Rng,
) -> int:
    """Write reasons why ``best`` is better than ``other`` into ``reasons[0]``.

    The seat is to act. ``estimate_values`` describes the other parameters. There is no reason if
    the difference of the values is noise. Returns 0, or ``IMPOSSIBLE`` if the view belongs to no
    real round.
    """
    reasons[0].count = 0
    decisions = redeal(
        rules, pack, view, seat, events, 0, starts, 0,
        space.searches[0].seen[0], space.rounds, space.actions, rng,
    )  # fmt: skip
    if decisions == IMPOSSIBLE:
        return IMPOSSIBLE
    situation = situation_of(
        rules, view, seat, decisions, decisions, 1, policy, blueprint, lookup, space, rng
    )
    number = min(len(situation.worlds.rounds), _WORLDS)
    fill(situation, 0, number)
    state = situation.now[0]
    hand = hand_after(rules, state.hands[seat], state.table, best)
    other_hand = hand_after(rules, state.hands[seat], state.table, other)
    takes = action_kind(rules, other) == TAKE
    comparison = Comparison(
        situation,
        reasons,
        best,
        other,
        hand,
        other_hand,
        hand if takes else hand & ~other_hand,
        number,
        random_seed(rng),
    )
    if not _differ(comparison):
        return 0
    found = reasons[0].found
    facts = _write_facts(comparison)
    count = 0
    reasons[0].left_matters = 0
    for place in range(facts):
        _find_share(comparison, place)
        if found[place].share > 0 and _complete(comparison, place):
            count = _keep(found, count, place)
    reasons[0].count = count
    return 0


@jit_noinline
def _differ(comparison: Comparison) -> bool:
    """Play out both actions in all worlds; return whether their values differ clearly."""
    work, values = comparison.work[0], comparison.situation.trials.values
    for seat in range(MAX_SEATS):
        work.taken[seat] = 0
        work.lowest[seat] = 0
    for side in range(_SIDES):
        work.new_tables[side] = 0
        work.turns_of_all[side] = 0
    spare = len(work.found) - 1
    work.found[spare].change = _AS_IT_IS
    total, squares = 0.0, 0.0
    for world in range(comparison.worlds):
        difference = 0.0
        for side in range(_SIDES):
            value = _play_out(comparison, world, side, spare)
            values[_place(comparison, side, world)] = value
            difference += value if side == _BEST else -value
        total += difference
        squares += difference * difference
    noise = _Z * _deviation(total, squares, comparison.worlds)
    return comparison.worlds >= _FEWEST and total > noise


@jit
def _place(comparison: Comparison, side: int, world: int) -> int:
    return value_place(comparison.situation.trials, side, world)


@jit
def _deviation(total: float, squares: float, number: int) -> float:
    """Return the standard error of a sum."""
    return sqrt(max(0.0, squares - total * total / number))


@jit_noinline
def _find_share(comparison: Comparison, place: int) -> None:
    """Write the share of a fact, 0 if it is less than half, or noise.

    After a few worlds a fact is given up whose share is clearly less.
    """
    values, fact = comparison.situation.trials.values, comparison.work[0].found[place]
    fact.share = 0.0
    factor = 1.0
    if fact.change == _EQUAL_LIVES:
        factor = _equalize_lives(comparison)
    difference, total, squares = 0.0, 0.0, 0.0
    for world in range(comparison.worlds):
        gone = 0.0
        for side in range(_SIDES):
            value = values[_place(comparison, side, world)]
            sign = 1.0 if side == _BEST else -1.0
            difference += sign * value
            if fact.sides >> side & 1:
                changed = _play_out(comparison, world, side, place)
                gone += sign * (value - factor * changed)
        total += gone
        squares += gone * gone
        if world + 1 == _FEWEST:
            noise = _Z * _deviation(total, squares, _FEWEST)
            if total + noise < difference / 2:
                break
    else:
        noise = _Z * _deviation(total, squares, comparison.worlds)
        if total >= max(difference / 2, noise):
            fact.share = min(1.0, total / difference)
    if fact.change == _EQUAL_LIVES:
        _restore_lives(comparison)


@jit_noinline
def _play_out(comparison: Comparison, world: int, side: int, place: int) -> float:
    """Return the value of an action in a world, with the fact at a place changed.

    Without a change, what happens is counted.
    """
    situation, work = comparison.situation, comparison.work[0]
    simulator, seat = situation.simulator, situation.seat
    rules, state = simulator.rules[0], simulator.scratch[0]
    simulator.scratch[0] = situation.worlds.rounds[world]
    models_of = situation.worlds.models[world].of
    fact = work.found[place]
    change = fact.change
    simulator.rng[0] = spawn(comparison.seed, world)
    work.rng[0] = spawn(comparison.seed, comparison.worlds + world)
    talon_short, talon_end = rules.talon_short, state.talon_end
    talon_top, recyclings = state.talon_top, state.recyclings
    if change == _FORGOTTEN:
        _draw_hand(situation, state, fact.seat, work.rng)
    elif change == _NO_NEW_TABLE:
        rules.talon_short = SHORT_KEEP
        state.talon_end = talon_top
    action = comparison.other if side or change == _NO_CHOICE else comparison.best
    after = state.hands[seat]
    taken = 0
    acted = False
    waiting = True  # for the next turn of one's own
    while state.phase != OVER:
        if state.phase == SHUFFLE:
            shuffle(simulator.rng, state.aside, state.aside_count)
            resume_after_shuffle(rules, state)
            continue
        actor = state.to_act
        if acted:
            if actor == seat and waiting:
                waiting = False
                if change == _NO_NEW_TABLE:
                    rules.talon_short = talon_short
                    state.talon_end = talon_end
                elif change == _RANDOM_TABLE:
                    _swap_back(state, work)
                elif change == _AS_IT_IS:
                    work.new_tables[side] += int(_has_new_table(state, talon_top, recyclings))
            action = sample_action(rules, state, simulator.models, models_of[actor], simulator.rng)
        table = state.table
        apply(rules, state, action)
        if not acted:
            acted = True
            if change == _RANDOM_HAND:
                _draw_hand(situation, state, seat, work.rng)
            elif change == _RANDOM_TABLE:
                _swap_table_cards(state, comparison.left, work)
            after = state.hands[seat]
            for other in range(state.seats):
                work.hands[other] = state.hands[other]
                work.turns[other] = 0
            if change == _AS_IT_IS:
                ends = state.last_turns or state.phase == OVER or not state.playing >> seat & 1
                work.ends[side] = int(ends)
        elif actor != seat:
            if work.turns[actor] < work.turns_left:
                work.hands[actor] = state.hands[actor]
            work.turns[actor] += 1
            if waiting and comparison.left & table & state.hands[actor]:
                taken |= 1 << actor
    rules.talon_short = talon_short
    if change == _AS_IT_IS:
        work.new_tables[side] += int(waiting and _has_new_table(state, talon_top, recyclings))
        _count(rules, state, side, taken, work)
    else:
        hand = state.hands[seat]
        if change == _STANDS:
            hand = after
        elif change == _COUNTS_AS and hand == after:
            hand = comparison.other_hand
        elif change == _COUNTS_AS_ANY and hand == after:
            hand = _any_hand(comparison, world)
        if hand != state.hands[seat] or change == _FEWER_TURNS:
            if change == _FEWER_TURNS:
                for other in range(state.seats):
                    state.hands[other] = work.hands[other]
            state.hands[seat] = hand
            state.dealt_special = 0
            finish(rules, state, CLOSED, state.by)
    value: float = simulator.lookup.equity[equity_row(simulator.lookup, state)].seats[seat]
    return value


@jit
def _has_new_table(state: RoundRecord, talon_top: int, recyclings: int) -> bool:
    return state.talon_top != talon_top or state.recyclings != recyclings


@jit_noinline
def _count(
    rules: RulesRecord, state: RoundRecord, side: int, taken: int, work: ReasonsRecord
) -> None:
    """Count what happened after an action, as it is."""
    worst = 1 << 30
    for seat in range(state.seats):
        if state.active >> seat & 1:
            worst = min(worst, strength(rules, state.hands[seat]))
            work.turns_of_all[side] += work.turns[seat]
    for seat in range(state.seats):
        if side == _OTHER:
            work.taken[seat] += taken >> seat & 1
        elif state.active >> seat & 1:
            work.lowest[seat] += strength(rules, state.hands[seat]) == worst


@jit
def _any_hand(comparison: Comparison, world: int) -> int:
    """Return a hand that a random opponent has in another world."""
    situation = comparison.situation
    rest = situation.others
    for _ in range(randbelow(comparison.work[0].rng, popcount(rest))):
        rest &= rest - 1
    elsewhere = (world + comparison.worlds // 2) % comparison.worlds
    hand: int = situation.worlds.rounds[elsewhere].hands[lowest_bit(rest)]
    return hand


@jit_noinline
def _draw_hand(situation: Situation, state: RoundRecord, seat: int, rng: Rng) -> None:
    """Exchange the hand of a seat for random cards among its own and the unseen ones."""
    rules, before = situation.rules[0], state.hands[seat]
    talon = 0
    for place in range(state.talon_top, state.talon_end):
        talon |= 1 << int(state.pack[place])
    cards = before | (talon | state.extra) & situation.seen[0].unseen
    hand = before
    for _ in range(_TRIES):
        hand = sample_cards(cards, popcount(before), rng)
        if special_kind(rules, hand) == 0:
            break
    state.hands[seat] = hand
    state.known[seat] = 0
    left = before & ~hand
    missing = popcount(state.extra & hand)
    state.extra &= ~hand
    for _ in range(missing):
        state.extra |= left & -left
        left &= left - 1
    for place in range(state.talon_top, state.talon_end):
        if hand >> int(state.pack[place]) & 1:
            state.pack[place] = lowest_bit(left)
            left &= left - 1


@jit_noinline
def _swap_table_cards(state: RoundRecord, cards: int, work: ReasonsRecord) -> None:
    """Swap table cards for cards from random places of the talon, which has enough of them."""
    place = state.talon_top + randbelow(work.rng, state.talon_end - state.talon_top)
    for swapped in range(MAX_HAND_SIZE):
        work.swapped[swapped] = 0
        if cards:
            card = lowest_bit(cards)
            cards &= cards - 1
            substitute = int(state.pack[place])
            work.swapped[swapped] = 1 << card
            work.substitutes[swapped] = 1 << substitute
            work.places[swapped] = place
            state.pack[place] = card
            state.table ^= 1 << card | 1 << substitute
            place += 1
            if place == state.talon_end:
                place = state.talon_top


@jit_noinline
def _swap_back(state: RoundRecord, work: ReasonsRecord) -> None:
    """Undo ``_swap_table_cards`` as far as substitutes lie on the table and cards in the talon."""
    for swapped in range(MAX_HAND_SIZE):
        card, substitute, place = (
            work.swapped[swapped],
            work.substitutes[swapped],
            work.places[swapped],
        )
        if (
            card
            and substitute & state.table
            and state.talon_top <= place < state.talon_end
            and 1 << int(state.pack[place]) == card
        ):
            state.pack[place] = lowest_bit(substitute)
            state.table ^= card | substitute


@jit_noinline
def _write_facts(comparison: Comparison) -> int:
    """Write the facts that may be reasons, without their shares; return how many there are."""
    situation, work = comparison.situation, comparison.work[0]
    rules, state = situation.rules[0], situation.now[0]
    kind, other_kind = action_kind(rules, comparison.best), action_kind(rules, comparison.other)
    likely = _LIKELY * comparison.worlds
    codes = 0
    if state.phase == CHOICE:
        codes = 1 << KEPT_HAND if kind == KEEP else 1 << POOR_DEAL
    elif kind != RENEW and other_kind != RENEW:
        codes = _facts_of_hands(comparison)
    if kind in (PASS, RENEW) and work.new_tables[_BEST] > likely:
        codes |= 1 << NEW_TABLE
    if other_kind in (PASS, RENEW) and work.new_tables[_OTHER] > likely:
        codes |= 1 << NO_NEW_TABLE
    taker = _taker(comparison)
    if taker != NO_SEAT:
        codes |= 1 << LEFT_CARDS
    if _have_unequal_lives(comparison):
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
            fact.change = _CHANGES[code, 0]
            fact.sides = _CHANGES[code, 1]
            fact.seat = NO_SEAT
            fact.cards = 0
            for number in range(_NUMBERS):
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
    """Return the codes of facts of the hands after the actions that may be reasons, as a mask."""
    work, rules = comparison.work[0], comparison.situation.rules[0]
    hand, other_hand = comparison.hand, comparison.other_hand
    special = special_kind(rules, hand) != 0
    codes = 0
    if value_and_suit(rules, hand)[0] > value_and_suit(rules, other_hand)[0]:
        codes |= 1 << SPECIAL_HAND if special else 1 << BETTER_HAND
    if not work.ends[_BEST]:
        codes |= 1 << OUTS
        if work.ends[_OTHER]:
            codes |= 1 << WEAK_HAND
    elif not work.ends[_OTHER]:
        if not special:
            codes |= 1 << STRONG_HAND
        turns, other_turns = work.turns_of_all[_BEST], work.turns_of_all[_OTHER]
        if rules.close_effect != UNTIL_ONE_OPEN and other_turns > turns:
            codes |= 1 << FEWER_TURNS
            work.turns_left = int(turns > 0)
    return codes


@jit
def _taker(comparison: Comparison) -> int:
    """Return the opponent that takes the cards left on the table most often, or ``NO_SEAT``.

    It must be likely, and the talon have enough cards to put in their place.
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
def _complete(comparison: Comparison, place: int) -> bool:
    """Write the numbers of a fact; return whether they bear out what its sentence says."""
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
        fact.seat = _most_beaten(comparison, other_hand)
        numbers[2] = _beaten(comparison, hand, fact.seat)
        numbers[3] = _beaten(comparison, other_hand, fact.seat)
    elif code in (STRONG_HAND, WEAK_HAND):
        fact.seat = _most_beaten(comparison, hand)
        numbers[1] = _beaten(comparison, hand, fact.seat)
    elif code in (KEPT_HAND, POOR_DEAL):
        numbers[1] = _beaten(comparison, hand, fact.seat)
        return bool((numbers[1] > _HALF) == (code == KEPT_HAND))
    elif code == OUTS:
        limit = max(value_and_suit(rules, hand)[0], value_and_suit(rules, other_hand)[0])
        numbers[0] = _outs(comparison, hand, limit)
        numbers[1] = 0 if work.ends[_OTHER] else _outs(comparison, other_hand, limit)
        numbers[2] = limit / 2
        other_ends = work.ends[_OTHER] != 0
        return bool(numbers[0] > numbers[1]) and (other_ends or work.left_matters == 0)
    elif code == FEWER_TURNS:
        numbers[0] = work.turns_left
        numbers[1] = work.turns_of_all[_OTHER] / (comparison.worlds * popcount(situation.others))
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
    """Write what the hand of an opponent is worth, and what it would be if it were a random one."""
    situation, work = comparison.situation, comparison.work[0]
    rules, scratch = situation.rules[0], situation.simulator.scratch
    fact = work.found[place]
    seat = fact.seat
    value, usual_value = 0.0, 0.0
    for world in range(comparison.worlds):
        scratch[0] = situation.worlds.rounds[world]
        value += _points(rules, scratch[0].hands[seat])
        work.rng[0] = spawn(comparison.seed, comparison.worlds + world)
        _draw_hand(situation, scratch[0], seat, work.rng)
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
def _have_unequal_lives(comparison: Comparison) -> bool:
    """Return whether three players or more, in a match for lives, have unequal lives."""
    situation = comparison.situation
    lookup, active = situation.simulator.lookup.lookups[0], situation.now[0].active
    if lookup.kind != BY_EQUITY or popcount(active) == 2:
        return False
    for seat in range(situation.now[0].seats):
        own = lookup.match.lives[situation.seat]
        if active >> seat & 1 and lookup.match.lives[seat] != own:
            return True
    return False


@jit_noinline
def _equalize_lives(comparison: Comparison) -> float:
    """Give all players as many lives; return the stake of the round as a multiple of that then."""
    situation, lives = comparison.situation, comparison.work[0].lives
    lookup = situation.simulator.lookup
    match, active = lookup.lookups[0].match, situation.now[0].active
    total, players = 0, popcount(active)
    for seat in range(match.seats):
        lives[seat] = match.lives[seat]
        if active >> seat & 1:
            total += match.lives[seat]
    stake = _stake(situation)
    same = (2 * total + players) // (2 * players)
    for seat in range(match.seats):
        _set_lives(match, active, seat, same)
    match.chicken_taken = int(same == 0)
    forget_rows(lookup.lookups)
    return stake / _stake(situation)


@jit_noinline
def _restore_lives(comparison: Comparison) -> None:
    """Undo ``_equalize_lives``."""
    situation, lives = comparison.situation, comparison.work[0].lives
    lookup = situation.simulator.lookup
    match, active = lookup.lookups[0].match, situation.now[0].active
    match.chicken_taken = 0
    for seat in range(match.seats):
        _set_lives(match, active, seat, lives[seat])
        if lives[seat] == 0:
            match.chicken_taken = 1
    forget_rows(lookup.lookups)


@jit
def _set_lives(match: MatchRecord, active: int, seat: int, lives: int) -> None:
    if active >> seat & 1:
        match.lives[seat] = lives
        match.status[seat] = IN if lives else SWIMMING


@jit_noinline
def _stake(situation: Situation) -> float:
    """Return how much more it is worth if an opponent alone is lowest than if the seat is."""
    lookup, seat = situation.simulator.lookup, situation.seat
    state = situation.simulator.scratch[0]
    situation.simulator.scratch[0] = situation.now[0]
    for other in range(state.seats):
        state.score[other] = 0
    state.score[seat] = 1
    lost: float = lookup.equity[equity_row(lookup, state)].seats[seat]
    state.score[seat] = 0
    won = 0.0
    rest = situation.others
    while rest:
        other = lowest_bit(rest)
        rest &= rest - 1
        state.score[other] = 1
        won += lookup.equity[equity_row(lookup, state)].seats[seat]
        state.score[other] = 0
    return won / popcount(situation.others) - lost


@jit
def _points(rules: RulesRecord, hand: int) -> float:
    return value_and_suit(rules, hand)[0] / 2


@jit_noinline
def _beaten(comparison: Comparison, hand: int, seat: int) -> float:
    """Return how probably a hand is better than that of a seat now, or the unseen extra hand."""
    rules, worlds = comparison.situation.rules[0], comparison.situation.worlds
    own = strength(rules, hand)
    beaten = 0
    for world in range(comparison.worlds):
        state = worlds.rounds[world]
        theirs = state.extra if seat == NO_SEAT else state.hands[seat]
        beaten += strength(rules, theirs) < own
    return beaten / comparison.worlds


@jit_noinline
def _most_beaten(comparison: Comparison, hand: int) -> int:
    """Return the opponent whose hand is the most probable to be worse than this one."""
    rest = comparison.situation.others
    found, most = lowest_bit(rest), -1.0
    while rest:
        seat = lowest_bit(rest)
        rest &= rest - 1
        beaten = _beaten(comparison, hand, seat)
        if beaten > most:
            found, most = seat, beaten
    return found


@jit_noinline
def _outs(comparison: Comparison, hand: int, limit: int) -> int:
    """Return how many unseen cards make a hand, by an exchange, worth more than a value."""
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


@jit_noinline
def _keep(found: RecordArray, count: int, place: int) -> int:
    """Put a fact in its place among the ``count`` reasons; return how many there are then.

    There is one of each topic, and the last place is work space.
    """
    spare = len(found) - 1
    found[spare] = found[place]
    last = min(count, MAX_REASONS - 1)
    for one in range(count):
        if _TOPICS[found[one].code] == _TOPICS[found[spare].code]:
            last = one
    if last < count and found[last].share >= found[spare].share:
        return count
    count = max(count, last + 1)
    while last > 0 and found[last - 1].share < found[spare].share:
        found[last] = found[last - 1]
        last -= 1
    found[last] = found[spare]
    return count
