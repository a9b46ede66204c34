"""Preparation of the checkout: one line for each slow step, and no work if nothing has changed.

python3 scripts/prepare.py play      everything `schwimmen` needs to run
python3 scripts/prepare.py dev       everything for play, the development tools, Chromium, services
python3 scripts/prepare.py long      everything for dev, and the browsers of the long test run
python3 scripts/prepare.py site      a separate environment with the builder of the documentation
python3 scripts/prepare.py benchmark a separate environment that includes the compared libraries
python3 scripts/prepare.py engine    the native library, by a separate environment with compilers
python3 scripts/prepare.py compiler  that environment
python3 scripts/prepare.py lock      rewrite requirements/ from pyproject.toml
"""

import os
import shutil
import subprocess
import sys
import time
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import frontend

ROOT = frontend.ROOT
LOCKS = ROOT / "requirements"
SEPARATE = {"site": ".venv-site", "benchmark": ".venv-bench", "compiler": ".venv-compiler"}
ENGINE = ROOT / "src" / "schwimmen" / "engine"
LAYERS = ("engine", "rules", "players", "analysis", "simulation", "arena", "training", "envs")
ENGINE_SECONDS = 75  # of a build from nothing, with the compilers' packages
AGAIN = "try again with: make engine"
HEADLESS = "chromium-headless-shell"
BROWSERS = {  # of the long test run: the package of each command
    "firefox-esr": "firefox-esr",
    "WebKitWebDriver": "webkit2gtk-driver",
    "Xvfb": "xvfb",
}
SERVICES = ("caddy", "haproxy", "nginx", "pgbouncer")
INSTALL = ("apt-get", "install", "--yes", "--no-install-recommends")


class Environment:
    """Virtual environment in the checkout."""

    def __init__(self, name: str) -> None:
        self.home = ROOT / name
        windows = os.name == "nt"
        self.bin = self.home / ("Scripts" if windows else "bin")
        self.python = self.bin / ("python.exe" if windows else "python")

    def prepare(self, lock: Path) -> None:
        """Create the environment and install the locked packages, in one process at a time."""
        try:
            self.home.mkdir(exist_ok=True)
        except OSError as error:
            raise SystemExit(f"environment: {error}") from None
        with load_preparation().exclusive(self.home, f"installation into {self.home.name}"):
            self.create()
            self.install(lock)

    def create(self) -> None:
        """Create the environment, or complete one whose creation was interrupted."""
        if not any(self.bin.glob("pip*")):  # pip is added last
            step(f"environment: {self.home.name}", [sys.executable, "-m", "venv", self.home])

    def install(self, lock: Path) -> None:
        """Install the locked packages, and the project itself in editable mode."""
        stamp = self.home / f".{lock.stem}"
        wanted = frontend.digest([lock, ROOT / "pyproject.toml"])
        if frontend.is_current(stamp, wanted):
            return
        pip = [self.uv(), "pip"]
        here = ["--python", self.python, "--quiet"]
        # Tests start hundreds of processes; a player starts one, and waits for the installation.
        ahead = ["--compile-bytecode"] if lock.stem == "dev" else []
        step(
            f"packages: {lock.relative_to(ROOT).as_posix()}",
            [*pip, "sync", *here, *ahead, "--require-hashes", lock],
            [*pip, "install", *here, "--no-deps", "--no-build-isolation", "--editable", ROOT],
        )
        stamp.write_text(wanted)

    def uv(self) -> object:
        """Return the path of uv, installing it into the environment if PATH has none."""
        found = shutil.which("uv") or shutil.which("uv", path=str(self.bin))
        if not found:
            pip = [self.python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
            step("installer: uv", [*pip, "--require-hashes", "--requirement", LOCKS / "uv.txt"])
        return found or self.bin / "uv"


def step(line: str, *commands: list[object]) -> None:
    """Print the line and run the commands silently; if one fails, exit with its output."""
    print(f"{line} ...", end="", flush=True)
    start = time.monotonic()
    for command in commands:
        done = subprocess.run([str(part) for part in command], cwd=ROOT, capture_output=True)
        if done.returncode:
            output = (done.stdout + done.stderr).decode(errors="replace").rstrip()
            raise SystemExit(f" failed\n{output}\nfailed command: {' '.join(done.args)}")
    print(f" {time.monotonic() - start:.0f} s", flush=True)


def build_front_end(python: Path) -> None:
    """Build the front end if its sources have changed."""
    if not frontend.is_built():
        step("front end: building", [python, Path(frontend.__file__)])


def engine_digest() -> str:
    """Return a hash of all on which the native library depends."""
    folders = [*(ROOT / "src" / "schwimmen" / layer for layer in LAYERS), ROOT / "builder"]
    sources = [path for folder in folders for path in folder.rglob("*.py")]
    return frontend.digest([*sources, *(ROOT / "builder").glob("shim.*"), LOCKS / "compiler.txt"])


def is_engine_built() -> bool:
    """Return whether the native library was built from the present sources."""
    library = next(ENGINE.glob("_engine.*[od]"), None)
    return library is not None and frontend.is_current(ENGINE / ".sources", engine_digest())


def build_engine() -> None:
    """Build the native library if its sources have changed."""
    if is_engine_built():
        return
    preparation = load_preparation()
    preparation.write_preparation(ENGINE_SECONDS)
    wanted = engine_digest()
    try:
        compiler = Environment(SEPARATE["compiler"])
        compiler.prepare(LOCKS / "compiler.txt")
        command = [compiler.python, "-m", "builder", "native"]
        step("engine: compiling what has changed (a minute from nothing)", command)
        (ENGINE / ".sources").write_text(wanted)
    except SystemExit as failed:
        reason = str(failed.code).strip().splitlines()
        last = next((line for line in reversed(reason[:-1]) if line.strip()), reason[-1])
        preparation.write_failure(f"{last.strip()}; {AGAIN}")
        raise
    except BaseException:
        preparation.clear_preparation()
        raise
    preparation.clear_preparation()


def build_engine_later() -> None:
    """Build the native library in a process of its own, while the page is served.

    It leaves the processor to others, and reports to the server, which shows its progress.
    """
    if is_engine_built():
        return
    command = [sys.executable, str(Path(__file__)), "engine", "--quietly"]
    ignored = subprocess.DEVNULL
    try:
        builder = subprocess.Popen(command, stdin=ignored, stdout=ignored, stderr=ignored)
        load_preparation().write_preparation(ENGINE_SECONDS, builder.pid)
    except OSError as error:  # the page is served all the same
        print(f"engine: it cannot be built: {error}", flush=True)


def load_preparation() -> ModuleType:
    """Return the module that reports the progress of the build; it needs no packages."""
    spec = spec_from_file_location("preparation", ENGINE / "preparation.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def install_chromium() -> None:
    """Install a browser for the browser tests if this is permitted, or exit with instructions.

    The headless shell suffices and opens a page with a third of the work of full Chromium.
    """
    if shutil.which(HEADLESS):
        return
    full = any(map(shutil.which, ("chromium", "chromium-browser", "google-chrome")))
    permitted = may_install()
    if not (permitted or full):
        raise SystemExit(f"the browser tests need Chromium: sudo apt-get install {HEADLESS}")
    install: list[object] = [*INSTALL, HEADLESS]
    if not full:
        step("browser: Chromium", ["apt-get", "update"], install)
    elif permitted and subprocess.run(["apt-cache", "show", HEADLESS], capture_output=True).stdout:
        try:
            step("browser: headless Chromium", install)
        except SystemExit:
            print(" failed; using the browser already installed")


def install_services() -> None:
    """Install the services of the tests if this is permitted; without them, tests are skipped."""
    missing = [name for name in SERVICES if not shutil.which(name)]
    if not (missing and may_install()):
        return
    commands: list[list[object]] = [["apt-get", "update"], [*INSTALL, *missing]]
    if Path("/run/systemd/system").is_dir():  # Debian has started them as services
        commands.append(["systemctl", "disable", "--now", *missing])
    try:
        step(f"services: {', '.join(missing)}", *commands)
    except SystemExit:
        print(" failed; tests that need them will be skipped")


def install_browsers() -> None:
    """Install the browsers of the long test run if this is permitted, or exit with instructions."""
    missing = [package for command, package in BROWSERS.items() if not shutil.which(command)]
    if not missing:
        return
    if not may_install():
        raise SystemExit(
            f"the long run needs more browsers: sudo apt-get install {' '.join(missing)}"
        )
    step("browsers: Firefox and WebKit", ["apt-get", "update"], [*INSTALL, *missing])


def may_install() -> bool:
    """Return whether packages of Debian may be installed."""
    return bool(shutil.which("apt-get")) and hasattr(os, "geteuid") and os.geteuid() == 0


def lock(uv: object, *options: str) -> None:
    """Write the lock files: exact versions and hashes for every platform, without registry URLs."""
    command = [uv, "pip", "compile", *options, "--quiet", "--universal", "--generate-hashes"]
    command += ["--no-header", "--no-emit-index-url", "--no-emit-find-links"]
    project = ["pyproject.toml", "--group", "build"]
    table = ["--extra", "table"]
    same = ["--constraint", "requirements/play.txt", "--extra", "all"]
    step(
        "locking: requirements/",
        [*command, *project, *table, "-o", "requirements/play.txt"],
        [*command, *project, "--group", "dev", *same, "-o", "requirements/dev.txt"],
        [*command, *project, *table, "--group", "docs", *same[:2], "-o", "requirements/site.txt"],
        [*command, *project, "--group", "benchmark", *same, "-o", "requirements/benchmark.txt"],
        [*command, *project, "--group", "compiler", *same[:2], "-o", "requirements/compiler.txt"],
        [*command, "--group", "installer", "-o", "requirements/uv.txt"],
    )


def main(target: str, *options: str) -> None:
    """Prepare the checkout for a target, one of those listed above."""
    if sys.version_info < (3, 11):  # noqa: UP036 (this script runs first)
        found = ".".join(map(str, sys.version_info[:3]))
        raise SystemExit(f"Python 3.11 or newer is required, this is {found}; try: make PYTHON=...")
    if target == "engine":
        if "--quietly" in options:
            os.nice(10)
        build_engine()
        return
    environment = Environment(SEPARATE.get(target, ".venv"))
    if target == "lock":
        environment.create()
        lock(environment.uv(), *options)
        return
    if target == "long" or (target == "play" and (environment.home / ".dev").exists()):
        target = "dev"  # keep development tools that are installed
    environment.prepare(LOCKS / f"{target}.txt")
    if target in ("compiler", "site"):
        return
    if target != "benchmark":
        build_front_end(environment.python)
    if target == "play":
        build_engine_later()
    else:
        build_engine()


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
        if sys.argv[1] in ("dev", "long"):
            install_chromium()
            install_services()
        if sys.argv[1] == "long":
            install_browsers()
    except KeyboardInterrupt:
        raise SystemExit(130) from None
