"""Deals and matches between compiled policies, each played once from every seat."""

from __future__ import annotations

from typing import Any

import numpy as np

from schwimmen.players.policies import Policies
from schwimmen.rules.bits import count
from schwimmen.rules.compiled import compiled
from schwimmen.rules.deal import deal
from schwimmen.rules.settle import active_seats, begin_match, settle
from schwimmen.rules.state import Records
from schwimmen.rules.stream import Stream, branch, shuffle

from .playing import play_round
from .tallies import WHOLE


@compiled
def draw_chance(seeds: Any, unit: int, number: int, chance: Any, streams: Any) -> None:
    """Begin the streams of a round, by its number, in a deal or match, the unit.

    They follow from ``seeds[0]``, unit and number alone, so that the round is dealt the same pack
    whoever sits where: ``chance`` is the stream of pack and talon, ``streams`` has one for what
    each seat chooses at random.
    """
    seed = branch(branch(seeds[0], unit), number)
    chance[0] = branch(seed, 0)
    for seat in range(len(streams)):
        streams[seat] = branch(seed, 1 + seat)


@compiled
def play_units(
    rules: Records,
    policies: Policies,
    cards: Any,
    matches: Records,
    rounds: Records,
    seeds: Stream,
    chance: Stream,
    streams: Stream,
    first: int,
    whole_matches: bool,
    values: Any,
    played: Any,
) -> None:
    """Play the deals, or matches, from number ``first`` on, as many as there is room for.

    ``values[unit, turned, seat]`` becomes what the seat lost (or made, in doubled points), or its
    share of the match won, when the first policy sits at seat ``turned``. ``played`` counts rounds
    and decisions.
    """
    match = matches[0]
    state = rounds[0]
    seats = len(policies.seats)
    for unit in range(len(values)):
        for turned in range(seats):
            begin_match(rules[0], match, seats, (first + unit) % seats)
            while not match.over:
                draw_chance(seeds, first + unit, match.rounds, chance, streams)
                for place in range(len(cards)):
                    state.pack[place] = cards[place]
                shuffle(chance, state.pack, rules[0].pack_size)
                deal(rules[0], state, seats, active_seats(match), match.dealer, match.leader)
                played[0] += 1
                played[1] += play_round(rules[0], policies, turned, state, chance, streams)
                if not whole_matches:
                    break
                settle(rules[0], match, state)
            for seat in range(seats):
                if whole_matches:
                    share = WHOLE // count(int(match.winners))
                    values[unit, turned, seat] = share * (int(match.winners) >> seat & 1)
                else:
                    values[unit, turned, seat] = state.score[seat]


def no_streams(number: int) -> Stream:
    """Room for streams."""
    return np.zeros(number, np.uint64)
