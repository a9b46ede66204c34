"""Rounds that are played on twice from a decision: with one action, and with the other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from schwimmen.engine import Array, entry, jit
from schwimmen.players.greedy import best_hand_action, hand_after
from schwimmen.players.policies import Policies, policies_of, policy_action
from schwimmen.players.random_play import undealt_round
from schwimmen.rules.core.bits import bits_at, next_combination, popcount
from schwimmen.rules.core.deal import deal
from schwimmen.rules.core.hand_value import special_kind, value_and_suit
from schwimmen.rules.core.legal import (
    CLOSE,
    EXCHANGE_ALL,
    EXCHANGE_ALL_CLOSE,
    KEEP,
    TAKE,
    legal_actions,
)
from schwimmen.rules.core.rng import Rng, new_rng, shuffle
from schwimmen.rules.core.state import (
    CHOICE,
    OVER,
    ROUND_DTYPE,
    SCORING_POINTS,
    SHUFFLE,
    SPECIAL_NONE,
    TURN,
    CardSet,
    PackOfCards,
    RecordArray,
    RoundRecord,
    RulesArray,
    RulesRecord,
    rules_array,
)
from schwimmen.rules.core.turn import apply, resume_after_shuffle
from schwimmen.rules.ruleset import RuleSet
from schwimmen.simulation.rounds import play_round
from schwimmen.simulation.statistics import VALUES

from ..duplicate_deals import empty_rngs, seed_round

Counts = NDArray[np.int64]

TURNS: Final = 4
"""Number of a player's own turns for which closing is compared with playing on."""

# Sums over the pairs of rounds that differ by one action of a seat. Its gain is the difference that
# the first action makes: lives kept, or doubled points.
PAIRS, GAIN, SQUARES = range(3)
SUMS: Final = 3


class Tallies(NamedTuple):
    """Counts over rounds, which can be added.

    ``lost[v]`` has the numbers of hands of one seat worth ``v / 2`` at the showdown, and of those
    that lost. ``closings[turn, strong, v]`` has the sums of closing with a hand worth ``v / 2`` in
    the player's own turn (from 0) against playing on; ``strong`` is 1 if the table cards that it
    leaves are worth an average hand or more. ``choices[v]`` has the sums of keeping a hand worth
    ``v / 2`` as the dealer against taking the extra hand. ``places[place]`` has the numbers of
    rounds, the scores and their squares of each place in the order of play.
    """

    lost: Annotated[Counts, Array(np.int64, VALUES, 2)]
    closings: Annotated[Counts, Array(np.int64, TURNS, 2, VALUES, SUMS)]
    choices: Annotated[Counts, Array(np.int64, VALUES, SUMS)]
    places: Annotated[Counts, Array(np.int64, 1, SUMS)]

    def plus(self, other: Tallies) -> Tallies:
        """Return the sum of these and other tallies."""
        return Tallies(*(mine + its for mine, its in zip(self, other, strict=True)))


def empty_tallies(seats: int) -> Tallies:
    """Return tallies before the first round."""
    return Tallies(
        lost=np.zeros((VALUES, 2), np.int64),
        closings=np.zeros((TURNS, 2, VALUES, SUMS), np.int64),
        choices=np.zeros((VALUES, SUMS), np.int64),
        places=np.zeros((seats, SUMS), np.int64),
    )


@entry(long=True)
def play_forks(
    rules: RulesArray,
    policies: Policies,
    cards: PackOfCards,
    rounds: Annotated[NDArray[Any], Array(ROUND_DTYPE, 2)],
    seeds: Rng,
    generators: tuple[Rng, Rng, Rng, Rng],
    first: int,
    last: int,
    tallies: Tallies,
) -> None:
    """Play rounds ``first`` to ``last`` and add them to the tallies.

    Seat 0 deals. One seat of each round is observed, in turn; before each of its first turns, and
    before the dealer's choice, the round is also played on in ``rounds[1]`` with either action.
    ``generators`` are those of chance and of the seats, for the round and for these copies.
    """
    state = rounds[0]
    seats = len(policies.seats)
    chance, rngs = generators[0], generators[1]
    for unit in range(first, last + 1):
        observed = unit % seats
        seed_round(seeds, unit, 0, chance, rngs)
        for place in range(len(cards)):
            state.pack[place] = cards[place]
        shuffle(chance, state.pack, rules[0].pack_size)
        deal(rules[0], state, seats, (1 << seats) - 1, 0, 1)
        while state.phase != OVER:
            if state.phase == SHUFFLE:
                shuffle(chance, state.aside, state.aside_count)
                resume_after_shuffle(rules[0], state)
                continue
            seat = state.to_act
            legal = legal_actions(rules[0], state)
            if state.phase == CHOICE:
                _compare_choice(rules, policies, rounds, seeds, generators, unit, tallies)
            elif seat == observed and state.phase == TURN and not state.last_turns:
                _compare_closing(rules, policies, rounds, legal, seeds, generators, unit, tallies)
            action = policy_action(rules[0], state, legal, policies, seat, rngs[seat:])
            apply(rules[0], state, action)
        _count_round(rules[0], state, observed, tallies)


@jit
def _compare_choice(
    rules: RecordArray,
    policies: Policies,
    rounds: RecordArray,
    seeds: Rng,
    generators: tuple[Rng, Rng, Rng, Rng],
    unit: int,
    tallies: Tallies,
) -> None:
    value = value_and_suit(rules[0], rounds[0].hands[rounds[0].to_act])[0]
    pairs = rules[0].hand_size * rules[0].hand_size
    simple = 2 * pairs - EXCHANGE_ALL  # number of an action without a pair, less its kind
    gain = _gain(
        rules, policies, rounds, simple + KEEP, simple + TAKE, seeds, generators, unit, 1
    )  # fmt: skip
    _add(tallies.choices[value], gain)


@jit
def _compare_closing(
    rules: RecordArray,
    policies: Policies,
    rounds: RecordArray,
    legal: int,
    seeds: Rng,
    generators: tuple[Rng, Rng, Rng, Rng],
    unit: int,
    tallies: Tallies,
) -> None:
    """Compare closing with the best hand of this turn to the policy's play without closing."""
    state = rounds[0]
    seat = state.to_act
    turn = int(state.turns_of[seat])
    pairs = rules[0].hand_size * rules[0].hand_size
    simple = 2 * pairs - EXCHANGE_ALL
    closing = (
        ((1 << pairs) - 1) << pairs | 1 << simple + EXCHANGE_ALL_CLOSE | 1 << simple + CLOSE
    ) & legal
    if turn >= TURNS or closing == 0:
        return
    hand, table = int(state.hands[seat]), int(state.table)
    close = best_hand_action(rules[0], closing, hand, table)
    closed_hand = hand_after(rules[0], hand, table, close)
    if rules[0].special != SPECIAL_NONE and special_kind(rules[0], closed_hand):
        return  # it ends the round by itself
    open_action = policy_action(
        rules[0], state, legal & ~closing, policies, seat, generators[1][seat:]
    )
    left = (hand | table) & ~closed_hand
    strong = int(value_and_suit(rules[0], left)[0] >= policies.seats[seat].keep_threshold)
    value = value_and_suit(rules[0], closed_hand)[0]
    gain = _gain(
        rules, policies, rounds, close, open_action, seeds, generators, unit, 2 + turn
    )  # fmt: skip
    _add(tallies.closings[turn, strong, value], gain)


@jit
def _gain(
    rules: RecordArray,
    policies: Policies,
    rounds: RecordArray,
    action: int,
    other: int,
    seeds: Rng,
    generators: tuple[Rng, Rng, Rng, Rng],
    unit: int,
    number: int,
) -> int:
    """Return the gain of the seat to act by an action over another one, in the same deal."""
    seat = rounds[0].to_act
    scores = (0, 0)
    for chosen in (action, other):
        rounds[1] = rounds[0]
        seed_round(seeds, unit, number, generators[2], generators[3])
        apply(rules[0], rounds[1], chosen)
        play_round(rules[0], policies, 0, rounds[1], generators[2], generators[3])
        scores = (scores[1], int(rounds[1].score[seat]))
    gain = scores[0] - scores[1]
    return gain if rules[0].scoring == SCORING_POINTS else -gain


@jit
def _add(sums: Counts, sample: int) -> None:
    sums[PAIRS] += 1
    sums[GAIN] += sample
    sums[SQUARES] += sample * sample


@jit
def _count_round(rules: RulesRecord, state: RoundRecord, observed: int, tallies: Tallies) -> None:
    value = value_and_suit(rules, state.hands[observed])[0]
    score = int(state.score[observed])
    lost = score <= 0 if rules.scoring == SCORING_POINTS else score > 0
    tallies.lost[value, 0] += 1
    tallies.lost[value, 1] += int(lost)
    for place in range(state.seats):
        _add(tallies.places[place], int(state.score[(state.leader + place) % state.seats]))


@entry
def count_values(
    rules: RulesArray, cards: CardSet, counts: Annotated[Counts, Array(np.int64, VALUES)]
) -> None:
    """Add the number of hands of the pack ``cards`` to the counts by their doubled value."""
    places = (1 << rules[0].hand_size) - 1
    while places >> popcount(cards) == 0:
        counts[value_and_suit(rules[0], bits_at(cards, places))[0]] += 1
        places = next_combination(places)


@dataclass(frozen=True, slots=True)
class ForkChunk:
    """Rounds ``first`` to ``last`` between players of one level.

    The seed and the number of a round determine all its random numbers.
    """

    rules: RuleSet
    players: int
    level: str
    seed: int
    first: int
    last: int


def play_chunk(chunk: ForkChunk) -> Tallies:
    """Play a chunk of rounds with forks."""
    tallies = empty_tallies(chunk.players)
    seed = np.random.SeedSequence(chunk.seed).generate_state(1, np.uint64)[0]
    with np.errstate(over="ignore"):  # generators overflow, of which uncompiled NumPy warns
        play_forks(
            rules_array(chunk.rules),
            policies_of(chunk.rules, [chunk.level] * chunk.players),
            undealt_round(chunk.rules)[0].pack.copy(),
            np.zeros(2, ROUND_DTYPE),
            new_rng(int(seed)),
            (empty_rngs(1), empty_rngs(chunk.players), empty_rngs(1), empty_rngs(chunk.players)),
            chunk.first,
            chunk.last,
            tallies,
        )
    return tallies
