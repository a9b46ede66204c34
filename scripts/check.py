"""Run every check, the tests beside all others; pytest's summary comes last.

python scripts/check.py        all checks
python scripts/check.py lint   those that run none of our code

Every check but the tests gets a line; what a failed one said follows it. The exit status is 1 if
any failed.
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
    """Run checks one after the other, all of them; return whether none fails."""
    return sum(not passes(*check) for check in checks.items()) == 0


def passes(name: str, command: tuple[str | Path, ...]) -> bool:
    """Run a check and say in a line how it went; show what it said if it fails."""
    start = time.monotonic()
    done = subprocess.run(
        command, cwd=frontend.ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    how = "failed" if done.returncode else "passed"
    print(f"{name:14}{how} in {time.monotonic() - start:.0f} s", flush=True)
    if done.returncode:
        show(done.stdout)
    return not done.returncode


def show(said: bytes) -> None:
    """Show what a check said, as it is."""
    sys.stdout.buffer.write(said)
    sys.stdout.buffer.flush()


def main(*which: str) -> bool:
    """Return whether all is well."""
    if which == ("lint",):
        return all_pass(LINT)
    # Nobody reads yet what the tests say; until then it fits into the pipe, or they wait.
    with subprocess.Popen(
        PYTEST, cwd=frontend.ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    ) as tests:
        fine = all_pass(LINT | VITEST)
        assert tests.stdout is not None
        while said := os.read(tests.stdout.fileno(), 1 << 16):
            show(said)
    return fine and tests.returncode == 0


if __name__ == "__main__":
    try:
        sys.exit(not main(*sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
