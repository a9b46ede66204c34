"""Rounds and matches between compiled policies, written down as rows."""

from __future__ import annotations

from typing import Any

from schwimmen.players.policies import Policies, policy_action
from schwimmen.players.rollout import shuffle_pack
from schwimmen.rules.compiled import compiled
from schwimmen.rules.deal import deal
from schwimmen.rules.legal import legal_actions
from schwimmen.rules.settle import active_seats, begin_match, settle
from schwimmen.rules.state import OVER, SHUFFLE, Records
from schwimmen.rules.stream import Stream, shuffle
from schwimmen.rules.turn import apply, recycled
from schwimmen.rules.value import measure


@compiled
def play_rows(
    rules: Records,
    policies: Policies,
    cards: Any,
    matches: Records,
    rounds: Records,
    rows: Records,
    following: int,
    last: int,
    whole_matches: bool,
    numbers: Stream,
) -> tuple[int, int]:
    """Play until all rows are filled or match number ``last`` is over; go on later from there.

    ``following`` is the number of the match to begin when ``matches[0]`` is over; its first dealer
    follows from it. Without ``whole_matches`` every match ends with its first round, unsettled.
    Returns how many rows were filled, and the number of the match to begin next.
    """
    seats = len(policies.seats)
    match = matches[0]
    state = rounds[0]
    for place in range(len(rows)):
        if match.over:
            if following > last:
                return place, following
            begin_match(rules[0], match, seats, following % seats)
            following += 1
        shuffle_pack(rules[0], state, cards, numbers)
        deal(rules[0], state, seats, active_seats(match), match.dealer, match.leader)
        row = rows[place]
        row.decisions = play_round(rules[0], policies, 0, state, numbers, numbers)
        if whole_matches:
            settle(rules[0], match, state)
        else:
            match.rounds = 1
            match.over = 1
        row.match = following - 1
        row.number = match.rounds
        row.winners = match.winners
        _write(rules[0], state, row)
    return len(rows), following


@compiled
def play_round(
    rules: Any, policies: Policies, turned: int, state: Any, chance: Any, streams: Any
) -> int:
    """Play a round that was dealt to its end; returns how many decisions were made.

    The first policy sits at seat ``turned``, the others follow clockwise. ``chance`` is the stream
    of what the rules leave to chance; ``streams`` has one for every seat, or one for all of them.
    """
    decisions = 0
    apart = int(len(streams) > 1)
    while state.phase != OVER:
        if state.phase == SHUFFLE:
            shuffle(chance, state.aside, state.aside_count)
            recycled(rules, state)
        else:
            seat = state.to_act
            place = seat - turned if seat >= turned else seat - turned + state.seats
            legal = legal_actions(rules, state)
            numbers = streams[apart * seat :]
            apply(rules, state, policy_action(rules, state, legal, policies, place, numbers))
            decisions += 1
    return decisions


@compiled
def _write(rules: Any, state: Any, row: Any) -> None:
    row.dealer = state.dealer
    row.leader = state.leader
    row.active = state.active
    row.end = state.end
    row.by = state.by
    row.dealt = state.dealt_special
    row.closed = state.closed
    row.turns = state.turns
    for seat in range(state.seats):
        row.values[seat] = -1
        row.scores[seat] = 0
        row.turns_of[seat] = state.turns_of[seat]
        if state.active >> seat & 1:
            row.values[seat] = measure(rules, state.hands[seat])[0]
            row.scores[seat] = state.score[seat]
