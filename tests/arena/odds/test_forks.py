"""Rounds played on from a decision with either of two actions."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from schwimmen.arena.odds.forks import ForkChunk, empty_tallies, play_chunk
from schwimmen.rules import RuleSet

CHUNK = ForkChunk(RuleSet("pagat"), 4, "greedy", 1, 0, 399)


def test_the_result_does_not_depend_on_how_rounds_are_cut_into_chunks() -> None:
    whole = play_chunk(CHUNK)
    halves = play_chunk(replace(CHUNK, last=149)).plus(play_chunk(replace(CHUNK, first=150)))
    for one, other in zip(whole, halves, strict=True):
        assert np.array_equal(one, other)


@pytest.mark.parametrize(("preset", "choices"), [("pagat", True), ("dutch", True), ("choy", False)])
def test_one_seat_and_all_places_of_each_round_are_counted(preset: str, choices: bool) -> None:
    found = play_chunk(replace(CHUNK, rules=RuleSet(preset)))
    assert found.lost[:, 0].sum() == 400
    assert (found.lost[:, 1] <= found.lost[:, 0]).all()
    assert (found.places[:, 0] == 400).all()
    assert 0 < found.closings[0, :, :, 0].sum() <= 400
    assert (found.choices[:, 0].sum() > 300) == choices


def test_a_closed_hand_of_31_is_no_closing() -> None:
    assert play_chunk(CHUNK).closings[:, :, 62:].sum() == 0


def test_tallies_begin_empty() -> None:
    assert not any(counts.any() for counts in empty_tallies(3))
