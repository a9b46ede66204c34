"""The native library, Numba and uncompiled Python play the same, to the byte.

Numba compiles everything once more, so it is asked in the full run, and whenever the sources of
compiled functions are not those that it has witnessed (``make witness`` writes down that it has).
"""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from schwimmen.engine import library
from schwimmen.engine.decorators import ENGINE
from tests.conformance.courses import COURSES
from tests.effort import EFFORT, count

ROOT: Final = Path(__file__).parents[2]
WITNESSED: Final = Path(__file__).with_name("witnessed.txt")
"""Key of the sources of all compiled functions that Numba has witnessed."""

COUNTS: Final = {
    "rules": count(100, sampled=9),
    "players": count(40, sampled=3),
    "many": count(20, sampled=2),
    "search": count(20, sampled=2),
}
"""Number of courses of each part. The first eight have the presets without changes."""

ASKED: Final = EFFORT >= 1 or library.load().sources != WITNESSED.read_text().strip()
ENGINES: Final = {
    # A search without a compiler takes minutes.
    "python": [part for part in COURSES if part != "search"],
    "numba": [*COURSES] if ASKED else [],
}


@cache
def course(part: str, seed: int) -> str:
    """Return a course that the engine of this process plays."""
    return COURSES[part](seed)


def courses(engine: str, part: str, number: int) -> list[str]:
    """Return courses that an engine plays, in a process of its own if this one has another."""
    if engine == ENGINE:
        return [course(part, seed) for seed in range(number)]
    done = subprocess.run(
        [sys.executable, "-m", "tests.conformance.courses", part, "0", str(number)],
        cwd=ROOT,
        env=os.environ | {"SCHWIMMEN_ENGINE": engine},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert len(lines) == number
    return lines


@pytest.mark.parametrize("part", COURSES)
def test_all_engines_play_the_same(part: str) -> None:
    number = COUNTS[part]
    played = courses("library", part, number)
    assert len(set(played)) == len(played)
    for engine, parts in ENGINES.items():
        if part in parts:
            assert courses(engine, part, number) == played, engine
