"""Afterstate values, learnt by self-play: a value for the hand and the table that an action leaves.

Many actions lead to the same afterstate, so values are learnt sooner than policies. With two
players a fine afterstate includes the known cards of both hands. Its value backs off to that of the
plain afterstate, with the same hand and table, and this to that of the coarse afterstate, in which
hand and table have the same values; the coarser value counts as a fixed number of games. Values do
not depend on the history, so a player that goes by values alone reveals its hand.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from schwimmen.engine import Array, LengthOf, entry, jit, jit_noinline
from schwimmen.players.blueprint.infoset_key import known_hand
from schwimmen.players.blueprint.policy import prune_actions
from schwimmen.players.blueprint.suit_isomorphism import FOUR, group_colour, mix_bits, suit_colours
from schwimmen.players.greedy import best_hand_action, greedy_action, hand_after
from schwimmen.players.random_play import random_action, shuffle_pack, weighted_action
from schwimmen.players.rule_similarity import HEADS_UP
from schwimmen.rules.core.bits import lowest_bit, nth_bit, popcount
from schwimmen.rules.core.deal import deal
from schwimmen.rules.core.hand_value import value_and_suit
from schwimmen.rules.core.legal import (
    CLOSE,
    EXCHANGE_ALL_CLOSE,
    EXCHANGE_CLOSE,
    PASS,
    RENEW,
    action_kind,
    legal_actions,
)
from schwimmen.rules.core.rng import Rng, randbelow, shuffle
from schwimmen.rules.core.state import (
    CHOICE,
    MAX_ACTIONS,
    OVER,
    SCORING_POINTS,
    SHUFFLE,
    UNTIL_ONE_OPEN,
    NumberOfSeats,
    RoundArray,
    RoundRecord,
    RulesArray,
    RulesRecord,
    WholePack,
)
from schwimmen.rules.core.turn import apply, resume_after_shuffle

from .hash_table import ABSENT, find, find_or_add

_EXPLORATION_PERIOD: Final = 12  # decisions for each random one
_MEMORY: Final = 1000.0  # games over which a value is averaged
_BACKOFF_GAMES: Final = 25.0  # games that the value of a coarser afterstate counts as
_POINTS_PER_LIFE: Final = 41.0  # doubled points
UNKNOWN_VALUE: Final = -9.0
"""Value of an unseen afterstate, lower than any other."""
_HANDS: Final = np.uint64(7)
_TABLES: Final = np.uint64(11)
_OTHERS: Final = np.uint64(1 << 40)
_LOWEST_BIT: Final = np.uint64(1)


class AfterstateValues(NamedTuple):
    """Hash table of afterstate values: ``mean[i]`` over ``visits[i]`` games for ``keys[i]``.

    ``number[0]`` is the number of keys. Fine, plain and coarse afterstates have keys of their own.
    ``trajectory`` and ``seats`` are work space for the decisions of a round, ``work`` for the
    values of actions.
    """

    keys: Annotated[NDArray[np.uint64], Array(np.uint64, 1)]
    number: Annotated[NDArray[np.int64], Array(np.int64, 1)]
    mean: Annotated[NDArray[np.float32], Array(np.float32, LengthOf(".keys"))]
    visits: Annotated[NDArray[np.float32], Array(np.float32, LengthOf(".keys"))]
    trajectory: Annotated[NDArray[np.int64], Array(np.int64, LengthOf(".seats"), 3)]
    seats: Annotated[NDArray[np.int64], Array(np.int64, 1)]
    work: Annotated[NDArray[np.float64], Array(np.float64, MAX_ACTIONS)]


def new_values(size: int, longest: int) -> AfterstateValues:
    """Return an empty table for rounds of up to ``longest`` decisions."""
    return AfterstateValues(
        np.zeros(size, np.uint64),
        np.zeros(1, np.int64),
        np.zeros(size, np.float32),
        np.zeros(size, np.float32),
        np.zeros((longest, 3), np.int64),
        np.zeros(longest, np.int64),
        np.zeros(MAX_ACTIONS),
    )


@jit_noinline
def afterstate_keys(rules: RulesRecord, state: RoundRecord, action: int) -> tuple[Any, Any, Any]:
    """Return the keys of the fine, the plain and the coarse afterstate of an action."""
    seat = state.to_act
    kind = action_kind(rules, action)
    four = int(rules.hand_size == FOUR)
    hand, table = state.hands[seat], state.table
    if state.phase == CHOICE or kind == RENEW:
        suits = suit_colours(four, hand, 0, 0)
        colour, _ = group_colour(four, hand, 0, suits, hand)
        coarse = mix_bits(np.uint64(value_and_suit(rules, hand)[0] << 8 | kind)) | _LOWEST_BIT
        plain = mix_bits(colour + np.uint64(kind)) | _LOWEST_BIT
        return plain, plain, coarse
    after = hand_after(rules, hand, table, action)
    left = (hand | table) ^ after
    suits = suit_colours(four, after, left, 0)
    hand_colour, _ = group_colour(four, after, left, suits, after)
    table_colour, _ = group_colour(four, after, left, suits, left)
    context = _context(rules, state, seat, kind)
    worth = value_and_suit(rules, after)[0] << 14 | value_and_suit(rules, left)[0] << 7
    coarse = mix_bits(np.uint64((worth | _best_exchange(rules, after, left)) << 16 | context))
    plain = mix_bits(hand_colour * _HANDS + table_colour * _TABLES + np.uint64(context))
    fine = plain
    if popcount(state.active) == HEADS_UP:
        known, value = known_hand(rules, state, lowest_bit(state.active & ~(1 << seat)))
        if known:
            suits = suit_colours(four, after, left, known)
            hand_colour, _ = group_colour(four, after, left, suits, after)
            table_colour, _ = group_colour(four, after, left, suits, left)
        shown = (state.known[seat] | table) & after
        more = value
        if popcount(shown) == 1:
            colour, _ = group_colour(four, after, left, suits, shown)
            hand_colour += colour * _TABLES
        elif shown == after:
            more |= 1 << 7
        fine = mix_bits(
            hand_colour * _HANDS
            + table_colour * _TABLES
            + np.uint64(more << 16 | context)
            + _OTHERS
        )
    return fine | _LOWEST_BIT, plain | _LOWEST_BIT, coarse | _LOWEST_BIT


@jit
def _best_exchange(rules: RulesRecord, hand: int, table: int) -> int:
    """Return the doubled value of the best hand after an exchange of one card."""
    best = 0
    for i in range(rules.hand_size):
        rest = hand ^ nth_bit(hand, i)
        for j in range(rules.hand_size):
            best = max(best, value_and_suit(rules, rest | nth_bit(table, j))[0])
    return best


@jit
def _context(rules: RulesRecord, state: RoundRecord, seat: int, kind: int) -> int:
    players = popcount(state.active)
    turns = state.turns_of[seat]
    context: int = int(kind in (EXCHANGE_CLOSE, EXCHANGE_ALL_CLOSE, CLOSE))
    context |= min(turns, 2) << 1
    if players == 2:
        if turns == 0:
            context |= int(seat == state.leader) << 3
            context |= (state.took & int(seat == state.leader)) << 4
        if kind == PASS:
            context |= (1 + int(state.passes)) << 5
    else:
        if turns == 0:
            context |= min(state.turns, 9) << 3
        if kind == PASS:
            context |= (1 + int(state.passes + 1 >= players)) << 7
    if rules.close_effect == UNTIL_ONE_OPEN:
        context |= min(popcount(state.playing), 4) << 9
    return context


@jit
def blended_value(values: AfterstateValues, fine: int, plain: int, coarse: int) -> float:
    """Return a fine afterstate's value, backed off to the plain and the coarse one.

    Indices may be ``ABSENT``; if all are, the value is ``UNKNOWN_VALUE``.
    """
    games = 0.0
    mean = UNKNOWN_VALUE
    if coarse != ABSENT and values.visits[coarse] > 0:
        games = min(_BACKOFF_GAMES, values.visits[coarse])
        mean = values.mean[coarse]
    if plain != ABSENT and values.visits[plain] > 0:
        own = min(values.visits[plain], _MEMORY)
        mean = (games * mean + own * values.mean[plain]) / (games + own)
        games = min(_BACKOFF_GAMES, games + own)
    if fine not in (plain, ABSENT) and values.visits[fine] > 0:
        own = min(values.visits[fine], _MEMORY)
        mean = (games * mean + own * values.mean[fine]) / (games + own)
    return mean


@jit_noinline
def look_up_values(
    rules: RulesRecord, state: RoundRecord, actions: int, values: AfterstateValues
) -> float:
    """Write the values of actions to ``values.work``; return the highest."""
    best = UNKNOWN_VALUE
    while actions:
        action = lowest_bit(actions)
        actions &= actions - 1
        fine, plain, coarse = afterstate_keys(rules, state, action)
        plain_index = find(values.keys, plain)
        fine_index = plain_index if fine == plain else find(values.keys, fine)
        value = blended_value(values, fine_index, plain_index, find(values.keys, coarse))
        values.work[action] = value
        best = max(best, value)
    return best


@jit_noinline
def sample_action(
    rules: RulesRecord,
    state: RoundRecord,
    values: AfterstateValues,
    temperature: float,
    keep: int,
    rng: Rng,
) -> int:
    """Sample an action of the seat to act from a softmax of the values.

    ``temperature`` is the difference of values that makes an action e times as likely. Unknown
    afterstates are played by the greedy policy, with the keep threshold ``keep``.
    """
    legal = legal_actions(rules, state)
    hand = state.hands[state.to_act]
    if state.last_turns:
        return best_hand_action(rules, legal, hand, state.table)
    actions = prune_actions(rules, legal, hand, state.table)
    best = look_up_values(rules, state, actions, values)
    if best <= UNKNOWN_VALUE:
        return greedy_action(rules, state, legal, keep)
    total = softmax_weights(actions, best, temperature, values.work)
    return weighted_action(actions, values.work, total, rng)


@jit
def softmax_weights(
    actions: int, best: float, temperature: float, work: NDArray[np.float64]
) -> float:
    """Replace values in ``work`` by softmax weights; return their sum."""
    total = 0.0
    while actions:
        action = lowest_bit(actions)
        actions &= actions - 1
        work[action] = np.exp((work[action] - best) / temperature)
        total += work[action]
    return total


@entry(long=True)
def learn_values(
    rules: RulesArray,
    rounds: RoundArray,
    cards: WholePack,
    values: AfterstateValues,
    players: NumberOfSeats,
    first: int,
    last: int,
    temperature: float,
    keep: int,
    rng: Rng,
) -> None:
    """Play the rounds ``first`` to ``last - 1`` and update the values by their results."""
    state = rounds[0]
    for played in range(first, last):
        dealer = played % players
        shuffle_pack(rules[0], state, cards, rng)
        deal(rules[0], state, players, (1 << players) - 1, dealer, (dealer + 1) % players)
        length, explored = 0, 0
        while state.phase != OVER:
            if state.phase == SHUFFLE:
                shuffle(rng, state.aside, state.aside_count)
                resume_after_shuffle(rules[0], state)
                continue
            if state.last_turns:
                action = sample_action(rules[0], state, values, temperature, keep, rng)
            else:
                if randbelow(rng, _EXPLORATION_PERIOD) == 0:
                    legal = legal_actions(rules[0], state)
                    hand = state.hands[state.to_act]
                    action = random_action(prune_actions(rules[0], legal, hand, state.table), rng)
                    length = 0  # earlier decisions are not judged by a random action
                    explored |= 1 << state.to_act
                else:
                    action = sample_action(rules[0], state, values, temperature, keep, rng)
                # Later decisions of other seats are not judged by it either.
                if not explored & ~(1 << state.to_act):
                    record_decision(rules[0], state, action, values, length)
                    length += 1
            apply(rules[0], state, action)
        update_values(rules[0], state, values, length)


@jit
def record_decision(
    rules: RulesRecord, state: RoundRecord, action: int, values: AfterstateValues, length: int
) -> None:
    """Record the afterstate of a decision until the round is over."""
    fine, plain, coarse = afterstate_keys(rules, state, action)
    trajectory = values.trajectory[length]
    trajectory[0] = find_or_add(values.keys, fine, values.number)
    trajectory[1] = ABSENT if fine == plain else find_or_add(values.keys, plain, values.number)
    trajectory[2] = find_or_add(values.keys, coarse, values.number)
    values.seats[length] = state.to_act


@jit
def update_values(
    rules: RulesRecord, state: RoundRecord, values: AfterstateValues, length: int
) -> None:
    """Update the afterstates of all recorded decisions by the result of the round."""
    for i in range(length):
        gain = round_gain(rules, state, values.seats[i])
        for level in range(3):
            update_value(values, values.trajectory[i, level], gain)


@jit
def update_value(values: AfterstateValues, index: int, value: float) -> None:
    """Add one game to an afterstate's value; the index may be ``ABSENT``."""
    if index != ABSENT:
        values.visits[index] += 1
        values.mean[index] += (value - values.mean[index]) / min(values.visits[index], _MEMORY)


@jit
def round_gain(rules: RulesRecord, state: RoundRecord, seat: int) -> float:
    """Return a seat's gain in a finished round, in lives.

    It is the mean number of lives that the opponents lost minus the seat's own; points are
    converted to lives.
    """
    total = 0
    for other in range(state.seats):
        total += state.score[other]
    own = state.score[seat]
    difference: float = (total - own) / (popcount(state.active) - 1) - own
    return -difference / _POINTS_PER_LIFE if rules.scoring == SCORING_POINTS else difference
