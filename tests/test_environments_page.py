"""Examples and tables of ``docs/environments.md``."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from inspect import signature
from pathlib import Path

import pytest

from schwimmen.envs import BatchEnv, ObservationLayout
from schwimmen.envs.gymnasium import SchwimmenEnv
from schwimmen.envs.options import ILLEGAL_REWARD
from schwimmen.envs.pettingzoo import raw_env
from schwimmen.rules import action_name, number_of_actions
from tests.effort import EFFORT

DOCS = Path(__file__).parents[1] / "docs"
TEXT = (DOCS / "environments.md").read_text(encoding="utf-8")


def rows_of(heading: str) -> list[list[str]]:
    """Return the cells of the first table under a heading."""
    lines = TEXT.partition(f"## {heading}\n")[2].splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith("|---"))
    rows = []
    for line in lines[start + 1 :]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip() for cell in line.strip("|").split("|")])
    return rows


EXAMPLES = re.findall(r"```python\n(.*?)```", TEXT, re.S)
BY_NUMBA = [example for example in EXAMPLES if "import numba" in example]


@pytest.mark.parametrize("example", [one for one in EXAMPLES if one not in BY_NUMBA])
def test_the_examples_run(example: str) -> None:
    exec(compile(example, "environments.md", "exec"), {})


def printed(example: str, engine: str) -> str:
    """Return the output of an example in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", example],
        capture_output=True,
        text=True,
        env=os.environ | {"SCHWIMMEN_ENGINE": engine},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.skipif(EFFORT < 1, reason="compiles for a minute by Numba")
def test_policies_compiled_by_numba_play_by_both_engines() -> None:
    own, calling = BY_NUMBA
    assert printed(own, "library") == printed(own, "numba") != ""
    env = BatchEnv("pagat", players=3, envs=4096)
    env.reset(seed=7)
    assert printed(calling, "numba") == f"{env.run(['random', 'greedy', 'greedy'], steps=100)}\n"


def test_the_layout_is_that_of_observations() -> None:
    layout = ObservationLayout("pagat", players=3)
    documented = [
        (name.strip("`"), shape, places) for name, shape, places, _ in rows_of("Observations")
    ]
    assert documented == [
        (
            name,
            ", ".join("players" if length == 3 else str(length) for length in layout.shapes[name]),
            f"{place.start}–{place.stop - 1}" if place.stop - place.start > 1 else str(place.start),
        )
        for name, place in layout.fields.items()
    ]


def test_all_options_are_documented() -> None:
    documented = {
        name: default.split(", ")[place].strip('`"')
        for names, default, _ in rows_of("Options")
        for place, name in enumerate(re.findall(r"`(\w+)`", names))
    }
    options = dict(signature(raw_env).parameters) | dict(signature(SchwimmenEnv).parameters)
    assert documented == {
        name: "none" if option.default is None else str(option.default)
        for name, option in options.items()
    }


def test_the_numbers_of_actions() -> None:
    hand, table = (0, 13, 26), (1, 14, 27)
    names = [action_name(number, hand, table) for number in range(number_of_actions(3))]
    documented = rows_of("Actions")
    for numbers, kind in zip([row[1] for row in documented], ["x", "!", ""], strict=True):
        first, last = map(int, numbers.split("–"))
        assert all(kind in name for name in names[first : last + 1])
    assert names[18:] == ["all", "all!", "pass", "close", "renew", "keep", "take"]
    assert (
        f"{ILLEGAL_REWARD:.0f}".replace("-", "−") in TEXT.partition("**Illegal actions.**")[2][:120]
    )


def test_link_targets_exist() -> None:
    headings = {
        re.sub(r"[^\w -]", "", line.lstrip("# ").lower()).replace(" ", "-")
        for line in TEXT.splitlines()
        if line.startswith("#")
    }
    for link in re.findall(r"\]\(([^)]+)\)", TEXT):
        path, _, heading = link.partition("#")
        assert (DOCS / path).exists() if path else heading in headings, link
