"""Values in a public tree, for given strategies and for the best responses to them.

Deals are not enumerated: a pass down the tree propagates the reach probability of every hand, a
pass up its gain (Johanson, Waugh, Bowling, Zinkevich: Accelerating best response calculation in
large extensive games, 2011).
"""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from schwimmen.engine import Array, entry, jit, jit_noinline

from ..round_tree import SEATS
from .nodes import NO_ACTOR, NO_END, NODES, SEQUENCES, SLOTS, HandGrades, TreeArrays

BySeat: TypeAlias = Annotated[NDArray[np.float64], Array(np.float64, SEATS, 0)]
"""Kind of an array with a row for each seat."""


class NodeValues(NamedTuple):
    """Results of the two passes, with a row for each seat.

    By slot, ``reach`` is the probability that the seat's own actions lead there. ``value`` and
    ``best`` are the seat's counterfactual values by its strategy and by its best response.
    ``action_value`` and ``action_best`` are these values by sequence; ``probabilities`` are the
    strategies by sequence.
    """

    reach: BySeat
    value: BySeat
    best: BySeat
    probabilities: BySeat
    action_value: BySeat
    action_best: BySeat


@entry(long=True, inline=False)
def propagate_reach(tree: TreeArrays, values: NodeValues) -> None:
    """Compute each seat's reach probabilities, from the roots to the ends."""
    for place in range(tree.counts[NODES]):
        node = tree.nodes[place]
        for seat in range(SEATS):
            begin = node.first[seat]
            end = begin + node.hands[seat]
            if node.parent < 0:
                for slot in range(begin, end):
                    values.reach[seat, slot] = 1
                continue
            parent = tree.nodes[node.parent]
            acted = parent.actor == seat
            base = parent.sequence - parent.first[seat] * parent.actions
            for slot in range(begin, end):
                here = tree.slots[seat, slot]
                reach = values.reach[seat, here.parent_slot]
                if acted:
                    reach *= values.probabilities[
                        seat, base + here.parent_slot * parent.actions + here.rank
                    ]
                values.reach[seat, slot] = reach


@entry(long=True, inline=False)
def propagate_values(tree: TreeArrays, grades: HandGrades, values: NodeValues, head: int) -> None:
    """Compute each seat's values, from the ends to the roots; in the head only actions' values."""
    for seat in range(SEATS):
        values.value[seat, : tree.counts[SLOTS + seat]] = 0
        values.best[seat, : tree.counts[SLOTS + seat]] = 0
        values.action_value[seat, : tree.counts[SEQUENCES + seat]] = 0
        values.action_best[seat, : tree.counts[SEQUENCES + seat]] = 0
    for place in range(tree.counts[NODES] - 1, -1, -1):
        node = tree.nodes[place]
        if node.actor == NO_ACTOR:
            _settle_node(tree, grades, values, node)
        elif place >= head:
            _settle_actions(tree, grades, values, node)
            sum_actions(tree, values, place)
        if node.parent >= 0:
            _pass_to_parent(tree, values, place)


@jit_noinline
def _settle_node(tree: TreeArrays, grades: HandGrades, values: NodeValues, node: Any) -> None:
    """Add the gains of all pairs of hands in a finished round."""
    for own_slot in range(node.first[0], node.first[0] + node.hands[0]):
        own = tree.slots[0, own_slot]
        for other_slot in range(node.first[1], node.first[1] + node.hands[1]):
            other = tree.slots[1, other_slot]
            if own.hand & other.hand == 0:
                gain = node.weight * grades.gains[0, node.outcome, own.grade, other.grade]
                values.value[0, own_slot] += gain * values.reach[1, other_slot]
                values.value[1, other_slot] -= gain * values.reach[0, own_slot]
    for seat in range(SEATS):
        for slot in range(node.first[seat], node.first[seat] + node.hands[seat]):
            values.best[seat, slot] = values.value[seat, slot]


@jit_noinline
def _settle_actions(tree: TreeArrays, grades: HandGrades, values: NodeValues, node: Any) -> None:
    """Add the gains of actions that end the round."""
    actor = node.actor
    other = 1 - actor
    number = len(grades.hands)
    sequence = node.sequence
    for own_slot in range(node.first[actor], node.first[actor] + node.hands[actor]):
        hand = tree.slots[actor, own_slot].hand
        reach = values.reach[actor, own_slot] * node.weight
        for _ in range(node.actions):
            end = tree.ends[actor, sequence]
            if end != NO_END:
                gains = grades.gains[actor, end // number, end % number]
                played = reach * values.probabilities[actor, sequence]
                total = 0.0
                for other_slot in range(node.first[other], node.first[other] + node.hands[other]):
                    held = tree.slots[other, other_slot]
                    if held.hand & hand == 0:
                        gain = gains[held.grade]
                        total += gain * values.reach[other, other_slot]
                        values.value[other, other_slot] -= gain * played
                        values.best[other, other_slot] -= gain * played
                total *= node.weight
                values.action_value[actor, sequence] += total
                values.action_best[actor, sequence] += total
            sequence += 1


@entry(inline=False)
def sum_actions(tree: TreeArrays, values: NodeValues, place: int) -> None:
    """Add up the values of the actor's hands in a node from the values of its actions."""
    node = tree.nodes[place]
    actor = node.actor
    sequence = node.sequence
    for slot in range(node.first[actor], node.first[actor] + node.hands[actor]):
        value = 0.0
        best = values.action_best[actor, sequence]
        for _ in range(node.actions):
            value += values.probabilities[actor, sequence] * values.action_value[actor, sequence]
            best = max(best, values.action_best[actor, sequence])
            sequence += 1
        values.value[actor, slot] += value
        values.best[actor, slot] += best


@jit
def _pass_to_parent(tree: TreeArrays, values: NodeValues, place: int) -> None:
    """Add the values of a node to its parent."""
    node = tree.nodes[place]
    parent = tree.nodes[node.parent]
    for seat in range(SEATS):
        acted = parent.actor == seat
        base = parent.sequence - parent.first[seat] * parent.actions
        for slot in range(node.first[seat], node.first[seat] + node.hands[seat]):
            here = tree.slots[seat, slot]
            if acted:
                sequence = base + here.parent_slot * parent.actions + here.rank
                values.action_value[seat, sequence] += values.value[seat, slot]
                values.action_best[seat, sequence] += values.best[seat, slot]
            else:
                values.value[seat, here.parent_slot] += values.value[seat, slot]
                values.best[seat, here.parent_slot] += values.best[seat, slot]
