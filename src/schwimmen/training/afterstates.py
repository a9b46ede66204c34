"""What it is worth to have acted: learnt by self-play, a value for every hand and table left.

Many actions lead to the same place, so that values are known sooner than play is. Every place also
has a rough value, that of all places where hand and table are worth the same; it counts as much as
some games in the place itself. Values forget what the others have seen: a player who goes by them
alone can be read like a book.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from schwimmen.players.blueprint.colours import FOUR, group_colour, mixed, suit_colours
from schwimmen.players.blueprint.sensible import sensible
from schwimmen.players.greedy_action import BY_TURN, greedy_action
from schwimmen.players.last_turn import best_hand_action, hand_after
from schwimmen.players.rollout import random_action, shuffle_pack
from schwimmen.rules.bits import count, lowest, nth
from schwimmen.rules.compiled import compiled, compiled_apart
from schwimmen.rules.deal import deal
from schwimmen.rules.legal import (
    CLOSE,
    EXCHANGE_ALL_CLOSE,
    EXCHANGE_CLOSE,
    PASS,
    RENEW,
    kind_of,
    legal_actions,
)
from schwimmen.rules.state import CHOICE, OVER, SHUFFLE, UNTIL_ONE_OPEN
from schwimmen.rules.stream import FRACTION_BITS, below, fraction, shuffle
from schwimmen.rules.turn import apply, recycled
from schwimmen.rules.value import measure

from .tables import ABSENT, find, find_or_add, gain

ROOM: Final = 64
"""Places for values of actions."""

_ONE: Final = 1.0 / (1 << FRACTION_BITS)
_EXPLORED: Final = 12  # one decision of so many is a random one
_MEMORY: Final = 1000.0  # games that a value goes back to
_ROUGHLY: Final = 25.0  # games in a place that its rough value counts as much as
UNKNOWN: Final = -9.0
"""The value of what has never been seen: less than anything."""
_HANDS: Final = np.uint64(7)
_TABLES: Final = np.uint64(11)
_LOWEST_BIT: Final = np.uint64(1)


class Values(NamedTuple):
    """Values by key: ``mean[place]`` of ``visits[place]`` games.

    Rough values are there by keys of their own.

    ``course``, ``roughly`` and ``seats`` have room for the decisions of a round, ``work`` for the
    values of actions.
    """

    keys: Any
    number: Any
    mean: Any
    visits: Any
    course: Any
    roughly: Any
    seats: Any
    work: Any


def no_values(places: int, longest: int) -> Values:
    """Nothing learnt yet; a round has ``longest`` decisions at most."""
    return Values(
        np.zeros(places, np.uint64),
        np.zeros(1, np.int64),
        np.zeros(places, np.float32),
        np.zeros(places, np.float32),
        np.zeros(longest, np.int64),
        np.zeros(longest, np.int64),
        np.zeros(longest, np.int64),
        np.zeros(ROOM),
    )


@compiled_apart
def afterstate(rules: Any, state: Any, action: int) -> tuple[Any, Any]:
    """The key of where an action of the seat to act leads, and the key of its rough value."""
    seat = state.to_act
    kind = kind_of(rules, action)
    four = int(rules.hand_size == FOUR)
    hand, table = state.hands[seat], state.table
    if state.phase == CHOICE or kind == RENEW:
        suits = suit_colours(four, hand, 0, 0)
        colour, _ = group_colour(four, hand, 0, suits, hand)
        rough = mixed(np.uint64(measure(rules, hand)[0] << 8 | kind))
        return mixed(colour + np.uint64(kind)) | _LOWEST_BIT, rough | _LOWEST_BIT
    after = hand_after(rules, hand, table, action)
    left = (hand | table) ^ after
    suits = suit_colours(four, after, left, 0)
    mine, _ = group_colour(four, after, left, suits, after)
    its, _ = group_colour(four, after, left, suits, left)
    about = _circumstances(rules, state, seat, kind)
    worth = measure(rules, after)[0] << 14 | measure(rules, left)[0] << 7
    rough = np.uint64((worth | _best_exchange(rules, after, left)) << 16 | about)
    fine = mixed(mine * _HANDS + its * _TABLES + np.uint64(about))
    return fine | _LOWEST_BIT, mixed(rough) | _LOWEST_BIT


@compiled
def _best_exchange(rules: Any, hand: int, table: int) -> int:
    """The doubled value of the best hand that an exchange of one card would make."""
    best = 0
    for i in range(rules.hand_size):
        rest = hand ^ nth(hand, i)
        for j in range(rules.hand_size):
            best = max(best, measure(rules, rest | nth(table, j))[0])
    return best


@compiled
def _circumstances(rules: Any, state: Any, seat: int, kind: int) -> int:
    players = count(state.active)
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
        about |= min(count(state.playing), 4) << 9
    return about


@compiled
def value_at(values: Values, place: int, rough: int) -> float:
    """The value of a place with its rough value; each may be ``ABSENT``, with both ``UNKNOWN``."""
    games = 0.0
    total = 0.0
    if rough != ABSENT and values.visits[rough] > 0:
        games = min(_ROUGHLY, values.visits[rough])
        total = games * values.mean[rough]
    if place != ABSENT:
        own = min(values.visits[place], _MEMORY)
        games += own
        total += own * values.mean[place]
    return total / games if games > 0 else UNKNOWN


@compiled_apart
def look_up(rules: Any, state: Any, actions: int, values: Values) -> float:
    """Write the values of actions into ``values.work`` and return the best."""
    best = UNKNOWN
    while actions:
        action = lowest(actions)
        actions &= actions - 1
        fine, rough = afterstate(rules, state, action)
        value = value_at(values, find(values.keys, fine), find(values.keys, rough))
        values.work[action] = value
        best = max(best, value)
    return best


@compiled_apart
def choose(rules: Any, state: Any, values: Values, warmth: float, keep: int, numbers: Any) -> int:
    """An action of the seat to act, the likelier the better it is.

    ``warmth`` is the difference of values that makes an action e times as likely; ``keep`` the
    doubled value from which a dealer keeps, for the beginning.
    """
    legal = legal_actions(rules, state)
    hand = state.hands[state.to_act]
    if state.last_turns:
        return best_hand_action(rules, legal, hand, state.table)
    actions = sensible(rules, legal, hand, state.table)
    best = look_up(rules, state, actions, values)
    if best <= UNKNOWN:
        return greedy_action(
            rules, legal, hand, state.table, state.turns_of[state.to_act], count(state.active),
            state.last_turns, keep, BY_TURN,
        )  # fmt: skip
    total = warm(actions, best, warmth, values.work)
    at = fraction(numbers) * _ONE * total
    action = lowest(actions)
    while actions:
        action = lowest(actions)
        actions &= actions - 1
        at -= values.work[action]
        if at < 0:
            break
    return action


@compiled
def warm(actions: int, best: float, warmth: float, work: Any) -> float:
    """Make weights of values; returns the sum of all."""
    total = 0.0
    while actions:
        action = lowest(actions)
        actions &= actions - 1
        work[action] = np.exp((work[action] - best) / warmth)
        total += work[action]
    return total


@compiled
def learn_values(
    rules: Any,
    rounds: Any,
    cards: Any,
    values: Values,
    players: int,
    first: int,
    last: int,
    warmth: float,
    keep: int,
    numbers: Any,
) -> None:
    """Play rounds ``first`` to ``last - 1`` and take in what came of them."""
    state = rounds[0]
    for played in range(first, last):
        dealer = played % players
        shuffle_pack(rules[0], state, cards, numbers)
        deal(rules[0], state, players, (1 << players) - 1, dealer, (dealer + 1) % players)
        length = 0
        while state.phase != OVER:
            if state.phase == SHUFFLE:
                shuffle(numbers, state.aside, state.aside_count)
                recycled(rules[0], state)
                continue
            if state.last_turns:
                action = choose(rules[0], state, values, warmth, keep, numbers)
            else:
                if below(numbers, _EXPLORED) == 0:
                    legal = legal_actions(rules[0], state)
                    hand = state.hands[state.to_act]
                    action = random_action(sensible(rules[0], legal, hand, state.table), numbers)
                    length = 0  # what came before is not to be judged by it
                else:
                    action = choose(rules[0], state, values, warmth, keep, numbers)
                fine, rough = afterstate(rules[0], state, action)
                values.course[length] = find_or_add(values.keys, fine, values.number)
                values.roughly[length] = find_or_add(values.keys, rough, values.number)
                values.seats[length] = state.to_act
                length += 1
            apply(rules[0], state, action)
        for i in range(length):
            came_to = gain(rules[0], state, values.seats[i])
            take_in(values, values.course[i], came_to)
            take_in(values, values.roughly[i], came_to)


@compiled
def take_in(values: Values, place: int, value: float) -> None:
    """One more game in the value of a place, which may be ``ABSENT``."""
    if place != ABSENT:
        values.visits[place] += 1
        values.mean[place] += (value - values.mean[place]) / min(values.visits[place], _MEMORY)
