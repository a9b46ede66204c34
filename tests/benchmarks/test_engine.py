"""Comparison of engines: its statistics, and processes that play on request."""

from __future__ import annotations

import doctest

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks import engine
from benchmarks.engine import SETTINGS, SUBJECTS, ratio_of, started
from tests.effort import sample
from tests.strategies import examples

times = st.floats(1e-9, 1.0)


def test_examples_of_the_module() -> None:
    assert doctest.testmod(engine).failed == 0


@examples(100)
@given(st.lists(st.tuples(times, times), min_size=1, max_size=12))
def test_a_ratio_lies_within_its_interval(pairs: list[tuple[float, float]]) -> None:
    ratio = ratio_of(pairs)
    ratios = [second / first for first, second in pairs]
    assert min(ratios) * 0.99 - 0.001 <= ratio.low <= ratio.median <= ratio.high
    assert ratio.high <= max(ratios) * 1.01 + 0.001


def test_one_disturbed_run_of_ten_does_not_move_the_interval() -> None:
    ratio = ratio_of([(1.0, 1.2)] * 9 + [(1.0, 100.0)])
    assert (ratio.low, ratio.median) == (1.2, 1.2)


@pytest.mark.parametrize("name", sample(list(SUBJECTS), least=3))
def test_subjects_count_what_they_play(name: str) -> None:
    play = SUBJECTS[name].play()
    assert 0 < play(1) <= play(2)


def test_a_process_plays_the_subjects_that_it_is_asked_for() -> None:
    with started(SETTINGS["library"]) as process:
        assert process.name.startswith("library")
        assert process.seconds("call, legal", 10) > 0
