"""What an episode was worth to every seat: what it won, less what the others won on average.

All rewards of an episode add up to 0, whoever plays and however many.
"""

from __future__ import annotations

from typing import Any

from schwimmen.rules.bits import count
from schwimmen.rules.compiled import compiled, compiled_apart
from schwimmen.rules.state import Records


@compiled
def reward_round(rules: Records, rounds: Records, i: int, out: Any) -> None:
    """Write the reward of ``rounds[i]``, which is over, for every seat into ``out``.

    In a game for lives a seat wins less the lives that it loses: who alone loses one gets -1, and
    everyone else an equal part of 1. In a game for points a seat wins its points, in parts of the
    best hand's value (31 or 41). Seats that were not dealt in get 0.
    """
    write_round_rewards(rules[0], rounds[i], out)


@compiled
def reward_match(matches: Records, i: int, out: Any) -> None:
    """Write the reward of ``matches[i]``, which is over, for every seat into ``out``.

    Winners share 1: who wins alone gets 1, and everyone else an equal part of -1.
    """
    write_match_rewards(matches[i], out)


@compiled_apart
def write_round_rewards(rules: Any, state: Any, out: Any) -> None:
    """The reward of a round, into a row."""
    unit = 2.0 * (10 * rules.hand_size + 1) if rules.points else -1.0
    total = 0
    for seat in range(state.seats):
        total += state.score[seat]
    players = count(state.active)
    for seat in range(state.seats):
        if state.active >> seat & 1:
            others = (total - state.score[seat]) / (players - 1)
            out[seat] = (state.score[seat] - others) / unit
        else:
            out[seat] = 0


@compiled_apart
def write_match_rewards(match: Any, out: Any) -> None:
    """The reward of a match, into a row."""
    share = 1.0 / count(match.winners)
    for seat in range(match.seats):
        won = share if match.winners >> seat & 1 else 0.0
        out[seat] = won - (1 - won) / (match.seats - 1)
