"""Run all checks, with the Python tests in parallel to the others.

python scripts/check.py        all checks
python scripts/check.py lint   only the checks that do not run the project's code

Each check but pytest prints one line, followed by its output if it failed. The output of pytest
comes last. The exit status is 1 if any check failed.
"""

import os
import subprocess
import sys
import time
from pathlib import Path

import frontend

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


def main(*arguments: str) -> bool:
    """Run the checks and return whether all pass."""
    if arguments == ("lint",):
        return all_pass(LINT)
    # The output of pytest is read only after the other checks: until then it must fit the pipe.
    with subprocess.Popen(
        PYTEST, cwd=frontend.ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    ) as tests:
        others_pass = all_pass(LINT | VITEST)
        assert tests.stdout is not None
        while output := os.read(tests.stdout.fileno(), 1 << 16):
            write(output)
    return others_pass and tests.returncode == 0


if __name__ == "__main__":
    try:
        sys.exit(not main(*sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
