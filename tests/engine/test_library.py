"""Choice, loading and checking of the engine."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from schwimmen.engine import ENGINES, library
from tests.effort import EFFORT

CONFORMANCE = Path(__file__).parents[1] / "conformance"
PLAYS = """
from schwimmen.rules import Match
match = Match("pagat", players=3, seed=7)
match.play(match.view(match.to_act).legal_actions[0])
print(match.position)
"""


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """Copy of the package that a test may spoil, without files that need no engine."""
    ignored = shutil.ignore_patterns("__pycache__", "server", "data", "tables")
    copy = shutil.copytree(library.PACKAGE, tmp_path / "schwimmen", ignore=ignored)
    return Path(copy)


def played(package: Path, engine: str = "", **variables: str) -> subprocess.CompletedProcess[str]:
    """Play with a package in a process of its own."""
    environment = os.environ | {"PYTHONPATH": str(package.parent), "SCHWIMMEN_ENGINE": engine}
    return subprocess.run(
        [sys.executable, "-c", PLAYS],
        capture_output=True,
        text=True,
        env=environment | variables,
    )


def in_process(
    code: str, package: Path, engine: str = "library", given: str | None = None
) -> subprocess.CompletedProcess[str]:
    """Run Python code with a package in a process of its own."""
    environment = os.environ | {"PYTHONPATH": str(package.parent), "SCHWIMMEN_ENGINE": engine}
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment, input=given
    )


def failure(package: Path, engine: str = "library") -> str:
    """Return the last line of the error that playing ends with."""
    done = played(package, engine)
    assert done.returncode == 1
    return done.stderr.splitlines()[-1]


def test_no_process_needs_a_compiler(package: Path) -> None:
    code = PLAYS + "import sys; print('numba' in sys.modules, 'llvmlite' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env=os.environ | {"SCHWIMMEN_ENGINE": "library"},
    )
    assert done.stdout.splitlines()[1:] == ["False False"], done.stderr


def test_the_library_names_no_file_of_the_machine_that_built_it() -> None:
    assert b".py" not in library.FILE.read_bytes()


def test_all_engines_play_the_same(package: Path) -> None:
    engines = ENGINES if EFFORT >= 1 else ("library", "python")  # Numba would compile first
    positions = {played(package, engine).stdout for engine in engines}
    assert len(positions) == 1
    assert positions.pop().strip()


def test_an_unknown_engine_is_refused(package: Path) -> None:
    message = "SCHWIMMEN_ENGINE must be one of library, numba, python, not 'gpu'"
    assert failure(package, "gpu").endswith(message)


def test_a_missing_library_is_named_with_what_mends_it(package: Path) -> None:
    (package / "engine" / library.FILE.name).unlink()
    assert "EngineMissing: the engine library _engine" in failure(package)
    assert failure(package).endswith("pip install 'schwimmen[compile]'")


def test_a_library_that_appears_later_is_used(package: Path) -> None:
    path = package / "engine" / library.FILE.name
    path.rename(path.with_suffix(".later"))
    code = f"""
from pathlib import Path
from schwimmen.engine import EngineMissing, is_ready
from schwimmen.rules.core.kernel import active
print(is_ready())
try:
    active()
except EngineMissing as error:
    print("missing")
path = Path({str(path)!r})
path.with_suffix(".later").rename(path)
print(is_ready())
{PLAYS}
"""
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONPATH": str(package.parent), "SCHWIMMEN_ENGINE": "library"},
    )
    assert done.stdout.splitlines()[:3] == ["False", "missing", "True"], done.stderr
    assert done.stdout.splitlines()[3] == played(package).stdout.strip()


def test_a_library_of_other_sources_is_not_used(package: Path) -> None:
    source = package / "players" / "greedy.py"
    source.write_text(source.read_text() + "\nFURTHER = 1\n")
    assert "was built before players/greedy.py changed" in failure(package)


def test_comments_and_docstrings_may_change(package: Path) -> None:
    source = package / "players" / "greedy.py"
    source.write_text(f'"""Another summary."""\n# A comment.\n{source.read_text()}')
    done = played(package, "library")
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("content", ["", "{}", "[1]"])
def test_a_library_without_its_manifest_is_not_used(package: Path, content: str) -> None:
    (package / "engine" / "manifest.json").write_text(content)
    assert "was built before" in failure(package)


def test_a_library_of_another_processor_is_named(package: Path) -> None:
    (package / "engine" / library.FILE.name).write_bytes(b"\x7fELF of another machine")
    assert f"{library.FILE.name} does not fit this Python" in failure(package)


def test_a_free_threaded_python_is_named_at_import(package: Path) -> None:
    version = "import sys; sys.version = '3.14.0 free-threading build (main) [GCC 12.2.0]'\n"
    message = "a free-threaded Python cannot load the engine library"
    done = in_process(f"{version}import schwimmen.rules.core.kernel", package)
    assert message in done.stderr.splitlines()[-1]
    record = CONFORMANCE.joinpath("records.jsonl").read_text("utf-8").splitlines()[0]
    command = "from schwimmen.cli import main; sys.exit(main(['replay', '-']))"
    done = in_process(version + command, package, given=record)
    assert done.returncode == 2
    [line] = done.stderr.splitlines()
    assert line.startswith(f"schwimmen: {message}")


def test_wrong_play_is_found_before_anything_is_played(package: Path) -> None:
    test = package / "rules" / "core" / "self_test.py"
    test.write_text(test.read_text().replace('EXPECTED: Final = "', 'EXPECTED: Final = "0'))
    manifest = package / "engine" / "manifest.json"
    content = json.loads(manifest.read_text())
    digests = library.digest_of(test.read_bytes()), library.code_digest(test.read_bytes())
    content["sources"]["rules/core/self_test.py"] = digests
    manifest.write_text(json.dumps(content))
    assert f"{library.FILE.name} plays wrongly on this machine" in failure(package)
