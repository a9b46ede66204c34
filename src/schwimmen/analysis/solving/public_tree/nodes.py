"""The public tree of a round of two: what everybody sees, and in it all hands that a seat may have.

A node is a public position; its slots are the hands that each seat can have in it, so that a slot
of the seat to act is an information state. A round is walked once for all hands of the other seat
and all orders of the talon that nobody has seen yet, where the tree of ``tree.py`` has a history
for each of them. Chance tells cards when everybody, or their owner, sees them.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from schwimmen.rules.core.bits import popcount
from schwimmen.rules.core.hand_value import strength
from schwimmen.rules.core.jit import jit_noinline
from schwimmen.rules.core.legal import legal_actions
from schwimmen.rules.core.settlement import finish
from schwimmen.rules.core.state import (
    OVER,
    SCORING_POINTS,
    RecordArray,
)

from ..round_tree import SEATS

NOBODY: Final = -1
NO_END: Final = -1

NODE_DTYPE: Final = np.dtype(
    (
        np.record,
        [
            ("parent", np.int64),  # -1 of a root
            ("actor", np.int64),  # NOBODY where the round is over
            ("legal", np.int64),
            ("actions", np.int64),  # how many are legal
            ("first", np.int64, (SEATS,)),  # slot of each seat
            ("hands", np.int64, (SEATS,)),  # how many slots each seat has
            ("sequence", np.int64),  # the first of the actor's: one a slot and legal action
            ("weight", np.float64),  # of every pair of hands that share no card
            ("outcome", np.int64),  # of a round that is over, see ``outcome_of``
        ],
    )
)
SLOT_DTYPE: Final = np.dtype(
    (
        np.record,
        [
            ("key", np.uint64),  # of the information state, as in ``tree.py``
            ("hand", np.int64),
            ("came", np.int32),  # from this slot of the same seat in the parent
            ("rank", np.int16),  # by which of its legal actions, if it acted there
            ("grade", np.int16),  # of the hand, see ``HandGrades``
        ],
    )
)

# Places in ``PublicTree.counts``; of slots and sequences one for each seat.
NODES: Final = 0
EXPANDED: Final = 1
OUTCOMES: Final = 2
SLOTS: Final = 3
SEQUENCES: Final = SLOTS + SEATS
COUNTS: Final = SEQUENCES + SEATS

# Places in ``Work.used``.
CHILDREN: Final = 0
EDGES: Final = 1

# Why growing stopped.
DONE: Final = 0
NO_NODE_LEFT: Final = 1
NO_SLOT_LEFT: Final = 2
NO_SEQUENCE_LEFT: Final = 3
NO_WORK_LEFT: Final = 4
RESHUFFLED: Final = 5

MOST_OUTCOMES: Final = 128  # four sets of closers, dealt or not, five ends, by whom: 120
_OUTCOME_CODES: Final = 512
_STRENGTHS: Final = 1 << 16


class HandGrades(NamedTuple):
    """The hands by strength: what a round costs depends on no more of them, and on how it ended.

    ``of`` has the grade of every strength, ``hands`` a hand of every grade. ``gains[s, o, g, h]``
    is what seat ``s`` gains with a hand of grade ``g`` on one of grade ``h`` by outcome ``o``, in
    the units of a round's score; ``outcomes`` has the number of every outcome met so far.
    """

    of: NDArray[np.int16]
    hands: NDArray[np.int64]
    gains: NDArray[np.float64]
    outcomes: NDArray[np.int64]


class TreeArrays(NamedTuple):
    """A public tree in arrays, grown as far as ``counts`` says; a parent comes before its children.

    ``rounds`` has for every node what everybody knows of its round, with ``hands`` only of seats
    that lie open, ``slots`` and ``ends`` a row for each seat. ``ends`` has for every sequence that
    ends the round the outcome and grade as one number, otherwise ``NO_END``.
    """

    counts: NDArray[np.int64]
    nodes: RecordArray
    rounds: RecordArray
    slots: RecordArray
    ends: NDArray[np.int32]


class ExpansionWorkspace(NamedTuple):
    """Work space for the branches of one node.

    ``places`` is a hash table of the children by what everybody has seen, as long as a power of
    two, -1 where it is free; ``place`` and ``seen`` are those of each child. Then, for every hand
    and action noted, the ``child`` it leads to, and ``came``, ``rank`` and ``hand`` of its slot.
    """

    used: NDArray[np.int64]
    trial: RecordArray
    places: NDArray[np.int64]
    place: NDArray[np.int64]
    seen: NDArray[np.uint64]
    child: NDArray[np.int64]
    came: NDArray[np.int64]
    rank: NDArray[np.int64]
    hand: NDArray[np.int64]


def grade_hands(numbers: RecordArray, sets: NDArray[np.int64]) -> HandGrades:
    """The grades of all hands of a pack, no outcome met yet."""
    strengths = np.zeros(len(sets), np.int64)
    _strengths(numbers, sets, strengths)
    found, first = np.unique(strengths, return_index=True)
    of = np.zeros(_STRENGTHS, np.int16)
    of[found] = np.arange(len(found))
    gains = np.zeros((SEATS, MOST_OUTCOMES, len(found), len(found)))
    return HandGrades(of, sets[first], gains, np.full(_OUTCOME_CODES, -1, np.int64))


@jit_noinline
def _strengths(rules: RecordArray, sets: Any, strengths: Any) -> None:
    for place in range(len(sets)):
        strengths[place] = strength(rules[0], sets[place])


@jit_noinline
def outcome_of(rules: Any, state: Any, counts: Any, grades: HandGrades) -> int:
    """The number of the way in which a round has ended: all of it that its scores depend on.

    Fills in the gains of an outcome met for the first time, by the rules.
    """
    code = ((state.closed * 2 + state.dealt_special) * 8 + state.end) * 4 + state.by + 1
    outcome = grades.outcomes[code]
    if outcome < 0:
        outcome = counts[OUTCOMES]
        counts[OUTCOMES] += 1
        grades.outcomes[code] = outcome
        sign = (
            1 if rules.scoring == SCORING_POINTS else -1
        )  # what is scored are lives lost, or points
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
    state: Any,
    place: int,
    parent: int,
    weight: float,
) -> None:
    """Write a node for a round, without any slots; ``state`` is of no use afterwards."""
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
        node.actor = NOBODY
        node.outcome = outcome_of(rules[0], state, tree.counts, grades)


@jit_noinline
def count_states(tree: TreeArrays, nodes: RecordArray, seat: int) -> int:
    """How many slots of a seat, where it is to act, go with any hand of the other."""
    states = 0
    other = 1 - seat
    for place in range(len(nodes)):
        node = nodes[place]
        if node.actor == seat:
            for slot in range(node.first[seat], node.first[seat] + node.hands[seat]):
                hand = tree.slots[seat, slot].hand
                for theirs in range(node.first[other], node.first[other] + node.hands[other]):
                    if tree.slots[other, theirs].hand & hand == 0:
                        states += 1
                        break
    return states
