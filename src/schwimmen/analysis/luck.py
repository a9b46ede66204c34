"""Luck of the deals of a match: a control variate that takes the luck out of its result.

Each deal is compared with random ones in the same place: a bot plays all seats, with the cards that
were dealt and with random cards, and the luck of a seat is the difference between what the rounds
lead to. Deals are random whatever was played before, so the luck is zero on average, and the result
without it has the mean of the result, but varies less. This is the part of AIVAT (Burch, Schmid,
Moravčík, Morrill and Bowling, AAAI 2018) that needs no knowledge of the players.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from schwimmen.engine import Array, LengthOf, Range, entry, jit
from schwimmen.players.policies import PolicyArray, level_action, policy_for
from schwimmen.rules.core.bits import popcount
from schwimmen.rules.core.deal import deal
from schwimmen.rules.core.legal import legal_actions
from schwimmen.rules.core.rng import Rng, new_rng, shuffle
from schwimmen.rules.core.settlement import active_seats, settle
from schwimmen.rules.core.state import (
    MATCH_DTYPE,
    OUT,
    OVER,
    ROUND_DTYPE,
    SCORING_POINTS,
    SHUFFLE,
    AnyRounds,
    MatchRecord,
    RoundRecord,
    RulesArray,
    RulesRecord,
    Seat,
)
from schwimmen.rules.core.turn import apply, resume_after_shuffle
from schwimmen.rules.errors import whole_number

if TYPE_CHECKING:
    from schwimmen.rules import Match

LEVEL: Final = "club"
"""Level of the bot that plays the compared rounds; it needs no data."""

DEALS: Final = 256
"""Number of random deals with which each deal is compared."""


@jit
def _standing(rules: RulesRecord, match: MatchRecord, seat: int) -> float:
    """Return what a match is worth to a seat between two rounds or after its end.

    In a game for lives it is a share of the victory or, before the end, of the losses that all
    seats can still bear. In a game for points it is the lead over the mean of the opponents.
    """
    if rules.scoring == SCORING_POINTS:
        total = 0.0
        for other in range(match.seats):
            total += match.totals[other] / 2.0
        own = match.totals[seat] / 2.0
        return own - (total - own) / (match.seats - 1)
    if match.over:
        return (match.winners >> seat & 1) / popcount(match.winners)
    total = 0.0
    for other in range(match.seats):
        if match.status[other] != OUT:
            total += match.lives[other] + 1.0
    return 0.0 if match.status[seat] == OUT else (match.lives[seat] + 1.0) / total


@entry(javascript=True, long=True)
def find_deal_luck(
    rules: RulesArray,
    matches: Annotated[NDArray[Any], Array(MATCH_DTYPE, LengthOf("rounds", 1))],
    rounds: AnyRounds,
    policies: PolicyArray,
    seat: Seat,
    deals: Annotated[int, Range(1, 1 << 20)],
    rng: Rng,
    values: Annotated[NDArray[np.float64], Array(np.float64, 2)],
) -> None:
    """Write the result of a seat, and its luck with all deals, in the unit of the result.

    ``rounds`` have the packs of a match, ``matches`` are before each round and after the last one.
    Both have one more record, which is work space. ``policies[0]`` plays all seats; each deal is
    played as often as random ones.
    """
    values[0] = 0.0
    values[1] = 0.0
    last = len(rounds) - 1
    if last < 0:
        return
    values[0] = _standing(rules[0], matches[last], seat)
    for number in range(last):
        for _ in range(deals):
            for shuffled in range(2):
                matches[last + 1] = matches[number]
                rounds[last] = rounds[number]
                match, state = matches[last + 1], rounds[last]
                if shuffled:
                    shuffle(rng, state.pack, rules[0].pack_size)
                _play_round(rules[0], match, state, policies, rng)
                value = _standing(rules[0], match, seat) / deals
                values[1] += -value if shuffled else value


@jit
def _play_round(
    rules: RulesRecord, match: MatchRecord, state: RoundRecord, policies: PolicyArray, rng: Rng
) -> None:
    """Deal the pack of a round, let the policy play it, and settle it."""
    deal(rules, state, match.seats, active_seats(match), match.dealer, match.leader)
    while state.phase != OVER:
        if state.phase == SHUFFLE:
            shuffle(rng, state.aside, state.aside_count)
            resume_after_shuffle(rules, state)
        else:
            legal = legal_actions(rules, state)
            apply(rules, state, level_action(rules, state, legal, policies[0], rng))
    settle(rules, match, state)


class DealLuck(NamedTuple):
    """Result of a seat and its luck with the deals.

    The unit is a match won or, in a game for points, a point of the lead over the mean of the
    opponents.
    """

    result: float
    luck: float


def deal_luck(match: Match, seat: int, *, deals: int = DEALS, seed: int = 0) -> DealLuck:
    """Return the result of a seat and its luck, without a round that is still being played.

    Raises ``RecordError`` for a match that was set up, of which a deal is unknown.

    >>> from schwimmen.players import make_player, play_match
    >>> from schwimmen.rules import Match
    >>> match = play_match(Match(players=3, seed=1), [make_player("club", seed=1)] * 3)
    >>> found = deal_luck(match, match.winners[0])
    >>> found.result, found.luck > 0
    (1.0, True)
    """
    seat = whole_number("seat", seat, 0, len(match.players) - 1)
    deals = whole_number("deals", deals, 1, 1 << 20)
    match.to_record(finished_only=True)
    rules, played, course = match.course_arrays
    matches, rounds = np.zeros(len(course) + 1, MATCH_DTYPE), np.zeros(len(course), ROUND_DTYPE)
    matches[:-1] = course
    for row, round_ in zip(rounds[: len(played)], match.rounds, strict=False):
        row["pack"][: len(round_.pack)] = round_.pack
    values = np.zeros(2)
    policies = policy_for(match.rules, LEVEL)
    find_deal_luck(rules, matches, rounds, policies, seat, deals, new_rng(seed), values)
    return DealLuck(*values.tolist())
