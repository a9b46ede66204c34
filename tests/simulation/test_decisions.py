"""Decisions and records of simulated matches, and the files that hold them."""

from __future__ import annotations

import json
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from schwimmen.arena import compare
from schwimmen.bots import Forfeit
from schwimmen.cli import main
from schwimmen.players import Player, make_player
from schwimmen.records import load, play, replay
from schwimmen.rules import Match, Round, RuleSet, SchwimmenError, View
from schwimmen.simulation import (
    Decision,
    decision_file,
    decision_parameters,
    read_decision_parameters,
    simulate,
)
from schwimmen.simulation.decisions import COLUMNS
from tests.strategies import VARIANTS

BOTS = ("beginner", "greedy", "club")


def played(rules: str | RuleSet = "pagat", **given: Any) -> tuple[list[Decision], list[Match]]:
    """Return the decisions and the recorded matches of a simulation."""
    decisions: list[Decision] = []
    records: list[str] = []
    settings: dict[str, Any] = {"players": 3, "bots": BOTS, "seed": 1} | given
    found = simulate(rules, **settings, each_decision=decisions.append, each_record=records.append)
    assert found.decisions == len(decisions)
    return decisions, [play(load(record)) for record in records]


@pytest.mark.parametrize("number", [{"matches": 3}, {"rounds": 8}], ids=str)
@pytest.mark.parametrize("preset", VARIANTS)
def test_decisions_are_those_of_the_records(preset: str, number: dict[str, int]) -> None:
    players = min(3, RuleSet(preset).max_players)
    decisions, matches = played(preset, players=players, bots=BOTS[:players], **number)
    assert len(matches) == sum(number.values())
    rounds = [
        (match, place, round_)
        for match, each in enumerate(matches)
        for place, round_ in enumerate(each.rounds, 1)
    ]
    logged = {
        key: list(rows) for key, rows in groupby(decisions, lambda row: (row.match, row.round))
    }
    assert sum(len(round_.actions) for *_, round_ in rounds) == len(decisions)
    for match, place, round_ in rounds:
        rows = logged.get((match, place), [])
        # A record has no sign of closing where a special hand ends the round first.
        assert [row.action.rstrip("!") for row in rows] == [
            action.rstrip("!") for action in round_.actions
        ]
        assert all(row.legal_numbers[row.legal.index(row.action)] == row.number for row in rows)
        assert [row.decision for row in rows] == list(range(len(rows)))
        result = matches[match].results[place - 1]
        for row in rows:
            assert row.bot == BOTS[row.seat] == matches[match].players[row.seat]
            assert row.end == result.end
            assert row.final_value == result.values[row.seat]
            assert row.lost == (result.lost and result.lost[row.seat])
            assert row.points == (result.points and result.points[row.seat])
            assert row.whole_match == ("matches" in number)
            assert row.won == (row.seat in matches[match].winners if "matches" in number else None)


def test_a_decision_has_what_its_seat_knew() -> None:
    decisions, matches = played(matches=4)
    for match, rows in groupby(decisions, lambda row: row.match):
        again = Match("pagat", matches[match].players, dealer=match % 3, deal=False, seed=0)
        for number, in_round in groupby(rows, lambda row: row.round):
            for recorded in matches[match].rounds[len(again.rounds) : number]:
                again.deal(recorded.pack)  # those without decisions ended with the deal
            for row in in_round:
                view = again.view(row.seat)
                assert row.position == view.position
                assert (row.hand, row.table) == (view.hand_names, view.table_names)
                assert row.legal == view.legal_actions
                assert row.legal_numbers == tuple(one.number for one in view.choices)
                assert row.value == view.value
                again.play(row.action)
                if not again.round.over:
                    assert row.value_after == again.view(row.seat).value


@pytest.mark.parametrize("number", [{"matches": 2}, {"rounds": 6}], ids=str)
def test_a_position_can_be_set_up_again(number: dict[str, Any]) -> None:
    decisions, _ = played(**number)
    for row in decisions:
        again = (Match if "matches" in number else Round).from_position(row.position, seed=1)
        assert again.to_act == row.seat
        view = again.view(row.seat)
        assert (view.hand_names, view.legal_actions) == (row.hand, row.legal)


def test_turns_are_the_seats_own() -> None:
    decisions, _ = played(matches=4)
    for _, rows in groupby(decisions, lambda row: (row.match, row.round)):
        in_round = list(rows)
        for seat in range(3):
            turns = [row.turn for row in in_round if row.seat == seat]
            assert all(after == before + 1 for before, after in pairwise(turns))
        assert all((row.turn == 0) == (row.action in ("keep", "take")) for row in in_round)


class Quitter:
    """Player that forfeits at its second decision."""

    name = "quitter"

    def __init__(self, seed: int) -> None:
        self._player = make_player("greedy")
        self._decisions = 0

    def choose(self, view: View) -> str:
        self._decisions += 1
        if self._decisions == 2:
            raise Forfeit("quitter gave up")
        return self._player.choose(view)


def test_a_forfeited_match_ends_with_its_round_and_says_so() -> None:
    records: list[str] = []
    decisions: list[Decision] = []
    bots: list[Any] = [Quitter, "greedy"]
    simulate(
        "pagat", 2, bots, matches=1, seed=1,
        each_record=records.append, each_decision=decisions.append,
    )  # fmt: skip
    record = json.loads(records[0])
    assert record["forfeited"] == [0]
    assert record["run"] == {"seed": 1, "match": 0}
    assert replay(load(records[0]))["complete"] is False
    last = [row for row in decisions if row.forfeited]
    assert {row.round for row in last} == {len(record["rounds"])}
    assert {(row.seat, row.lost, row.won) for row in last} == {(0, 1, False), (1, 0, True)}
    assert [row.bot for row in decisions if row.seat == 0][:2] == ["quitter", "greedy"]


def test_a_file_has_the_decisions_in_both_formats(tmp_path: Path) -> None:
    decisions, _ = played(matches=5)
    parameters = decision_parameters(RuleSet("pagat"), 3, BOTS, seed=1, matches=5)
    for name in ("rows.jsonl", "rows.parquet"):
        with decision_file(tmp_path / name, parameters) as write:
            for decision in decisions:
                write(decision)
    expected = [json.loads(json.dumps(decision._asdict())) for decision in decisions]
    lines = (tmp_path / "rows.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line) for line in lines] == expected
    table = pq.read_table(tmp_path / "rows.parquet")
    assert table.to_pylist() == expected
    assert json.loads(table.schema.metadata[b"schwimmen"]) == parameters
    for name in ("rows.jsonl", "rows.parquet"):
        assert read_decision_parameters(tmp_path / name) == parameters
    assert {name: str(table.schema.field(name).type) for name in COLUMNS} == {
        name: kind.replace("list<", "list<element: ") for name, kind in COLUMNS.items()
    }


def test_row_groups_are_written_while_the_matches_are_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("schwimmen.simulation.decisions.ROW_GROUP", 10)
    decisions, _ = played(matches=2)
    path = tmp_path / "rows.parquet"
    with decision_file(path, {}) as write:
        for decision in decisions:
            write(decision)
    groups = pq.ParquetFile(path).metadata
    assert [groups.row_group(number).num_rows for number in range(groups.num_row_groups)] == [
        *[10] * (len(decisions) // 10),
        *([len(decisions) % 10] if len(decisions) % 10 else []),
    ]


@pytest.mark.parametrize("name", ["rows.jsonl", "rows.parquet"])
def test_a_file_that_cannot_be_written_is_refused_at_once(tmp_path: Path, name: str) -> None:
    with (
        pytest.raises(SchwimmenError, match="cannot be written: "),
        decision_file(tmp_path / "nowhere" / name, {}),
    ):
        raise AssertionError("the file was opened")


@pytest.mark.parametrize("name", ["rows.jsonl", "rows.parquet"])
def test_a_file_without_parameters_is_refused(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(b"[]\n")
    (tmp_path / "rows.meta.json").write_bytes(b"[]\n")
    with pytest.raises(SchwimmenError, match="no parameters of decisions could be read"):
        read_decision_parameters(path)


def test_a_file_and_its_parameters_are_replaced_together(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    with decision_file(path, decision_parameters(RuleSet("pagat"), 3, BOTS, seed=1)):
        pass
    with (
        pytest.raises(KeyboardInterrupt),
        decision_file(path, decision_parameters(RuleSet("pagat"), 3, BOTS, seed=2)),
    ):
        raise KeyboardInterrupt
    assert read_decision_parameters(path)["seed"] == 1
    assert sorted(one.name for one in tmp_path.iterdir()) == ["rows.jsonl", "rows.meta.json"]


@pytest.mark.parametrize("kind", ["each_record", "each_decision"])
@pytest.mark.parametrize("run", [simulate, compare])
def test_a_study_pack_is_refused_before_the_run(run: Any, kind: str) -> None:
    rules = RuleSet.study("7C 8C 9C 7S 8S 9S 7H 8H 9H 7D 8D 9D", max_players=2)
    with pytest.raises(SchwimmenError, match="there are none with a study pack"):
        run(rules, 2, ["greedy", "random"], 1, seed=1, **{kind: pytest.fail})


class Own:
    """Player of another class than the levels."""

    name = "own"

    def __init__(self, seed: int) -> None:
        self._player: Player = make_player("club", seed)

    def choose(self, view: View) -> str:
        return self._player.choose(view)


def test_the_rows_of_bots_in_python_are_complete() -> None:
    """They have chosen from views without records, too, and the same seed deals the same cards."""
    bots: list[Any] = [Own, "greedy"]
    plain = simulate("dutch", 2, bots, matches=6, seed=4)
    decisions: list[Decision] = []
    logged = simulate("dutch", 2, bots, matches=6, seed=4, each_decision=decisions.append)
    assert plain == logged
    assert {row.bot for row in decisions} == {"own", "greedy"}


def test_a_dataset_does_not_depend_on_the_workers(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = ["dataset", "--bots", "beginner,greedy", "--players", "2", "--matches", "12"]
    contents = set()
    for workers in ("1", "3"):
        paths = [tmp_path / f"{workers}.jsonl", tmp_path / f"{workers}.parquet"]
        for path in paths:
            arguments = ["--seed", "5", "--workers", workers, "--output", str(path)]
            assert main([*given, *arguments]) == 0
        contents.add(tuple(path.read_bytes() for path in paths))
    assert len(contents) == 1
    rows = pq.read_table(tmp_path / "1.parquet")
    assert set(rows["match"].to_pylist()) == set(range(12))
    done = capsys.readouterr()
    assert done.out == ""
    assert done.err.splitlines()[-1] == f"{rows.num_rows:,} decisions, seed 5"
