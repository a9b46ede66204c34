"""The choice of tests that a change can reach, and the script that runs them."""

from __future__ import annotations

import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from tests import affected
from tests.affected import affected_by, all_needs, changed_files, needed_folders, needed_parts
from tests.layers import BELOW

ROOT = Path(__file__).parent.parent


def folders(*changed: str) -> set[str]:
    """Return the folders of tests that a change reaches."""
    tests = affected_by(changed).tests
    assert tests is not None
    return {name.split("/")[1] for name in tests if name.count("/") > 1}


@pytest.mark.parametrize("part", BELOW)
def test_a_change_reaches_the_parts_above_it(part: str) -> None:
    found = folders(f"src/schwimmen/{part}/module.py")
    above = {other for other in BELOW if part in BELOW[other]}
    assert found >= {part, *above}


def test_a_change_does_not_reach_the_parts_below_it() -> None:
    assert not folders("src/schwimmen/server/hub.py") & {"rules", "players", "records", "envs"}
    assert not folders("src/schwimmen/training/cli.py") & {"rules", "tables", "envs", "js"}


def test_the_page_reaches_its_tests_alone() -> None:
    page = affected_by(["frontend/src/main.ts"])
    assert page.page
    assert page.tests is not None
    assert {"tests/browser/test_setup.py", "tests/js/test_device.py"} <= {*page.tests}
    assert not folders("frontend/src/main.ts") & {"rules", "players", "arena", "properties"}
    assert not affected_by(["src/schwimmen/server/hub.py"]).page


def test_a_module_of_the_tests_reaches_those_that_import_it() -> None:
    tests = affected_by(["tests/browser/player.py"]).tests
    assert tests is not None
    assert "tests/browser/test_setup.py" in tests
    assert "tests/rules/test_cards.py" not in tests
    assert "tests/rules/test_cards.py" in (affected_by(["tests/rules/test_cards.py"]).tests or ())
    assert folders("tests/browser/conftest.py") >= {"browser"}
    assert folders("tests/js/package.mjs") == {"js"}


def test_tests_at_the_top_always_run() -> None:
    top = {path.relative_to(ROOT).as_posix() for path in (ROOT / "tests").glob("test_*.py")}
    assert top <= {*(affected_by(["docs/review.md"]).tests or ())}
    assert folders("LICENSE") == set()


@pytest.mark.parametrize(
    "name",
    ["Makefile", "pyproject.toml", "scripts/check.py", "tests/conftest.py", "src/schwimmen/cli.py"],
)
def test_an_unknown_file_reaches_everything(name: str) -> None:
    assert affected_by([name, "docs/review.md"]) == affected.Affected(None, True)


def test_nothing_is_reached_without_a_change() -> None:
    assert affected_by([]) == affected.Affected((), False)


def test_every_test_needs_some_part_or_folder() -> None:
    """A test that neither imports nor reads anything known would run after no change."""
    for name in all_needs():
        if name.count("/") > 1 and "/test_" in name and not name.startswith("tests/js/"):
            assert needed_parts(name) | needed_folders(name), name


def test_changed_files_are_those_of_the_branch_and_new_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def git(*arguments: str) -> None:
        author = ("-c", "user.name=Anna", "-c", "user.email=anna@example.org")
        subprocess.run(["git", *author, *arguments], cwd=tmp_path, check=True, capture_output=True)

    def commit(name: str) -> None:
        (tmp_path / name).write_text(name)
        git("add", name)
        git("commit", "--message", f"Add {name}")

    git("init", "--initial-branch", "main")
    commit("old")
    commit("left")
    git("checkout", "-b", "branch")
    commit("committed")
    git("checkout", "main")
    commit("elsewhere")
    git("checkout", "branch")
    git("mv", "left", "moved")
    (tmp_path / "old").write_text("changed")
    (tmp_path / "new").write_text("new")
    monkeypatch.setattr(affected, "ROOT", tmp_path)
    assert changed_files("main") == ["committed", "left", "moved", "new", "old"]
    assert changed_files(None) == ["left", "moved", "new", "old"], "compared with HEAD"
    git("update-ref", "refs/remotes/origin/main", "main")
    assert changed_files(None) == changed_files("main")


def test_the_output_of_tests_is_read_while_other_checks_run(tmp_path: Path) -> None:
    """Far more than fits a pipe is written before anything else ends."""
    done = tmp_path / "done"
    code = f"print('x' * 1_000_000); open({str(done)!r}, 'w').close()"
    waits = f"import os, time\nwhile not os.path.exists({str(done)!r}): time.sleep(.01)"
    script = (
        "import sys; sys.path.insert(0, 'scripts'); import check\n"
        f"with check.Running((sys.executable, '-c', {code!r})) as running:\n"
        f"    passed = check.passes('other', (sys.executable, '-c', {waits!r}))\n"
        "    sys.exit(not (passed and running.passes()))\n"
    )
    done_running = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True
    )
    assert done_running.returncode == 0, done_running.stderr
    first, rest = done_running.stdout.split("\n", 1)
    assert first.startswith("other         passed")
    assert rest == "x" * 1_000_000 + "\n"


def test_only_reached_tests_are_run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.syspath_prepend(ROOT / "scripts")
    check = runpy.run_path(str(ROOT / "scripts" / "check.py"))
    commands: list[tuple[str, ...]] = []

    class Noted:
        def __init__(self, command: tuple[str | Path, ...]) -> None:
            commands.append(tuple(map(str, command)))

        def __enter__(self) -> Noted:
            return self

        def __exit__(self, *_: object) -> None:
            pass

        def passes(self) -> bool:
            return True

    others: list[set[str]] = []

    def all_pass(checks: dict[str, object]) -> bool:
        others.append({*checks})
        return True

    names = check["main"].__globals__
    monkeypatch.setitem(names, "Running", Noted)
    monkeypatch.setitem(names, "all_pass", all_pass)

    def run(*changed: str) -> tuple[str, ...]:
        monkeypatch.setitem(names, "changed_files", lambda base: [*changed])
        assert check["main"](["--changed"])
        return commands.pop() if commands else ()

    everything = tuple(map(str, check["PYTEST"]))
    assert run("Makefile") == everything
    assert "vitest" in others[-1]
    assert run("frontend/src/main.ts")[: len(everything)] == everything
    assert "vitest" in others[-1]
    assert "tests/server/test_hostile.py" in run("src/schwimmen/server/hub.py")
    assert others[-1] == {*check["LINT"]}
    assert "1 changed" in capsys.readouterr().out
