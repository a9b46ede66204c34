"""Matches played to their end from any standing: what a chance to win should come out as."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from schwimmen.arena.playing import play_rows
from schwimmen.arena.rows import ROW_DTYPE
from schwimmen.players.equity.lookup import copy_match
from schwimmen.players.policies import Policies, policies_of
from schwimmen.players.rollout import undealt_round
from schwimmen.rules.bits import count
from schwimmen.rules.compiled import compiled
from schwimmen.rules.hands import numbers_of
from schwimmen.rules.ruleset import RuleSet
from schwimmen.rules.state import MATCH_DTYPE, Records
from schwimmen.rules.stream import Stream, stream


def shares_won(
    rules: RuleSet, level: str, standing: Records, matches: int, seed: int
) -> NDArray[np.float64]:
    """What part of so many matches every seat wins from a standing (an array of one match).

    All seats play by one level, whose play is compiled; shared wins count as parts (R24).
    """
    seats = int(standing[0].seats)
    rounds = undealt_round(rules)
    won = np.zeros(seats)
    with np.errstate(over="ignore"):  # streams wrap around, which NumPy tells if not compiled
        _play_out(
            numbers_of(rules),
            policies_of(rules, [level] * seats),
            rounds[0].pack.copy(),
            standing,
            np.zeros(1, MATCH_DTYPE),
            rounds,
            np.zeros(1, ROW_DTYPE),
            matches,
            won,
            stream(seed),
        )
    return won / matches


@compiled
def _play_out(
    rules: Records,
    policies: Policies,
    cards: Any,
    standing: Records,
    matches: Records,
    rounds: Records,
    rows: Records,
    number: int,
    won: Any,
    numbers: Stream,
) -> None:
    match = matches[0]
    for _ in range(number):
        copy_match(standing[0], match)
        while not match.over:
            play_rows(rules, policies, cards, matches, rounds, rows, 0, -1, True, numbers)
        for seat in range(match.seats):
            if int(match.winners) >> seat & 1:
                won[seat] += 1.0 / count(match.winners)
