"""The command ``schwimmen simulate``: formats, errors and workers."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from schwimmen.cli import main
from schwimmen.players import policies
from schwimmen.simulation import (
    Workers,
    console,
    read_decision_parameters,
    simulate,
    threads,
)
from tests.processes import PATIENCE, interrupted

SMALL = ["simulate", "--rounds", "60", "--seed", "1"]


def output_of(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Run the command successfully and return its output."""
    assert main(["simulate", *arguments]) == 0
    return capsys.readouterr().out


def test_the_report_has_all_statistics(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*SMALL, "--bots", "greedy,random,random", "--option", "closer_penalty=yes"]) == 0
    done = capsys.readouterr()
    assert done.out.startswith("pagat with closer_penalty: yes, 3 players; 60 rounds, seed 1\n")
    for title in ("Bots", "order of play", "showdown", "closed", "How rounds ended", "Turns"):
        assert title in done.out
    assert "lives a round" in done.out
    assert max(map(len, done.out.splitlines())) <= 80
    assert done.err.startswith("60 rounds in ")
    assert done.err.count("\n") == 1


def test_the_report_of_matches_for_points(capsys: pytest.CaptureFixture[str]) -> None:
    table = output_of(capsys, "--preset", "choy", "--players", "2", "--matches", "5", "--seed", "3")
    assert "5 matches, 50 rounds (10.00 ± 0 a match)" in " ".join(table.split())
    assert "points a round" in table
    assert "matches won" in table


def test_json_is_the_plain_data_and_does_not_depend_on_the_workers(
    capsys: pytest.CaptureFixture[str],
) -> None:
    arguments = ("--rounds", "60", "--seed", "1", "--format", "json", "--option", "lives=5")
    one = output_of(capsys, *arguments, "--workers", "1")
    assert output_of(capsys, *arguments, "--workers", "3") == one == output_of(capsys, *arguments)
    assert json.loads(one) == simulate("pagat", rounds=60, seed=1, lives=5).to_dict()


def test_parquet_has_one_row_for_each_round(tmp_path: Path) -> None:
    path = tmp_path / "rounds.parquet"
    given = ["--rounds", "60", "--seed", "1", "--format", "parquet", "--output", str(path)]
    assert main(["simulate", "--players", "2", *given]) == 0
    table = pq.read_table(path)
    found = simulate("pagat", 2, rounds=60, seed=1, rows=True)
    assert found.rows is not None
    assert table["round"].to_pylist() == list(range(60))
    assert table["turns"].to_pylist() == found.rows["turns"].tolist()
    for seat in range(2):
        assert table[f"lost_{seat}"].to_pylist() == found.rows["scores"][:, seat].tolist()
        values = (found.rows["values"][:, seat] / 2).tolist()
        assert table[f"value_{seat}"].to_pylist() == values
        closed = (found.rows["closed"] >> seat & 1 == 1).tolist()
        assert table[f"closed_{seat}"].to_pylist() == closed
    ends = {end.end: end.rounds for end in found.ends}
    assert {end: table["end"].to_pylist().count(end) for end in ends} == ends
    parameters = {"preset": "pagat", "options": {}, "bots": ["greedy", "greedy"], "seed": 1}
    assert json.loads(table.schema.metadata[b"schwimmen"]) == parameters
    assert os.listdir(tmp_path) == ["rounds.parquet"]


def test_parquet_of_matches_has_nulls_for_seats_that_are_out(tmp_path: Path) -> None:
    path = tmp_path / "rounds.parquet"
    given = ["--matches", "9", "--seed", "1", "--format", "parquet", "--output", str(path)]
    assert main(["simulate", *given]) == 0
    rows = pq.read_table(path).to_pylist()
    assert {row["match"] for row in rows} == set(range(9))
    decided = [row for row in rows if row["won_0"] is not None]
    assert len(decided) == 9
    assert all(any(row[f"won_{seat}"] for seat in range(3)) for row in decided)
    cells = [(row[f"value_{seat}"], row[f"lost_{seat}"]) for row in rows for seat in range(3)]
    assert (None, None) in cells
    assert all((value is None) == (lost is None) for value, lost in cells)


def test_the_result_can_be_written_to_a_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for form in ("table", "json"):
        printed = output_of(capsys, "--rounds", "60", "--seed", "1", "--format", form)
        path = tmp_path / form
        out = output_of(
            capsys, "--rounds", "60", "--seed", "1", "--format", form, "--output", str(path)
        )
        assert out == ""
        assert path.read_text(encoding="utf-8") == printed


def test_players_in_python_play_in_processes(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[int] = []

    def processes(number: int) -> Workers:
        made.append(number)
        return threads(number)  # which see the patched levels below

    monkeypatch.setattr(console, "processes", processes)
    monkeypatch.setattr(policies, "COMPILED_LEVELS", {})
    out = output_of(capsys, "--rounds", "3", "--seed", "1", "--workers", "2", "--format", "json")
    assert made == [2]
    assert json.loads(out)["rounds"] == 3


def test_records_and_decisions_are_written_beside_the_report(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = ["--bots", "club,greedy,random", "--rounds", "60", "--seed", "1", "--format", "json"]
    contents = set()
    for workers in ("1", "3"):
        files = [tmp_path / "records", tmp_path / "decisions.jsonl"]
        logs = ("--records", str(files[0]), "--decisions", str(files[1]))
        out = output_of(capsys, *given, *logs, "--workers", workers)
        contents.add((out, *(file.read_text(encoding="utf-8") for file in files)))
    ((out, records, decisions),) = contents
    assert len(records.splitlines()) == 60
    assert len(decisions.splitlines()) == json.loads(out)["decisions"]
    parameters = read_decision_parameters(files[1])
    assert (parameters["bots"], parameters["seed"]) == (["club", "greedy", "random"], 1)
    assert (parameters["rounds"], parameters["matches"]) == (60, None)
    assert main(["replay", str(tmp_path / "records")]) == 0
    results = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    lost = sum(seat for result in results for seat in result["rounds"][0]["lost"])
    bots = json.loads(out)["by_bot"]
    assert sum(bot["lives_lost"]["mean"] for bot in bots) == pytest.approx(lost / 60)


WRONG = [
    (["--preset", "pagt"], 'unknown preset "pagt": did you mean pagat?'),
    (["--option", "live=5"], 'unknown option "live": did you mean lives?'),
    (["--option", "lives=0"], "lives: 0 is not valid, it is a whole number from 1 to 1000"),
    (["--option", "pass=maybe"], 'pass: "maybe" is not valid, it is yes or no'),
    (["--option", "special=grace"], "special: grace contradicts close_effect: one_turn_each"),
    (["--players", "9"], "players: 9, but this game is for 2 to 8"),
    (["--bots", "gredy"], 'unknown level "gredy": did you mean greedy?'),
    (["--bots", "greedy,random"], "2 bots for 3 seats"),
    (["--rounds", "5", "--matches", "5"], "--rounds and --matches: give only one of them"),
    (["--format", "parquet"], "--format parquet needs --output FILE"),
    (["--output", "/nowhere/at/all"], "/nowhere/at/all: cannot be written: "),
    (["--output", os.sep], "cannot be written: "),
    (["--decisions", "/nowhere/x.jsonl"], "/nowhere/x.jsonl: cannot be written: "),
    (["--records", "x", "--decisions", "x.jsonl", "--output", "x"], "--output and --records: "),
    (["--decisions", "x.jsonl", "--output", "x.meta.json"], "--output and --decisions: "),
    (["--cluster", "nonsense"], "cluster nonsense: missing port number"),
]


@pytest.mark.parametrize(("arguments", "reason"), WRONG, ids=[" ".join(a) for a, _ in WRONG])
def test_errors_print_one_line(
    arguments: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate", *arguments]) == 2
    done = capsys.readouterr()
    assert done.out == ""
    assert done.err.startswith("schwimmen: ")
    assert reason in done.err
    assert done.err.count("\n") == 1


MISTYPED = [
    (["--option", "lives"], '"lives" is not NAME=VALUE: write lives=VALUE'),
    (["--option", "livs"], '"livs" is not NAME=VALUE: did you mean lives?'),
    (["--rounds", "0"], '"0" is not a whole number from 1 on'),
    (["--rounds", "many"], '"many" is not a whole number'),
    (["--workers", "2", "--cluster", "x:1"], "--cluster: not allowed with argument --workers"),
    (["--seed", "-1"], '"-1" is not a whole number from 0 on'),
    (["--players", "1"], '"1" is not a whole number from 2 on'),
    (["--format", "xml"], "invalid choice: 'xml'"),
    (["--output", ""], "it needs the name of a file"),
    (["--decisions", "x.csv"], '"x.csv" does not end in .jsonl or .parquet'),
    (["--round", "3"], "unknown argument '--round': did you mean --rounds?"),
]


def status_of(*arguments: str) -> Any:
    """Run a command and return its exit status, also that of a usage error."""
    try:
        return main(arguments)
    except SystemExit as ended:
        return ended.code


WRONG_DATASETS = [
    (["--matches", "1"], "the following arguments are required: --output"),
    (["--output", "x.jsonl"], "the following arguments are required: --matches"),
    (["--matches", "0", "--output", "x.jsonl"], '"0" is not a whole number from 1 on'),
    (["--matches", "1", "--output", "x.csv"], '"x.csv" does not end in .jsonl or .parquet'),
    (["--matches", "1", "--output", "x.jsonl", "--bots", "gredy"], 'unknown level "gredy"'),
    (["--matches", "1", "--output", "/nowhere/x.jsonl"], "/nowhere/x.jsonl: cannot be written"),
]


@pytest.mark.parametrize(
    ("arguments", "reason"), WRONG_DATASETS, ids=[" ".join(a) for a, _ in WRONG_DATASETS]
)
def test_errors_of_a_dataset_print_one_line(
    arguments: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert status_of("dataset", *arguments) == 2
    done = capsys.readouterr()
    assert done.out == ""
    assert done.err.startswith("schwimmen")
    assert reason in done.err
    assert done.err.count("\n") == 1
    assert not Path("x.jsonl").exists()


@pytest.mark.parametrize(("arguments", "reason"), MISTYPED, ids=[" ".join(a) for a, _ in MISTYPED])
def test_usage_errors_print_one_line(
    arguments: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["simulate", *arguments])
    assert ended.value.code == 2
    done = capsys.readouterr()
    assert done.err.count("\n") == 1
    assert reason in done.err


@pytest.mark.parametrize(
    ("library", "arguments", "extra"),
    [
        ("pyarrow", ["--format", "parquet", "--output", "x"], "schwimmen[parquet]"),
        ("pyarrow", ["--decisions", "x.parquet"], "schwimmen[parquet]"),
        ("distributed", ["--cluster", "x:1"], "schwimmen[cluster]"),
    ],
)
def test_a_missing_library_is_named(
    library: str,
    arguments: list[str],
    extra: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    assert main([*SMALL, *arguments]) == 2
    assert f'pip install "{extra}"' in capsys.readouterr().err
    assert not Path("x").exists()
    assert not Path("x.parquet").exists()


def test_numbers_may_have_digit_groups(capsys: pytest.CaptureFixture[str]) -> None:
    assert "1,234 rounds" in output_of(capsys, "--rounds", "1_234", "--bots", "random")


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "schwimmen", "simulate", *arguments]


def test_ctrl_c_ends_the_run_and_leaves_no_file(tmp_path: Path) -> None:
    given = ["--format", "json", "--output", str(tmp_path / "rounds")]
    assert interrupted("simulate", "--rounds", "1_000_000_000_000", *given) == 130
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("name", ["rows.jsonl", "rows.parquet"])
def test_ctrl_c_keeps_the_decisions_of_a_dataset_so_far(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    given = ["--players", "2", "--matches", "1_000_000_000", "--output", str(path)]
    assert interrupted("dataset", *given) == 130
    assert os.listdir(tmp_path) == [f"{name}.parts"]
    (part,) = (tmp_path / f"{name}.parts").glob(f"0*{path.suffix}")
    if name == "rows.jsonl":
        lines = part.read_text(encoding="utf-8").splitlines()
        matches = [json.loads(line)["match"] for line in lines]
    else:
        matches = pq.read_table(part.parent)["match"].to_pylist()
    assert matches
    assert matches == sorted(matches)
    assert set(matches) == set(range(int(part.stem.split("-")[1])))


def test_a_closed_pipe_is_not_an_error() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done: Any = subprocess.run(
        command("--rounds", "10", "--format", "json"),
        stdout=writing,
        stderr=subprocess.PIPE,
        timeout=PATIENCE,
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (0, b"")
