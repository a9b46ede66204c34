"""What ``docs/simulation.md`` says is true."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from schwimmen.arena import Workers, simulate, threads
from schwimmen.cli import main

TEXT = (Path(__file__).parents[2] / "docs" / "simulation.md").read_text(encoding="utf-8")
COMMANDS = [
    line
    for block in re.findall(r"```sh\n(.*?)```", TEXT, re.S)
    for line in block.splitlines()
    if line.startswith("schwimmen")
]


@pytest.mark.parametrize("example", re.findall(r"```python\n(.*?)```", TEXT, re.S))
def test_examples_in_python(example: str) -> None:
    exec(compile(example, "simulation.md", "exec"), {})


@pytest.mark.parametrize("command", COMMANDS)
def test_commands(command: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    arguments = shlex.split(command)[1:]
    asked = []

    @contextmanager
    def cluster(address: str) -> Iterator[Workers]:
        asked.append(address)
        yield threads(2)

    # A real one is tested elsewhere.
    monkeypatch.setattr("schwimmen.arena.cluster.dask_cluster", cluster)
    assert main([re.sub("^1000000000$", "1000", argument) for argument in arguments]) == 0
    assert asked == [argument for argument in arguments if argument.startswith("tcp:")]


@pytest.mark.parametrize("matches", [False, True])
@pytest.mark.parametrize("preset", ["pagat", "choy"])
def test_every_key_and_column_is_explained(preset: str, matches: bool) -> None:
    number: dict[str, Any] = {"matches": 2} if matches else {"rounds": 2}
    found = simulate(preset, 2, seed=1, rows=True, workers=1, **number)

    def keys(data: Any) -> set[str]:
        if isinstance(data, list):
            return set().union(*map(keys, data))
        if isinstance(data, dict):
            return set(data).union(*(keys(value) for name, value in data.items()))
        return set()

    columns = {re.sub(r"_\d$", "_0", name) for name in found.to_arrow().column_names}
    names = keys(found.to_dict()) | columns
    assert {name for name in names if f"`{name}`" not in TEXT} - {"count"} == set()
