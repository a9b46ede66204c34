"""The roots of a public tree: what may have been dealt to both seats, as far as it is not seen."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from schwimmen.rules.bits import lowest
from schwimmen.rules.compiled import compiled, compiled_apart
from schwimmen.rules.deal import deal
from schwimmen.rules.state import CHOICE, OVER, Records
from schwimmen.rules.value import strength

from .branches import (
    DONE,
    NO_NODE_LEFT,
    NO_SLOT_LEFT,
    NODES,
    SLOTS,
    Branches,
    Grades,
    Work,
    put,
)
from .tree import SEATS, seen_by, seen_by_all

_EVERYONE: Final = 3


@compiled_apart
def lie_open(
    rules: Records, sets: Any, rounds: Records, dealer: int, seat: int, special: Any
) -> None:
    """Write for every hand whether it lies open as soon as it is dealt to a seat (R12, R28)."""
    for place in range(len(sets)):
        _deal(rules, rounds, dealer, sets[place], sets[place], sets[place])
        special[place] = rounds[0].shown >> seat & 1


@compiled
def _deal(rules: Records, rounds: Records, dealer: int, mine: int, theirs: int, extra: int) -> None:
    """Deal hands to seat 0 and 1, and the extra hand."""
    state = rounds[0]
    top = 0
    for turn in range(SEATS + 1):
        lie = extra
        if turn < SEATS:
            lie = mine if (dealer == 0) == (turn == 1) else theirs
        while lie:
            state.pack[top] = lowest(lie)
            lie &= lie - 1
            top += 1
    deal(rules[0], state, SEATS, _EVERYONE, dealer, 1 - dealer)


@compiled_apart
def plant(
    rules: Records,
    sets: Any,
    special: Any,
    grades: Grades,
    tree: Branches,
    work: Work,
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


@compiled_apart
def _hold(
    tree: Branches,
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


@compiled_apart
def _root(rules: Records, grades: Grades, tree: Branches, state: Any, weight: float) -> None:
    """Make a node of a round just dealt, whose slots have their hands."""
    place = tree.counts[NODES]
    node = tree.nodes[place]
    seen = seen_by_all(state, -1)
    sizes = node.hands[0], node.hands[1]
    for top in range(rules[0].pack_size):
        state.pack[top] = 0
    put(rules, grades, tree, state, place, -1, weight)
    for seat in range(SEATS):
        node.hands[seat] = sizes[seat]
        for slot in range(node.first[seat], node.first[seat] + node.hands[seat]):
            here = tree.slots[seat, slot]
            here.key = seen_by(np.uint64(0), seat, here.hand, seen)
            here.came = -1
            here.rank = 0
            here.grade = grades.of[strength(rules[0], here.hand)]
        tree.counts[SLOTS + seat] += node.hands[seat]
    tree.counts[NODES] += 1
