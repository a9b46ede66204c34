"""The command ``schwimmen arena``: formats, errors and Ctrl-C."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from schwimmen.arena import SprtBounds, compare
from schwimmen.cli import main
from schwimmen.players import policies
from schwimmen.simulation import Workers, console, read_decision_parameters, threads
from tests.processes import interrupted

TWO = ["greedy", "random"]


def output_of(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Run the command successfully and return its output."""
    assert main(["arena", *arguments]) == 0
    return capsys.readouterr().out


def test_the_report_shows_the_better_bot(capsys: pytest.CaptureFixture[str]) -> None:
    given = ["--deals", "200", "--matches", "9", "--seed", "1", "--sprt", "-0.05", "0"]
    assert main(["arena", *TWO, *given, "--option", "lives=5", "--players", "3"]) == 0
    done = capsys.readouterr()
    assert done.out.startswith("pagat with lives: 5, 3 players; ")
    assert "Lives lost a round (fewer is better)" in done.out
    assert "accepts -0.05" in done.out
    assert "an equal share is 33.3%" in done.out
    assert max(map(len, done.out.splitlines())) <= 80
    assert " rounds/s, " in done.err
    assert done.err.count("\n") == 1


def test_the_report_of_all_bots_together_for_points(capsys: pytest.CaptureFixture[str]) -> None:
    given = ("--preset", "choy", "--together", "--players", "3", "--seed", "1")
    deals = output_of(capsys, *TWO, "greedy-20", *given, "--deals", "3")
    assert "Points made a round (more is better)" in deals
    assert "Matches won" not in deals
    assert "against" not in deals
    matches = output_of(capsys, *TWO, "greedy-20", *given, "--matches", "1")
    assert "a round" not in matches
    assert "Matches won" in matches


def test_json_is_the_plain_data_and_does_not_depend_on_the_workers(
    capsys: pytest.CaptureFixture[str],
) -> None:
    given = ("--deals", "150", "--matches", "3", "--seed", "1", "--format", "json")
    test = ("--sprt", "-0.1", "0.1", "--alpha", "0.02", "--beta", "0.03")
    one = output_of(capsys, *TWO, *given, *test, "--workers", "1")
    assert output_of(capsys, *TWO, *given, *test, "--workers", "3") == one
    bounds = SprtBounds(-0.1, 0.1, 0.02, 0.03)
    found = compare("pagat", 2, TWO, 150, matches=3, test=bounds, seed=1)
    assert json.loads(one) == found.to_dict()


def test_default_numbers_of_deals_and_matches(capsys: pytest.CaptureFixture[str]) -> None:
    def played(*arguments: str) -> tuple[int, int]:
        (contest,) = json.loads(output_of(capsys, *TWO, "--format", "json", *arguments))["contests"]
        return contest["deals"], contest["matches"]

    assert played() == (10_000, 0)
    assert played("--matches", "1_0") == (0, 10)
    assert played("--sprt", "-0.1", "0", "--matches", "2") == (500, 2)


def test_the_result_can_be_written_to_a_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for form in ("table", "json"):
        given = (*TWO, "--deals", "20", "--seed", "1", "--format", form)
        printed = output_of(capsys, *given)
        path = tmp_path / form
        assert output_of(capsys, *given, "--output", str(path)) == ""
        assert path.read_text(encoding="utf-8") == printed


def test_players_in_python_play_in_processes(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[int] = []

    def processes(number: int) -> Workers:
        made.append(number)
        return threads(number)  # which see the patched levels below

    given = (*TWO[:1], "greedy-30", "--deals", "3", "--seed", "1", "--format", "json")
    compiled = output_of(capsys, *given)
    monkeypatch.setattr(console, "processes", processes)
    monkeypatch.setattr(policies, "COMPILED_LEVELS", {})
    assert output_of(capsys, *given, "--workers", "2") == compiled
    assert made == [2]


def test_records_and_decisions_do_not_change_the_result_nor_depend_on_the_workers(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    bots = ("club", "random", "blueprint")
    given = (*bots, "--deals", "6", "--matches", "2", "--seed", "4", "--format", "json")
    plain = output_of(capsys, *given)
    contents = set()
    for workers in ("1", "3"):
        files = [tmp_path / "records", tmp_path / "decisions.jsonl"]
        logs = ("--records", str(files[0]), "--decisions", str(files[1]))
        assert output_of(capsys, *given, *logs, "--workers", workers) == plain
        contents.add(tuple(file.read_text(encoding="utf-8") for file in files))
    ((records, decisions),) = contents
    parameters = read_decision_parameters(files[1])
    assert (parameters["bots"], parameters["seed"]) == (list(bots), 4)
    assert (parameters["deals"], parameters["matches"]) == (6, 2)
    assert main(["replay", str(tmp_path / "records")]) == 0
    runs = [json.loads(line)["run"] for line in records.splitlines()]
    keys = [(run["contest"], run["match"], run["seating"]) for run in runs]
    contests = json.loads(plain)["contests"]
    assert keys == [
        (contest, match, seating)
        for contest in range(len(contests))
        for number in (6, 2)
        for match in range(number)
        for seating in range(2)
    ]
    rows = [json.loads(line) for line in decisions.splitlines()]
    assert len(rows) == json.loads(plain)["decisions"]
    for row in rows:
        first, other = contests[row["contest"]]["bots"]
        assert row["bot"] == (first if row["seat"] == row["seating"] else other)


def test_records_end_where_the_test_has_decided(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    records = tmp_path / "records"
    given = ("--sprt", "-0.5", "0", "--seed", "1", "--format", "json", "--records", str(records))
    (contest,) = json.loads(output_of(capsys, *TWO, *given))["contests"]
    assert contest["deals"] == 500
    assert len(records.read_text(encoding="utf-8").splitlines()) == 2 * contest["deals"]


def test_a_page_and_charts_are_written_beside_the_report(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    html, svg = tmp_path / "found.html", tmp_path / "found.svg"
    given = ("--deals", "20", "--matches", "3", "--seed", "1", "--html", str(html))
    assert output_of(capsys, *TWO, *given, "--svg", str(svg)) != ""
    assert html.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert svg.read_text(encoding="utf-8").startswith("<svg ")


WRONG = [
    ([], "bots: 0, but at least two are compared"),
    (["greedy"], "bots: 1, but at least two are compared"),
    (["greedy", "gredy"], 'unknown level "gredy": did you mean greedy?'),
    (["greedy", "greedy-21"], 'unknown level "greedy-21": did you mean greedy-27?'),
    ([*TWO, "--preset", "pagt"], 'unknown preset "pagt": did you mean pagat?'),
    ([*TWO, "--option", "live=5"], 'unknown option "live": did you mean lives?'),
    ([*TWO, "--players", "9"], "players: 9, but this game is for 2 to 8"),
    ([*TWO, "--players", "3", "--together"], "2 bots for 3 seats: together, each seat needs one"),
    ([*TWO, "--sprt", "0", "-1"], "the low bound, 0.0, is not below the high one, -1.0"),
    ([*TWO, "--sprt", "0", "inf"], "is not a bound: give a number"),
    ([*TWO, "--sprt", "0", "1", "--alpha", "1"], "alpha: 1.0 is not a number above 0"),
    ([*TWO, "--sprt", "0", "1", "--together"], "--sprt compares one bot with another"),
    ([*TWO, "--beta", ".1"], "--beta needs --sprt"),
    ([*TWO, "--records", "/nowhere/at/all"], "/nowhere/at/all: cannot be written: "),
    ([*TWO, "--decisions", "/nowhere/at/all.jsonl"], "/nowhere/at/all.jsonl: cannot be written: "),
    ([*TWO, "--decisions", "/nowhere/x.parquet"], "/nowhere/x.parquet: cannot be written: "),
    ([*TWO, "--records", "x", "--output", "./x"], "--output and --records: give each a file"),
    ([*TWO, "--html", "/nowhere/at/all.html"], "/nowhere/at/all.html: cannot be written: "),
    ([*TWO, "--svg", "/nowhere/at/all.svg"], "/nowhere/at/all.svg: cannot be written: "),
    ([*TWO, "--html", "x.html", "--output", "x.html"], "--output and --html: give each a file"),
    ([*TWO, "--output", "/nowhere/at/all"], "/nowhere/at/all: cannot be written: "),
    ([*TWO, "--cluster", "nonsense"], "cluster nonsense: missing port number"),
]


@pytest.mark.parametrize(("arguments", "reason"), WRONG, ids=[" ".join(a) for a, _ in WRONG])
def test_errors_print_one_line(
    arguments: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["arena", *arguments]) == 2
    done = capsys.readouterr()
    assert done.out == ""
    assert done.err.startswith("schwimmen: ")
    assert reason in done.err
    assert done.err.count("\n") == 1


MISTYPED = [
    ([*TWO, "--deals", "0"], '"0" is not a whole number from 1 on'),
    ([*TWO, "--matches", "few"], '"few" is not a whole number'),
    (
        [*TWO, "--workers", "2", "--cluster", "x:1"],
        "--cluster: not allowed with argument --workers",
    ),
    ([*TWO, "--players", "1"], '"1" is not a whole number from 2 on'),
    ([*TWO, "--sprt", "0"], "--sprt: expected 2 arguments"),
    ([*TWO, "--sprt", "0", "x"], '"x" is not a number'),
    ([*TWO, "--format", "parquet"], "invalid choice: 'parquet'"),
    ([*TWO, "--html", "x.svg"], '"x.svg" does not end in .html'),
    ([*TWO, "--svg", "x.png"], '"x.png" does not end in .svg'),
    ([*TWO, "--decisions", "x.csv"], '"x.csv" does not end in .jsonl or .parquet'),
    ([*TWO, "--deal", "3"], "unknown argument '--deal': did you mean --deals?"),
]


@pytest.mark.parametrize(("arguments", "reason"), MISTYPED, ids=[" ".join(a) for a, _ in MISTYPED])
def test_usage_errors_print_one_line(
    arguments: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["arena", *arguments])
    assert ended.value.code == 2
    done = capsys.readouterr()
    assert done.err.count("\n") == 1
    assert reason in done.err


@pytest.mark.parametrize("form", ["table", "json"])
def test_ctrl_c_writes_the_results_so_far(form: str, tmp_path: Path) -> None:
    path = tmp_path / "found"
    given = ["--deals", "1_000_000_000", "--format", form, "--output", str(path)]
    assert interrupted("arena", *TWO, *given) == 130
    text = path.read_text(encoding="utf-8")
    if form == "json":
        data = json.loads(text)
        assert data["interrupted"] is True
        assert 0 < data["contests"][0]["deals"] < 1_000_000_000
    else:
        assert "interrupted: the results so far" in text
        assert "greedy  random" in text
