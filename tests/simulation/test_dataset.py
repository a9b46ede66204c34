"""The command ``schwimmen dataset``: stopped runs go on, and finished files are kept."""

from __future__ import annotations

import json
import logging
import os
import signal
from collections.abc import Iterator, Sequence
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from distributed import LocalCluster

from schwimmen.cli import main
from schwimmen.simulation import dataset, read_decision_parameters
from schwimmen.simulation.simulator import PLAYER_CHUNK
from tests.processes import Process, interrupted

GIVEN = ("dataset", "--bots", "beginner,greedy", "--players", "2")
NAMES = ("rows.parquet", "rows.jsonl")


@pytest.fixture(params=NAMES)
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    return tmp_path / str(request.param)


@pytest.fixture(autouse=True)
def _small_row_groups(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("schwimmen.simulation.decisions.ROW_GROUP", 500)
    monkeypatch.setattr("schwimmen.simulation.dataset.ROW_GROUP", 500)


def dying(arguments: Sequence[str]) -> int:
    """Run a command that writes each batch of matches as a part, and is killed after the third."""
    flush = dataset.Parts.flush

    def flush_and_die(parts: dataset.Parts) -> None:
        flush(parts)
        if parts.done >= 3 * PLAYER_CHUNK[True]:
            os.killpg(os.getpid(), signal.SIGKILL)

    dataset.PART_INTERVAL = 0  # type: ignore[misc]
    dataset.Parts.flush = flush_and_die  # type: ignore[assignment, method-assign]
    return main(arguments)


def killed(path: Path, *arguments: str) -> list[Path]:
    """Kill a run when it has written three parts, and return these."""
    given = (*GIVEN, *arguments, "--workers", "1", "--output", str(path))
    with Process(given, program=dying) as process:
        assert process.wait()[0] == -signal.SIGKILL
    assert not path.exists()
    parts = sorted(path.with_name(f"{path.name}.parts").glob(f"0*{path.suffix}"))
    assert len(parts) == 3
    return parts


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Address of a Dask scheduler with one worker."""
    with LocalCluster(
        processes=False, n_workers=1, dashboard_address=":0", silence_logs=logging.CRITICAL
    ) as local:
        yield local.scheduler_address


def test_a_killed_run_goes_on_to_the_same_file(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    few = ("--matches", "53", "--seed", "5", "--workers", "1")
    whole = tmp_path / f"whole{path.suffix}"
    assert main([*GIVEN, *few, "--output", str(whole)]) == 0
    parts = killed(path, *few)
    done = {part: part.stat().st_mtime_ns for part in parts}
    assert main([*GIVEN, "--matches", "53", "--workers", "2", "--output", str(path)]) == 0
    assert path.read_bytes() == whole.read_bytes()
    assert read_decision_parameters(path) == read_decision_parameters(whole)
    assert read_decision_parameters(path)["seed"] == 5
    assert not any(part.exists() for part in done)
    reported = capsys.readouterr().err.splitlines()
    assert reported[0] == reported[-1]
    assert reported[1].startswith(f"{path}: goes on after ")


def test_a_killed_run_goes_on_on_a_cluster(path: Path, address: str) -> None:
    killed(path, "--matches", "50", "--seed", "5")
    one = path.with_stem("one")
    many = [*GIVEN, "--matches", "50", "--seed", "5", "--cluster", address, "--output"]
    assert main([*many, str(path)]) == 0
    assert main([*many, str(one)]) == 0
    assert path.read_bytes() == one.read_bytes()


def test_parts_are_played_once(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The run goes on after the parts that there are, which it does not write again."""
    parts = killed(path, "--matches", "100_000", "--seed", "5")
    folder = parts[0].parent
    before = {part: part.stat().st_mtime_ns for part in sorted(folder.glob(f"0*{path.suffix}"))}
    arguments = (*GIVEN, "--matches", "100_000", "--output", str(path))
    assert interrupted(*arguments) == 130
    assert {part: part.stat().st_mtime_ns for part in before} == before
    numbers = [part.stem.split("-") for part in sorted(folder.glob(f"0*{path.suffix}"))]
    assert len(numbers) > len(before)
    assert [int(first) for first, _ in numbers] == [0, *(int(end) for _, end in numbers[:-1])]


def test_a_finished_file_is_not_made_again(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = [*GIVEN, "--matches", "2", "--output", str(path)]
    assert main(arguments) == 0
    seed = read_decision_parameters(path)["seed"]
    before = path.read_bytes(), path.stat().st_mtime_ns
    capsys.readouterr()
    for further in ([], ["--seed", str(seed)], ["--workers", "1"]):
        assert main([*arguments, *further]) == 0
        assert capsys.readouterr() == ("", f"{path}: complete, seed {seed}\n")
    assert (path.read_bytes(), path.stat().st_mtime_ns) == before


DIFFERENT = [
    (["--seed", "2"], "seed 1, not 2"),
    (["--matches", "3"], "matches 2, not 3"),
    (["--bots", "greedy"], 'bots ["beginner", "greedy"], not ["greedy", "greedy"]'),
    (["--option", "lives=5"], 'options {}, not {"lives": 5}'),
    (["--preset", "dutch", "--matches", "3"], 'preset "pagat", not "dutch"; matches 2, not 3'),
]


@pytest.mark.parametrize(("changed", "differs"), DIFFERENT, ids=[" ".join(a) for a, _ in DIFFERENT])
@pytest.mark.parametrize("finished", [True, False])
def test_a_file_of_other_arguments_is_refused(
    path: Path,
    changed: list[str],
    differs: str,
    finished: bool,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if not finished:  # its parts cannot be joined
        monkeypatch.setattr("schwimmen.simulation.dataset.Parts.join", lambda self: 0)
    arguments = [*GIVEN, "--matches", "2", "--seed", "1", "--output", str(path)]
    assert main(arguments) == 0
    assert path.exists() is finished
    capsys.readouterr()
    before = {file: file.stat().st_mtime_ns for file in path.parent.rglob("*")}
    assert main([*arguments, *changed]) == 2
    named = path if finished else f"{path}.parts"
    message = f"schwimmen: {named}: made with {differs}: choose another file, or delete this one\n"
    assert capsys.readouterr() == ("", message)
    assert {file: file.stat().st_mtime_ns for file in path.parent.rglob("*")} == before


@pytest.mark.parametrize("content", ["", "something else\n"])
def test_a_file_of_another_kind_is_kept(
    path: Path, content: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path.write_text(content)
    assert main([*GIVEN, "--matches", "2", "--output", str(path)]) == 2
    reason = "not a data set of decisions: choose another file, or delete this one"
    assert capsys.readouterr().err == f"schwimmen: {path}: {reason}\n"
    assert path.read_text() == content
    assert os.listdir(path.parent) == [path.name]


def test_a_folder_of_another_kind_is_kept(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = path.with_name(f"{path.name}.parts")
    folder.mkdir()
    (folder / "own").touch()
    assert main([*GIVEN, "--matches", "2", "--output", str(path)]) == 2
    reason = "not the parts of a data set: move it away"
    assert capsys.readouterr().err == f"schwimmen: {folder}: {reason}\n"
    assert os.listdir(folder) == ["own"]


def test_a_damaged_part_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "rows.parquet"
    part = killed(path, "--matches", "20", "--seed", "5")[1]
    content = part.read_bytes()
    part.write_bytes(content[:-1])
    arguments = [*GIVEN, "--matches", "20", "--output", str(path)]
    assert main(arguments) == 2
    assert f"schwimmen: {part}: damaged: delete it and run again\n" in capsys.readouterr().err
    part.unlink()
    assert main(arguments) == 0
    assert set(pq.read_table(path)["match"].to_pylist()) == set(range(20))


def test_a_cluster_that_fails_leaves_nothing(path: Path) -> None:
    arguments = [*GIVEN, "--matches", "2", "--output", str(path), "--cluster", "nonsense"]
    assert main(arguments) == 2
    assert os.listdir(path.parent) == []


def test_row_groups_do_not_depend_on_the_parts(tmp_path: Path) -> None:
    path = tmp_path / "rows.parquet"
    killed(path, "--matches", "40", "--seed", "5")
    assert main([*GIVEN, "--matches", "40", "--output", str(path)]) == 0
    groups = pq.ParquetFile(path).metadata
    sizes = [groups.row_group(number).num_rows for number in range(groups.num_row_groups)]
    assert len(sizes) > 2
    assert set(sizes[:-1]) == {500}


def test_parameters_stand_beside_json_lines(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    assert main([*GIVEN, "--matches", "2", "--seed", "1", "--output", str(path)]) == 0
    assert sorted(os.listdir(tmp_path)) == ["rows.jsonl", "rows.meta.json"]
    parameters = json.loads((tmp_path / "rows.meta.json").read_text(encoding="utf-8"))
    assert parameters == read_decision_parameters(path)
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert {row["match"] for row in rows} == {0, 1}
