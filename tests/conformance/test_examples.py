"""Example records replayed: results to the byte, and the errors of broken records."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from schwimmen.cli import main
from schwimmen.records import replay_files

HERE = Path(__file__).parent
PROJECT = HERE.parents[1]
SHARED = PROJECT.parent / "shared" / "spec"

RECORDS = HERE / "records.jsonl"
RESULTS = (HERE / "results.jsonl").read_bytes()
BROKEN: list[dict[str, Any]] = [
    json.loads(line) for line in (HERE / "broken.jsonl").read_text("utf-8").splitlines()
]

EXAMPLES = {
    HERE / name: SHARED / "examples" / name
    for name in ("records.jsonl", "results.jsonl", "broken.jsonl")
}
PAGES = {PROJECT / "docs" / "spec" / name: SHARED / name for name in ("RULES.md", "RECORD.md")}


def replayed(*paths: Path, stdin: bytes = b"") -> tuple[int, bytes, list[str]]:
    out, err = BytesIO(), BytesIO()
    status = replay_files([str(path) for path in paths], BytesIO(stdin), out, err)
    return status, out.getvalue(), err.getvalue().decode().splitlines()


def test_the_results_are_exact() -> None:
    assert replayed(RECORDS) == (0, RESULTS, [])


def test_the_results_are_exact_one_file_a_record(tmp_path: Path) -> None:
    paths = []
    for number, line in enumerate(RECORDS.read_text("utf-8").splitlines()):
        path = tmp_path / f"{number}.schwimmen.json"
        path.write_text(json.dumps(json.loads(line), indent=1), "utf-8")
        paths.append(path)
    assert replayed(*paths) == (0, RESULTS, [])


def test_the_command_prints_the_results(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert main(["replay", str(RECORDS)]) == 0
    assert capfdbinary.readouterr() == (RESULTS, b"")


def test_a_process_prints_the_results_whatever_the_locale() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "schwimmen", "replay", str(RECORDS)],
        capture_output=True,
        env=os.environ | {"LC_ALL": "C", "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"},
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, RESULTS, b"")


@pytest.mark.parametrize("broken", BROKEN, ids=[broken["kind"] for broken in BROKEN])
def test_an_unplayable_record_is_an_error_of_one_line(
    broken: dict[str, Any], tmp_path: Path
) -> None:
    path = tmp_path / "broken.schwimmen.json"
    path.write_text(broken["text"], "utf-8")
    where = f"{path}: "
    if broken["round"] is not None:
        where += f"round {broken['round']}"
    if broken["action"] is not None:
        where += f", action {broken['action']}: "
    status, out, lines = replayed(path)
    assert (status, out, len(lines)) == (broken["exit"], b"null\n", 1)
    assert lines[0].startswith(where)
    assert all(name in lines[0] for name in broken["names"])


def test_broken_records_among_others_leave_the_lines_in_step(tmp_path: Path) -> None:
    records: list[str] = []
    results: list[str] = []
    failing: list[int] = []
    for record, result in zip(
        RECORDS.read_text("utf-8").splitlines(), RESULTS.decode().splitlines(), strict=True
    ):
        records.append(record)
        results.append(result)
        if len(failing) < len(BROKEN):
            records.append(BROKEN[len(failing)]["text"].replace("\n", " "))
            results.append("null")
            failing.append(len(records))
    path = tmp_path / "all.jsonl"
    path.write_text("\n".join(records), "utf-8")
    status, out, lines = replayed(path)
    assert status == 2
    assert out.decode().splitlines() == results
    assert [line.split(": ")[0] for line in lines] == [f"{path}:{number}" for number in failing]


beside_the_specification = pytest.mark.skipif(
    not SHARED.exists(), reason="the project does not stand beside its specification"
)


@beside_the_specification
@pytest.mark.parametrize("copy", EXAMPLES, ids=lambda copy: copy.name)
def test_the_copies_of_examples_are_true(copy: Path) -> None:
    """The specification may have further examples, but has all of these."""
    assert EXAMPLES[copy].read_bytes().startswith(copy.read_bytes())


@beside_the_specification
@pytest.mark.parametrize("copy", PAGES, ids=lambda copy: copy.name)
def test_the_copies_of_pages_are_true(copy: Path) -> None:
    """The specification may be ahead of this version, but changes no rule that is in it."""
    rules = [line for line in copy.read_text().splitlines() if line.startswith("**R")]
    assert set(rules) <= set(PAGES[copy].read_text().splitlines())
