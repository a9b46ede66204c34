"""Facts of a match and its rounds for one seat, from which statistics are made, as records."""

from __future__ import annotations

from schwimmen.engine import jit, jit_noinline

from .bits import popcount
from .hand_value import strength, value_and_suit
from .records import FactsRecord, MatchFactsRecord
from .state import (
    OUT,
    SCORING_POINTS,
    SWIMMING,
    MatchRecord,
    RecordArray,
    RoundRecord,
    RulesRecord,
)


@jit_noinline
def write_facts(
    rules: RulesRecord,
    rounds: RecordArray,
    matches: RecordArray,
    seat: int,
    facts: RecordArray,
    match_facts: MatchFactsRecord,
) -> int:
    """Write the facts of a match for a seat; return the number of rounds it was dealt in.

    ``rounds`` are those that are over, in order; ``matches`` is the match before the first of them
    and after each one.
    """
    count = 0
    while count < len(rounds) and rounds[count].active >> seat & 1:
        swimming = matches[count].status[seat] == SWIMMING
        _write_round(rules, rounds[count], matches[count + 1], seat, swimming, facts[count])
        facts[count].number = count + 1
        count += 1
    match = matches[len(rounds)]
    match_facts.over = match.over or match.status[seat] == OUT
    match_facts.won = match.winners >> seat & 1
    match_facts.shared = match_facts.won and popcount(match.winners) > 1
    match_facts.total = match.totals[seat]
    return count


@jit
def _write_round(
    rules: RulesRecord,
    state: RoundRecord,
    match: MatchRecord,
    seat: int,
    swimming: bool,
    facts: FactsRecord,
) -> None:
    """Write the facts of a round, after which the match is as given."""
    hand = state.hands[seat]
    own = strength(rules, hand)
    facts.best = 1
    for other in range(state.seats):
        if state.active >> other & 1 and strength(rules, state.hands[other]) > own:
            facts.best = 0
    facts.players = popcount(state.active)
    facts.dealer = state.dealer == seat
    facts.leader = state.leader == seat
    facts.end = state.end
    facts.ended = state.by == seat
    facts.length = state.turns
    facts.turns = state.turns_of[seat]
    facts.hand = hand
    facts.value, facts.suit = value_and_suit(rules, hand)
    facts.score = state.score[seat]
    facts.lost = facts.score <= 0 if rules.scoring == SCORING_POINTS else facts.score > 0
    facts.lives = match.lives[seat]
    facts.swimming = swimming
    facts.out = match.status[seat] == OUT
    facts.closed = state.turns_of[seat] if state.closed >> seat & 1 else 0
