"""Full game tree of a round of two in a small game, and its information states.

Chance chooses the order of the pack first: hands, extra hand and talon, in groups of a hand's size
within which the order is irrelevant. This is equivalent to drawing each card when it is seen, since
no seat acts on cards that it has not seen.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, Annotated, Any, Final

import numpy as np
from numpy.typing import NDArray

from schwimmen.engine import Array, LengthOf, Range, entry, jit
from schwimmen.rules.cards import Card
from schwimmen.rules.core.bits import lowest_bit
from schwimmen.rules.core.deal import deal
from schwimmen.rules.core.legal import action_kind, legal_actions
from schwimmen.rules.core.state import (
    OVER,
    ROUND_DTYPE,
    SHUFFLE,
    RoundArray,
    RoundRecord,
    RulesArray,
    new_round,
    rules_array,
)
from schwimmen.rules.core.turn import apply
from schwimmen.rules.errors import SchwimmenError
from schwimmen.rules.ruleset import RuleSet

if TYPE_CHECKING:
    from schwimmen.rules import Round

SEATS: Final = 2
_MAX_DEALS: Final = 1_000_000
_EVERYONE: Final = 3

NODE_DTYPE: Final = np.dtype(
    (
        np.record,
        [
            ("key", np.uint64),  # of the seat's information state
            ("legal", np.int64),  # mask of the legal actions
            ("before", np.int32),  # node in which the seat acted last, or -1
            ("rank", np.int8),  # of its action there among the legal ones, or -1
            ("seat", np.int8),
        ],
    )
)
END_DTYPE: Final = np.dtype(
    (
        np.record,
        [
            ("last", np.int32, (SEATS,)),  # node in which each seat acted last, or -1
            ("rank", np.int8, (SEATS,)),  # of its action there among the legal ones, or -1
            ("score", np.int16),  # of seat 0 minus that of seat 1
        ],
    )
)

# One record for each step of the current path.
_PATH_DTYPE: Final = np.dtype(
    (
        np.record,
        [
            ("key", np.uint64, (SEATS,)),
            ("last", np.int64, (SEATS,)),
            ("rank", np.int64, (SEATS,)),
            ("untried", np.int64),  # mask of the actions left to try
        ],
    )
)

_MULTIPLIER: Final = np.uint64(0xBF58476D1CE4E5B9)
_SHIFT: Final = np.uint64(29)


@jit
def _mix(key: Any, number: int) -> Any:
    """Return a key that depends on an earlier key and a number."""
    key = (key ^ np.uint64(number)) * _MULTIPLIER
    return (key ^ (key >> _SHIFT)) * _MULTIPLIER


@jit
def public_observation_key(state: RoundRecord, kind: int) -> Any:
    """Return a key of the public information after a kind of action (``-1`` for the deal), R33."""
    observation = _mix(_mix(np.uint64(0), kind + 2), state.table)
    observation = _mix(observation, state.shown)
    for place in range(state.aside_count):
        observation = _mix(observation, state.aside[place])
    for seat in range(SEATS):
        if state.shown >> seat & 1:
            observation = _mix(observation, state.hands[seat])
    return observation


@jit
def advance_key(key: Any, seat: int, hand: int, observation: Any) -> Any:
    """Return a seat's next key from its last one, its hand, and a public observation."""
    return _mix(_mix(key, hand) ^ observation, seat)


@jit
def observe(state: RoundRecord, kind: int, keys: NDArray[np.uint64]) -> None:
    """Update the key of each seat after a kind of action (``-1`` for the deal), R33."""
    observation = public_observation_key(state, kind)
    for seat in range(SEATS):
        keys[seat] = advance_key(keys[seat], seat, state.hands[seat], observation)


@entry(long=True, inline=False)
def walk_rounds(
    rules: RulesArray,
    packs: Annotated[NDArray[np.int8], Array(np.int8, 0, 1)],
    dealer: Annotated[int, Range(0, SEATS - 1)],
    rounds: RoundArray,
    path: Annotated[NDArray[Any], Array(_PATH_DTYPE, LengthOf("rounds"))],
    nodes: Annotated[NDArray[Any], Array(NODE_DTYPE, 0)],
    ends: Annotated[NDArray[Any], Array(END_DTYPE, 0)],
) -> tuple[int, int]:
    """Walk the tree depth first and write all nodes and ends; with empty arrays only count them.

    ``rounds`` and ``path`` have room for the longest path. Return both numbers, or ``(-1, -1)`` if
    the talon would have to be shuffled.
    """
    write = len(nodes) > 0
    node = 0
    end = 0
    for number in range(len(packs)):
        for place in range(packs.shape[1]):
            rounds[0].pack[place] = packs[number, place]
        deal(rules[0], rounds[0], SEATS, _EVERYONE, dealer, 1 - dealer)
        for seat in range(SEATS):
            path[0].key[seat] = 0
            path[0].last[seat] = -1
            path[0].rank[seat] = -1
        observe(rounds[0], -1, path[0].key)
        depth = 0
        entered = True
        while depth >= 0:
            state = rounds[depth]
            here = path[depth]
            if entered:
                if state.phase == SHUFFLE:
                    return -1, -1
                if state.phase == OVER:
                    if write:
                        for seat in range(SEATS):
                            ends[end].last[seat] = here.last[seat]
                            ends[end].rank[seat] = here.rank[seat]
                        ends[end].score = state.score[0] - state.score[1]
                    end += 1
                    depth -= 1
                    entered = False
                    continue
                legal = legal_actions(rules[0], state)
                seat = state.to_act
                if write:
                    nodes[node].key = here.key[seat]
                    nodes[node].legal = legal
                    nodes[node].before = here.last[seat]
                    nodes[node].rank = here.rank[seat]
                    nodes[node].seat = seat
                here.last[seat] = node
                here.rank[seat] = -1
                here.untried = legal
                node += 1
            if here.untried == 0:
                depth -= 1
                entered = False
                continue
            action = lowest_bit(here.untried)
            here.untried &= here.untried - 1
            here.rank[state.to_act] += 1
            rounds[depth + 1] = state
            apply(rules[0], rounds[depth + 1], action)
            path[depth + 1] = here
            observe(rounds[depth + 1], action_kind(rules[0], action), path[depth + 1].key)
            depth += 1
            entered = True
    return node, end


def _pack_orders(cards: tuple[Card, ...], size: int) -> Iterator[tuple[Card, ...]]:
    """Yield all orders of a pack that differ in the groups of a hand's size."""
    if len(cards) <= size:
        yield cards
        return
    for group in combinations(cards, size):
        rest = tuple(card for card in cards if card not in group)
        for others in _pack_orders(rest, size):
            yield group + others


class RoundTree:
    """Game tree of a round of two, from the deal to all its ends.

    ``deals`` is the number of equally likely orders of the pack. ``nodes`` are the decisions and
    ``ends`` the ends of all histories, as arrays of records. ``state_of`` has the number of every
    node's information state, within its seat, and ``first`` one node of each information state.

    Raises ``RuleSetError`` if the rules do not allow two seats, ``SchwimmenError`` for an invalid
    dealer, for a pack with more than a million deals, and if the talon would be shuffled again.

    >>> rules = RuleSet.study(
    ...     "KC QC JC TC", hand_size=1, max_players=2, turn_cap=1, special="none", fire=False,
    ...     three_of_a_kind=False, dealer_choice=False, exchange_all=False, close_timing="instead",
    ... )
    >>> tree = RoundTree(rules)
    >>> tree.deals, len(tree.nodes), len(tree.ends), tree.information_states
    (24, 96, 192, (12, 48))
    """

    def __init__(self, rules: RuleSet, dealer: int = 1) -> None:
        rules.check_players(SEATS)
        if dealer not in range(SEATS):
            raise SchwimmenError(f"dealer: {dealer}, but seats are 0 and 1")
        self.rules = rules
        self.dealer = dealer
        self.deals = count_deals(rules)
        if self.deals > _MAX_DEALS:
            raise SchwimmenError(
                f"pack: {len(rules.cards)} cards with {rules.hand_size} in hand can be dealt in "
                f"{self.deals} ways, more than {_MAX_DEALS}"
            )
        packs = np.array(list(_pack_orders(rules.cards, rules.hand_size)), np.int8)
        deepest = 1 + 2 * SEATS * rules.turn_cap
        rounds = np.zeros(deepest + 1, ROUND_DTYPE)
        path = np.zeros(deepest + 1, _PATH_DTYPE)
        numbers = rules_array(rules)
        nodes, ends = np.zeros(0, NODE_DTYPE), np.zeros(0, END_DTYPE)
        sizes = walk_rounds(numbers, packs, dealer, rounds, path, nodes, ends)
        if min(sizes) < 0:
            raise SchwimmenError(
                "talon_short: recycle needs another shuffle in this game; take a smaller turn_cap"
            )
        self.nodes, self.ends = np.zeros(sizes[0], NODE_DTYPE), np.zeros(sizes[1], END_DTYPE)
        walk_rounds(numbers, packs, dealer, rounds, path, self.nodes, self.ends)

    @cached_property
    def state_of(self) -> NDArray[np.int64]:
        """Number of every node's information state, within its seat."""
        return self._information_sets[0]

    @cached_property
    def first(self) -> tuple[NDArray[np.int64], ...]:
        """One node of every information state, by seat."""
        return self._information_sets[1]

    @property
    def information_states(self) -> tuple[int, ...]:
        """Number of information states of each seat."""
        return tuple(map(len, self.first))

    @cached_property
    def _information_sets(self) -> tuple[NDArray[np.int64], tuple[NDArray[np.int64], ...]]:
        state_of = np.zeros(len(self.nodes), np.int64)
        firsts = []
        for seat in range(SEATS):
            own = np.flatnonzero(self.nodes["seat"] == seat)
            _, first, states = np.unique(
                self.nodes["key"][own], return_index=True, return_inverse=True
            )
            state_of[own] = states
            firsts.append(own[first])
        return state_of, tuple(firsts)


def count_deals(rules: RuleSet) -> int:
    """Return the number of orders of the pack that a ``RoundTree`` distinguishes."""
    left, deals = len(rules.cards), 1
    while left > rules.hand_size:
        deals *= comb(left, rules.hand_size)
        left -= rules.hand_size
    return deals


def information_state_key(round_: Round) -> int:
    """Return the key of the information state of the seat to act, as in ``RoundTree.nodes``.

    Raises ``SchwimmenError`` if no seat is to act.
    """
    if round_.to_act is None:
        raise SchwimmenError("no seat is to act")
    rounds = new_round(round_.pack)
    numbers = rules_array(round_.rules)
    keys = np.zeros(SEATS, np.uint64)
    follow_round(
        numbers,
        rounds,
        round_.dealer,
        round_.leader,
        np.array(round_.action_numbers, np.int64),
        keys,
    )
    return int(keys[round_.to_act])


@entry(inline=False)
def follow_round(
    rules: RulesArray,
    rounds: RoundArray,
    dealer: Annotated[int, Range(0, SEATS - 1)],
    leader: Annotated[int, Range(0, SEATS - 1)],
    actions: Annotated[NDArray[np.int64], Array(np.int64, 0)],
    keys: Annotated[NDArray[np.uint64], Array(np.uint64, SEATS)],
) -> None:
    """Play legal actions in ``rounds[0]``, and write the key of each seat's information state."""
    state = rounds[0]
    deal(rules[0], state, SEATS, _EVERYONE, dealer, leader)
    observe(state, -1, keys)
    for action in actions:
        apply(rules[0], state, action)
        observe(state, action_kind(rules[0], action), keys)
