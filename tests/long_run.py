"""Pytest plugin for long runs: it resumes where it was stopped, and ends with a report.

Passed tests are noted in pytest's cache, with a hash of the sources, and not run again.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

PASSED: Final = "long-run"
ROOT: Final = Path(__file__).parents[1]


class Result(NamedTuple):
    """Outcome and duration in seconds of a test, and whether what it waited for came ``late``."""

    outcome: str
    seconds: float
    late: int = 0


def sources() -> str:
    """Return a hash of all files of the repository, committed or not."""
    listed = ("git", "ls-files", "--cached", "--others", "--exclude-standard", "-z")
    names = subprocess.run(listed, cwd=ROOT, capture_output=True, check=True).stdout
    total = hashlib.sha256(names)
    for name in names.decode().rstrip("\0").split("\0"):
        path = ROOT / name
        total.update(path.read_bytes() if path.is_file() else b"\0")
    return total.hexdigest()


def read(path: Path) -> dict[str, Result]:
    """Return the last result of every test from a file with one a line."""
    if not path.exists():
        return {}
    lines = path.read_text("utf-8").splitlines()
    return {name: Result(*result) for name, *result in map(json.loads, lines)}


def table(results: dict[str, Result]) -> Iterable[str]:
    """Yield the lines of a report by folder and in total."""
    rows: dict[str, list[Result]] = defaultdict(list)
    for name, result in results.items():
        rows["/".join(name.partition("::")[0].split("/")[:2])].append(result)
        rows["all"].append(result)
    yield f"{'':24}{'passed':>8}{'failed':>8}{'late':>8}{'minutes':>9}"
    for row, found in sorted(rows.items(), key=lambda row: (row[0] == "all", row[0])):
        failed = sum(result.outcome == "failed" for result in found)
        late = sum(result.late for result in found)
        minutes = sum(result.seconds for result in found) / 60
        yield f"{row:24}{len(found) - failed:8}{failed:8}{late:8}{minutes:9.1f}"


class LongRun:
    """Plugin that skips tests that have passed, and stores the results of others."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.results = read(path)
        self._running: dict[str, Result] = {}

    @property
    def passed(self) -> list[str]:
        """Tests that have passed."""
        return [name for name, result in self.results.items() if result.outcome == "passed"]

    def pytest_collection_modifyitems(
        self, config: pytest.Config, items: list[pytest.Item]
    ) -> None:
        """Deselect tests that have passed."""
        deselect(config, items, self.passed)

    def pytest_configure_node(self, node: Any) -> None:
        """Send the passed tests to an xdist worker, since all must deselect the same."""
        node.workerinput[PASSED] = self.passed

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Store the result of a test after its teardown."""
        outcome, seconds, _ = self._running.get(report.nodeid, Result("passed", 0.0))
        outcome = report.outcome if outcome == "passed" else outcome
        properties: dict[str, Any] = dict(report.user_properties)
        self._running[report.nodeid] = Result(
            outcome, seconds + report.duration, properties.get("late", 0)
        )
        if report.when == "teardown":
            self.results[report.nodeid] = self._running.pop(report.nodeid)
            with self.path.open("a", encoding="utf-8") as file:
                print(json.dumps([report.nodeid, *self.results[report.nodeid]]), file=file)

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        """Exit with success if no test is left to run."""
        if exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED and self.results:
            session.exitstatus = pytest.ExitCode.OK

    def pytest_terminal_summary(
        self, terminalreporter: pytest.TerminalReporter, exitstatus: int
    ) -> None:
        """Print the report."""
        done = exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)
        terminalreporter.section("the long run" if done else "the long run so far")
        for line in table(self.results):
            terminalreporter.write_line(line)


def deselect(config: pytest.Config, items: list[pytest.Item], passed: Iterable[str]) -> None:
    """Deselect these tests."""
    gone = set(passed)
    config.hook.pytest_deselected(items=[item for item in items if item.nodeid in gone])
    items[:] = [item for item in items if item.nodeid not in gone]


def pytest_configure(config: pytest.Config) -> None:
    """Resume the run; xdist workers get the passed tests from the main process."""
    worker_input: dict[str, Any] | None = getattr(config, "workerinput", None)
    if worker_input is None:
        assert config.cache is not None
        kept = config.cache.mkdir(PASSED) / f"{sources()[:16]}.jsonl"
        config.pluginmanager.register(LongRun(kept), PASSED)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """In an xdist worker, deselect the tests passed in the main process."""
    worker_input: dict[str, Any] = getattr(config, "workerinput", {})
    deselect(config, items, worker_input.get(PASSED, ()))
