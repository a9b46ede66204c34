"""Makes the checkout ready, one line for each slow step; does nothing when nothing changed.

python3 scripts/prepare.py play      what `schwimmen` needs to run
python3 scripts/prepare.py dev       that, the tools that check it, and Chromium
python3 scripts/prepare.py benchmark an environment of its own, with what we compare with
python3 scripts/prepare.py lock      write requirements/ anew from pyproject.toml
"""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import frontend

ROOT = frontend.ROOT
LOCKS = ROOT / "requirements"
# Folders with compiled code.
COMPILED = ("rules", "players", "analysis", "simulation", "arena", "training", "envs")
TO_PLAY = ("schwimmen.rules", "schwimmen.players")
TO_STUDY = (*TO_PLAY, "schwimmen.simulation", "schwimmen.arena", "schwimmen.envs.jit_warmup")
HEADLESS = "chromium-headless-shell"
COMPILE = """
import importlib, pathlib, shutil, sys
from schwimmen.rules.core.jit import LAYERS, cache_directory
for part in sys.argv[1:]:
    importlib.import_module(part).warm()
todays = [pathlib.Path(kept) for kept in map(cache_directory, LAYERS) if kept]
for cache in {cache for kept in todays for cache in kept.parent.glob("compiled-*")}:
    if cache not in todays:  # of other sources
        shutil.rmtree(cache, ignore_errors=True)
"""


class Environment:
    """A virtual environment in the checkout."""

    def __init__(self, name: str) -> None:
        self.home = ROOT / name
        windows = os.name == "nt"
        self.bin = self.home / ("Scripts" if windows else "bin")
        self.python = self.bin / ("python.exe" if windows else "python")

    def make(self) -> None:
        """Make it, if it is not there."""
        if not self.python.exists():
            step(f"environment: {self.home.name}", [sys.executable, "-m", "venv", self.home])

    def install(self, lock: Path) -> None:
        """Install what is locked, and the project itself so that its sources are what runs."""
        stamp = self.home / f".{lock.stem}"
        wanted = frontend.digest([lock, ROOT / "pyproject.toml"])
        if frontend.is_current(stamp, wanted):
            return
        pip = [self.uv(), "pip"]
        here = ["--python", self.python, "--quiet"]
        # Tests start hundreds of processes; who plays starts one, and waits for it.
        ahead = ["--compile-bytecode"] if lock.stem == "dev" else []
        step(
            f"packages: {lock.relative_to(ROOT).as_posix()}",
            [*pip, "sync", *here, *ahead, "--require-hashes", lock],
            [*pip, "install", *here, "--no-deps", "--no-build-isolation", "--editable", ROOT],
        )
        stamp.write_text(wanted)

    def uv(self) -> object:
        """The uv on the path, or else the one in the environment, installed there if need be."""
        found = shutil.which("uv") or shutil.which("uv", path=str(self.bin))
        if not found:
            pip = [self.python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
            step("installer: uv", [*pip, "--require-hashes", "--requirement", LOCKS / "uv.txt"])
        return found or self.bin / "uv"


def step(line: str, *commands: list[object]) -> None:
    """Show the line, run the commands silently; where one fails show what it said, and stop."""
    print(f"{line} ...", end="", flush=True)
    start = time.monotonic()
    for command in commands:
        done = subprocess.run([str(part) for part in command], cwd=ROOT, capture_output=True)
        if done.returncode:
            said = (done.stdout + done.stderr).decode(errors="replace").rstrip()
            raise SystemExit(f" failed\n{said}\nthis failed: {' '.join(done.args)}")
    print(f" {time.monotonic() - start:.0f} s", flush=True)


def front_end(python: Path) -> None:
    """Build the page, if its sources changed."""
    if not frontend.is_built():
        step("front end: building", [python, Path(frontend.__file__)])


def kernel(environment: Environment, parts: tuple[str, ...]) -> None:
    """Compile the rules and what else is needed, if they or the compiler changed."""
    package = ROOT / "src" / "schwimmen"
    sources = [source for layer in COMPILED for source in (package / layer).rglob("*.py")]
    stamp = environment.home / f".compiled-{len(parts)}"
    wanted = frontend.digest([*sources, LOCKS / "play.txt"])
    if not frontend.is_current(stamp, wanted):
        step(
            "rules and players: compiling (once, a minute)",
            [environment.python, "-c", COMPILE, *parts],
        )
        stamp.write_text(wanted)


def chromium() -> None:
    """Install the browser of the browser tests where we may, or say what is missing.

    Chromium without windows opens a page for a third of the work of a whole one, which will do.
    """
    if shutil.which(HEADLESS):
        return
    whole = any(map(shutil.which, ("chromium", "chromium-browser", "google-chrome")))
    may = shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0
    if not (may or whole):
        raise SystemExit(f"the browser tests need Chromium: sudo apt-get install {HEADLESS}")
    install: list[object] = ["apt-get", "install", "--yes", "--no-install-recommends", HEADLESS]
    if not whole:
        step("browser: Chromium", ["apt-get", "update"], install)
    elif may and subprocess.run(["apt-cache", "show", HEADLESS], capture_output=True).stdout:
        try:
            step("browser: Chromium without windows", install)
        except SystemExit:
            print(" failed; the browser that is here will do")


def lock(uv: object, *options: str) -> None:
    """Write the lock files: exact versions and hashes, for every platform, naming no registry."""
    command = [uv, "pip", "compile", *options, "--quiet", "--universal", "--generate-hashes"]
    command += ["--no-header", "--no-emit-index-url", "--no-emit-find-links"]
    project = ["pyproject.toml", "--group", "build"]
    same = ["--constraint", "requirements/play.txt", "--extra", "study", "--extra", "learning"]
    step(
        "locking: requirements/",
        [*command, *project, "-o", "requirements/play.txt"],
        [*command, *project, "--group", "dev", *same, "-o", "requirements/dev.txt"],
        [*command, *project, "--group", "benchmark", *same, "-o", "requirements/benchmark.txt"],
        [*command, "--group", "installer", "-o", "requirements/uv.txt"],
    )


def main(what: str, *options: str) -> None:
    """Prepare for what is asked for."""
    if sys.version_info < (3, 11):  # noqa: UP036 (nothing has checked it yet)
        found = ".".join(map(str, sys.version_info[:3]))
        raise SystemExit(f"Python 3.11 or newer is needed, this is {found}; try: make PYTHON=...")
    environment = Environment(".venv-bench" if what == "benchmark" else ".venv")
    environment.make()
    if what == "lock":
        lock(environment.uv(), *options)
        return
    if what == "play" and (environment.home / ".dev").exists():
        what = "dev"  # once installed, the tools stay
    environment.install(LOCKS / f"{what}.txt")
    if what != "benchmark":
        front_end(environment.python)
    kernel(environment, TO_PLAY if what == "play" else TO_STUDY)


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
        if sys.argv[1] == "dev":
            chromium()
    except KeyboardInterrupt:
        raise SystemExit(130) from None
