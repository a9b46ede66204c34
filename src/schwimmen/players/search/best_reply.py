"""What an action is worth if the only other seat looks ahead, too, before it answers.

The other does what a search does, on a smaller scale: it goes by what the seat may hold after all
that it did, this action included, and tries its answers in worlds that could be. It takes the seat
to go on by the models.
"""

from __future__ import annotations

from math import comb
from random import Random
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from schwimmen.rules import cards_of, mask_of
from schwimmen.rules.core.bits import lowest_bit, popcount
from schwimmen.rules.core.jit import jit, jit_noinline
from schwimmen.rules.core.kernel import play
from schwimmen.rules.core.legal import legal_actions
from schwimmen.rules.core.rng import Rng, spawn
from schwimmen.rules.core.state import MAX_SEATS, ROUND_DTYPE, TURN, RecordArray, copy_array
from schwimmen.rules.core.turn import apply

from ..blueprint.player import prune_actions
from ..equity.match_equity import EquityLookup, equity_row
from .belief import OpponentModels, fill_worlds, sample_hands, weigh_hands
from .determinization import Determinization, hand_combinations
from .rollouts import RolloutTotals, expected_value, leaves_last_turn_only, play_out, roll_out

REPLY_WORLDS: Final = 24
"""Worlds in which the best answers are tried."""

_FIRST: Final = 8  # of them those in which every answer is tried
_BEST: Final = 3
_TIMES: Final = 6  # that an answer is played out in every world


class ReplyBelief(NamedTuple):
    """Hidden cards that the other thinks the seat may hold after its action, as ``fill_worlds``
    takes them: by seat. ``likely`` has room for how likely each is to who holds certain cards."""

    hidden: Any
    candidates: Any
    sizes: Any
    weights: Any
    cumulative: Any
    likely: Any


class ReplyWorkspace(NamedTuple):
    """Room for an answer's search: a round, worlds and their models, a tally, cards, a stream."""

    scratch: Any
    worlds: Any
    models_of: Any
    tally: RolloutTotals
    cards: Any
    numbers: Any


@jit
def _worth(
    rules: Any,
    state: Any,
    models: OpponentModels,
    models_of: Any,
    seat: int,
    outlook: EquityLookup,
    room: ReplyWorkspace,
) -> float:
    """What a round comes to for a seat when it is played out from here."""
    room.scratch[0] = state
    play_out(rules, room.scratch[0], models, models_of, room.numbers)
    worth: float = outlook.equity[equity_row(outlook, room.scratch[0]), seat]
    return worth


@jit_noinline
def _suspect(state: Any, seat: int, suspected: ReplyBelief) -> bool:
    """Leave out what the other holds itself, and what lies on a new table.

    Returns whether anything is left.
    """
    size = suspected.sizes[seat]
    elsewhere = state.hands[state.to_act] | state.table
    total = 0.0
    for i in range(size):
        likely = 0.0
        if suspected.candidates[seat, i] & elsewhere == 0:
            for model in range(suspected.weights.shape[2]):
                likely += suspected.weights[seat, i, model]
        suspected.likely[i] = likely
        total += likely
        suspected.cumulative[seat, i] = total
    return total > 0


@jit_noinline
def _answer(
    rules: Any, after: Any, seat: int, suspected: ReplyBelief, unseen: int, models: OpponentModels,
    outlook: EquityLookup, room: ReplyWorkspace, seed: Any,
) -> int:  # fmt: skip
    """What the seat to act would answer, holding what it holds in this world."""
    state = after[0]
    legal = prune_actions(
        rules[0], legal_actions(rules[0], state), state.hands[state.to_act], state.table
    )
    hidden = suspected.hidden[seat]
    size = suspected.sizes[seat]
    best, chosen, open_ones = -np.inf, -1, 0
    rest = legal
    while rest:
        action = lowest_bit(rest)
        rest &= rest - 1
        if not leaves_last_turn_only(rules, after, room.scratch, action):
            open_ones |= 1 << action
            continue
        worth = expected_value(
            rules, after, room.scratch, action, seat, hidden, suspected.candidates[seat, :size],
            suspected.likely[:size], models, room.models_of[0], outlook, room.numbers,
        )  # fmt: skip
        if worth > best:
            best, chosen = worth, action
    fill_worlds(
        rules[0], after, room.worlds, room.models_of, suspected.hidden, unseen,
        suspected.candidates, suspected.sizes, suspected.weights, suspected.cumulative, room.cards,
        room.numbers,
    )  # fmt: skip
    sums = room.tally.sums
    sums[:] = 0.0
    first = 0
    last = _FIRST
    while open_ones:
        roll_out(
            rules, room.worlds, room.scratch, models, room.models_of, open_ones, first, last,
            outlook, seed, room.numbers, room.tally,
        )  # fmt: skip
        if last == REPLY_WORLDS:
            break
        open_ones = _best_of(sums, open_ones)
        first, last = last, REPLY_WORLDS
    while open_ones:
        action = lowest_bit(open_ones)
        open_ones &= open_ones - 1
        worth = sums[action] / REPLY_WORLDS
        if worth > best:
            best, chosen = worth, action
    return chosen


@jit
def _best_of(sums: Any, actions: int) -> int:
    """Those of the actions that are worth most."""
    while popcount(actions) > _BEST:
        worst = lowest_bit(actions)
        rest = actions
        while rest:
            action = lowest_bit(rest)
            rest &= rest - 1
            if sums[action] < sums[worst]:
                worst = action
        actions &= ~(1 << worst)
    return actions


@jit_noinline
def reply_gain(
    rules: Any, worlds: Any, models_of: Any, picked: Any, action: int, after: Any,
    suspected: ReplyBelief, unseen: int, models: OpponentModels, outlook: EquityLookup,
    room: ReplyWorkspace, seed: Any,
) -> float:  # fmt: skip
    """How much more an action is worth on average, in some worlds, if the other looks ahead.

    ``unseen`` are all cards but those that lie open or are known, ``after`` has room for a round.
    """
    seat = worlds[0].to_act
    numbers = room.numbers
    total = 0.0
    for place in range(len(picked)):
        w = picked[place]
        after[0] = worlds[w]
        apply(rules[0], after[0], action)
        state = after[0]
        if state.phase != TURN or state.to_act == seat or state.last_turns:
            continue
        if not _suspect(state, seat, suspected):
            continue
        numbers[0] = spawn(seed, w)
        hidden = unseen & ~(state.hands[state.to_act] | state.table)
        answer = _answer(rules, after, seat, suspected, hidden, models, outlook, room, seed)
        for time in range(_TIMES):
            begun = spawn(seed, w + time)
            numbers[0] = begun
            total -= _worth(rules[0], state, models, models_of[w], seat, outlook, room)
            numbers[0] = begun
            room.worlds[0] = state
            apply(rules[0], room.worlds[0], answer)
            total += _worth(rules[0], room.worlds[0], models, models_of[w], seat, outlook, room)
    return total / (_TIMES * len(picked))


_WEIGHED: Final = 400  # hands that the other thinks of
_SUSPECTED: Final = 48  # and reckons with
_ROOM: Final = 64  # for numbers of actions and of cards


class ReplySearch:
    """One decision of a seat, and the answers of the only other one to its actions."""

    def __init__(
        self,
        rules: RecordArray,
        imagined: Determinization,
        models: OpponentModels,
        outlook: EquityLookup,
        chance: Random,
        numbers: Rng,
    ) -> None:
        self._rules = rules
        self._imagined = imagined
        self._models = models
        self._outlook = outlook
        self._chance = chance
        self._seat = int(imagined.now[0].to_act)
        self._after = np.zeros(1, ROUND_DTYPE)
        self._room = ReplyWorkspace(
            np.zeros(1, ROUND_DTYPE),
            np.zeros(REPLY_WORLDS, ROUND_DTYPE),
            np.zeros((REPLY_WORLDS, MAX_SEATS), np.int64),
            RolloutTotals(np.zeros(_ROOM), np.zeros((_ROOM, REPLY_WORLDS)), np.zeros(_ROOM)),
            np.zeros(_ROOM, np.int64),
            numbers,
        )

    def change(
        self,
        action: int,
        worlds: RecordArray,
        models_of: NDArray[np.int64],
        picked: NDArray[np.int64],
    ) -> float:
        """How much more an action is worth, on average over the worlds that are picked."""
        now, seat = self._imagined.now, self._seat
        after = copy_array(now)
        play(self._rules, after, 0, action)
        hidden = int(after[0].hands[seat] & ~after[0].known[seat])
        unseen = mask_of(self._imagined.unseen) | hidden
        candidates = self._possible(unseen, hidden.bit_count())
        weights = np.zeros((len(candidates), len(self._models.priors)))
        weigh_hands(
            self._rules[0],
            after[0],
            np.concatenate([self._imagined.decisions, now]),
            np.array([*self._imagined.played, action], np.int64),
            hidden,
            seat,
            candidates,
            self._models,
            weights,
        )
        suspected = self._suspected(hidden, candidates, weights)
        return float(
            reply_gain(
                self._rules, worlds, models_of, picked, action, self._after, suspected, unseen,
                self._models, self._outlook, self._room, np.uint64(self._chance.getrandbits(64)),
            )
        )  # fmt: skip

    def _suspected(
        self, hidden: int, candidates: NDArray[np.int64], weights: NDArray[np.float64]
    ) -> ReplyBelief:
        """Some of the candidates, drawn by their weights, each as likely as the others."""
        if not weights.any():  # nobody would have played so with any of these
            weights[:] = self._models.priors
        likely = weights.sum(axis=1)
        at = (np.arange(_SUSPECTED) + self._chance.random()) / _SUSPECTED * likely.sum()
        drawn = np.minimum(np.searchsorted(likely.cumsum(), at, "right"), len(likely) - 1)
        seat = self._seat
        suspected = ReplyBelief(
            np.zeros(MAX_SEATS, np.int64),
            np.zeros((MAX_SEATS, _SUSPECTED), np.int64),
            np.ones(MAX_SEATS, np.int64),
            np.zeros((MAX_SEATS, _SUSPECTED, weights.shape[1])),
            np.zeros((MAX_SEATS, _SUSPECTED)),
            np.zeros(_SUSPECTED),
        )
        suspected.hidden[seat] = hidden
        suspected.sizes[seat] = _SUSPECTED
        suspected.candidates[seat] = candidates[drawn]
        suspected.weights[seat] = weights[drawn] / likely[drawn, None]
        return suspected

    def _possible(self, unseen: int, hidden: int) -> NDArray[np.int64]:
        """Hidden cards that the seat may hold after its action, as the other sees it."""
        if comb(unseen.bit_count(), hidden) <= _WEIGHED:
            return hand_combinations(cards_of(unseen), hidden)
        hands = np.zeros(_WEIGHED, np.int64)
        sample_hands(unseen, hands, hidden, self._room.numbers)
        return hands
