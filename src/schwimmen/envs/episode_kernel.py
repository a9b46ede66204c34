"""Compiled kernel of an episode: its course and its rewards.

The reward of a seat is its result less the mean result of the others, so rewards are zero-sum for
any number of players.
"""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from schwimmen.engine import Array, entry, jit, jit_noinline
from schwimmen.players.policies import Policies, policy_action
from schwimmen.rules.core.bits import popcount
from schwimmen.rules.core.deal import deal
from schwimmen.rules.core.legal import LEGAL, action_kind, legal_actions, refusal
from schwimmen.rules.core.rng import Rng, randbelow, shuffle
from schwimmen.rules.core.settlement import active_seats, begin_match, settle
from schwimmen.rules.core.state import (
    NO_SEAT,
    OVER,
    SCORING_POINTS,
    SHUFFLE,
    Action,
    MatchArray,
    MatchIndex,
    MatchRecord,
    NumberOfSeats,
    PackOfCards,
    RoundArray,
    RoundIndex,
    RoundRecord,
    RulesArray,
    RulesRecord,
    SeatOrNone,
)
from schwimmen.rules.core.turn import apply, resume_after_shuffle

Rewards: TypeAlias = Annotated[NDArray[np.floating], Array(np.float64, 1)]


@entry
def reward_round(rules: RulesArray, rounds: RoundArray, i: RoundIndex, out: Rewards) -> None:
    """Write the rewards of ``rounds[i]``, which is over, for all seats into ``out``.

    In a game for lives the result of a seat is minus the lives it loses: a single loser of one life
    gets -1, and the others equal parts of 1. In a game for points it is the points as a fraction of
    the best hand's value (31 or 41). Seats that were not dealt in get 0.
    """
    write_round_rewards(rules[0], rounds[i], out)


@entry
def reward_match(matches: MatchArray, i: MatchIndex, out: Rewards) -> None:
    """Write the rewards of ``matches[i]``, which is over, for all seats into ``out``.

    Winners share 1: a single winner gets 1, and the others equal parts of -1.
    """
    write_match_rewards(matches[i], out)


@jit_noinline
def write_round_rewards(rules: RulesRecord, state: RoundRecord, out: Rewards) -> None:
    """Write the rewards of a round into a row."""
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
def write_match_rewards(match: MatchRecord, out: Rewards) -> None:
    """Write the rewards of a match into a row."""
    share = 1.0 / popcount(match.winners)
    for seat in range(match.seats):
        won = share if match.winners >> seat & 1 else 0.0
        out[seat] = won - (1 - won) / (match.seats - 1)


REFUSED: Final = -2
"""``play_action`` returns this number less the code of the reason for an illegal action."""


@entry
def start_episode(
    rules: RulesArray,
    rounds: RoundArray,
    matches: MatchArray,
    cards: PackOfCards,
    chance: Rng,
    seats: NumberOfSeats,
    by_match: bool,
    dealer: SeatOrNone,
) -> int:
    """Begin an episode, a match or a single round, and return the seat to act.

    ``cards`` are those of the pack. The dealer is drawn at random if it is ``NO_SEAT``. A round or
    match that ends with the deal, before any seat was to act, is not an episode; another one
    begins.
    """
    return begin_episode(rules[0], rounds[0], matches[0], cards, chance, seats, by_match, dealer)


@entry(inline=False)
def play_action(
    rules: RulesArray,
    rounds: RoundArray,
    matches: MatchArray,
    cards: PackOfCards,
    chance: Rng,
    by_match: bool,
    action: Action,
) -> int:
    """Play an action, with the chance events after it, and return the next seat to act.

    Returns ``NO_SEAT`` when the episode is over. For an illegal action it returns a number from
    ``REFUSED`` down and changes nothing.
    """
    state = rounds[0]
    code = refusal(rules[0], state, action_kind(rules[0], action))
    if code != LEGAL:
        return REFUSED - code
    apply(rules[0], state, action)
    return advance(rules[0], state, matches[0], cards, chance, by_match)


@entry(long=True)
def play_others(
    rules: RulesArray,
    rounds: RoundArray,
    matches: MatchArray,
    cards: PackOfCards,
    chance: Rng,
    by_match: bool,
    policies: Policies,
    seat: SeatOrNone,
    to_act: SeatOrNone,
) -> int:
    """Play by policies, one for each seat, from the turn of ``to_act`` to the turn of ``seat``.

    Returns ``seat``, or ``NO_SEAT`` if the episode ends before.
    """
    while to_act not in (seat, NO_SEAT):
        legal = legal_actions(rules[0], rounds[0])
        action = policy_action(rules[0], rounds[0], legal, policies, to_act, chance)
        to_act = play_action(rules, rounds, matches, cards, chance, by_match, action)
    return to_act


@jit_noinline
def begin_episode(
    rules: RulesRecord,
    state: RoundRecord,
    match: MatchRecord,
    cards: PackOfCards,
    chance: Rng,
    seats: int,
    by_match: bool,
    dealer: int,
) -> int:
    """Begin an episode in single records, as ``start_episode`` does in arrays."""
    while True:
        first_dealer = randbelow(chance, seats) if dealer == NO_SEAT else dealer
        begin_match(rules, match, seats, first_dealer)
        seat = _deal_until_decision(rules, state, match, cards, chance, by_match)
        if seat != NO_SEAT:
            return seat


@jit
def advance(
    rules: RulesRecord,
    state: RoundRecord,
    match: MatchRecord,
    cards: PackOfCards,
    chance: Rng,
    by_match: bool,
) -> int:
    """Play the chance events after an action and return the next seat to act.

    Returns ``NO_SEAT`` when the episode is over.
    """
    while state.phase == SHUFFLE:
        shuffle(chance, state.aside, state.aside_count)
        resume_after_shuffle(rules, state)
    if state.phase != OVER or not by_match:
        return int(state.to_act)
    settle(rules, match, state)
    return _deal_until_decision(rules, state, match, cards, chance, by_match)


@jit_noinline
def _deal_until_decision(
    rules: RulesRecord,
    state: RoundRecord,
    match: MatchRecord,
    cards: PackOfCards,
    chance: Rng,
    by_match: bool,
) -> int:
    """Deal until a seat is to act and return it, or ``NO_SEAT`` when the episode is over."""
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
