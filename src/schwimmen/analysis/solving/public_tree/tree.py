"""Public tree of a round of two in a small game, expanded as a whole or table by table."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import comb
from typing import Annotated, Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from schwimmen.engine import Array, LengthOf
from schwimmen.rules.cards import mask_of
from schwimmen.rules.core.state import (
    ROUND_DTYPE,
    AnyRounds,
    RecordArray,
    RulesArray,
    rules_array,
)
from schwimmen.rules.errors import SchwimmenError
from schwimmen.rules.ruleset import RuleSet

from ..round_tree import SEATS
from .expansion import Expansion, add_roots, expand_tree, find_open_hands
from .nodes import (
    COUNTS,
    DONE,
    EXPANDED,
    NO_ACTOR,
    NO_EDGE_LEFT,
    NO_NODE_LEFT,
    NO_SEQUENCE_LEFT,
    NO_SLOT_LEFT,
    NODE_DTYPE,
    NODES,
    RESHUFFLED,
    SEQUENCES,
    SLOT_DTYPE,
    SLOTS,
    ExpansionWorkspace,
    TreeArrays,
    count_states,
    grade_hands,
)
from .traversal import NodeValues, propagate_reach, propagate_values, sum_actions

MAX_CAPACITY: Final = 1 << 26
"""Maximum of positions, and of each seat's hands and actions: about 5 gigabytes in all."""

_CAPACITY_NAMES: Final = {
    NO_NODE_LEFT: "positions",
    NO_SLOT_LEFT: "hands",
    NO_SEQUENCE_LEFT: "actions",
    NO_EDGE_LEFT: "edges",
}


class Decisions(NamedTuple):
    """Information states of one seat in the expanded part of a tree, by public position.

    ``rounds`` are the public rounds of all positions, with open hands only; ``places`` are the
    indices of those in which the seat is to act. ``legal`` are the masks of the legal actions
    there, ``sizes`` the numbers of possible hands. ``hands`` and ``keys`` have one entry for each
    information state, position after position; ``information_state_key`` returns equal keys.
    """

    rules: RulesArray
    rounds: AnyRounds
    places: Annotated[NDArray[np.int64], Array(np.int64, 0)]
    legal: Annotated[NDArray[np.int64], Array(np.int64, LengthOf(".places"))]
    sizes: Annotated[NDArray[np.int64], Array(np.int64, LengthOf(".places"))]
    hands: Annotated[NDArray[np.int64], Array(np.int64, 0)]
    keys: Annotated[NDArray[np.uint64], Array(np.uint64, LengthOf(".hands"))]

    @property
    def actions(self) -> NDArray[np.int64]:
        """Number of legal actions in each information state."""
        return np.repeat(np.bitwise_count(self.legal).astype(np.int64), self.sizes)

    def uniform(self) -> NDArray[np.float64]:
        """Return probabilities by which all legal actions are equally likely."""
        actions = self.actions
        return np.repeat(1 / actions, actions)


class Extent(NamedTuple):
    """Size of the first part of a tree: its public positions, and the slots of each seat."""

    nodes: int
    slots: tuple[int, ...]


class PublicTree:
    """Public tree of a round of two.

    ``tables`` are the masks of all tables with which play can begin: ``expand`` expands the part
    below one of them, or the whole tree. ``roots`` is the extent of the roots, ``head`` that of the
    roots before the dealer's choice, which all tables have in common.

    Raises ``RuleSetError`` if the rules do not allow two seats, ``SchwimmenError`` for an invalid
    dealer and for ``replace_789``.
    """

    def __init__(self, rules: RuleSet, dealer: int = 1) -> None:
        rules.check_players(SEATS)
        if dealer not in range(SEATS):
            raise SchwimmenError(f"dealer: {dealer}, but seats are 0 and 1")
        if rules.replace_789:
            raise SchwimmenError("replace_789: yes is not supported here; take no")
        self.rules = rules
        self.dealer = dealer
        self._rules_array = rules_array(rules)
        all_hands = combinations(rules.cards, rules.hand_size)
        self.tables = np.array([mask_of(cards) for cards in all_hands], np.int64)
        self._grades = grade_hands(self._rules_array, self.tables)
        self._special = np.zeros((SEATS, len(self.tables)), np.int8)
        self._capacity = {
            "positions": 1 << 10,
            "hands": 1 << 12,
            "actions": 1 << 14,
            "edges": 1 << 10,
        }
        self._workspace = _workspace(self._capacity["edges"])
        for seat in range(SEATS):
            row = self._special[seat]
            trial = self._workspace.trial
            find_open_hands(self._rules_array, self.tables, trial, dealer, seat, row)
        self._arrays = self._new_arrays()
        self.head = self.roots = self._extent()
        self.values = self._new_values()

    def expand(self, first: int = 0) -> None:
        """Expand the part below one first table, or with 0 the whole tree; drop earlier parts.

        Raises ``SchwimmenError`` for a part that is too large, and if the talon is recycled.
        """
        while (stopped := self._add_roots(first)) != DONE:
            self._double_capacity(stopped)
        while (stopped := self._expand(first)) != DONE:
            self._double_capacity(stopped)
        if self.values.probabilities.shape[1] < self._arrays.ends.shape[1] or (
            self.values.reach.shape[1] < self._arrays.slots.shape[1]
        ):
            self.values = self._new_values()

    @property
    def information_states(self) -> tuple[int, ...]:
        """Number of each seat's reachable information states in the expanded part."""
        return tuple(int(count_states(self._arrays, self._nodes, seat)) for seat in range(SEATS))

    @property
    def sequences(self) -> tuple[int, ...]:
        """Number of each seat's actions in all information states of the expanded part."""
        counts = self._arrays.counts[SEQUENCES : SEQUENCES + SEATS]
        return tuple(counts.tolist())

    def decisions(self, seat: int) -> Decisions:
        """Return the information states of a seat in the expanded part."""
        nodes = self._nodes
        places = np.flatnonzero(nodes["actor"] == seat)
        slots = self._arrays.slots[seat]
        own = self.slots_of(seat)
        return Decisions(
            self._rules_array,
            self._arrays.rounds,
            places,
            nodes["legal"][places],
            nodes["hands"][places, seat],
            slots["hand"][own],
            slots["key"][own],
        )

    def slots_of(self, seat: int) -> NDArray[np.int64]:
        """Return the slot of each information state of a seat, in their order."""
        nodes = self._nodes
        own = nodes["actor"] == seat
        first, sizes = nodes["first"][own, seat], nodes["hands"][own, seat]
        begin = np.cumsum(sizes) - sizes
        slots: NDArray[np.int64] = np.arange(sizes.sum()) + np.repeat(first - begin, sizes)
        return slots

    def evaluate(self, probabilities: Sequence[NDArray[np.float64]]) -> None:
        """Compute ``values`` for strategies: for each seat the probability of every sequence.

        In the head the values of actions are not summed yet: call ``sum_actions`` after adding up
        the parts below all tables.
        """
        for seat in range(SEATS):
            self.values.probabilities[seat, : len(probabilities[seat])] = probabilities[seat]
        propagate_reach(self._arrays, self.values)
        propagate_values(self._arrays, self._grades, self.values, self.head.nodes)

    def sum_actions(self) -> None:
        """Compute the values of hands in the head from those of their actions."""
        for place in range(self.head.nodes):
            if self._arrays.nodes["actor"][place] != NO_ACTOR:
                sum_actions(self._arrays, self.values, place)

    @property
    def head_states(self) -> tuple[int, ...]:
        """Number of each seat's information states in the head."""
        head = self._nodes[: self.head.nodes]
        return tuple(int(count_states(self._arrays, head, seat)) for seat in range(SEATS))

    def head_values(self) -> tuple[NDArray[np.float64], ...]:
        """Return writable views of the values in the head, by slot and by sequence."""
        found = self.values
        head = self._nodes[: self.head.nodes]
        sequences = int((head["hands"].max(axis=1, initial=0) * head["actions"]).sum())
        slots = max(self.head.slots)
        return (
            found.value[:, :slots],
            found.best[:, :slots],
            found.action_value[:, :sequences],
            found.action_best[:, :sequences],
        )

    @property
    def _nodes(self) -> RecordArray:
        return self._arrays.nodes[: self._arrays.counts[NODES]]

    def _extent(self) -> Extent:
        counts = self._arrays.counts
        return Extent(int(counts[NODES]), tuple(counts[SLOTS : SLOTS + SEATS].tolist()))

    @property
    def _expansion(self) -> Expansion:
        return Expansion(
            self._rules_array,
            mask_of(self.rules.cards),
            self.tables,
            self._grades,
            self._arrays,
            self._workspace,
        )

    def _expand(self, first: int) -> int:
        stopped = expand_tree(self._expansion, first)
        if stopped == RESHUFFLED:
            raise SchwimmenError(
                "talon_short: recycle needs a new talon in this game; take a smaller turn_cap"
            )
        return stopped

    def _add_roots(self, first: int) -> int:
        """Add the roots: public positions after the deal, with the possible hands."""
        counts = self._arrays.counts
        counts[[NODES, EXPANDED]] = 0
        counts[SLOTS:] = 0
        chosen = [first] if first else self.tables.tolist()
        tables = len(self.tables)
        size, cards = self.rules.hand_size, len(self.rules.cards)
        pair = 1 / (tables * comb(cards - size, size))
        stopped = DONE
        if self.rules.dealer_choice:
            stopped = self._add_roots_with(0, pair, pair * len(chosen) / tables)
        self.head = self._extent()
        share = pair / comb(cards - 2 * size, size)
        for table in chosen:
            if stopped == DONE:
                stopped = self._add_roots_with(table, share, share)
        self.roots = self._extent()
        return stopped

    def _add_roots_with(self, table: int, weight: float, weight_if_over: float) -> int:
        return add_roots(self._expansion, self._special, self.dealer, table, weight, weight_if_over)

    def _double_capacity(self, short: int) -> None:
        """Double the capacity of the arrays that are full, keeping their content."""
        kind = _CAPACITY_NAMES[short]
        room = self._capacity[kind]
        if room >= MAX_CAPACITY:
            raise SchwimmenError(
                f"pack: {len(self.rules.cards)} cards with {self.rules.hand_size} in hand and "
                f"turn_cap {self.rules.turn_cap} make more than {MAX_CAPACITY:,} {kind} at once; "
                "take fewer cards or a smaller turn_cap",
                "too_large",
            )
        self._capacity[kind] = 2 * room
        if kind == "edges":
            self._workspace = _workspace(2 * room)
        else:
            before: tuple[NDArray[Any], ...] = self._arrays
            self._arrays = self._new_arrays()
            after: tuple[NDArray[Any], ...] = self._arrays
            for old, new in zip(before, after, strict=True):
                new[..., : old.shape[-1]] = old

    def _new_arrays(self) -> TreeArrays:
        nodes, slots, sequences = (
            self._capacity[kind] for kind in ("positions", "hands", "actions")
        )
        return TreeArrays(
            np.zeros(COUNTS, np.int64),
            np.zeros(nodes, NODE_DTYPE),
            np.zeros(nodes, ROUND_DTYPE),
            np.zeros((SEATS, slots), SLOT_DTYPE),
            np.zeros((SEATS, sequences), np.int32),
        )

    def _new_values(self) -> NodeValues:
        slots, sequences = self._capacity["hands"], self._capacity["actions"]
        by_slot = (np.zeros((SEATS, slots)) for _ in range(3))
        return NodeValues(*by_slot, *(np.zeros((SEATS, sequences)) for _ in range(3)))


def _workspace(room: int) -> ExpansionWorkspace:
    # A node has no more children than edges.
    return ExpansionWorkspace(
        np.zeros(2, np.int64),
        np.zeros(1, ROUND_DTYPE),
        np.full(2 * room, -1, np.int64),
        np.zeros(room, np.int64),
        np.zeros(room, np.uint64),
        *(np.zeros(room, np.int64) for _ in range(4)),
    )
