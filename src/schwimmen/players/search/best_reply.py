"""Best replies: values of actions if the only opponent searches before it replies.

The opponent is modelled as a smaller search. It believes what the seat may hold after all its
actions, this one included, and tries its replies in sampled worlds in which the seat goes on by the
opponent models.
"""

from __future__ import annotations

from math import comb
from random import Random
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from schwimmen.rules import cards_of, mask_of
from schwimmen.rules.cards import NUMBER_OF_CARDS
from schwimmen.rules.core.bits import lowest_bit, popcount
from schwimmen.rules.core.jit import jit, jit_noinline
from schwimmen.rules.core.kernel import play
from schwimmen.rules.core.legal import legal_actions
from schwimmen.rules.core.rng import spawn
from schwimmen.rules.core.state import (
    MAX_ACTIONS,
    MAX_SEATS,
    ROUND_DTYPE,
    TURN,
    RecordArray,
    RoundRecord,
    copy_array,
)
from schwimmen.rules.core.turn import apply

from ..blueprint.policy import prune_actions
from .belief import HandBeliefs, History, Worlds, fill_worlds, sample_hands, weigh_hands
from .determinization import Determinization, hand_combinations
from .rollouts import (
    RolloutTotals,
    Simulator,
    expected_value,
    leaves_last_turn_only,
    roll_out,
    scratch_value,
)

REPLY_WORLDS: Final = 24
"""Worlds in which the best replies are tried."""

_FIRST_WORLDS: Final = 8  # of the ``REPLY_WORLDS``, those in which every reply is tried
_BEST_REPLIES: Final = 3
_REPETITIONS: Final = 6  # rollouts of a reply in every world


class ReplyBelief(NamedTuple):
    """The opponent's belief about the seat's hidden cards.

    ``likelihoods`` is work space for the candidates' weights in one world.
    """

    hands: HandBeliefs
    likelihoods: NDArray[np.float64]


class ReplyWorkspace(NamedTuple):
    """Work space of the opponent's search. ``after`` has room for one round."""

    after: RecordArray
    worlds: Worlds
    totals: RolloutTotals
    cards: NDArray[np.int64]


@jit
def _play_on(
    simulator: Simulator, rounds: RecordArray, models_of: NDArray[np.int64], seat: int
) -> float:
    """Return the value for a seat of the round in ``rounds``, played out."""
    simulator.scratch[0] = rounds[0]
    return scratch_value(simulator, models_of, seat)


@jit_noinline
def _rule_out_seen_cards(state: RoundRecord, seat: int, belief: ReplyBelief) -> bool:
    """Update the likelihoods to what the opponent sees; return whether any candidate is left.

    Candidates are ruled out if they have cards of the opponent's hand or of a new table.
    """
    hands = belief.hands
    seen = state.hands[state.to_act] | state.table
    total = 0.0
    for i in range(hands.sizes[seat]):
        likelihood = 0.0
        if hands.candidates[seat, i] & seen == 0:
            for model in range(hands.weights.shape[2]):
                likelihood += hands.weights[seat, i, model]
        belief.likelihoods[i] = likelihood
        total += likelihood
        hands.cumulative[seat, i] = total
    return total > 0


@jit_noinline
def _best_reply(
    simulator: Simulator,
    seat: int,
    belief: ReplyBelief,
    unseen: int,
    workspace: ReplyWorkspace,
    seed: Any,
) -> int:
    """Return the best action of the seat to act in ``workspace.after``, as its search finds it."""
    rules, after = simulator.rules, workspace.after
    state = after[0]
    legal = prune_actions(
        rules[0], legal_actions(rules[0], state), state.hands[state.to_act], state.table
    )
    size = belief.hands.sizes[seat]
    best, chosen, undecided = -np.inf, -1, 0
    rest = legal
    while rest:
        action = lowest_bit(rest)
        rest &= rest - 1
        if not leaves_last_turn_only(rules, after, simulator.scratch, action):
            undecided |= 1 << action
            continue
        value = expected_value(
            simulator,
            after,
            action,
            seat,
            belief.hands.hidden[seat],
            belief.hands.candidates[seat, :size],
            belief.likelihoods[:size],
            workspace.worlds.models_of[0],
        )
        if value > best:
            best, chosen = value, action
    fill_worlds(
        rules[0], after, workspace.worlds, belief.hands, unseen, workspace.cards, simulator.rng
    )
    sums = workspace.totals.sums
    sums[:] = 0.0
    first = 0
    last = _FIRST_WORLDS
    while undecided:
        roll_out(simulator, workspace.worlds, undecided, first, last, seed, workspace.totals)
        if last == REPLY_WORLDS:
            break
        undecided = _best_actions(sums, undecided)
        first, last = last, REPLY_WORLDS
    while undecided:
        action = lowest_bit(undecided)
        undecided &= undecided - 1
        value = sums[action] / REPLY_WORLDS
        if value > best:
            best, chosen = value, action
    return chosen


@jit
def _best_actions(sums: NDArray[np.float64], actions: int) -> int:
    """Return the few actions with the highest sums."""
    while popcount(actions) > _BEST_REPLIES:
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
    simulator: Simulator,
    worlds: Worlds,
    sample: NDArray[np.int64],
    action: int,
    belief: ReplyBelief,
    unseen: int,
    workspace: ReplyWorkspace,
    seed: Any,
) -> float:
    """Return how much an action gains, on average over sampled worlds, if the opponent searches.

    ``sample`` has the numbers of the worlds, ``unseen`` all cards that neither lie open nor are
    known.
    """
    rules, after = simulator.rules, workspace.after
    seat = worlds.rounds[0].to_act
    rng = simulator.rng
    total = 0.0
    for i in range(len(sample)):
        w = sample[i]
        after[0] = worlds.rounds[w]
        apply(rules[0], after[0], action)
        state = after[0]
        if state.phase != TURN or state.to_act == seat or state.last_turns:
            continue
        if not _rule_out_seen_cards(state, seat, belief):
            continue
        rng[0] = spawn(seed, w)
        hidden = unseen & ~(state.hands[state.to_act] | state.table)
        reply = _best_reply(simulator, seat, belief, hidden, workspace, seed)
        replied = workspace.worlds.rounds
        for repetition in range(_REPETITIONS):
            start = spawn(seed, w + repetition)
            rng[0] = start
            total -= _play_on(simulator, after, worlds.models_of[w], seat)
            rng[0] = start
            replied[0] = state
            apply(rules[0], replied[0], reply)
            total += _play_on(simulator, replied, worlds.models_of[w], seat)
    return total / (_REPETITIONS * len(sample))


_WEIGHED: Final = 400  # candidates that the opponent weighs
_SAMPLED: Final = 48  # candidates drawn by weight from the ``_WEIGHED``, for its search


class ReplySearch:
    """Search for the only opponent's best replies to the actions of one decision."""

    def __init__(
        self, simulator: Simulator, determinization: Determinization, random: Random
    ) -> None:
        self._simulator = simulator
        self._determinization = determinization
        self._random = random
        self._seat = int(determinization.now[0].to_act)
        self._workspace = ReplyWorkspace(
            np.zeros(1, ROUND_DTYPE),
            Worlds(
                np.zeros(REPLY_WORLDS, ROUND_DTYPE), np.zeros((REPLY_WORLDS, MAX_SEATS), np.int64)
            ),
            RolloutTotals(
                np.zeros(MAX_ACTIONS), np.zeros((MAX_ACTIONS, REPLY_WORLDS)), np.zeros(MAX_ACTIONS)
            ),
            np.zeros(NUMBER_OF_CARDS, np.int64),
        )

    def gain(self, action: int, worlds: Worlds, sample: NDArray[np.int64]) -> float:
        """Return how much an action gains, on average over the sampled worlds."""
        rules, models = self._simulator.rules, self._simulator.models
        now, seat = self._determinization.now, self._seat
        after = copy_array(now)
        play(rules, after, 0, action)
        hidden = int(after[0].hands[seat] & ~after[0].known[seat])
        unseen = mask_of(self._determinization.unseen) | hidden
        candidates = self._candidates(unseen, hidden.bit_count())
        weights = np.zeros((len(candidates), len(models.priors)))
        history = self._determinization.history
        weigh_hands(
            rules[0],
            after[0],
            History(
                np.concatenate([history.rounds, now]),
                np.array([*history.actions.tolist(), action], np.int64),
            ),
            seat,
            hidden,
            candidates,
            models,
            weights,
        )
        return float(
            reply_gain(
                self._simulator,
                worlds,
                sample,
                action,
                self._belief(hidden, candidates, weights),
                unseen,
                self._workspace,
                np.uint64(self._random.getrandbits(64)),
            )
        )

    def _belief(
        self, hidden: int, candidates: NDArray[np.int64], weights: NDArray[np.float64]
    ) -> ReplyBelief:
        """Return equally weighted candidates, sampled in proportion to their weights."""
        if not weights.any():  # the actions are impossible with any of the candidates
            weights[:] = self._simulator.models.priors
        likelihoods = weights.sum(axis=1)
        points = (np.arange(_SAMPLED) + self._random.random()) / _SAMPLED * likelihoods.sum()
        indices = np.searchsorted(likelihoods.cumsum(), points, "right")
        drawn = np.minimum(indices, len(likelihoods) - 1)
        seat = self._seat
        hands = HandBeliefs(
            np.zeros(MAX_SEATS, np.int64),
            np.zeros((MAX_SEATS, _SAMPLED), np.int64),
            np.ones(MAX_SEATS, np.int64),
            np.zeros((MAX_SEATS, _SAMPLED, weights.shape[1])),
            np.zeros((MAX_SEATS, _SAMPLED)),
        )
        hands.hidden[seat] = hidden
        hands.sizes[seat] = _SAMPLED
        hands.candidates[seat] = candidates[drawn]
        hands.weights[seat] = weights[drawn] / likelihoods[drawn, None]
        return ReplyBelief(hands, np.zeros(_SAMPLED))

    def _candidates(self, unseen: int, number: int) -> NDArray[np.int64]:
        """Return sets of ``number`` unseen cards: all of them, or a random sample."""
        if comb(unseen.bit_count(), number) <= _WEIGHED:
            return hand_combinations(cards_of(unseen), number)
        hands = np.zeros(_WEIGHED, np.int64)
        sample_hands(unseen, hands, number, self._simulator.rng)
        return hands
