"""Counterfactual rollouts: rounds played out with one fact changed."""

from __future__ import annotations

from typing import Final

from schwimmen.engine import jit, jit_noinline
from schwimmen.rules.core.bits import MAX_HAND_SIZE, lowest_bit, popcount
from schwimmen.rules.core.hand_value import special_kind, strength
from schwimmen.rules.core.rng import Rng, randbelow, shuffle, spawn
from schwimmen.rules.core.settlement import finish
from schwimmen.rules.core.state import (
    CLOSED,
    IN,
    OVER,
    SHUFFLE,
    SWIMMING,
    MatchRecord,
    RoundRecord,
    RulesRecord,
)
from schwimmen.rules.core.turn import apply, resume_after_shuffle
from schwimmen.rules.options import Options

from ...equity.match_equity import BY_EQUITY, equity_row, forget_rows
from ..belief import sample_cards
from ..rollouts import sample_action
from ..situation import Situation
from .records import (
    AS_IT_IS,
    COUNTS_AS,
    COUNTS_AS_ANY,
    FEWER_TURNS_LEFT,
    FORGOTTEN,
    NO_CHOICE,
    NO_NEW_TABLE_YET,
    OTHER,
    RANDOM_HAND,
    RANDOM_TABLE,
    STANDS,
    Comparison,
    ReasonsRecord,
)

SHORT_KEEP: Final = Options.talon_short.encode("keep")
_TRIES: Final = 12  # draws of a hand that is not special


@jit_noinline
def value_with_change(comparison: Comparison, world: int, side: int, place: int) -> float:
    """Return the value of an action in a world, with the fact at a place changed.

    Without a change, ``comparison.work`` counts the events of the rollout.
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
    if change == FORGOTTEN:
        draw_hand(situation, state, fact.seat, work.rng)
    elif change == NO_NEW_TABLE_YET:
        rules.talon_short = SHORT_KEEP
        state.talon_end = talon_top
    action = comparison.other if side or change == NO_CHOICE else comparison.best
    after = state.hands[seat]
    taken = 0
    acted = False
    waiting = True  # for the seat's next turn
    while state.phase != OVER:
        if state.phase == SHUFFLE:
            shuffle(simulator.rng, state.aside, state.aside_count)
            resume_after_shuffle(rules, state)
            continue
        actor = state.to_act
        if acted:
            if actor == seat and waiting:
                waiting = False
                if change == NO_NEW_TABLE_YET:
                    rules.talon_short = talon_short
                    state.talon_end = talon_end
                elif change == RANDOM_TABLE:
                    _swap_back(state, work)
                elif change == AS_IT_IS:
                    work.new_tables[side] += int(_has_new_table(state, talon_top, recyclings))
            action = sample_action(simulator, rules, state, models_of[actor])
        table = state.table
        apply(rules, state, action)
        if not acted:
            acted = True
            if change == RANDOM_HAND:
                draw_hand(situation, state, seat, work.rng)
            elif change == RANDOM_TABLE:
                _swap_table_cards(state, comparison.left, work)
            after = state.hands[seat]
            for other in range(state.seats):
                work.hands[other] = state.hands[other]
                work.turns[other] = 0
            if change == AS_IT_IS:
                ends = state.last_turns or state.phase == OVER or not state.playing >> seat & 1
                work.ends[side] = int(ends)
        elif actor != seat:
            if work.turns[actor] < work.turns_left:
                work.hands[actor] = state.hands[actor]
            work.turns[actor] += 1
            if waiting and comparison.left & table & state.hands[actor]:
                taken |= 1 << actor
    rules.talon_short = talon_short
    if change == AS_IT_IS:
        work.new_tables[side] += int(waiting and _has_new_table(state, talon_top, recyclings))
        _count(rules, state, side, taken, work)
    else:
        hand = state.hands[seat]
        if change == STANDS:
            hand = after
        elif change == COUNTS_AS and hand == after:
            hand = comparison.other_hand
        elif change == COUNTS_AS_ANY and hand == after:
            hand = _any_hand(comparison, world)
        if hand != state.hands[seat] or change == FEWER_TURNS_LEFT:
            if change == FEWER_TURNS_LEFT:
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
    """Count the events after an action in a rollout without a change."""
    worst = 1 << 30
    for seat in range(state.seats):
        if state.active >> seat & 1:
            worst = min(worst, strength(rules, state.hands[seat]))
            work.turns_of_all[side] += work.turns[seat]
    for seat in range(state.seats):
        if side == OTHER:
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
def draw_hand(situation: Situation, state: RoundRecord, seat: int, rng: Rng) -> None:
    """Exchange the hand of a seat for random cards among its own and the unseen ones."""
    rules, before = situation.rules[0], state.hands[seat]
    talon = 0
    for place in range(state.talon_top, state.talon_end):
        talon |= 1 << int(state.pack[place])
    cards = before | (talon | state.extra) & situation.seen[0].unseen
    hand = before
    for _ in range(_TRIES):
        drawn = sample_cards(cards, popcount(before), rng)
        if special_kind(rules, drawn) == 0:
            hand = drawn
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


@jit
def have_unequal_lives(comparison: Comparison) -> bool:
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
def equalize_lives(comparison: Comparison) -> float:
    """Give all players equal lives; return the stake of the round relative to that with them."""
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
def restore_lives(comparison: Comparison) -> None:
    """Undo ``equalize_lives``."""
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
    """Return the seat's value if one opponent alone loses a life, less that if the seat does.

    The first is the mean over the opponents.
    """
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
