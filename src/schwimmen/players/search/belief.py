"""Beliefs about hidden hands: candidates weighted by the likelihood of their owner's actions."""

from __future__ import annotations

from typing import Annotated, Final, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from schwimmen.engine import Array, LengthOf, jit, jit_noinline
from schwimmen.rules.core.bits import bits_at, lowest_bit, next_combination, nth_bit, popcount
from schwimmen.rules.core.hand_value import (
    may_hide_special,
    special_kind,
    strength,
    value_and_suit,
)
from schwimmen.rules.core.legal import EXCHANGE_CLOSE, action_kind, legal_actions
from schwimmen.rules.core.rng import Rng, randbelow, random_fraction, shuffle
from schwimmen.rules.core.rows import MAX_SEATS, IntArray, Pack, PerSeat
from schwimmen.rules.core.state import (
    CHOICE,
    NO_SEAT,
    RECYCLE_IN_ORDER,
    SPECIAL_NONE,
    AnyRounds,
    RecordArray,
    RoundRecord,
    RulesRecord,
    record_dtype,
)

from ..blueprint.policy import blueprint_weights
from ..blueprint.policy_table import Blueprint
from ..greedy import hand_after
from .opponent_model import (
    AT_RANDOM,
    BY_BLUEPRINT,
    CLOSE_THRESHOLDS,
    INSTEAD_OF_BLUEPRINT,
    MIXTURES,
    MODELS,
    mixture_weight,
    threshold_weights,
    tremble,
    write_values,
)

_TRIES: Final = 12  # draws of a hand that is possible beside other hands, and of all hands
_NO_HANDS: Final = -1


class OpponentModels(NamedTuple):
    """Opponent models of all seats.

    ``priors[seat]`` has the probability of each of the ``MODELS`` before the round. ``weights`` and
    ``values`` are work space for weights of actions and for the hands that these leave.
    """

    priors: NDArray[np.float64]
    blueprint: Blueprint
    keep_threshold: int
    weights: NDArray[np.float64]
    values: IntArray


class History(NamedTuple):
    """Past decisions of a determinized round: the round before each action, and the action."""

    rounds: AnyRounds
    actions: Annotated[NDArray[np.int64], Array(np.int64, LengthOf(".rounds"))]


class CandidateRecord(Protocol):
    """Record of cards that may be the hidden ones of a hand."""

    cards: int
    weights: Annotated[NDArray[np.float64], np.float64, (MODELS,)]
    """Joint weight of the cards and each opponent model."""
    likelihood: Annotated[float, np.float64]
    """Sum of the weights."""
    cumulative: Annotated[float, np.float64]
    """Running sum of the likelihoods, this one included."""


CANDIDATE_DTYPE: Final = record_dtype(CandidateRecord)


class HandBeliefs(NamedTuple):
    """Beliefs about the hidden cards of every seat.

    ``hidden[seat]`` are the hidden cards of the determinized round, which may be exchanged for
    those of the ``candidates`` from ``first[seat]`` to ``first[seat] + sizes[seat] - 1``.
    """

    hidden: IntArray
    first: IntArray
    sizes: IntArray
    candidates: RecordArray


class ModelsRecord(Protocol):
    """Record of the opponent models of a world."""

    of: PerSeat
    weights: Annotated[NDArray[np.float64], np.float64, (len(MIXTURES),)]
    """Weight of the world by each of the ``MIXTURES``, 1 as fitted."""


MODELS_DTYPE: Final = record_dtype(ModelsRecord)


class Worlds(NamedTuple):
    """Determinized rounds, and the opponent models of the seats in each of them."""

    rounds: RecordArray
    models: RecordArray


@jit_noinline
def model_weights(
    rules: RulesRecord,
    state: RoundRecord,
    legal: int,
    models: OpponentModels,
    model: int,
    close_thresholds: IntArray,
) -> float:
    """Write a model's weight of each legal action to ``models.weights``; return their sum.

    ``close_thresholds`` has the doubled value around which each model closes. ``models.values`` are
    those that ``write_values`` wrote for the seat to act.
    """
    if model == BY_BLUEPRINT:
        total = blueprint_weights(rules, state, legal, models.blueprint, models.weights)
        if total > 0:
            return total
        model = INSTEAD_OF_BLUEPRINT
    return threshold_weights(
        rules,
        legal,
        value_and_suit(rules, state.hands[state.to_act])[0],
        models.values,
        model,
        close_thresholds[model],
        models.keep_threshold,
        models.weights,
    )


@jit
def renumber_exchange(rules: RulesRecord, action: int, before: int, after: int) -> int:
    """Return the number that an action has with another hand that holds the given card as well."""
    if action_kind(rules, action) > EXCHANGE_CLOSE:
        return action
    size: int = rules.hand_size
    position = action // size % size
    given = nth_bit(before, position)
    return action + size * (popcount(after & (given - 1)) - position)


@jit_noinline
def may_have_held(
    rules: RulesRecord, now: RoundRecord, history: History, seat: int, hidden: int, cards: int
) -> bool:
    """Return whether a seat may have held cards in place of its hidden ones, by R12 and R28.

    ``hidden`` are the seat's hidden cards in the determinized round ``now``. A special hand would
    have ended the round or would lie open, now or before one of the seat's actions.
    """
    if hidden == 0 or rules.special == SPECIAL_NONE:
        return True
    if special_kind(rules, now.hands[seat] & ~hidden | cards) and not may_hide_special(now, seat):
        return False
    for k in range(len(history.rounds)):
        state = history.rounds[k]
        before = state.hands[seat]
        if state.to_act != seat or before & hidden != hidden:
            continue
        if special_kind(rules, before & ~hidden | cards):
            return False
    return True


@jit_noinline
def repeats(history: History, place: int) -> bool:
    """Return whether a decision is the same as an earlier one of the round.

    A player that stands before the same hand and table cards again and does the same again shows
    nothing new.
    """
    state = history.rounds[place]
    seat = state.to_act
    for k in range(place):
        earlier = history.rounds[k]
        if (
            earlier.to_act == seat
            and history.actions[k] == history.actions[place]
            and earlier.table == state.table
            and earlier.hands[seat] == state.hands[seat]
            and earlier.last_turns == state.last_turns
        ):
            return True
    return False


@jit_noinline
def weigh_action(
    rules: RulesRecord,
    state: RoundRecord,
    action: int,
    models: OpponentModels,
    weights: NDArray[np.float64],
) -> None:
    """Multiply the weight of each opponent model by its probability of an action.

    It is an action of the seat to act. All models but the last one take the best hand in the last
    turns.
    """
    legal = legal_actions(rules, state)
    hand = state.hands[state.to_act]
    if state.last_turns:
        share = _best_hand_share(rules, legal, hand, state.table, action)
        for model in range(MODELS):
            weights[model] *= tremble(model, share, legal)
        return
    write_values(rules, legal, hand, state.table, models.values)
    thresholds = CLOSE_THRESHOLDS[rules.hand_size - 3]
    for model in range(MODELS):
        share = 0.0
        if model != AT_RANDOM and weights[model] > 0:
            total = model_weights(rules, state, legal, models, model, thresholds)
            share = models.weights[action] / total
        weights[model] *= tremble(model, share, legal)


@jit
def _best_hand_share(rules: RulesRecord, legal: int, hand: int, table: int, action: int) -> float:
    """Return the share of an action among all that leave the best hand, 0 if it is none of them."""
    own = strength(rules, hand_after(rules, hand, table, action))
    equal = 0
    while legal:
        rank = strength(rules, hand_after(rules, hand, table, lowest_bit(legal)))
        legal &= legal - 1
        if rank > own:
            return 0.0
        equal += int(rank == own)
    return 1.0 / equal


@jit_noinline
def weigh_hands(
    rules: RulesRecord,
    now: RoundRecord,
    history: History,
    seat: int,
    hidden: int,
    candidates: RecordArray,
    models: OpponentModels,
) -> None:
    """Write the weights and likelihoods of candidates, and the running sum of the latter.

    ``hidden`` are the seat's hidden cards in the determinized round ``now``. Repeated decisions
    count once. Candidates that the seat cannot have held have weight 0. If all candidates are ruled
    out, those that it may have held get the priors of the models instead; if there are none, so do
    the hidden cards themselves, in place of the first candidate.
    """
    _write_priors(rules, now, history, seat, hidden, candidates, models)
    for k in range(len(history.rounds)):
        state = history.rounds[k]
        before = state.hands[seat]
        if state.to_act != seat or before & hidden != hidden or repeats(history, k):
            continue
        for i in range(len(candidates)):
            candidate = candidates[i]
            if candidate.likelihood <= 0:
                continue
            own = before & ~hidden | candidate.cards
            action = renumber_exchange(rules, history.actions[k], before, own)
            state.hands[seat] = own
            weigh_action(rules, state, action, models, candidate.weights)
        state.hands[seat] = before
    if add_likelihoods(candidates) <= 0:
        _write_priors(rules, now, history, seat, hidden, candidates, models)


@jit_noinline
def _write_priors(
    rules: RulesRecord,
    now: RoundRecord,
    history: History,
    seat: int,
    hidden: int,
    candidates: RecordArray,
    models: OpponentModels,
) -> None:
    """Give the priors of the models to the candidates that the seat may have held."""
    for i in range(len(candidates)):
        candidate = candidates[i]
        possible = may_have_held(rules, now, history, seat, hidden, candidate.cards)
        for model in range(MODELS):
            candidate.weights[model] = models.priors[seat, model] if possible else 0.0
    if add_likelihoods(candidates) <= 0:
        candidates[0].cards = hidden
        for model in range(MODELS):
            candidates[0].weights[model] = models.priors[seat, model]
        add_likelihoods(candidates)


@jit
def add_likelihoods(candidates: RecordArray) -> float:
    """Write the likelihoods of candidates and their running sum; return the sum of all."""
    total = 0.0
    for i in range(len(candidates)):
        candidate = candidates[i]
        likelihood = 0.0
        for model in range(MODELS):
            likelihood += candidate.weights[model]
        total += likelihood
        candidate.likelihood = likelihood
        candidate.cumulative = total
    return total


@jit
def number_of_sets(cards: int, size: int) -> int:
    """Return the number of sets of ``size`` of the cards."""
    number = popcount(cards)
    sets = 1
    for chosen in range(size):
        sets = sets * (number - chosen) // (chosen + 1)
    return sets


@jit_noinline
def write_candidates(
    cards: int, size: int, candidates: RecordArray, most: int, sample: int, rng: Rng
) -> int:
    """Write all sets of ``size`` cards, or a sample; return the number of sets written.

    If there are more than ``most``, ``sample`` of them are drawn at random.
    """
    number = number_of_sets(cards, size)
    if number > most:
        for i in range(sample):
            candidates[i].cards = sample_cards(cards, size, rng)
        return sample
    places = (1 << size) - 1
    candidates[0].cards = bits_at(cards, places)
    for i in range(1, number):
        places = next_combination(places)
        candidates[i].cards = bits_at(cards, places)
    return number


@jit
def sample_index(cumulative: NDArray[np.float64], rng: Rng) -> int:
    """Sample an index by cumulative weights."""
    low, high = 0, len(cumulative) - 1
    point = random_fraction(rng) * cumulative[high]
    while low < high:
        middle = (low + high) // 2
        if cumulative[middle] > point:
            high = middle
        else:
            low = middle + 1
    return low


@jit
def deal_unseen_cards(
    rules: RulesRecord, world: RoundRecord, unseen: int, cards: IntArray, rng: Rng
) -> None:
    """Shuffle unseen cards into the talon and, at the dealer's choice, into the extra hand.

    ``cards`` is work space.
    """
    number = 0
    while unseen:
        cards[number] = lowest_bit(unseen)
        unseen &= unseen - 1
        number += 1
    shuffle(rng, cards, number)
    if world.phase == CHOICE:
        extra = 0
        for _ in range(rules.hand_size):
            number -= 1
            extra |= 1 << int(cards[number])
        world.extra = extra
    for position in range(world.talon_top, world.talon_end):
        number -= 1
        world.pack[position] = cards[number]


@jit_noinline
def fill_worlds(
    rules: RulesRecord,
    now: RecordArray,
    history: History,
    worlds: Worlds,
    beliefs: HandBeliefs,
    viewer: int,
    unseen: int,
    cards: Pack,
    rng: Rng,
) -> None:
    """Sample worlds: hands and models by their joint weights, all other cards at random.

    ``now`` has the determinized round after a history, ``viewer`` is the seat with the beliefs,
    ``unseen`` are all cards that may be hidden from it; ``cards`` is work space.
    """
    state = now[0]
    others = int(state.active)
    if viewer != NO_SEAT:
        others &= ~(1 << viewer)
    for w in range(len(worlds.rounds)):
        worlds.rounds[w] = now[0]
        world = worlds.rounds[w]
        taken = _NO_HANDS
        for _ in range(_TRIES):
            taken = _sample_hands(
                rules, state, history, world, worlds.models[w].of, beliefs, viewer, unseen, rng
            )
            if taken != _NO_HANDS:
                break
        if taken == _NO_HANDS:  # the hands of the determinized round are possible
            taken = 0
            for seat in range(state.seats):
                world.hands[seat] = state.hands[seat]
                if others >> seat & 1:
                    taken |= beliefs.hidden[seat]
        for mixture in range(len(MIXTURES)):
            models = worlds.models[w]
            models.weights[mixture] = mixture_weight(mixture, models.of, others)
        if state.recyclings and rules.recycle == RECYCLE_IN_ORDER:
            continue  # the order of the talon is known
        talon = 0
        for position in range(state.talon_top, state.talon_end):
            talon |= 1 << int(state.pack[position])
        # Recycled cards in the talon have been seen, but their order has not.
        deal_unseen_cards(rules, world, (unseen & ~taken) | (talon & ~unseen), cards, rng)


@jit_noinline
def _sample_hands(
    rules: RulesRecord,
    state: RoundRecord,
    history: History,
    world: RoundRecord,
    models_of: PerSeat,
    beliefs: HandBeliefs,
    viewer: int,
    unseen: int,
    rng: Rng,
) -> int:
    """Sample the hands and models of a world; return all hidden cards in the hands.

    Returns ``_NO_HANDS`` if no hand of a seat is found that it may hold beside the others.
    """
    candidates = beliefs.candidates
    taken = 0
    for seat in range(MAX_SEATS):
        models_of[seat] = BY_BLUEPRINT
    first = randbelow(rng, int(state.seats))
    for step in range(state.seats):
        seat = (first + step) % state.seats
        if not state.active >> seat & 1 or seat == viewer:
            continue
        hidden = beliefs.hidden[seat]
        start = beliefs.first[seat]
        cumulative = candidates["cumulative"][start : start + beliefs.sizes[seat]]
        chosen = -1
        for _ in range(_TRIES):
            i = start + sample_index(cumulative, rng)
            if candidates[i].cards & taken == 0:
                chosen = i
                break
        if chosen >= 0:
            held = candidates[chosen].cards
        else:
            chosen = start
            held = _sample_other_hand(rules, state, history, seat, hidden, unseen & ~taken, rng)
            if held == _NO_HANDS:
                return _NO_HANDS
        models_of[seat] = _sample_model(candidates[chosen], rng)
        taken |= held
        world.hands[seat] = state.hands[seat] & ~hidden | held
    return taken


@jit
def _sample_other_hand(
    rules: RulesRecord,
    state: RoundRecord,
    history: History,
    seat: int,
    hidden: int,
    cards: int,
    rng: Rng,
) -> int:
    """Return random cards that a seat may have held in place of its hidden ones."""
    for _ in range(_TRIES):
        held = sample_cards(cards, popcount(hidden), rng)
        if may_have_held(rules, state, history, seat, hidden, held):
            return held
    return _NO_HANDS


@jit
def _sample_model(candidate: CandidateRecord, rng: Rng) -> int:
    total = 0.0
    for model in range(MODELS):
        total += candidate.weights[model]
    remaining = random_fraction(rng) * total
    for model in range(MODELS):
        remaining -= candidate.weights[model]
        if remaining < 0:
            return model
    return BY_BLUEPRINT


@jit
def sample_cards(cards: int, number: int, rng: Rng) -> int:
    """Return a random set of ``number`` of the cards."""
    chosen = 0
    for _ in range(number):
        rest = cards
        for _ in range(randbelow(rng, popcount(cards))):
            rest &= rest - 1
        chosen |= rest & -rest
        cards &= ~(rest & -rest)
    return chosen
