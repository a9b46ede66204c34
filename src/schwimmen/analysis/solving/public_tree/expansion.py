"""Expansion of a public tree: its roots, and the children of every node."""

from __future__ import annotations

from typing import Annotated, Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from schwimmen.engine import Array, LengthOf, Range, entry, jit, jit_noinline
from schwimmen.rules.core.bits import lowest_bit
from schwimmen.rules.core.deal import deal
from schwimmen.rules.core.hand_value import strength
from schwimmen.rules.core.legal import action_kind
from schwimmen.rules.core.state import (
    CHOICE,
    OVER,
    SHUFFLE,
    CardSet,
    RecordArray,
    RoundArray,
    RoundRecord,
    RulesArray,
)
from schwimmen.rules.core.turn import apply

from ..round_tree import SEATS, advance_key, public_observation_key
from .nodes import (
    CHILDREN,
    DONE,
    EDGES,
    EXPANDED,
    NO_ACTOR,
    NO_EDGE_LEFT,
    NO_END,
    NO_NODE_LEFT,
    NO_SEQUENCE_LEFT,
    NO_SLOT_LEFT,
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


SeatOfTwo: TypeAlias = Annotated[int, Range(0, SEATS - 1)]


class Expansion(NamedTuple):
    """Tree to expand, its game, and work space.

    ``pack`` is the mask of all cards; ``hands`` are all sets of cards of a hand's size.
    """

    rules: RulesArray
    pack: CardSet
    hands: Annotated[NDArray[np.int64], Array(np.int64, 1)]
    grades: HandGrades
    tree: TreeArrays
    workspace: ExpansionWorkspace


class Move(NamedTuple):
    """Action with a hand in a node; ``rank`` is its place among the legal actions."""

    place: int
    slot: int
    rank: int
    action: int


@entry(inline=False)
def find_open_hands(
    rules: RulesArray,
    hands: Annotated[NDArray[np.int64], Array(np.int64, 0)],
    rounds: RoundArray,
    dealer: SeatOfTwo,
    seat: SeatOfTwo,
    special: Annotated[NDArray[np.int8], Array(np.int8, LengthOf("hands"))],
) -> None:
    """Write to ``special`` whether each hand lies open as soon as a seat is dealt it (R12, R28)."""
    for i in range(len(hands)):
        _deal(rules, rounds, dealer, hands[i], hands[i], hands[i])
        special[i] = rounds[0].shown >> seat & 1


@jit
def _deal(
    rules: RecordArray, rounds: RecordArray, dealer: int, hand_0: int, hand_1: int, extra: int
) -> None:
    """Deal hands to the seats 0 and 1, and the extra hand."""
    state = rounds[0]
    top = 0
    for turn in range(SEATS + 1):
        rest = extra
        if turn < SEATS:
            rest = hand_0 if (dealer == 0) == (turn == 1) else hand_1
        while rest:
            state.pack[top] = lowest_bit(rest)
            rest &= rest - 1
            top += 1
    deal(rules[0], state, SEATS, _EVERYONE, dealer, 1 - dealer)


@entry(inline=False)
def add_roots(
    expansion: Expansion,
    special: Annotated[NDArray[np.int8], Array(np.int8, SEATS, LengthOf("expansion.hands"))],
    dealer: SeatOfTwo,
    table: CardSet,
    weight: float,
    weight_if_over: float,
) -> int:
    """Add the roots with a table, or with 0 those before the dealer's choice or ended by the deal.

    A hand that lies open makes a root of its own. ``special`` marks these hands, in a row for each
    seat. ``weight`` is the weight of every pair of hands, ``weight_if_over`` the one if the deal
    ends the round. Returns the code of the reason for stopping, such as ``DONE``.
    """
    rules, hands, tree = expansion.rules, expansion.hands, expansion.tree
    trial = expansion.workspace.trial
    for i in range(-1, len(hands)):
        if i >= 0 and special[0, i] == 0:
            continue
        for j in range(-1, len(hands)):
            if j >= 0 and special[1, j] == 0:
                continue
            if tree.counts[NODES] == len(tree.nodes):
                return NO_NODE_LEFT
            for seat in range(SEATS):
                if tree.counts[SLOTS + seat] + len(hands) > tree.slots.shape[1]:
                    return NO_SLOT_LEFT
            node = tree.nodes[tree.counts[NODES]]
            open_0 = hands[i] if i >= 0 else 0
            open_1 = hands[j] if j >= 0 else 0
            _write_root_slots(tree, node, 0, hands, special, table | open_1, open_0)
            _write_root_slots(tree, node, 1, hands, special, table | open_0, open_1)
            if node.hands[0] == 0 or node.hands[1] == 0:
                continue
            hand_0 = tree.slots[0, node.first[0]].hand
            hand_1 = tree.slots[1, node.first[1]].hand
            _deal(rules, trial, dealer, hand_0, hand_1, table if table else hands[0])
            state = trial[0]
            over = state.phase == OVER
            chooses = rules[0].dealer_choice and (over or state.phase == CHOICE)
            if chooses == (table == 0):
                _finish_root(expansion, state, weight_if_over if over else weight)
    return DONE


@jit_noinline
def _write_root_slots(
    tree: TreeArrays,
    node: Any,
    seat: int,
    hands: NDArray[np.int64],
    special: NDArray[np.int8],
    excluded: int,
    open_hand: int,
) -> None:
    """Write the slots of a root: the one hand that lies open, or all hands that do not."""
    node.first[seat] = tree.counts[SLOTS + seat]
    node.hands[seat] = 0
    for i in range(len(hands)):
        hand = hands[i]
        fits = hand == open_hand if open_hand else special[seat, i] == 0
        if hand & excluded == 0 and fits:
            tree.slots[seat, node.first[seat] + node.hands[seat]].hand = hand
            node.hands[seat] += 1


@jit_noinline
def _finish_root(expansion: Expansion, state: RoundRecord, weight: float) -> None:
    """Write a root whose slots have their hands, for a round that was just dealt."""
    rules, grades, tree = expansion.rules, expansion.grades, expansion.tree
    place = tree.counts[NODES]
    node = tree.nodes[place]
    observation = public_observation_key(state, -1)
    sizes = node.hands[0], node.hands[1]
    for top in range(rules[0].pack_size):
        state.pack[top] = 0
    write_node(rules, grades, tree, state, place, -1, weight)
    for seat in range(SEATS):
        node.hands[seat] = sizes[seat]
        for slot in range(node.first[seat], node.first[seat] + node.hands[seat]):
            here = tree.slots[seat, slot]
            here.key = advance_key(np.uint64(0), seat, here.hand, observation)
            here.parent_slot = -1
            here.rank = 0
            here.grade = grades.of[strength(rules[0], here.hand)]
        tree.counts[SLOTS + seat] += node.hands[seat]
    tree.counts[NODES] += 1


@entry(long=True, inline=False)
def expand_tree(expansion: Expansion, only_table: CardSet) -> int:
    """Expand the tree from its roots to all ends, or until some array is full.

    ``only_table`` is the only table that a dealer's choice leads to, or 0 for any. Returns the code
    of the reason for stopping, such as ``DONE``; with larger arrays, a further call goes on.
    """
    tree = expansion.tree
    while tree.counts[EXPANDED] < tree.counts[NODES]:
        stopped = DONE
        if tree.nodes[tree.counts[EXPANDED]].actor != NO_ACTOR:
            stopped = _expand_node(expansion, only_table)
        if stopped != DONE:
            return stopped
        tree.counts[EXPANDED] += 1
    return DONE


@jit_noinline
def _expand_node(expansion: Expansion, only_table: int) -> int:
    """Append the children of the next node, or nothing if some array is full."""
    rules, grades, tree = expansion.rules, expansion.grades, expansion.tree
    workspace = expansion.workspace
    place = tree.counts[EXPANDED]
    node = tree.nodes[place]
    actor = node.actor
    sequence = tree.counts[SEQUENCES + actor]
    if sequence + node.hands[actor] * node.actions > tree.ends.shape[1]:
        return NO_SEQUENCE_LEFT
    node.sequence = sequence
    before = tree.rounds[place]
    public = before.table | _common_cards(tree, node, 1 - actor, expansion.pack)
    for i in range(before.aside_count):
        public |= 1 << int(before.aside[i])
    workspace.used[CHILDREN] = 0
    workspace.used[EDGES] = 0
    stopped = DONE
    for slot in range(node.first[actor], node.first[actor] + node.hands[actor]):
        free = expansion.pack & ~(public | tree.slots[actor, slot].hand)
        untried = node.legal
        for rank in range(node.actions):
            action = lowest_bit(untried)
            untried &= untried - 1
            move = Move(place, slot, rank, action)
            tree.ends[actor, sequence] = NO_END
            if before.phase == CHOICE:
                stopped = _expand_draws(expansion, move, free, only_table)
            else:
                state = workspace.trial[0]
                _set_trial(tree, place, slot, workspace.trial)
                apply(rules[0], state, action)
                if state.phase == SHUFFLE or state.recyclings:
                    stopped = RESHUFFLED
                elif state.phase == OVER:  # a table turned up last changes nothing
                    grade = grades.of[strength(rules[0], state.hands[actor])]
                    outcome = outcome_of(rules[0], state, tree.counts, grades)
                    tree.ends[actor, sequence] = outcome * len(grades.hands) + grade
                elif state.talon_top != before.talon_top:
                    stopped = _expand_draws(expansion, move, free, 0)
                else:
                    stopped = _add_edge(expansion, move, 1.0)
            if stopped != DONE:
                break
            sequence += 1
        if stopped != DONE:
            break
    for child in range(workspace.used[CHILDREN]):
        workspace.places[workspace.place[child]] = -1
    if stopped == DONE:
        stopped = _fill_slots(expansion)
    if stopped == DONE:
        tree.counts[SEQUENCES + actor] = sequence
        tree.counts[NODES] += workspace.used[CHILDREN]
    return stopped


@jit
def _common_cards(tree: TreeArrays, node: Any, seat: int, cards: int) -> int:
    """Return the cards that are in all possible hands of a seat."""
    for slot in range(node.first[seat], node.first[seat] + node.hands[seat]):
        cards &= tree.slots[seat, slot].hand
    return cards


@jit
def _set_trial(tree: TreeArrays, place: int, slot: int, trials: RecordArray) -> None:
    """Set the trial round to a node with the hand of a slot, and any hand of the other seat."""
    trials[0] = tree.rounds[place]
    actor = tree.nodes[place].actor
    other = 1 - actor
    trials[0].hands[actor] = tree.slots[actor, slot].hand
    trials[0].hands[other] = tree.slots[other, tree.nodes[place].first[other]].hand


@jit_noinline
def _expand_draws(expansion: Expansion, move: Move, free: int, only_table: int) -> int:
    """Play an action with every set of free cards as new table or extra hand."""
    rules, tree = expansion.rules, expansion.tree
    before = tree.rounds[move.place]
    state = expansion.workspace.trial[0]
    size = rules[0].hand_size
    chooses = before.phase == CHOICE
    # Unseen cards without those that both seats know to be in the other's hand.
    left = before.talon_end - before.talon_top + (size if chooses else 0)
    probability = 1.0
    for drawn in range(size):
        probability *= (drawn + 1.0) / (left - drawn)
    for cards in expansion.hands:
        if cards & ~free == 0:
            _set_trial(tree, move.place, move.slot, expansion.workspace.trial)
            if chooses:
                state.extra = cards
            else:
                rest = cards
                for top in range(before.talon_top, before.talon_top + size):
                    state.pack[top] = lowest_bit(rest)
                    rest &= rest - 1
            apply(rules[0], state, move.action)
            if only_table == 0 or state.table == only_table:
                stopped = _add_edge(expansion, move, probability)
                if stopped != DONE:
                    return stopped
    return DONE


@jit_noinline
def _add_edge(expansion: Expansion, move: Move, probability: float) -> int:
    """Record the child to which an action leads; ``probability`` is that of the cards drawn."""
    rules, tree, workspace = expansion.rules, expansion.tree, expansion.workspace
    state = workspace.trial[0]
    actor = tree.nodes[move.place].actor
    edge = workspace.used[EDGES]
    if edge == len(workspace.hand):
        return NO_EDGE_LEFT
    observation = public_observation_key(state, action_kind(rules[0], move.action))
    last = len(workspace.places) - 1
    index = np.int64(observation & np.uint64(last))
    while (
        workspace.places[index] >= 0
        and workspace.observation[workspace.places[index]] != observation
    ):
        index = (index + 1) & last
    held = state.hands[actor]
    if workspace.places[index] < 0:
        new = tree.counts[NODES] + workspace.used[CHILDREN]
        if new == len(tree.nodes):
            return NO_NODE_LEFT
        workspace.places[index] = workspace.used[CHILDREN]
        workspace.place[workspace.used[CHILDREN]] = index
        workspace.observation[workspace.used[CHILDREN]] = observation
        workspace.used[CHILDREN] += 1
        weight = tree.nodes[move.place].weight * probability
        write_node(rules, expansion.grades, tree, state, new, move.place, weight)
    workspace.child[edge] = workspace.places[index]
    workspace.parent_slot[edge] = move.slot
    workspace.rank[edge] = move.rank
    workspace.hand[edge] = held
    workspace.used[EDGES] += 1
    return DONE


@jit_noinline
def _fill_slots(expansion: Expansion) -> int:
    """Write the new nodes' slots: the actor's by the edges, the other's that remain possible."""
    rules, grades, tree = expansion.rules, expansion.grades, expansion.tree
    workspace = expansion.workspace
    parent = tree.nodes[tree.counts[EXPANDED]]
    actor = parent.actor
    other = 1 - actor
    slot = tree.counts[SLOTS + actor]
    if slot + workspace.used[EDGES] > tree.slots.shape[1]:
        return NO_SLOT_LEFT
    begin = tree.counts[NODES]
    for edge in range(workspace.used[EDGES]):
        tree.nodes[begin + workspace.child[edge]].hands[actor] += 1
    for child in range(begin, begin + workspace.used[CHILDREN]):
        tree.nodes[child].first[actor] = slot
        slot += tree.nodes[child].hands[actor]
        tree.nodes[child].hands[actor] = 0
    for edge in range(workspace.used[EDGES]):
        node = tree.nodes[begin + workspace.child[edge]]
        hand = workspace.hand[edge]
        here = tree.slots[actor, node.first[actor] + node.hands[actor]]
        node.hands[actor] += 1
        key = tree.slots[actor, workspace.parent_slot[edge]].key
        here.key = advance_key(key, actor, hand, workspace.observation[workspace.child[edge]])
        here.hand = hand
        here.parent_slot = workspace.parent_slot[edge]
        here.rank = workspace.rank[edge]
        here.grade = grades.of[strength(rules[0], hand)]
    other_slot = tree.counts[SLOTS + other]
    for child in range(workspace.used[CHILDREN]):
        node = tree.nodes[begin + child]
        state = tree.rounds[begin + child]
        excluded = state.table | _common_cards(tree, node, actor, expansion.pack)
        for i in range(state.aside_count):
            excluded |= 1 << int(state.aside[i])
        node.first[other] = other_slot
        if other_slot + parent.hands[other] > tree.slots.shape[1]:
            return NO_SLOT_LEFT
        for source_slot in range(parent.first[other], parent.first[other] + parent.hands[other]):
            source = tree.slots[other, source_slot]
            if source.hand & excluded == 0:
                here = tree.slots[other, other_slot]
                here.key = advance_key(source.key, other, source.hand, workspace.observation[child])
                here.hand = source.hand
                here.parent_slot = source_slot
                here.rank = 0
                here.grade = source.grade
                other_slot += 1
        node.hands[other] = other_slot - node.first[other]
    tree.counts[SLOTS + actor] = slot
    tree.counts[SLOTS + other] = other_slot
    return DONE
