"""``schwimmen arena``: every format, every mistake, and Ctrl-C."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from schwimmen.arena import SprtBounds, compare
from schwimmen.cli import main
from schwimmen.players import policies
from schwimmen.simulation import Workers, console, threads
from tests.processes import interrupted

TWO = ["greedy", "random"]


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What the command prints, all being well."""
    assert main(["arena", *arguments]) == 0
    return capsys.readouterr().out


def test_the_table_tells_who_is_better(capsys: pytest.CaptureFixture[str]) -> None:
    given = ["--deals", "200", "--matches", "9", "--seed", "1", "--sprt", "-0.05", "0"]
    assert main(["arena", *TWO, *given, "--option", "lives=5", "--players", "3"]) == 0
    done = capsys.readouterr()
    assert done.out.startswith("pagat with lives: 5, 3 players; ")
    assert "Lives lost a round: less is better" in done.out
    assert "accepts -0.05" in done.out
    assert "a fair part is 33.3%" in done.out
    assert max(map(len, done.out.splitlines())) <= 80
    assert " rounds/s, " in done.err
    assert done.err.count("\n") == 1


def test_the_table_of_all_together_for_points(capsys: pytest.CaptureFixture[str]) -> None:
    given = ("--preset", "choy", "--together", "--players", "3", "--seed", "1")
    deals = said(capsys, *TWO, "greedy-20", *given, "--deals", "3")
    assert "Points made a round: more is better" in deals
    assert "Matches won" not in deals
    assert "against" not in deals
    matches = said(capsys, *TWO, "greedy-20", *given, "--matches", "1")
    assert "a round" not in matches
    assert "Matches won" in matches


def test_json_is_the_plain_data_and_the_same_whatever_the_workers(
    capsys: pytest.CaptureFixture[str],
) -> None:
    given = ("--deals", "150", "--matches", "3", "--seed", "1", "--format", "json")
    test = ("--sprt", "-0.1", "0.1", "--alpha", "0.02", "--beta", "0.03")
    one = said(capsys, *TWO, *given, *test, "--workers", "1")
    assert said(capsys, *TWO, *given, *test, "--workers", "3") == one
    bounds = SprtBounds(-0.1, 0.1, 0.02, 0.03)
    found = compare("pagat", 2, TWO, 150, matches=3, test=bounds, seed=1)
    assert json.loads(one) == found.to_dict()


def test_as_many_are_played_as_makes_sense(capsys: pytest.CaptureFixture[str]) -> None:
    def played(*arguments: str) -> tuple[int, int]:
        (contest,) = json.loads(said(capsys, *TWO, "--format", "json", *arguments))["contests"]
        return contest["deals"], contest["matches"]

    assert played() == (10_000, 0)
    assert played("--matches", "1_0") == (0, 10)
    assert played("--sprt", "-0.1", "0", "--matches", "2") == (500, 2)


def test_a_file_can_be_written_instead_of_standard_output(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for form in ("table", "json"):
        given = (*TWO, "--deals", "20", "--seed", "1", "--format", form)
        printed = said(capsys, *given)
        path = tmp_path / form
        assert said(capsys, *given, "--output", str(path)) == ""
        assert path.read_text(encoding="utf-8") == printed


def test_players_in_python_play_in_processes(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those of a level that has no compiled policy."""
    made: list[int] = []

    def processes(number: int) -> Workers:
        made.append(number)
        return threads(number)  # which do the same, and know of the next line

    given = (*TWO[:1], "greedy-30", "--deals", "3", "--seed", "1", "--format", "json")
    compiled = said(capsys, *given)
    monkeypatch.setattr(console, "processes", processes)
    monkeypatch.setattr(policies, "COMPILED_LEVELS", {})
    assert said(capsys, *given, "--workers", "2") == compiled
    assert made == [2]


WRONG = [
    (["greedy"], "bots: 1, but at least two are compared"),
    (["greedy", "gredy"], 'unknown level "gredy": did you mean greedy?'),
    (["greedy", "greedy-21"], 'unknown level "greedy-21": did you mean greedy-27?'),
    ([*TWO, "--preset", "pagt"], 'unknown preset "pagt": did you mean pagat?'),
    ([*TWO, "--option", "live=5"], 'unknown option "live": did you mean lives?'),
    ([*TWO, "--players", "9"], "players: 9, but this game is for 2 to 8"),
    ([*TWO, "--players", "3", "--together"], "2 bots for 3 seats: together there is one for each"),
    ([*TWO, "--sprt", "0", "-1"], "the low bound, 0.0, is not below the high one, -1.0"),
    ([*TWO, "--sprt", "0", "inf"], "is no bound"),
    ([*TWO, "--sprt", "0", "1", "--alpha", "1"], "alpha: 1.0 is not a number above 0"),
    ([*TWO, "--sprt", "0", "1", "--together"], "--sprt: it tests one bot against another"),
    ([*TWO, "--beta", ".1"], "--beta: it goes with --sprt"),
    ([*TWO, "--workers", "2", "--cluster", "x:1"], "--workers and --cluster: one of them only"),
    ([*TWO, "--output", "/nowhere/at/all"], "/nowhere/at/all: cannot be written: "),
    ([*TWO, "--cluster", "nonsense"], "cluster nonsense: missing port number"),
]


@pytest.mark.parametrize(("arguments", "reason"), WRONG, ids=[" ".join(a) for a, _ in WRONG])
def test_what_cannot_be_done_is_told_in_a_line(
    arguments: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["arena", *arguments]) == 2
    done = capsys.readouterr()
    assert done.out == ""
    assert done.err.startswith("schwimmen: ")
    assert reason in done.err
    assert done.err.count("\n") == 1


MISTYPED = [
    ([], "the following arguments are required: BOT"),
    ([*TWO, "--deals", "0"], '"0" is not a whole number from 1 on'),
    ([*TWO, "--matches", "few"], '"few" is not a whole number'),
    ([*TWO, "--players", "1"], '"1" is not a whole number from 2 on'),
    ([*TWO, "--sprt", "0"], "--sprt: expected 2 arguments"),
    ([*TWO, "--sprt", "0", "x"], '"x" is not a number'),
    ([*TWO, "--format", "parquet"], "invalid choice: 'parquet'"),
    ([*TWO, "--deal", "3"], "unknown argument '--deal': did you mean --deals?"),
]


@pytest.mark.parametrize(("arguments", "reason"), MISTYPED, ids=[" ".join(a) for a, _ in MISTYPED])
def test_usage_errors(
    arguments: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["arena", *arguments])
    assert ended.value.code == 2
    done = capsys.readouterr()
    assert done.err.count("\n") == 1
    assert reason in done.err


@pytest.mark.parametrize("form", ["table", "json"])
def test_ctrl_c_tells_what_was_played(form: str, tmp_path: Path) -> None:
    path = tmp_path / "found"
    given = ["--deals", "1_000_000_000", "--format", form, "--output", str(path)]
    assert interrupted("arena", *TWO, *given) == 130
    text = path.read_text(encoding="utf-8")
    if form == "json":
        data = json.loads(text)
        assert data["interrupted"] is True
        assert 0 < data["contests"][0]["deals"] < 1_000_000_000
    else:
        assert "interrupted: this is what was played so far" in text
        assert "greedy  random" in text
