"""Commands on a cluster: the same bytes as on one machine, also if a worker is killed."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from schwimmen.cli import main
from schwimmen.players import make_player, play_match
from schwimmen.rules import Match
from schwimmen.simulation import Workers, run_chunks
from tests.clusters import patience, patient_main, pids_of_workers, two_workers
from tests.effort import sample
from tests.processes import Process

__all__ = ["patience"]  # a fixture
pytestmark = pytest.mark.usefixtures("patience")


@pytest.fixture
def address() -> Iterator[str]:
    """Address of a scheduler with two new workers."""
    with two_workers() as its_address:
        yield its_address


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """File of short matches, and of lines that are no records."""
    lines = ["{}", "nonsense"]
    for seed in range(12):
        match = Match("pagat", players=["Ann", "Ben"], seed=seed, lives=1)
        play_match(match, [make_player("greedy"), make_player("random", seed=seed)])
        lines.insert(seed, json.dumps(match.to_record()))
    path = tmp_path_factory.mktemp("records") / "records.jsonl"
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


COMMANDS = {
    "simulate --bots club,greedy --players 2 --matches 50 --seed 5 --format json --output found "
    "--records records --decisions decisions.jsonl": "schwimmen.simulation.simulator",
    "simulate --rounds 250_000 --seed 5 --format parquet --output rounds.parquet": (
        "schwimmen.simulation.simulator"
    ),
    "dataset --bots club --players 2 --matches 50 --seed 5 --output rows.parquet": (
        "schwimmen.simulation.simulator"
    ),
    "arena club greedy --deals 40 --seed 5 --format json --output found --records records "
    "--decisions decisions.parquet --html page.html": "schwimmen.arena.comparison",
    "exploit --bot greedy --deals 32 --seed 5 --format json --output found": (
        "schwimmen.arena.comparison"
    ),
    "review RECORDS --seed 5 --effort graph": "schwimmen.simulation.workers",
    "review RECORDS --json --seat 1": "schwimmen.simulation.workers",
}
"""Module that hands chunks of work to workers, for each command."""


def killer(victims: list[int]) -> Callable[..., Iterator[Any]]:
    """Return ``run_chunks`` such that it kills one of some processes after the first result."""

    def run(
        function: Callable[[Any], Any], arguments: Iterable[Any], workers: Workers
    ) -> Iterator[Any]:
        for number, result in enumerate(run_chunks(function, arguments, workers)):
            if number == 0:
                os.kill(victims.pop(), signal.SIGKILL)
            yield result

    return run


def outcome(
    folder: Path, arguments: Sequence[str], capsys: pytest.CaptureFixture[str]
) -> tuple[int, str, str, dict[str, bytes]]:
    """Return the exit status of a command, its output and errors, and the files it has written."""
    folder.mkdir()
    before = Path.cwd()
    os.chdir(folder)
    try:
        status = main(arguments)
    finally:
        os.chdir(before)
    said = capsys.readouterr()
    errors = "".join(line for line in said.err.splitlines(True) if "rounds in" not in line)
    return status, said.out, errors, {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.parametrize("command", sample([*COMMANDS], 3))
def test_a_killed_worker_changes_no_byte(
    command: str,
    address: str,
    records: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    arguments = [str(records) if word == "RECORDS" else word for word in command.split()]
    here = outcome(tmp_path / "here", [*arguments, "--workers", "1"], capsys)
    living = pids_of_workers(address)
    monkeypatch.setattr(f"{COMMANDS[command]}.run_chunks", killer(living))
    there = outcome(tmp_path / "there", [*arguments, "--cluster", address], capsys)
    assert there == here
    assert here[1] or here[3]
    assert len(living) == 1


def test_ctrl_c_ends_reviews_and_frees_the_workers(address: str, records: Path) -> None:
    arguments = ["review", "--json", *[str(records)] * 100, "--cluster", address]
    with Process(arguments, patient_main) as process:
        assert json.loads(process.out.readline())["complete"]
        assert process.end(signal.SIGINT) == (130, "")
    assert main(["simulate", "--rounds", "500", "--cluster", address]) == 0
