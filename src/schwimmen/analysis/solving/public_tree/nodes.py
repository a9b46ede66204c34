"""Nodes of the public tree of a round of two, and the possible hands of each seat in them.

A node is a public position. Its slots are the possible hands of each seat, so a slot of the seat to
act is an information state. One node stands for all hands of the other seat and all orders of the
unseen talon, for each of which ``round_tree`` has a history of its own. Chance reveals a card when
all players, or its owner, see it.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from schwimmen.engine import Array, LengthOf, Range, entry, jit_noinline
from schwimmen.rules.core.bits import popcount
from schwimmen.rules.core.hand_value import strength
from schwimmen.rules.core.legal import legal_actions
from schwimmen.rules.core.settlement import finish
from schwimmen.rules.core.state import (
    OVER,
    ROUND_DTYPE,
    SCORING_POINTS,
    RecordArray,
    RoundArray,
    RoundRecord,
    RulesArray,
    RulesRecord,
)

from ..round_tree import SEATS

NO_ACTOR: Final = -1
NO_END: Final = -1

NODE_DTYPE: Final = np.dtype(
    (
        np.record,
        [
            ("parent", np.int64),  # -1 for a root
            ("actor", np.int64),  # NO_ACTOR if the round is over
            ("legal", np.int64),  # mask of the legal actions
            ("actions", np.int64),  # number of legal actions
            ("first", np.int64, (SEATS,)),  # first slot of each seat
            ("hands", np.int64, (SEATS,)),  # number of slots of each seat
            ("sequence", np.int64),  # first sequence of the actor, by slot and legal action
            ("weight", np.float64),  # of every pair of hands without a common card
            ("outcome", np.int64),  # of a finished round, see ``outcome_of``
        ],
    )
)
SLOT_DTYPE: Final = np.dtype(
    (
        np.record,
        [
            ("key", np.uint64),  # of the information state, as in ``round_tree``
            ("hand", np.int64),
            ("parent_slot", np.int32),  # slot of the same seat in the parent
            ("rank", np.int16),  # of the legal action taken there, if the seat acted
            ("grade", np.int16),  # of the hand, see ``HandGrades``
        ],
    )
)

# Indices of ``TreeArrays.counts``; slots and sequences have one for each seat.
NODES: Final = 0
EXPANDED: Final = 1
OUTCOMES: Final = 2
SLOTS: Final = 3
SEQUENCES: Final = SLOTS + SEATS
COUNTS: Final = SEQUENCES + SEATS

# Indices of ``ExpansionWorkspace.used``.
CHILDREN: Final = 0
EDGES: Final = 1

# Reasons for which an expansion stopped.
DONE: Final = 0
NO_NODE_LEFT: Final = 1
NO_SLOT_LEFT: Final = 2
NO_SEQUENCE_LEFT: Final = 3
NO_EDGE_LEFT: Final = 4
RESHUFFLED: Final = 5

MAX_OUTCOMES: Final = 128  # closers (4), special hand dealt (2), end (5), seat or none (3): 120
_OUTCOME_CODES: Final = 512
_STRENGTHS: Final = 1 << 16


class HandGrades(NamedTuple):
    """Hands grouped by strength, and gains by grades and outcomes.

    ``of[strength]`` is a grade, ``hands[grade]`` a hand of that grade. ``gains[s, o, g, h]`` is the
    gain of seat ``s`` with a hand of grade ``g`` against grade ``h`` by outcome ``o``, in units of
    a round's score. ``outcomes`` has the number of every outcome found so far.
    """

    of: Annotated[NDArray[np.int16], Array(np.int16, _STRENGTHS)]
    hands: Annotated[NDArray[np.int64], Array(np.int64, 1)]
    gains: Annotated[
        NDArray[np.float64],
        Array(np.float64, SEATS, MAX_OUTCOMES, LengthOf(".hands"), LengthOf(".hands")),
    ]
    outcomes: Annotated[NDArray[np.int64], Array(np.int64, _OUTCOME_CODES)]


class TreeArrays(NamedTuple):
    """Arrays of a public tree, in use as far as ``counts``; parents come before their children.

    ``rounds`` has the public part of every node's round; only open hands are filled in. ``slots``
    and ``ends`` have a row for each seat. ``ends`` has a number for the outcome and the grade of
    every sequence that ends the round, otherwise ``NO_END``.
    """

    counts: Annotated[NDArray[np.int64], Array(np.int64, COUNTS)]
    nodes: Annotated[NDArray[Any], Array(NODE_DTYPE, 1)]
    rounds: Annotated[NDArray[Any], Array(ROUND_DTYPE, LengthOf(".nodes"))]
    slots: Annotated[NDArray[Any], Array(SLOT_DTYPE, SEATS, 1)]
    ends: Annotated[NDArray[np.int32], Array(np.int32, SEATS, 0)]


Edges: TypeAlias = Annotated[NDArray[np.int64], Array(np.int64, LengthOf(".hand"))]
"""Kind of an array with a number for each edge."""


class ExpansionWorkspace(NamedTuple):
    """Work space for expanding one node.

    ``trial`` has room for one round. ``places`` is a hash table of the children by public
    observation, -1 if empty; its length is a power of two. ``place`` and ``observation`` have the
    index and the key of each child. Every edge has its ``child``, and the ``parent_slot``, ``rank``
    and ``hand`` of the child's slot.
    """

    used: Annotated[NDArray[np.int64], Array(np.int64, EDGES + 1)]
    trial: RoundArray
    places: Annotated[NDArray[np.int64], Array(np.int64, 1)]
    place: Annotated[NDArray[np.int64], Array(np.int64, 0)]
    observation: Annotated[NDArray[np.uint64], Array(np.uint64, 0)]
    child: Edges
    parent_slot: Edges
    rank: Edges
    hand: Annotated[NDArray[np.int64], Array(np.int64, 0)]


def grade_hands(rules: RecordArray, all_hands: NDArray[np.int64]) -> HandGrades:
    """Return the grades of all hands of a pack, without any outcome yet."""
    strengths = np.zeros(len(all_hands), np.int64)
    write_strengths(rules, all_hands, strengths)
    found, first = np.unique(strengths, return_index=True)
    of = np.zeros(_STRENGTHS, np.int16)
    of[found] = np.arange(len(found))
    gains = np.zeros((SEATS, MAX_OUTCOMES, len(found), len(found)))
    return HandGrades(of, all_hands[first], gains, np.full(_OUTCOME_CODES, -1, np.int64))


@entry(inline=False)
def write_strengths(
    rules: RulesArray,
    all_hands: Annotated[NDArray[np.int64], Array(np.int64, 0)],
    strengths: Annotated[NDArray[np.int64], Array(np.int64, LengthOf("all_hands"))],
) -> None:
    """Write the number that orders each hand (R16)."""
    for place in range(len(all_hands)):
        strengths[place] = strength(rules[0], all_hands[place])


@jit_noinline
def outcome_of(
    rules: RulesRecord, state: RoundRecord, counts: NDArray[np.int64], grades: HandGrades
) -> int:
    """Return the number of a round's outcome: all that its scores depend on besides the hands.

    The gains of a new outcome are filled in.
    """
    code = ((state.closed * 2 + state.dealt_special) * 8 + state.end) * 4 + state.by + 1
    outcome = grades.outcomes[code]
    if outcome < 0:
        outcome = counts[OUTCOMES]
        counts[OUTCOMES] += 1
        grades.outcomes[code] = outcome
        sign = 1 if rules.scoring == SCORING_POINTS else -1  # scores are points, or lives lost
        for grade in range(len(grades.hands)):
            for other in range(len(grades.hands)):
                state.hands[0] = grades.hands[grade]
                state.hands[1] = grades.hands[other]
                finish(rules, state, state.end, state.by)
                gain = sign * (state.score[0] - state.score[1])
                grades.gains[0, outcome, grade, other] = gain
                grades.gains[1, outcome, other, grade] = -gain
    return int(outcome)


@jit_noinline
def write_node(
    rules: RecordArray,
    grades: HandGrades,
    tree: TreeArrays,
    state: RoundRecord,
    place: int,
    parent: int,
    weight: float,
) -> None:
    """Write the node of a round, without slots; ``state`` is invalid afterwards."""
    node = tree.nodes[place]
    node.parent = parent
    node.actor = state.to_act
    node.legal = legal_actions(rules[0], state)
    node.actions = popcount(node.legal)
    node.weight = weight
    for seat in range(SEATS):
        node.hands[seat] = 0
    tree.rounds[place] = state
    tree.rounds[place].extra = 0
    for seat in range(SEATS):
        if state.shown >> seat & 1 == 0:
            tree.rounds[place].hands[seat] = 0
    if state.phase == OVER:
        node.actor = NO_ACTOR
        node.outcome = outcome_of(rules[0], state, tree.counts, grades)


@entry(inline=False)
def count_states(
    tree: TreeArrays,
    nodes: Annotated[NDArray[Any], Array(NODE_DTYPE, 0)],
    seat: Annotated[int, Range(0, SEATS - 1)],
) -> int:
    """Return the number of a seat's slots in its own nodes that fit some hand of the other."""
    states = 0
    other = 1 - seat
    for place in range(len(nodes)):
        node = nodes[place]
        if node.actor == seat:
            for slot in range(node.first[seat], node.first[seat] + node.hands[seat]):
                hand = tree.slots[seat, slot].hand
                for other_slot in range(node.first[other], node.first[other] + node.hands[other]):
                    if tree.slots[other, other_slot].hand & hand == 0:
                        states += 1
                        break
    return states
