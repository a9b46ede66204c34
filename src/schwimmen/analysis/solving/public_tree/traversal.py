"""What is worth what in a public tree, by given strategies and by the best answer to them.

No single deal is looked at: a pass down the tree takes along how likely each hand is to come so
far, a pass up what it gains there (Johanson, Waugh, Bowling, Zinkevich: Accelerating best response
calculation in large extensive games, 2011).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from schwimmen.rules.core.jit import jit, jit_noinline

from ..round_tree import SEATS
from .nodes import NO_END, NOBODY, NODES, SEQUENCES, SLOTS, HandGrades, TreeArrays


class NodeValues(NamedTuple):
    """What is found in the two passes, a row for each seat.

    By slot: ``reach`` is how likely its own actions are, if the cards are such, to lead there,
    ``worth`` and ``best`` what the seat gains there by its strategy and by the best answer, as far
    as chance and the other seat lead there. ``action_worth`` and ``action_best`` are the same by
    sequence, and ``shares`` the strategies.
    """

    reach: NDArray[np.float64]
    worth: NDArray[np.float64]
    best: NDArray[np.float64]
    shares: NDArray[np.float64]
    action_worth: NDArray[np.float64]
    action_best: NDArray[np.float64]


@jit_noinline
def propagate_reach(tree: TreeArrays, values: NodeValues) -> None:
    """From the roots to the ends: how likely the actions of each seat itself are to lead there."""
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
                reach = values.reach[seat, here.came]
                if acted:
                    reach *= values.shares[seat, base + here.came * parent.actions + here.rank]
                values.reach[seat, slot] = reach


@jit_noinline
def propagate_values(tree: TreeArrays, grades: HandGrades, values: NodeValues, head: int) -> None:
    """From the ends to the roots, or to the head: what each seat gains."""
    for seat in range(SEATS):
        values.worth[seat, : tree.counts[SLOTS + seat]] = 0
        values.best[seat, : tree.counts[SLOTS + seat]] = 0
        values.action_worth[seat, : tree.counts[SEQUENCES + seat]] = 0
        values.action_best[seat, : tree.counts[SEQUENCES + seat]] = 0
    for place in range(tree.counts[NODES] - 1, -1, -1):
        node = tree.nodes[place]
        if node.actor == NOBODY:
            _settle(tree, grades, values, node)
        elif place >= head:
            _settle_actions(tree, grades, values, node)
            fold(tree, values, place)
        if node.parent >= 0:
            _give_up(tree, values, place)


@jit_noinline
def _settle(tree: TreeArrays, grades: HandGrades, values: NodeValues, node: Any) -> None:
    """The gains where the round is over, whoever has what."""
    for mine in range(node.first[0], node.first[0] + node.hands[0]):
        own = tree.slots[0, mine]
        for theirs in range(node.first[1], node.first[1] + node.hands[1]):
            other = tree.slots[1, theirs]
            if own.hand & other.hand == 0:
                gain = node.weight * grades.gains[0, node.outcome, own.grade, other.grade]
                values.worth[0, mine] += gain * values.reach[1, theirs]
                values.worth[1, theirs] -= gain * values.reach[0, mine]
    for seat in range(SEATS):
        for slot in range(node.first[seat], node.first[seat] + node.hands[seat]):
            values.best[seat, slot] = values.worth[seat, slot]


@jit_noinline
def _settle_actions(tree: TreeArrays, grades: HandGrades, values: NodeValues, node: Any) -> None:
    """The gains of actions that end the round."""
    actor = node.actor
    other = 1 - actor
    number = len(grades.hands)
    sequence = node.sequence
    for mine in range(node.first[actor], node.first[actor] + node.hands[actor]):
        hand = tree.slots[actor, mine].hand
        reach = values.reach[actor, mine] * node.weight
        for _ in range(node.actions):
            end = tree.ends[actor, sequence]
            if end != NO_END:
                gains = grades.gains[actor, end // number, end % number]
                played = reach * values.shares[actor, sequence]
                gained = 0.0
                for theirs in range(node.first[other], node.first[other] + node.hands[other]):
                    held = tree.slots[other, theirs]
                    if held.hand & hand == 0:
                        gain = gains[held.grade]
                        gained += gain * values.reach[other, theirs]
                        values.worth[other, theirs] -= gain * played
                        values.best[other, theirs] -= gain * played
                gained *= node.weight
                values.action_worth[actor, sequence] += gained
                values.action_best[actor, sequence] += gained
            sequence += 1


@jit_noinline
def fold(tree: TreeArrays, values: NodeValues, place: int) -> None:
    """What the hands of the seat to act are worth, from what its actions are worth."""
    node = tree.nodes[place]
    actor = node.actor
    sequence = node.sequence
    for slot in range(node.first[actor], node.first[actor] + node.hands[actor]):
        worth = 0.0
        best = values.action_best[actor, sequence]
        for _ in range(node.actions):
            worth += values.shares[actor, sequence] * values.action_worth[actor, sequence]
            best = max(best, values.action_best[actor, sequence])
            sequence += 1
        values.worth[actor, slot] += worth
        values.best[actor, slot] += best


@jit
def _give_up(tree: TreeArrays, values: NodeValues, place: int) -> None:
    """Hand what is gained in a node on to its parent."""
    node = tree.nodes[place]
    parent = tree.nodes[node.parent]
    for seat in range(SEATS):
        acted = parent.actor == seat
        base = parent.sequence - parent.first[seat] * parent.actions
        for slot in range(node.first[seat], node.first[seat] + node.hands[seat]):
            here = tree.slots[seat, slot]
            if acted:
                sequence = base + here.came * parent.actions + here.rank
                values.action_worth[seat, sequence] += values.worth[seat, slot]
                values.action_best[seat, sequence] += values.best[seat, slot]
            else:
                values.worth[seat, here.came] += values.worth[seat, slot]
                values.best[seat, here.came] += values.best[seat, slot]
