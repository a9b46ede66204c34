"""How much the tests look at: a sample by default, every case in the long run.

``SCHWIMMEN_EFFORT`` is the part of every full count that is done. ``make test`` leaves it at
``SAMPLE``, ``make test-long`` sets it to 1, and 50 looks at 50 times as many random examples, at
others in every run; up to 1 every run draws the same. tests/README.md says how to use it.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Final, TypeVar

SAMPLE: Final = 0.2
EFFORT: Final = float(os.environ.get("SCHWIMMEN_EFFORT") or SAMPLE)

T = TypeVar("T")


def count(full: int, least: int = 1) -> int:
    """Return how many of a full count to do, and at least ``least``."""
    return max(min(least, full), round(full * EFFORT))


def sample(cases: Sequence[T], least: int = 1) -> list[T]:
    """Return the cases to look at: all of them in the long run, else some from first to last."""
    number = min(count(len(cases), least), len(cases))
    step = (len(cases) - 1) / max(number - 1, 1)
    return [cases[round(index * step)] for index in range(number)]
