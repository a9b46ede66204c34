"""The whole tree of a round of two in a small game, and who can tell what in it apart.

The order of the pack is told first: hands, extra hand and talon in groups of a hand's size, within
which the order means nothing. That is the same game as if every card were told when it is seen,
since no seat acts on what it has not seen.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from schwimmen.rules.cards import Card
from schwimmen.rules.core.bits import lowest_bit
from schwimmen.rules.core.deal import deal
from schwimmen.rules.core.jit import jit, jit_noinline
from schwimmen.rules.core.legal import action_kind, legal_actions
from schwimmen.rules.core.state import (
    OVER,
    ROUND_DTYPE,
    SHUFFLE,
    RecordArray,
    new_round,
    rules_array,
)
from schwimmen.rules.core.turn import apply
from schwimmen.rules.errors import SchwimmenError
from schwimmen.rules.ruleset import RuleSet

if TYPE_CHECKING:
    from schwimmen.rules import Round

SEATS: Final = 2
_MOST_DEALS: Final = 1_000_000
_EVERYONE: Final = 3

NODE_DTYPE: Final = np.dtype(
    (
        np.record,
        [
            ("key", np.uint64),  # equal where the seat to act has seen the same
            ("legal", np.int64),
            ("before", np.int32),  # the node in which the seat acted last, or -1
            ("rank", np.int8),  # of what it played there among what was legal, or -1
            ("seat", np.int8),
        ],
    )
)
END_DTYPE: Final = np.dtype(
    (
        np.record,
        [
            ("last", np.int32, (SEATS,)),  # the node in which each seat acted last, or -1
            ("rank", np.int8, (SEATS,)),
            ("score", np.int16),  # of seat 0 less that of seat 1
        ],
    )
)

# Of every step of the course that is being walked.
_STEP_DTYPE: Final = np.dtype(
    (
        np.record,
        [
            ("key", np.uint64, (SEATS,)),
            ("last", np.int64, (SEATS,)),
            ("rank", np.int64, (SEATS,)),
            ("untried", np.int64),  # actions
        ],
    )
)

_MULTIPLIER: Final = np.uint64(0xBF58476D1CE4E5B9)
_SHIFT: Final = np.uint64(29)


@jit
def _mixed(key: Any, number: int) -> Any:
    """A key that tells apart both what came before and the number."""
    key = (key ^ np.uint64(number)) * _MULTIPLIER
    return (key ^ (key >> _SHIFT)) * _MULTIPLIER


@jit
def public_observation_key(state: Any, kind: int) -> Any:
    """A key of what everybody sees after an action of a kind (``-1`` for the deal), R33."""
    seen = _mixed(_mixed(np.uint64(0), kind + 2), state.table)
    seen = _mixed(seen, state.shown)
    for place in range(state.aside_count):
        seen = _mixed(seen, state.aside[place])
    for seat in range(SEATS):
        if state.shown >> seat & 1:
            seen = _mixed(seen, state.hands[seat])
    return seen


@jit
def advance_key(key: Any, seat: int, hand: int, seen: Any) -> Any:
    """The key of a seat, which now has this hand, once it has seen what everybody sees."""
    return _mixed(_mixed(key, hand) ^ seen, seat)


@jit
def observe(state: Any, kind: int, keys: Any) -> None:
    """Mix into the key of each seat what it sees after an action (``-1`` for the deal), R33."""
    seen = public_observation_key(state, kind)
    for seat in range(SEATS):
        keys[seat] = advance_key(keys[seat], seat, state.hands[seat], seen)


@jit_noinline
def _walk(
    rules: RecordArray,
    packs: Any,
    dealer: int,
    rounds: RecordArray,
    course: Any,
    nodes: Any,
    ends: Any,
) -> tuple[int, int]:
    """Walk the tree and write all nodes and ends, or only count them where there is no room.

    ``rounds`` and ``course`` have room for the longest course of a round. Returns ``(-1, -1)``
    where the talon would have to be shuffled.
    """
    write = len(nodes) > 0
    node = 0
    end = 0
    for number in range(len(packs)):
        for place in range(packs.shape[1]):
            rounds[0].pack[place] = packs[number, place]
        deal(rules[0], rounds[0], SEATS, _EVERYONE, dealer, 1 - dealer)
        for seat in range(SEATS):
            course[0].key[seat] = 0
            course[0].last[seat] = -1
            course[0].rank[seat] = -1
        observe(rounds[0], -1, course[0].key)
        depth = 0
        arrived = True
        while depth >= 0:
            state = rounds[depth]
            here = course[depth]
            if arrived:
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
                    arrived = False
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
                arrived = False
                continue
            action = lowest_bit(here.untried)
            here.untried &= here.untried - 1
            here.rank[state.to_act] += 1
            rounds[depth + 1] = state
            apply(rules[0], rounds[depth + 1], action)
            course[depth + 1] = here
            observe(rounds[depth + 1], action_kind(rules[0], action), course[depth + 1].key)
            depth += 1
            arrived = True
    return node, end


def _packs(cards: tuple[Card, ...], size: int) -> Iterator[tuple[Card, ...]]:
    """All orders of a pack that differ as seen in groups of a hand's size."""
    if len(cards) <= size:
        yield cards
        return
    for group in combinations(cards, size):
        rest = tuple(card for card in cards if card not in group)
        for others in _packs(rest, size):
            yield group + others


class RoundTree:
    """The tree of a round of two, from the deal to every end of it.

    ``deals`` is the number of equally likely orders of the pack. ``nodes`` are the decisions and
    ``ends`` the ends of all histories, as arrays of records; of the ``information_states`` of each
    seat, ``state_of`` says for every node which it is (a number within its seat), ``first`` one
    node of each.

    Raises ``RuleSetError`` where two cannot play, ``SchwimmenError`` for a dealer who is not at the
    table, for a pack with more than a million deals, and where chance would have to shuffle again.

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
        if self.deals > _MOST_DEALS:
            raise SchwimmenError(
                f"pack: {len(rules.cards)} cards with {rules.hand_size} in hand can be dealt in "
                f"{self.deals} ways, more than {_MOST_DEALS}"
            )
        packs = np.array(list(_packs(rules.cards, rules.hand_size)), np.int8)
        deepest = 1 + 2 * SEATS * rules.turn_cap
        rounds = np.zeros(deepest + 1, ROUND_DTYPE)
        course = np.zeros(deepest + 1, _STEP_DTYPE)
        numbers = rules_array(rules)
        nodes, ends = np.zeros(0, NODE_DTYPE), np.zeros(0, END_DTYPE)
        sizes = _walk(numbers, packs, dealer, rounds, course, nodes, ends)
        if min(sizes) < 0:
            raise SchwimmenError(
                "talon_short: recycle needs another shuffle in this game; take a smaller turn_cap"
            )
        self.nodes, self.ends = np.zeros(sizes[0], NODE_DTYPE), np.zeros(sizes[1], END_DTYPE)
        _walk(numbers, packs, dealer, rounds, course, self.nodes, self.ends)

    @cached_property
    def state_of(self) -> NDArray[np.int64]:
        """For every node the number of its information state, counted for each seat by itself."""
        return self._told_apart[0]

    @cached_property
    def first(self) -> tuple[NDArray[np.int64], ...]:
        """For every information state of each seat one of its nodes."""
        return self._told_apart[1]

    @property
    def information_states(self) -> tuple[int, ...]:
        """How many information states each seat has."""
        return tuple(map(len, self.first))

    @cached_property
    def _told_apart(self) -> tuple[NDArray[np.int64], tuple[NDArray[np.int64], ...]]:
        state_of = np.zeros(len(self.nodes), np.int64)
        firsts = []
        for seat in range(SEATS):
            mine = np.flatnonzero(self.nodes["seat"] == seat)
            _, first, states = np.unique(
                self.nodes["key"][mine], return_index=True, return_inverse=True
            )
            state_of[mine] = states
            firsts.append(mine[first])
        return state_of, tuple(firsts)


def count_deals(rules: RuleSet) -> int:
    """In how many ways the pack can lie, as far as it makes a difference."""
    left, deals = len(rules.cards), 1
    while left > rules.hand_size:
        deals *= comb(left, rules.hand_size)
        left -= rules.hand_size
    return deals


def information_state_key(round_: Round) -> int:
    """The key of what the seat to act has seen in a round, as the nodes of its tree have it.

    Raises ``SchwimmenError`` where nobody is to act.
    """
    if round_.to_act is None:
        raise SchwimmenError("nobody is to act")
    rounds = new_round(round_.pack)
    numbers = rules_array(round_.rules)
    keys = np.zeros(SEATS, np.uint64)
    _follow(
        numbers,
        rounds,
        round_.dealer,
        round_.leader,
        np.array(round_.action_numbers, np.int64),
        keys,
    )
    return int(keys[round_.to_act])


@jit_noinline
def _follow(
    rules: RecordArray, rounds: RecordArray, dealer: int, leader: int, actions: Any, keys: Any
) -> None:
    state = rounds[0]
    deal(rules[0], state, SEATS, _EVERYONE, dealer, leader)
    observe(state, -1, keys)
    for action in actions:
        apply(rules[0], state, action)
        observe(state, action_kind(rules[0], action), keys)
