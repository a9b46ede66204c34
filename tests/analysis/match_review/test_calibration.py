"""Chances of all seats fit together: they are those of one match."""

from __future__ import annotations

from itertools import chain

import numpy as np
import pytest

from schwimmen.analysis import review
from schwimmen.players import make_player, play_match
from schwimmen.rules import Match
from tests.effort import count

_LEVELS = ("beginner", "casual", "greedy", "club", "blueprint")
_MATCHES = 120
"""Matches in the long run; those of many seats and rounds have more chances."""


def sums_of(preset: str, players: int, seed: int) -> list[float]:
    """Return the sums of all seats' chances during the rounds of a match."""
    match = Match(preset, players, seed=seed)
    bots = [make_player(_LEVELS[(seed + seat) % len(_LEVELS)], seed) for seat in range(players)]
    reviewed = review(play_match(match, bots), "graph", seed=seed)
    return [
        sum(chance.value for chance in moment.chances)
        for moment in reviewed.moments
        if any(chance.error for chance in moment.chances)
    ]


@pytest.mark.parametrize(
    ("preset", "players", "sampled", "whole", "tolerance"),
    [
        ("pagat", 2, 12, 1.0, 0.02),
        ("pagat", 4, 2, 1.0, 0.02),
        ("dutch", 3, 2, 1.0, 0.02),
        ("choy", 2, 5, 0.0, 2.0),
        ("choy", 4, 2, 0.0, 2.0),
    ],
)
def test_the_chances_of_all_seats_add_up(
    preset: str, players: int, sampled: int, whole: float, tolerance: float
) -> None:
    matches = count(_MATCHES, sampled=sampled)
    found = [*chain.from_iterable(sums_of(preset, players, seed) for seed in range(matches))]
    assert abs(np.mean(found) - whole) < tolerance
