"""The roots of a public tree: what may have been dealt to both seats, as far as it is not seen."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from schwimmen.rules.core.bits import lowest_bit
from schwimmen.rules.core.deal import deal
from schwimmen.rules.core.hand_value import strength
from schwimmen.rules.core.jit import jit, jit_noinline
from schwimmen.rules.core.legal import action_kind
from schwimmen.rules.core.state import CHOICE, OVER, SHUFFLE, RecordArray
from schwimmen.rules.core.turn import apply

from ..round_tree import SEATS, advance_key, public_observation_key
from .nodes import (
    CHILDREN,
    DONE,
    EDGES,
    EXPANDED,
    NO_END,
    NO_NODE_LEFT,
    NO_SEQUENCE_LEFT,
    NO_SLOT_LEFT,
    NO_WORK_LEFT,
    NOBODY,
    NODES,
    RESHUFFLED,
    SEQUENCES,
    SLOTS,
    ExpansionWorkspace,
    HandGrades,
    TreeArrays,
    outcome_of,
    write_node,
)

_EVERYONE: Final = 3


@jit_noinline
def find_open_hands(
    rules: RecordArray, sets: Any, rounds: RecordArray, dealer: int, seat: int, special: Any
) -> None:
    """Write for every hand whether it lies open as soon as it is dealt to a seat (R12, R28)."""
    for place in range(len(sets)):
        _deal(rules, rounds, dealer, sets[place], sets[place], sets[place])
        special[place] = rounds[0].shown >> seat & 1


@jit
def _deal(
    rules: RecordArray, rounds: RecordArray, dealer: int, mine: int, theirs: int, extra: int
) -> None:
    """Deal hands to seat 0 and 1, and the extra hand."""
    state = rounds[0]
    top = 0
    for turn in range(SEATS + 1):
        lie = extra
        if turn < SEATS:
            lie = mine if (dealer == 0) == (turn == 1) else theirs
        while lie:
            state.pack[top] = lowest_bit(lie)
            lie &= lie - 1
            top += 1
    deal(rules[0], state, SEATS, _EVERYONE, dealer, 1 - dealer)


@jit_noinline
def add_roots(
    rules: RecordArray,
    sets: Any,
    special: Any,
    grades: HandGrades,
    tree: TreeArrays,
    work: ExpansionWorkspace,
    dealer: int,
    table: int,
    weight: float,
    weight_over: float,
) -> int:
    """Add the roots with a table, or with 0 those before the dealer's choice, and those that end.

    A hand that lies open makes a root of its own. ``special`` has those hands, a row for each seat,
    ``weight`` is that of every pair of hands, ``weight_over`` where the deal is the end.
    """
    for mine in range(-1, len(sets)):
        if mine >= 0 and special[0, mine] == 0:
            continue
        for theirs in range(-1, len(sets)):
            if theirs >= 0 and special[1, theirs] == 0:
                continue
            if tree.counts[NODES] == len(tree.nodes):
                return NO_NODE_LEFT
            for seat in range(SEATS):
                if tree.counts[SLOTS + seat] + len(sets) > tree.slots.shape[1]:
                    return NO_SLOT_LEFT
            node = tree.nodes[tree.counts[NODES]]
            open_0 = sets[mine] if mine >= 0 else 0
            open_1 = sets[theirs] if theirs >= 0 else 0
            _hold(tree, node, 0, sets, special, table, open_0, open_1)
            _hold(tree, node, 1, sets, special, table, open_1, open_0)
            if node.hands[0] == 0 or node.hands[1] == 0:
                continue
            hand_0 = tree.slots[0, node.first[0]].hand
            hand_1 = tree.slots[1, node.first[1]].hand
            _deal(rules, work.trial, dealer, hand_0, hand_1, table if table else sets[0])
            state = work.trial[0]
            over = state.phase == OVER
            chooses = rules[0].dealer_choice and (over or state.phase == CHOICE)
            if chooses == (table == 0):
                _root(rules, grades, tree, state, weight_over if over else weight)
    return DONE


@jit_noinline
def _hold(
    tree: TreeArrays,
    node: Any,
    seat: int,
    sets: Any,
    special: Any,
    table: int,
    own: int,
    other: int,
) -> None:
    """Write the slots of a root: the one hand that lies open, or all that do not."""
    node.first[seat] = tree.counts[SLOTS + seat]
    node.hands[seat] = 0
    for place in range(len(sets)):
        hand = sets[place]
        if hand & (table | other) == 0 and (hand == own if own else special[seat, place] == 0):
            tree.slots[seat, node.first[seat] + node.hands[seat]].hand = hand
            node.hands[seat] += 1


@jit_noinline
def _root(
    rules: RecordArray, grades: HandGrades, tree: TreeArrays, state: Any, weight: float
) -> None:
    """Make a node of a round just dealt, whose slots have their hands."""
    place = tree.counts[NODES]
    node = tree.nodes[place]
    seen = public_observation_key(state, -1)
    sizes = node.hands[0], node.hands[1]
    for top in range(rules[0].pack_size):
        state.pack[top] = 0
    write_node(rules, grades, tree, state, place, -1, weight)
    for seat in range(SEATS):
        node.hands[seat] = sizes[seat]
        for slot in range(node.first[seat], node.first[seat] + node.hands[seat]):
            here = tree.slots[seat, slot]
            here.key = advance_key(np.uint64(0), seat, here.hand, seen)
            here.came = -1
            here.rank = 0
            here.grade = grades.of[strength(rules[0], here.hand)]
        tree.counts[SLOTS + seat] += node.hands[seat]
    tree.counts[NODES] += 1


@jit_noinline
def expand_tree(
    rules: RecordArray,
    cards: int,
    sets: Any,
    grades: HandGrades,
    tree: TreeArrays,
    work: ExpansionWorkspace,
    first: int,
) -> int:
    """Grow the tree from its roots to all ends, or until room is short; then it can go on.

    ``cards`` is the pack, ``sets`` all hands of it, ``first`` the only table that a dealer's choice
    leads to, or 0 for any. Returns why it stopped.
    """
    while tree.counts[EXPANDED] < tree.counts[NODES]:
        stopped = DONE
        if tree.nodes[tree.counts[EXPANDED]].actor != NOBODY:
            stopped = _branch(rules, cards, sets, grades, tree, work, first)
        if stopped != DONE:
            return stopped
        tree.counts[EXPANDED] += 1
    return DONE


@jit_noinline
def _branch(
    rules: RecordArray,
    cards: int,
    sets: Any,
    grades: HandGrades,
    tree: TreeArrays,
    work: ExpansionWorkspace,
    first: int,
) -> int:
    """Append the children of the next node, or nothing where there is no room."""
    place = tree.counts[EXPANDED]
    node = tree.nodes[place]
    actor = node.actor
    sequence = tree.counts[SEQUENCES + actor]
    if sequence + node.hands[actor] * node.actions > tree.ends.shape[1]:
        return NO_SEQUENCE_LEFT
    node.sequence = sequence
    before = tree.rounds[place]
    public = before.table | _common(tree, node, 1 - actor, cards)
    for lying in range(before.aside_count):
        public |= 1 << int(before.aside[lying])
    work.used[CHILDREN] = 0
    work.used[EDGES] = 0
    stopped = DONE
    for slot in range(node.first[actor], node.first[actor] + node.hands[actor]):
        free = cards & ~(public | tree.slots[actor, slot].hand)
        untried = node.legal
        for rank in range(node.actions):
            action = lowest_bit(untried)
            untried &= untried - 1
            tree.ends[actor, sequence] = NO_END
            if before.phase == CHOICE:
                stopped = _draw(
                    rules, free, sets, grades, tree, work, place, slot, rank, action, first
                )
            else:
                state = work.trial[0]
                _prepare(tree, place, slot, work.trial)
                apply(rules[0], state, action)
                if state.phase == SHUFFLE or state.recyclings:
                    stopped = RESHUFFLED
                elif state.phase == OVER:  # a table that was turned up last changes nothing
                    grade = grades.of[strength(rules[0], state.hands[actor])]
                    outcome = outcome_of(rules[0], state, tree.counts, grades)
                    tree.ends[actor, sequence] = outcome * len(grades.hands) + grade
                elif state.talon_top != before.talon_top:
                    stopped = _draw(
                        rules, free, sets, grades, tree, work, place, slot, rank, action, 0
                    )
                else:
                    stopped = _emit(rules, grades, tree, work, place, slot, rank, action, 1.0)
            if stopped != DONE:
                break
            sequence += 1
        if stopped != DONE:
            break
    for child in range(work.used[CHILDREN]):
        work.places[work.place[child]] = -1
    if stopped == DONE:
        stopped = _fill(rules, cards, grades, tree, work)
    if stopped == DONE:
        tree.counts[SEQUENCES + actor] = sequence
        tree.counts[NODES] += work.used[CHILDREN]
    return stopped


@jit
def _common(tree: TreeArrays, node: Any, seat: int, cards: int) -> int:
    """The cards in all hands that a seat may have."""
    for slot in range(node.first[seat], node.first[seat] + node.hands[seat]):
        cards &= tree.slots[seat, slot].hand
    return cards


@jit
def _prepare(tree: TreeArrays, place: int, slot: int, trials: RecordArray) -> None:
    """The round of a node with the hand of a slot, and any hand of the other seat."""
    trials[0] = tree.rounds[place]
    actor = tree.nodes[place].actor
    other = 1 - actor
    trials[0].hands[actor] = tree.slots[actor, slot].hand
    trials[0].hands[other] = tree.slots[other, tree.nodes[place].first[other]].hand


@jit_noinline
def _draw(
    rules: RecordArray,
    free: int,
    sets: Any,
    grades: HandGrades,
    tree: TreeArrays,
    work: ExpansionWorkspace,
    place: int,
    slot: int,
    rank: int,
    action: int,
    first: int,
) -> int:
    """Play an action with every set of free cards that may be turned up, or be the extra hand."""
    before = tree.rounds[place]
    state = work.trial[0]
    size = rules[0].hand_size
    chooses = before.phase == CHOICE
    # Nobody knows these cards; in them lies the other's hand, but no card that everybody knows.
    left = before.talon_end - before.talon_top + (size if chooses else 0)
    share = 1.0
    for drawn in range(size):
        share *= (drawn + 1.0) / (left - drawn)
    for cards in sets:
        if cards & ~free == 0:
            _prepare(tree, place, slot, work.trial)
            if chooses:
                state.extra = cards
            else:
                lie = cards
                for top in range(before.talon_top, before.talon_top + size):
                    state.pack[top] = lowest_bit(lie)
                    lie &= lie - 1
            apply(rules[0], state, action)
            if first == 0 or state.table == first:
                stopped = _emit(rules, grades, tree, work, place, slot, rank, action, share)
                if stopped != DONE:
                    return stopped
    return DONE


@jit_noinline
def _emit(
    rules: RecordArray,
    grades: HandGrades,
    tree: TreeArrays,
    work: ExpansionWorkspace,
    place: int,
    slot: int,
    rank: int,
    action: int,
    share: float,
) -> int:
    """Note where an action leads to; ``share`` is that of the cards which chance has told."""
    state = work.trial[0]
    actor = tree.nodes[place].actor
    emitted = work.used[EDGES]
    if emitted == len(work.hand):
        return NO_WORK_LEFT
    seen = public_observation_key(state, action_kind(rules[0], action))
    last = len(work.places) - 1
    at = np.int64(seen & np.uint64(last))
    while work.places[at] >= 0 and work.seen[work.places[at]] != seen:
        at = (at + 1) & last
    held = state.hands[actor]
    if work.places[at] < 0:
        new = tree.counts[NODES] + work.used[CHILDREN]
        if new == len(tree.nodes):
            return NO_NODE_LEFT
        work.places[at] = work.used[CHILDREN]
        work.place[work.used[CHILDREN]] = at
        work.seen[work.used[CHILDREN]] = seen
        work.used[CHILDREN] += 1
        write_node(rules, grades, tree, state, new, place, tree.nodes[place].weight * share)
    work.child[emitted] = work.places[at]
    work.came[emitted] = slot
    work.rank[emitted] = rank
    work.hand[emitted] = held
    work.used[EDGES] += 1
    return DONE


@jit_noinline
def _fill(
    rules: RecordArray, cards: int, grades: HandGrades, tree: TreeArrays, work: ExpansionWorkspace
) -> int:
    """Give the new nodes their slots: the actor's hands as noted, the other's as far as can be."""
    parent = tree.nodes[tree.counts[EXPANDED]]
    actor = parent.actor
    other = 1 - actor
    slot = tree.counts[SLOTS + actor]
    if slot + work.used[EDGES] > tree.slots.shape[1]:
        return NO_SLOT_LEFT
    begin = tree.counts[NODES]
    for noted in range(work.used[EDGES]):
        tree.nodes[begin + work.child[noted]].hands[actor] += 1
    for child in range(begin, begin + work.used[CHILDREN]):
        tree.nodes[child].first[actor] = slot
        slot += tree.nodes[child].hands[actor]
        tree.nodes[child].hands[actor] = 0
    for noted in range(work.used[EDGES]):
        node = tree.nodes[begin + work.child[noted]]
        hand = work.hand[noted]
        here = tree.slots[actor, node.first[actor] + node.hands[actor]]
        node.hands[actor] += 1
        key = tree.slots[actor, work.came[noted]].key
        here.key = advance_key(key, actor, hand, work.seen[work.child[noted]])
        here.hand = hand
        here.came = work.came[noted]
        here.rank = work.rank[noted]
        here.grade = grades.of[strength(rules[0], hand)]
    theirs = tree.counts[SLOTS + other]
    for child in range(work.used[CHILDREN]):
        node = tree.nodes[begin + child]
        state = tree.rounds[begin + child]
        gone = state.table | _common(tree, node, actor, cards)
        for lying in range(state.aside_count):
            gone |= 1 << int(state.aside[lying])
        node.first[other] = theirs
        if theirs + parent.hands[other] > tree.slots.shape[1]:
            return NO_SLOT_LEFT
        for came in range(parent.first[other], parent.first[other] + parent.hands[other]):
            source = tree.slots[other, came]
            if source.hand & gone == 0:
                here = tree.slots[other, theirs]
                here.key = advance_key(source.key, other, source.hand, work.seen[child])
                here.hand = source.hand
                here.came = came
                here.rank = 0
                here.grade = source.grade
                theirs += 1
        node.hands[other] = theirs - node.first[other]
    tree.counts[SLOTS + actor] = slot
    tree.counts[SLOTS + other] = theirs
    return DONE
