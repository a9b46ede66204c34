"""What it is worth to have acted: learnt by self-play, a value for every hand and table left.

Many actions lead to the same place, so that values are known sooner than play is. A place has what
is known of hands in it, with two players. It borrows from its plain value, that of all places with
the same hand and table, and this from its rough value, that of all where these are worth the same;
what is borrowed counts as much as some games. Values forget how a place was come to: a player who
goes by them alone can be read like a book.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from schwimmen.players.blueprint.infoset_key import HEADS_UP, known_hand
from schwimmen.players.blueprint.player import prune_actions
from schwimmen.players.blueprint.suit_isomorphism import FOUR, group_colour, mix_bits, suit_colours
from schwimmen.players.greedy import BY_TURN, best_hand_action, greedy_action, hand_after
from schwimmen.players.random_play import random_action, shuffle_pack, weighted_action
from schwimmen.rules.core.bits import lowest_bit, nth_bit, popcount
from schwimmen.rules.core.deal import deal
from schwimmen.rules.core.hand_value import value_and_suit
from schwimmen.rules.core.jit import jit, jit_noinline
from schwimmen.rules.core.legal import (
    CLOSE,
    EXCHANGE_ALL_CLOSE,
    EXCHANGE_CLOSE,
    PASS,
    RENEW,
    action_kind,
    legal_actions,
)
from schwimmen.rules.core.rng import randbelow, shuffle
from schwimmen.rules.core.state import CHOICE, OVER, SHUFFLE, UNTIL_ONE_OPEN
from schwimmen.rules.core.turn import apply, resume_after_shuffle

from .hash_table import ABSENT, find, find_or_add, round_gain

MAX_ACTIONS: Final = 64
"""Places for values of actions."""

_EXPLORED: Final = 12  # one decision of so many is a random one
_MEMORY: Final = 1000.0  # games that a value goes back to
_ROUGHLY: Final = 25.0  # games in a place that its rough value counts as much as
UNKNOWN_VALUE: Final = -9.0
"""The value of what has never been seen: less than anything."""
_HANDS: Final = np.uint64(7)
_TABLES: Final = np.uint64(11)
_OTHERS: Final = np.uint64(1 << 40)
_LOWEST_BIT: Final = np.uint64(1)


class AfterstateValues(NamedTuple):
    """Values by key: ``mean[place]`` of ``visits[place]`` games.

    Plain and rough values are there by keys of their own.

    ``course`` and ``seats`` have room for the decisions of a round, ``work`` for the values of
    actions.
    """

    keys: Any
    number: Any
    mean: Any
    visits: Any
    course: Any
    seats: Any
    work: Any


def new_values(places: int, longest: int) -> AfterstateValues:
    """Nothing learnt yet; a round has ``longest`` decisions at most."""
    return AfterstateValues(
        np.zeros(places, np.uint64),
        np.zeros(1, np.int64),
        np.zeros(places, np.float32),
        np.zeros(places, np.float32),
        np.zeros((longest, 3), np.int64),
        np.zeros(longest, np.int64),
        np.zeros(MAX_ACTIONS),
    )


@jit_noinline
def afterstate_keys(rules: Any, state: Any, action: int) -> tuple[Any, Any, Any]:
    """Keys of where an action of the seat to act leads: with all that matters, without what is
    known of hands, and of its rough value."""
    seat = state.to_act
    kind = action_kind(rules, action)
    four = int(rules.hand_size == FOUR)
    hand, table = state.hands[seat], state.table
    if state.phase == CHOICE or kind == RENEW:
        suits = suit_colours(four, hand, 0, 0)
        colour, _ = group_colour(four, hand, 0, suits, hand)
        rough = mix_bits(np.uint64(value_and_suit(rules, hand)[0] << 8 | kind)) | _LOWEST_BIT
        plain = mix_bits(colour + np.uint64(kind)) | _LOWEST_BIT
        return plain, plain, rough
    after = hand_after(rules, hand, table, action)
    left = (hand | table) ^ after
    suits = suit_colours(four, after, left, 0)
    mine, _ = group_colour(four, after, left, suits, after)
    its, _ = group_colour(four, after, left, suits, left)
    about = _circumstances(rules, state, seat, kind)
    worth = value_and_suit(rules, after)[0] << 14 | value_and_suit(rules, left)[0] << 7
    rough = mix_bits(np.uint64((worth | _best_exchange(rules, after, left)) << 16 | about))
    plain = mix_bits(mine * _HANDS + its * _TABLES + np.uint64(about))
    fine = plain
    if popcount(state.active) == HEADS_UP:
        known, value = known_hand(rules, state, lowest_bit(state.active & ~(1 << seat)))
        if known:
            suits = suit_colours(four, after, left, known)
            mine, _ = group_colour(four, after, left, suits, after)
            its, _ = group_colour(four, after, left, suits, left)
        shown = (state.known[seat] | table) & after
        more = value
        if popcount(shown) == 1:
            colour, _ = group_colour(four, after, left, suits, shown)
            mine += colour * _TABLES
        elif shown == after:
            more |= 1 << 7
        fine = mix_bits(mine * _HANDS + its * _TABLES + np.uint64(more << 16 | about) + _OTHERS)
    return fine | _LOWEST_BIT, plain | _LOWEST_BIT, rough | _LOWEST_BIT


@jit
def _best_exchange(rules: Any, hand: int, table: int) -> int:
    """The doubled value of the best hand that an exchange of one card would make."""
    best = 0
    for i in range(rules.hand_size):
        rest = hand ^ nth_bit(hand, i)
        for j in range(rules.hand_size):
            best = max(best, value_and_suit(rules, rest | nth_bit(table, j))[0])
    return best


@jit
def _circumstances(rules: Any, state: Any, seat: int, kind: int) -> int:
    players = popcount(state.active)
    turns = state.turns_of[seat]
    about: int = int(kind in (EXCHANGE_CLOSE, EXCHANGE_ALL_CLOSE, CLOSE))
    about |= min(turns, 2) << 1
    if players == 2:
        if turns == 0:
            about |= int(seat == state.leader) << 3
            about |= (state.took & int(seat == state.leader)) << 4
        if kind == PASS:
            about |= (1 + int(state.passes)) << 5
    else:
        if turns == 0:
            about |= min(state.turns, 9) << 3
        if kind == PASS:
            about |= (1 + int(state.passes + 1 >= players)) << 7
    if rules.close_effect == UNTIL_ONE_OPEN:
        about |= min(popcount(state.playing), 4) << 9
    return about


@jit
def blended_value(values: AfterstateValues, fine: int, plain: int, rough: int) -> float:
    """The value of a place with those it borrows from; all may be ``ABSENT``, then
    ``UNKNOWN_VALUE``."""
    games = 0.0
    mean = UNKNOWN_VALUE
    if rough != ABSENT and values.visits[rough] > 0:
        games = min(_ROUGHLY, values.visits[rough])
        mean = values.mean[rough]
    if plain != ABSENT and values.visits[plain] > 0:
        own = min(values.visits[plain], _MEMORY)
        mean = (games * mean + own * values.mean[plain]) / (games + own)
        games = min(_ROUGHLY, games + own)
    if fine not in (plain, ABSENT) and values.visits[fine] > 0:
        own = min(values.visits[fine], _MEMORY)
        mean = (games * mean + own * values.mean[fine]) / (games + own)
    return mean


@jit_noinline
def look_up_values(rules: Any, state: Any, actions: int, values: AfterstateValues) -> float:
    """Write the values of actions into ``values.work`` and return the best."""
    best = UNKNOWN_VALUE
    while actions:
        action = lowest_bit(actions)
        actions &= actions - 1
        fine, plain, rough = afterstate_keys(rules, state, action)
        at = find(values.keys, plain)
        finely = at if fine == plain else find(values.keys, fine)
        value = blended_value(values, finely, at, find(values.keys, rough))
        values.work[action] = value
        best = max(best, value)
    return best


@jit_noinline
def sample_action(
    rules: Any, state: Any, values: AfterstateValues, temperature: float, keep: int, numbers: Any
) -> int:
    """An action of the seat to act, the likelier the better it is.

    ``temperature`` is the difference of values that makes an action e times as likely; ``keep`` the
    doubled value from which a dealer keeps, for the beginning.
    """
    legal = legal_actions(rules, state)
    hand = state.hands[state.to_act]
    if state.last_turns:
        return best_hand_action(rules, legal, hand, state.table)
    actions = prune_actions(rules, legal, hand, state.table)
    best = look_up_values(rules, state, actions, values)
    if best <= UNKNOWN_VALUE:
        return greedy_action(
            rules, legal, hand, state.table, state.turns_of[state.to_act], popcount(state.active),
            state.last_turns, keep, BY_TURN,
        )  # fmt: skip
    total = softmax_weights(actions, best, temperature, values.work)
    return weighted_action(actions, values.work, total, numbers)


@jit
def softmax_weights(actions: int, best: float, temperature: float, work: Any) -> float:
    """Make weights of values; returns the sum of all."""
    total = 0.0
    while actions:
        action = lowest_bit(actions)
        actions &= actions - 1
        work[action] = np.exp((work[action] - best) / temperature)
        total += work[action]
    return total


@jit
def learn_values(
    rules: Any,
    rounds: Any,
    cards: Any,
    values: AfterstateValues,
    players: int,
    first: int,
    last: int,
    temperature: float,
    keep: int,
    numbers: Any,
) -> None:
    """Play rounds ``first`` to ``last - 1`` and take in what came of them."""
    state = rounds[0]
    for played in range(first, last):
        dealer = played % players
        shuffle_pack(rules[0], state, cards, numbers)
        deal(rules[0], state, players, (1 << players) - 1, dealer, (dealer + 1) % players)
        length, strayed = 0, 0
        while state.phase != OVER:
            if state.phase == SHUFFLE:
                shuffle(numbers, state.aside, state.aside_count)
                resume_after_shuffle(rules[0], state)
                continue
            if state.last_turns:
                action = sample_action(rules[0], state, values, temperature, keep, numbers)
            else:
                if randbelow(numbers, _EXPLORED) == 0:
                    legal = legal_actions(rules[0], state)
                    hand = state.hands[state.to_act]
                    action = random_action(
                        prune_actions(rules[0], legal, hand, state.table), numbers
                    )
                    length = 0  # what came before is not to be judged by it
                    strayed |= 1 << state.to_act
                else:
                    action = sample_action(rules[0], state, values, temperature, keep, numbers)
                # Nor what others do next, who do not know that it was for no reason.
                if not strayed & ~(1 << state.to_act):
                    record_decision(rules[0], state, action, values, length)
                    length += 1
            apply(rules[0], state, action)
        update_values(rules[0], state, values, length)


@jit
def record_decision(
    rules: Any, state: Any, action: int, values: AfterstateValues, length: int
) -> None:
    """Note where a decision leads, for when the round is over."""
    fine, plain, rough = afterstate_keys(rules, state, action)
    course = values.course[length]
    course[0] = find_or_add(values.keys, fine, values.number)
    course[1] = ABSENT if fine == plain else find_or_add(values.keys, plain, values.number)
    course[2] = find_or_add(values.keys, rough, values.number)
    values.seats[length] = state.to_act


@jit
def update_values(rules: Any, state: Any, values: AfterstateValues, length: int) -> None:
    """What a round came to, for all decisions that were noted."""
    for i in range(length):
        came_to = round_gain(rules, state, values.seats[i])
        for level in range(3):
            update_value(values, values.course[i, level], came_to)


@jit
def update_value(values: AfterstateValues, place: int, value: float) -> None:
    """One more game in the value of a place, which may be ``ABSENT``."""
    if place != ABSENT:
        values.visits[place] += 1
        values.mean[place] += (value - values.mean[place]) / min(values.visits[place], _MEMORY)
