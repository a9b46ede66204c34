"""A round of two in a small game as a public tree, grown as a whole or table by table."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import comb
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from schwimmen.rules.cards import mask_of
from schwimmen.rules.core.state import ROUND_DTYPE, RecordArray, rules_array
from schwimmen.rules.errors import SchwimmenError
from schwimmen.rules.ruleset import RuleSet

from ..round_tree import SEATS
from .expansion import add_roots, expand_tree, find_open_hands
from .nodes import (
    COUNTS,
    DONE,
    EXPANDED,
    NO_NODE_LEFT,
    NO_SEQUENCE_LEFT,
    NO_SLOT_LEFT,
    NO_WORK_LEFT,
    NOBODY,
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
from .traversal import NodeValues, fold, propagate_reach, propagate_values

MOST_ROOM: Final = 1 << 26
"""Of positions, and of hands and actions of a seat, held at once: about 5 gigabytes in all."""

_ROOM: Final = {
    NO_NODE_LEFT: "positions",
    NO_SLOT_LEFT: "hands",
    NO_SEQUENCE_LEFT: "actions",
    NO_WORK_LEFT: "branches",
}


class Decisions(NamedTuple):
    """The information states of one seat in the part of a tree that is held, by public position.

    ``rounds`` are the rounds of all public positions, ``places`` those of them where the seat is to
    act. A round has what everybody knows, with no hand but those that lie open; ``legal`` are the
    masks of the legal actions, ``sizes`` how many hands the seat may have there. ``hands`` and
    ``keys`` have one entry for each information state, the positions one after the other; the keys
    are those of ``schwimmen.analysis.solving.round_tree``.
    """

    rules: RecordArray
    rounds: RecordArray
    places: NDArray[np.int64]
    legal: NDArray[np.int64]
    sizes: NDArray[np.int64]
    hands: NDArray[np.int64]
    keys: NDArray[np.uint64]

    @property
    def actions(self) -> NDArray[np.int64]:
        """How many actions are legal in each information state."""
        return np.repeat(np.bitwise_count(self.legal).astype(np.int64), self.sizes)

    def uniform(self) -> NDArray[np.float64]:
        """The probabilities by which all legal actions are equally likely."""
        actions = self.actions
        return np.repeat(1 / actions, actions)


class Extent(NamedTuple):
    """How far a part of a tree goes, from its beginning: public positions, slots of each seat."""

    nodes: int
    slots: tuple[int, ...]


class PublicTree:
    """The public tree of a round of two.

    ``tables`` are all tables with which play can begin, as masks: ``expand`` makes the part below
    one
    of them, or the whole tree. ``roots`` goes as far as its roots, ``head`` as far as those before
    the dealer's choice, which are the same for all tables.

    Raises ``RuleSetError`` where two cannot play, ``SchwimmenError`` for a dealer who is not at the
    table and for ``replace_789``.
    """

    def __init__(self, rules: RuleSet, dealer: int = 1) -> None:
        rules.check_players(SEATS)
        if dealer not in range(SEATS):
            raise SchwimmenError(f"dealer: {dealer}, but seats are 0 and 1")
        if rules.replace_789:
            raise SchwimmenError("replace_789: yes is not for exact work; take no")
        self.rules = rules
        self.dealer = dealer
        self.numbers = rules_array(rules)
        self._cards = mask_of(rules.cards)
        sets = combinations(rules.cards, rules.hand_size)
        self.tables = np.array([mask_of(cards) for cards in sets], np.int64)
        self._grades = grade_hands(self.numbers, self.tables)
        self._special = np.zeros((SEATS, len(self.tables)), np.int8)
        self._room = {
            "positions": 1 << 10,
            "hands": 1 << 12,
            "actions": 1 << 14,
            "branches": 1 << 10,
        }
        self._work = _work(self._room["branches"])
        for seat in range(SEATS):
            row = self._special[seat]
            find_open_hands(self.numbers, self.tables, self._work.trial, dealer, seat, row)
        self._branches = self._made()
        self.head = self.roots = self._extent()
        self.values = self._make_values()

    def expand(self, first: int = 0) -> None:
        """Grow what lies below one first table, or with 0 the whole tree; forget what was before.

        Raises ``SchwimmenError`` where that is too much to hold, and where the talon is made anew.
        """
        while (stopped := self._plant(first)) != DONE:
            self._make_room(stopped)
        while (stopped := self._grow(first)) != DONE:
            self._make_room(stopped)
        if self.values.shares.shape[1] < self._branches.ends.shape[1] or (
            self.values.reach.shape[1] < self._branches.slots.shape[1]
        ):
            self.values = self._make_values()

    @property
    def information_states(self) -> tuple[int, ...]:
        """How many information states each seat has in what is held, and can come to."""
        return tuple(int(count_states(self._branches, self._nodes, seat)) for seat in range(SEATS))

    @property
    def sequences(self) -> tuple[int, ...]:
        """How many actions each seat has in all its information states in what is held."""
        counts = self._branches.counts[SEQUENCES : SEQUENCES + SEATS]
        return tuple(counts.tolist())

    def decisions(self, seat: int) -> Decisions:
        """The information states of a seat in what is held."""
        nodes = self._nodes
        places = np.flatnonzero(nodes["actor"] == seat)
        slots = self._branches.slots[seat]
        mine = self.slots_of(seat)
        return Decisions(
            self.numbers,
            self._branches.rounds,
            places,
            nodes["legal"][places],
            nodes["hands"][places, seat],
            slots["hand"][mine],
            slots["key"][mine],
        )

    def slots_of(self, seat: int) -> NDArray[np.int64]:
        """The slot of each information state of a seat, in their order."""
        nodes = self._nodes
        mine = nodes["actor"] == seat
        first, sizes = nodes["first"][mine, seat], nodes["hands"][mine, seat]
        begin = np.cumsum(sizes) - sizes
        slots: NDArray[np.int64] = np.arange(sizes.sum()) + np.repeat(first - begin, sizes)
        return slots

    def evaluate(self, shares: Sequence[NDArray[np.float64]]) -> None:
        """Find ``values`` for strategies: for each seat the probability of every sequence.

        In the head it is not summed up yet what the actions are worth: ``fold`` does that, once
        the parts below all tables have been added up.
        """
        for seat in range(SEATS):
            self.values.shares[seat, : len(shares[seat])] = shares[seat]
        propagate_reach(self._branches, self.values)
        propagate_values(self._branches, self._grades, self.values, self.head.nodes)

    def fold(self) -> None:
        """Sum up what the actions in the head are worth."""
        for place in range(self.head.nodes):
            if self._branches.nodes["actor"][place] != NOBODY:
                fold(self._branches, self.values, place)

    @property
    def head_states(self) -> tuple[int, ...]:
        """How many information states each seat has in the head."""
        head = self._nodes[: self.head.nodes]
        return tuple(int(count_states(self._branches, head, seat)) for seat in range(SEATS))

    def head_values(self) -> tuple[NDArray[np.float64], ...]:
        """What is found in the head, by slot and by sequence; views that may be written."""
        found = self.values
        head = self._nodes[: self.head.nodes]
        sequences = int((head["hands"].max(axis=1, initial=0) * head["actions"]).sum())
        slots = max(self.head.slots)
        return (
            found.worth[:, :slots],
            found.best[:, :slots],
            found.action_worth[:, :sequences],
            found.action_best[:, :sequences],
        )

    @property
    def _nodes(self) -> RecordArray:
        return self._branches.nodes[: self._branches.counts[NODES]]

    def _extent(self) -> Extent:
        counts = self._branches.counts
        return Extent(int(counts[NODES]), tuple(counts[SLOTS : SLOTS + SEATS].tolist()))

    def _grow(self, first: int) -> int:
        stopped = expand_tree(
            self.numbers,
            self._cards,
            self.tables,
            self._grades,
            self._branches,
            self._work,
            first,
        )
        if stopped == RESHUFFLED:
            raise SchwimmenError(
                "talon_short: recycle makes the talon anew in this game; take a smaller turn_cap"
            )
        return stopped

    def _plant(self, first: int) -> int:
        """The roots: hands that each seat may have been dealt, and what all see of them."""
        counts = self._branches.counts
        counts[[NODES, EXPANDED]] = 0
        counts[SLOTS:] = 0
        chosen = [first] if first else self.tables.tolist()
        tables = len(self.tables)
        size, cards = self.rules.hand_size, len(self.rules.cards)
        pair = 1 / (tables * comb(cards - size, size))
        stopped = DONE
        if self.rules.dealer_choice:
            stopped = self._plant_with(0, pair, pair * len(chosen) / tables)
        self.head = self._extent()
        share = pair / comb(cards - 2 * size, size)
        for table in chosen:
            if stopped == DONE:
                stopped = self._plant_with(table, share, share)
        self.roots = self._extent()
        return stopped

    def _plant_with(self, table: int, weight: float, weight_over: float) -> int:
        return add_roots(
            self.numbers,
            self.tables,
            self._special,
            self._grades,
            self._branches,
            self._work,
            self.dealer,
            table,
            weight,
            weight_over,
        )

    def _make_room(self, short: int) -> None:
        """More room for what there is too little of; what has been grown is kept."""
        kind = _ROOM[short]
        room = self._room[kind]
        if room >= MOST_ROOM:
            raise SchwimmenError(
                f"pack: {len(self.rules.cards)} cards with {self.rules.hand_size} in hand and "
                f"turn_cap {self.rules.turn_cap} make more than {MOST_ROOM:,} {kind} to be held at "
                "once; take fewer cards or a smaller turn_cap",
                "too_large",
            )
        self._room[kind] = 2 * room
        if kind == "branches":
            self._work = _work(2 * room)
        else:
            before: tuple[NDArray[Any], ...] = self._branches
            self._branches = self._made()
            after: tuple[NDArray[Any], ...] = self._branches
            for old, new in zip(before, after, strict=True):
                new[..., : old.shape[-1]] = old

    def _made(self) -> TreeArrays:
        nodes, slots, sequences = (self._room[kind] for kind in ("positions", "hands", "actions"))
        return TreeArrays(
            np.zeros(COUNTS, np.int64),
            np.zeros(nodes, NODE_DTYPE),
            np.zeros(nodes, ROUND_DTYPE),
            np.zeros((SEATS, slots), SLOT_DTYPE),
            np.zeros((SEATS, sequences), np.int32),
        )

    def _make_values(self) -> NodeValues:
        slots, sequences = self._room["hands"], self._room["actions"]
        by_slot = (np.zeros((SEATS, slots)) for _ in range(3))
        return NodeValues(*by_slot, *(np.zeros((SEATS, sequences)) for _ in range(3)))


def _work(room: int) -> ExpansionWorkspace:
    # No node has more children than hands and actions are noted.
    return ExpansionWorkspace(
        np.zeros(2, np.int64),
        np.zeros(1, ROUND_DTYPE),
        np.full(2 * room, -1, np.int64),
        np.zeros(room, np.int64),
        np.zeros(room, np.uint64),
        *(np.zeros(room, np.int64) for _ in range(4)),
    )
