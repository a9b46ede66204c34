"""Examples, commands and keys of the pages on simulation, arena and decisions."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from schwimmen.arena import SprtBounds, compare, local_best_response
from schwimmen.cli import main
from schwimmen.rules import RuleSet
from schwimmen.simulation import Decision, Workers, decision_parameters, simulate, threads
from schwimmen.simulation.decisions import COLUMNS
from tests.effort import count

DOCS = Path(__file__).parents[1] / "docs"
PAGES = ("simulation.md", "arena.md", "decisions.md")
TEXTS = {name: (DOCS / name).read_text(encoding="utf-8") for name in PAGES}
EXAMPLES = [
    example for text in TEXTS.values() for example in re.findall(r"```python\n(.*?)```", text, re.S)
]
READERS = ("schwimmen replay", "schwimmen review")
"""Commands for records, which test_review_cli.py and tests/records test."""
COMMANDS = [
    line
    for text in TEXTS.values()
    for block in re.findall(r"```sh\n(.*?)```", text, re.S)
    for line in block.splitlines()
    if line.startswith("schwimmen") and not line.startswith(READERS)
]


@pytest.mark.parametrize("example", EXAMPLES)
def test_python_examples_run(example: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    exec(compile(example, "example", "exec"), {})


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_run(command: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    arguments = shlex.split(command)[1:]
    addresses = []

    @contextmanager
    def cluster(address: str) -> Iterator[Workers]:
        addresses.append(address)
        yield threads(2)

    # A real cluster is tested in test_workers.py.
    monkeypatch.setattr("schwimmen.simulation.workers.dask_cluster", cluster)
    smaller = {"1000000000": "1000", "5000": "5"}
    if "exploit" in arguments:
        smaller |= {"500": "4", "200": "1", "8": "1"}
    if "master" in arguments:
        smaller["100"] = str(count(100, sampled=3))
    assert main([smaller.get(argument, argument) for argument in arguments]) == 0
    assert addresses == [argument for argument in arguments if argument.startswith("tcp:")]


def keys(data: Any) -> set[str]:
    """Return all keys in plain data, at any depth."""
    if isinstance(data, list):
        return set().union(*map(keys, data))
    if isinstance(data, dict):
        return set(data).union(*map(keys, data.values()))
    return set()


def undocumented(names: set[str], document: str) -> set[str]:
    return {name for name in names if f"`{name}`" not in TEXTS[document]}


@pytest.mark.parametrize("matches", [False, True])
@pytest.mark.parametrize("preset", ["pagat", "choy"])
def test_every_key_and_column_is_documented(preset: str, matches: bool) -> None:
    number: dict[str, Any] = {"matches": 2} if matches else {"rounds": 2}
    found = simulate(preset, 2, seed=1, rows=True, workers=1, **number)

    columns = {re.sub(r"_\d$", "_0", name) for name in found.to_arrow().column_names}
    names = keys(found.to_dict()) | columns
    assert undocumented(names, "simulation.md") - {"count"} == set()


@pytest.mark.parametrize("preset", ["pagat", "choy"])
def test_every_key_of_a_comparison_is_documented(preset: str) -> None:
    bots, test = ("greedy", "random"), SprtBounds(-1, 1)
    found = compare(preset, 2, bots, 2, matches=2, test=test, seed=1, workers=1)
    assert undocumented(keys(found.to_dict()), "arena.md") == set()


def test_every_key_of_a_local_best_response_is_documented() -> None:
    found = local_best_response("greedy", deals=2, seed=1, workers=1)
    assert undocumented(keys(found.to_dict()), "arena.md") == set()


def test_every_column_of_decisions_and_every_key_of_their_metadata_is_documented() -> None:
    parameters = decision_parameters(RuleSet("pagat"), 2, ("greedy",), 1, matches=1)
    assert undocumented({*Decision._fields, *parameters}, "decisions.md") == set()


def test_the_types_of_the_columns_are_those_of_the_schema() -> None:
    rows = re.findall(r"^\| (`.*?) \| (\S.*?) \|", TEXTS["decisions.md"], re.M)
    types = {
        name: re.sub(r"list of (\w+)", r"list<\1>", kind)
        for names, kind in rows
        for name in re.findall(r"`(\w+)`", names)
    }
    assert types == dict(COLUMNS)
