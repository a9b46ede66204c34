"""The command that reviews records."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest

from schwimmen.analysis import Effort, review
from schwimmen.cli import main
from schwimmen.players import make_player, play_match
from schwimmen.players.budget import SearchBudget
from schwimmen.review_report import Kind, levels_text
from schwimmen.rules import Match

SMALL: Final = SearchBudget(12, worlds=4, rollouts=40)


@pytest.fixture(scope="module")
def record() -> dict[str, Any]:
    """Record of a match between two players, of whom the second one acts at random."""
    match = Match("pagat", players=["Ann [b]", "Ben"], seed=3, lives=1)
    return play_match(match, [make_player("greedy"), make_player("random", seed=2)]).to_record()


def write(folder: Path, *records: object) -> str:
    path = folder / "records.json"
    path.write_text("\n".join(json.dumps(record) for record in records))
    return str(path)


def test_a_report_has_players_decisions_and_luck(
    record: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["review", write(tmp_path, record)]) == 0
    report = capsys.readouterr().out
    assert report.startswith("pagat with lives: 1, 2 players; ")
    for text in (
        "Ann [b]",
        "Ben",
        "lost in 100 decisions",
        "own errors",
        "blunder",
        "Luckiest",
        "deal",
    ):
        assert text in report


def test_levels_count_all_decisions_under_a_name_in_matches_of_one_kind(
    record: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(tmp_path, record, record)
    assert main(["review", path, path, "--seed", "1"]) == 0
    reports, levels = capsys.readouterr().out.split("\nLevels of play, from 100 decisions")
    assert reports.count("Luck and skill") == 4
    found = [re.split("  +", row.strip()) for row in levels.splitlines()[2:]]
    assert [row[:2] for row in found] == [
        [name, "pagat with lives: 1, 2 players"] for name in ("Ann [b]", "Ben")
    ]
    assert all(int(row[2]) % 4 == 0 for row in found)


def test_levels_need_a_hundred_decisions(record: dict[str, Any]) -> None:
    reviewed = review(record, Effort(SMALL, SMALL))
    _, ben = reviewed.players
    assert ben.error_rate is not None
    few, many = (
        replace(ben, decisions=number, loss=number * ben.error_rate / 100) for number in (99, 100)
    )
    kind = Kind("Ben", reviewed.rules, 2)
    *_, row = levels_text({kind: [few]}).splitlines()
    assert row.split() == ["Ben", "pagat", "with", "lives:", "1,", "2", "players", "99"]
    *_, row = levels_text({kind: [many]}).splitlines()
    assert row.split()[7:] == ["100", "beginner"]


def test_json_has_one_line_for_each_record(
    record: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["review", write(tmp_path, record, record), "--json", "--seed", "5", "--seat", "1"]
    assert main(arguments) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first == second
    reviewed = json.loads(first)
    assert reviewed["format"] == "schwimmen-review/3"
    assert reviewed["seed"] == 5
    assert [player["name"] for player in reviewed["players"]] == ["Ben"]
    decisions = [moment["decision"] for moment in reviewed["moments"] if moment["decision"]]
    assert {decision["seat"] for decision in decisions} == {1}


def test_a_graph_shows_the_chances_after_each_deal(
    record: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["review", write(tmp_path, record), "--effort", "graph", "--workers", "1"]) == 0
    report = capsys.readouterr().out
    assert "deal of round 1" in report
    assert "100.0" in report
    assert "own errors" not in report


def test_an_invalid_record_is_one_line_on_standard_error(
    record: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(tmp_path, {}, record)
    assert main(["review", path, "--json", "--effort", "graph"]) == 2
    said = capsys.readouterr()
    assert said.err == f'{path}:1: the key "format" is missing\n'
    nothing, reviewed = said.out.splitlines()
    assert nothing == "null"
    assert json.loads(reviewed)["complete"]
    assert main(["review", str(tmp_path / "none")]) == 2
    said = capsys.readouterr()
    assert "cannot be read" in said.err
    assert said.out == ""


def test_a_seat_that_the_match_lacks_is_refused(
    record: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(tmp_path, record)
    assert main(["review", path, "--seat", "2"]) == 2
    assert capsys.readouterr().err == f"{path}: --seat: the seats of this match are 0 to 1\n"
