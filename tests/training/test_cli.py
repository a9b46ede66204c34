"""``schwimmen train``: a file and a line of the log for every blueprint, and one-line errors."""

from __future__ import annotations

import _thread
import json
import threading
import time
from pathlib import Path

import numpy as np
import pytest

from schwimmen.cli import main
from schwimmen.players.blueprint.policy_table import read_blueprint, read_header
from schwimmen.training import blueprint_specs
from schwimmen.training.blueprint_specs import BLUEPRINT_SPECS, BlueprintSpec, specs_named
from schwimmen.training.train import learn_blueprint
from tests.clusters import patience, two_workers
from tests.processes import PATIENCE

__all__ = ["patience"]  # a fixture

SMALL = (
    BlueprintSpec("pagat", 2, 30_000, 3_000, table_size=1 << 10, infosets=100),
    BlueprintSpec("dutch", 3, 20_000, 2_000, table_size=1 << 10),
)


@pytest.fixture
def small_specs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use specifications with little training."""
    monkeypatch.setattr(blueprint_specs, "BLUEPRINT_SPECS", SMALL)


def log_of(folder: Path) -> list[dict[str, object]]:
    lines = (folder / "training.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


@pytest.mark.usefixtures("small_specs")
def test_every_blueprint_makes_a_file_and_a_line_of_the_log(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "some" / "where"
    assert main(["train", "--output", str(folder), "--percent", "1", "--seed", "5"]) == 0
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("2 blueprints, ")
    logged = {line["name"]: line for line in log_of(folder)}
    assert set(logged) == {"pagat-2", "dutch-3"}
    for spec in SMALL:
        path = folder / f"{spec.name}.blueprint"
        header = read_header(path)
        blueprint = read_blueprint(path)
        assert (header.name, header.seats, header.seed) == (spec.name, spec.seats, 5)
        assert header.learning["value_rounds"] == spec.value_rounds // 100
        assert header.learning["regret_rounds"] == spec.regret_rounds // 100
        assert 0 < header.entries == np.count_nonzero(blueprint) <= spec.infosets
        line = logged[spec.name]
        assert (line["sha256"], line["entries"]) == (header.sha256, header.entries)
        assert {"minutes", "python", "numpy", "schwimmen"} <= line.keys()
        assert f"{spec.name}: {header.entries:,} information sets, {header.sha256[:12]}" in said.err


@pytest.mark.usefixtures("small_specs")
def test_equal_seeds_give_equal_files(tmp_path: Path) -> None:
    def files(folder: str, *more: str) -> dict[str, bytes]:
        given = ["train", "--output", str(tmp_path / folder), "--percent", "1", *more]
        assert main(given) == 0
        return {path.name: path.read_bytes() for path in (tmp_path / folder).glob("*.blueprint")}

    alone = files("alone", "--workers", "1")
    assert files("together", "--workers", "2") == alone
    assert files("other", "--seed", "1") != alone
    assert files("one", "dutch-3", "dutch-3") == {"dutch-3.blueprint": alone["dutch-3.blueprint"]}
    assert len(log_of(tmp_path / "one")) == 1
    files("one", "pagat-2")
    assert [line["name"] for line in log_of(tmp_path / "one")] == ["dutch-3", "pagat-2"]


@pytest.mark.usefixtures("small_specs", "patience")
def test_a_cluster_makes_the_same_files(tmp_path: Path) -> None:
    def files(folder: str, *more: str) -> dict[str, bytes]:
        assert main(["train", "--output", str(tmp_path / folder), "--percent", "1", *more]) == 0
        return {path.name: path.read_bytes() for path in (tmp_path / folder).glob("*.blueprint")}

    with two_workers() as address:
        assert files("there", "--cluster", address) == files("here")
    assert [line["name"] for line in log_of(tmp_path / "there")] == ["pagat-2", "dutch-3"]


def test_blueprints_are_named_by_preset_and_seats() -> None:
    assert specs_named([]) == BLUEPRINT_SPECS
    assert [each.name for each in specs_named(["choy-4", "pagat-2"])] == ["choy-4", "pagat-2"]
    assert len({each.name for each in BLUEPRINT_SPECS}) == len(BLUEPRINT_SPECS)
    assert all(each.table_size & (each.table_size - 1) == 0 for each in BLUEPRINT_SPECS)


def test_user_errors_print_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    taken = tmp_path / "taken"
    taken.write_text("")
    (tmp_path / "full" / "training.jsonl").mkdir(parents=True)
    wrong = [
        (["pagat-5"], 'unknown blueprint "pagat-5": did you mean pagat-'),
        (["pagat-2", "chess"], 'unknown blueprint "chess": '),
        (["--output", str(taken)], f"{taken}: File exists"),
        (["--output", str(taken / "in")], f"{taken / 'in'}: Not a directory"),
        (["--output", str(tmp_path / "full")], "training.jsonl: cannot be written: Is a directory"),
        (["--output", str(tmp_path / "new"), "--cluster", "nonsense"], "cluster nonsense: missing"),
    ]
    for arguments, reason in wrong:
        assert main(["train", *arguments]) == 2
        done = capsys.readouterr()
        assert done.out == ""
        assert done.err.startswith("schwimmen: ")
        assert reason in done.err
        assert done.err.count("\n") == 1


MISTYPED = [
    (["--percent", "0"], '"0" is not a whole number from 1 on'),
    (["--percent", "half"], '"half" is not a whole number'),
    (["--seed", "-1"], '"-1" is not a whole number from 0 on'),
    (["--workers", "0"], '"0" is not a whole number from 1 on'),
    (["--workers", "2", "--cluster", "x:1"], "--cluster: not allowed with argument --workers"),
    (["--output", ""], "it needs the name of a file"),
    (["--percents", "3"], "unknown argument '--percents': did you mean --percent?"),
]


@pytest.mark.parametrize(("arguments", "reason"), MISTYPED, ids=[" ".join(a) for a, _ in MISTYPED])
def test_usage_errors(
    arguments: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["train", *arguments])
    assert ended.value.code == 2
    said = capsys.readouterr()
    assert said.err.count("\n") == 1
    assert reason in said.err


@pytest.mark.usefixtures("small_specs")
def test_a_file_that_cannot_be_written_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "dutch-3.blueprint").mkdir()
    assert main(["train", "--output", str(tmp_path), "--percent", "1", "--workers", "1"]) == 2
    assert "dutch-3.blueprint: the blueprint cannot be written: " in capsys.readouterr().err
    assert read_blueprint(tmp_path / "pagat-2.blueprint").any()  # which was done before


def test_ctrl_c_stops_training_and_keeps_complete_blueprints(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A longer training was started before."""
    learn_blueprint(SMALL[0], 1)  # compiled, it is a matter of a moment
    long = BlueprintSpec("pagat", 3, 4_000_000, 4_000_000, table_size=1 << 16)
    monkeypatch.setattr(blueprint_specs, "BLUEPRINT_SPECS", (long, SMALL[0], long))
    done = tmp_path / "pagat-2.blueprint"

    def press() -> None:
        end = time.monotonic() + PATIENCE
        while not done.exists() and time.monotonic() < end:
            time.sleep(0.05)
        _thread.interrupt_main()

    pressing = threading.Thread(target=press)
    pressing.start()
    assert main(["train", "--output", str(tmp_path), "--workers", "2"]) == 130
    pressing.join()
    assert f"interrupted; complete blueprints are in {tmp_path}" in capsys.readouterr().err
    assert read_blueprint(done).any()
    assert not (tmp_path / "pagat-3.blueprint").exists()
    assert [line["name"] for line in log_of(tmp_path)] == ["pagat-2"]
