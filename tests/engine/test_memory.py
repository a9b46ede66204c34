"""Entry points stay within the memory of their arrays."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from signal import SIGSEGV
from typing import Final

import pytest

from tests.conformance.courses import COURSES
from tests.conformance.test_engines import courses
from tests.effort import count

ROOT: Final = Path(__file__).parents[2]
COUNTS: Final = {
    "rules": count(30),
    "players": count(30),
    "many": count(10, least=2),
    "search": count(10),
}


def guarded(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tests.engine.guarded", *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )


def test_a_touch_behind_an_array_ends_the_process() -> None:
    done = guarded("overrun")
    assert (done.returncode, done.stdout) == (-SIGSEGV, "guarded\n")


@pytest.mark.parametrize("part", COURSES)
def test_no_course_touches_memory_behind_an_array(part: str) -> None:
    number = COUNTS[part]
    done = guarded(part, "0", str(number))
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == courses("library", part, number)
