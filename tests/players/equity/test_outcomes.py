"""Outcomes of a round as arrays for compiled functions."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from schwimmen.players.equity import LossFrequencies
from schwimmen.players.equity.model import pack_lives
from schwimmen.players.equity.outcomes import measured_tables, outcome_tables


def found(lives: list[list[int]], weights: list[float]) -> tuple[list[Any], list[Any], list[float]]:
    """Return the outcomes by position and without positions, and the excess losses, of a table."""
    losses = LossFrequencies(np.array(lives), np.array(weights) / sum(weights))
    _, [row], outcomes = outcome_tables([({}, losses)])
    by_position, symmetric = np.split(outcomes, [row["symmetric"]])
    assert row["last"] == len(outcomes)
    return by_position.tolist(), symmetric.tolist(), row["extra"][: len(lives[0])].tolist()


def test_without_positions_all_permutations_are_equally_probable() -> None:
    by_position, symmetric, _ = found([[0, 1, 2], [1, 0, 0]], [3, 1])
    assert by_position == [(pack_lives([0, 1, 2]), 0.75), (pack_lives([1, 0, 0]), 0.25)]
    assert dict(symmetric) == {
        **dict.fromkeys(
            map(pack_lives, ([0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0])),
            0.125,
        ),
        **dict.fromkeys(map(pack_lives, ([1, 0, 0], [0, 1, 0], [0, 0, 1])), 0.25 / 3),
    }


@pytest.mark.parametrize(("seats", "kept"), [(4, 2), (5, 1)])
def test_rare_outcomes_between_many_seats_are_left_out(seats: int, kept: int) -> None:
    often, rare = [1] + [0] * (seats - 1), [0] * (seats - 1) + [1]
    by_position, _, _ = found([often, rare], [9999, 1])
    assert len(by_position) == kept
    assert sum(probability for _, probability in by_position) == pytest.approx(1)


def test_excess_losses_follow_a_seat_through_all_positions() -> None:
    # The dealer always loses. The leader is half a life ahead until it deals, then level again.
    _, _, extra = found([[0, 1]], [1])
    assert extra == pytest.approx([-0.25, 0.25])
    assert sum(found([[0, 1, 1], [2, 0, 1]], [1, 2])[2]) == pytest.approx(0)


def test_measured_tables_have_probabilities() -> None:
    catalogue, frequencies, outcomes = measured_tables()
    assert len(catalogue) == len(frequencies)
    for row in frequencies:
        for first, last in ((row["first"], row["symmetric"]), (row["symmetric"], row["last"])):
            assert outcomes["probability"][first:last].sum() == pytest.approx(1)
