"""Run all checks, with the Python tests in parallel to the others.

python scripts/check.py             all checks
python scripts/check.py lint        only the checks that do not run the project's code
python scripts/check.py --changed   lint, and the tests that changes on this branch can reach

Each check but pytest prints one line, followed by its output if it failed. The output of pytest
comes last. The exit status is 1 if any check failed.
"""

import argparse
import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from queue import SimpleQueue

import frontend

sys.path.insert(0, str(frontend.ROOT))

from tests.affected import Affected, affected_by, changed_files

BIN = Path(sys.executable).parent
NPM = (sys.executable, frontend.__file__, "run", "--silent")
LINT = {
    "ruff": (BIN / "ruff", "check"),
    "ruff format": (BIN / "ruff", "format", "--check"),
    "mypy": (BIN / "mypy",),
    "svelte-check": (*NPM, "check"),
    "prettier": (*NPM, "lint"),
}
VITEST = {"vitest": (*NPM, "test")}
PYTEST = (BIN / "pytest", "-n", "auto", "--dist", "worksteal")


def all_pass(checks: dict[str, tuple[str | Path, ...]]) -> bool:
    """Run all checks one after the other and return whether all pass."""
    return sum(not passes(*check) for check in checks.items()) == 0


def passes(name: str, command: tuple[str | Path, ...]) -> bool:
    """Run a check, print its result and, if it fails, its output; return whether it passes."""
    start = time.monotonic()
    done = subprocess.run(
        command, cwd=frontend.ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    result = "failed" if done.returncode else "passed"
    print(f"{name:14}{result} in {time.monotonic() - start:.0f} s", flush=True)
    if done.returncode:
        write(done.stdout)
    return not done.returncode


def write(output: bytes) -> None:
    """Write the output of a check to standard output, unchanged."""
    sys.stdout.buffer.write(output)
    sys.stdout.buffer.flush()


class Running:
    """Check that runs beside others; its output is read continuously and written later.

    Unread output would stop the check as soon as the pipe is full.
    """

    def __init__(self, command: tuple[str | Path, ...]) -> None:
        """Start the check."""
        self._process = subprocess.Popen(
            command, cwd=frontend.ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        self._output = SimpleQueue[bytes]()
        threading.Thread(target=self._read, daemon=True).start()

    def __enter__(self) -> "Running":
        return self

    def __exit__(self, *_: object) -> None:
        self._process.wait()

    def _read(self) -> None:
        """Read the output as it comes; the last part is empty."""
        assert self._process.stdout is not None
        part = b"begin"
        while part:
            part = os.read(self._process.stdout.fileno(), 1 << 16)
            self._output.put(part)

    def passes(self) -> bool:
        """Write the output until the end of the check, and return whether it passes."""
        while part := self._output.get():
            write(part)
        return self._process.wait() == 0


def select(base: str | None) -> Affected:
    """Return the tests that the changes on this branch can reach, and print their number."""
    changed = changed_files(base)
    affected = affected_by(changed)
    reached = "all" if affected.tests is None else len(affected.tests)
    print(f"{'changes':14}{len(changed)} changed files reach {reached} files of tests", flush=True)
    return affected


def main(arguments: list[str]) -> bool:
    """Run the checks and return whether all pass."""
    parser = argparse.ArgumentParser(allow_abbrev=False)
    parser.add_argument("checks", nargs="?", choices=["all", "lint"], default="all")
    parser.add_argument(
        "--changed", action="store_true", help="run only tests that a change can reach"
    )
    parser.add_argument(
        "--base", metavar="COMMIT", help="what --changed compares with (default: origin/main)"
    )
    options = parser.parse_args(arguments)
    if options.checks == "lint":
        return all_pass(LINT)
    affected = select(options.base) if options.changed else Affected(tests=None, page=True)
    others = LINT | VITEST if affected.page else LINT
    if affected.tests == ():
        return all_pass(others)
    with Running((*PYTEST, *(affected.tests or ()))) as tests:
        others_pass = all_pass(others)
        return tests.passes() and others_pass


if __name__ == "__main__":
    try:
        sys.exit(not main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
