"""What an episode was worth to every seat: what it won, less what the others won on average.

All rewards of an episode add up to 0, whoever plays and however many.
"""

from __future__ import annotations

from typing import Any, Final

from schwimmen.players.policies import Policies, policy_action
from schwimmen.rules.core.bits import popcount
from schwimmen.rules.core.deal import deal
from schwimmen.rules.core.jit import jit, jit_noinline
from schwimmen.rules.core.legal import LEGAL, action_kind, legal_actions, refusal
from schwimmen.rules.core.rng import Rng, randbelow, shuffle
from schwimmen.rules.core.settlement import active_seats, begin_match, settle
from schwimmen.rules.core.state import (
    NO_SEAT,
    OVER,
    SCORING_POINTS,
    SHUFFLE,
    RecordArray,
)
from schwimmen.rules.core.turn import apply, resume_after_shuffle


@jit
def reward_round(rules: RecordArray, rounds: RecordArray, i: int, out: Any) -> None:
    """Write the reward of ``rounds[i]``, which is over, for every seat into ``out``.

    In a game for lives a seat wins less the lives that it loses: who alone loses one gets -1, and
    everyone else an equal part of 1. In a game for points a seat wins its points, in parts of the
    best hand's value (31 or 41). Seats that were not dealt in get 0.
    """
    write_round_rewards(rules[0], rounds[i], out)


@jit
def reward_match(matches: RecordArray, i: int, out: Any) -> None:
    """Write the reward of ``matches[i]``, which is over, for every seat into ``out``.

    Winners share 1: who wins alone gets 1, and everyone else an equal part of -1.
    """
    write_match_rewards(matches[i], out)


@jit_noinline
def write_round_rewards(rules: Any, state: Any, out: Any) -> None:
    """The reward of a round, into a row."""
    unit = 2.0 * (10 * rules.hand_size + 1) if rules.scoring == SCORING_POINTS else -1.0
    total = 0
    for seat in range(state.seats):
        total += state.score[seat]
    players = popcount(state.active)
    for seat in range(state.seats):
        if state.active >> seat & 1:
            others = (total - state.score[seat]) / (players - 1)
            out[seat] = (state.score[seat] - others) / unit
        else:
            out[seat] = 0


@jit_noinline
def write_match_rewards(match: Any, out: Any) -> None:
    """The reward of a match, into a row."""
    share = 1.0 / popcount(match.winners)
    for seat in range(match.seats):
        won = share if match.winners >> seat & 1 else 0.0
        out[seat] = won - (1 - won) / (match.seats - 1)


REFUSED: Final = -2
"""``play_on`` refuses an action with this number, less the code of its reason."""


@jit
def begin(
    rules: RecordArray,
    rounds: RecordArray,
    matches: RecordArray,
    cards: Any,
    chance: Rng,
    seats: int,
    by_match: bool,
    dealer: int,
) -> int:
    """Begin an episode, of a match or a round of its own; returns the seat to act.

    ``cards`` are those of the pack. Chance draws the dealer, if it is ``NO_SEAT``. What ends with
    the deal, before anybody was to act, is no episode, and another is begun.
    """
    return begin_episode(rules[0], rounds[0], matches[0], cards, chance, seats, by_match, dealer)


@jit_noinline
def play_on(
    rules: RecordArray,
    rounds: RecordArray,
    matches: RecordArray,
    cards: Any,
    chance: Rng,
    by_match: bool,
    action: int,
) -> int:
    """Play an action, and what chance and the deal do until a seat has to act again.

    Returns that seat; ``NO_SEAT`` when the episode is over; a number from ``REFUSED`` down when the
    action is not legal, and then nothing has changed.
    """
    state = rounds[0]
    code = refusal(rules[0], state, action_kind(rules[0], action))
    if code != LEGAL:
        return REFUSED - code
    apply(rules[0], state, action)
    return go_on(rules[0], state, matches[0], cards, chance, by_match)


@jit
def play_others(
    rules: RecordArray,
    rounds: RecordArray,
    matches: RecordArray,
    cards: Any,
    chance: Rng,
    by_match: bool,
    policies: Policies,
    seat: int,
    to_act: int,
) -> int:
    """From the turn of ``to_act`` on, play by policies, one a seat, up to the turn of ``seat``.

    Returns that seat, or ``NO_SEAT`` when the episode is over before.
    """
    while to_act not in (seat, NO_SEAT):
        legal = legal_actions(rules[0], rounds[0])
        action = policy_action(rules[0], rounds[0], legal, policies, to_act, chance)
        to_act = play_on(rules, rounds, matches, cards, chance, by_match, action)
    return to_act


@jit_noinline
def begin_episode(
    rules: Any,
    state: Any,
    match: Any,
    cards: Any,
    chance: Any,
    seats: int,
    by_match: bool,
    dealer: int,
) -> int:
    """As ``begin``, with records."""
    while True:
        dealing = randbelow(chance, seats) if dealer == NO_SEAT else dealer
        begin_match(rules, match, seats, dealing)
        seat = _deal_on(rules, state, match, cards, chance, by_match)
        if seat != NO_SEAT:
            return seat


@jit
def go_on(rules: Any, state: Any, match: Any, cards: Any, chance: Any, by_match: bool) -> int:
    """After an action, do what chance and the deal do until a seat has to act again.

    Returns that seat, or ``NO_SEAT`` when the episode is over.
    """
    while state.phase == SHUFFLE:
        shuffle(chance, state.aside, state.aside_count)
        resume_after_shuffle(rules, state)
    if state.phase != OVER or not by_match:
        return int(state.to_act)
    settle(rules, match, state)
    return _deal_on(rules, state, match, cards, chance, by_match)


@jit_noinline
def _deal_on(rules: Any, state: Any, match: Any, cards: Any, chance: Any, by_match: bool) -> int:
    """Deal until somebody has to act; ``NO_SEAT`` when that does not come."""
    while not match.over:
        for place in range(len(cards)):
            state.pack[place] = cards[place]
        shuffle(chance, state.pack, len(cards))
        deal(rules, state, match.seats, active_seats(match), match.dealer, match.leader)
        if state.phase != OVER:
            return int(state.to_act)
        if not by_match:
            break
        settle(rules, match, state)
    return NO_SEAT
