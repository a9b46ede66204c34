"""Effort of the tests: a sample of cases by default, every case in the long run.

``SCHWIMMEN_EFFORT`` is the share of each full count that is run. ``make test`` leaves it at
``SAMPLE``, ``make test-long`` sets it to 1, and 50 runs 50 times as many random examples, with
new ones in every run; up to 1 every run draws the same. tests/README.md describes its use.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from itertools import product
from typing import Any, Final, TypeVar
from zlib import crc32

SAMPLE: Final = 0.1
EFFORT: Final = float(os.environ.get("SCHWIMMEN_EFFORT") or SAMPLE)

T = TypeVar("T")


def count(full: int, least: int = 1, sampled: int | None = None) -> int:
    """Return the part of a full count to run, but at least ``least``.

    If ``sampled`` is given, it is the number of the sample, whatever part of the full count it is.
    """
    if sampled is not None and EFFORT <= SAMPLE:
        return sampled
    return max(min(least, full), round(full * EFFORT))


def sample(cases: Sequence[T], least: int = 1) -> list[T]:
    """Return all cases in the long run, otherwise an even sample that includes first and last."""
    number = min(count(len(cases), least), len(cases))
    step = (len(cases) - 1) / max(number - 1, 1)
    return [cases[round(index * step)] for index in range(number)]


def draw(cases: Sequence[T], test: str) -> list[T]:
    """Return all cases in the long run, otherwise some that depend on the name of the test."""
    first = crc32(test.encode()) % len(cases)
    return [*cases[first:], *cases[:first]][: count(len(cases))]


def combinations(*axes: Sequence[Any]) -> list[tuple[Any, ...]]:
    """Return all combinations in the long run, otherwise a few that include every value."""
    if EFFORT >= 1:
        return [*product(*axes)]
    longest = max(map(len, axes))
    return [tuple(axis[index % len(axis)] for axis in axes) for index in range(longest)]
