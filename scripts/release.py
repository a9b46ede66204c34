"""Build of a release into dist/, and trial of its wheel as a new user would install it.

python scripts/release.py   build the sdist and, from it, the wheel; check and try them; the same
                            with the package for JavaScript

Every trial is a new environment outside of the checkout, whose commands see neither Node nor a
compiler. Only wheels are installed. The trials play a match under every Python from 3.11 to 3.14 on
this machine and serve the page. The report lists sizes and times. The exit status is 1 if anything
fails.
"""

import os
import re
import shutil
import subprocess
import tempfile
import urllib.request
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from zipfile import ZipFile

from packaging.metadata import Metadata

import frontend
import js_data
import prepare
from schwimmen.server.operation.engine_data import write as write_engine_data

DIST = frontend.ROOT / "dist"
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
EXTRAS = ("", "table", "study", "all")
CONTENTS = (  # of a wheel
    "schwimmen/server/static/index.html",
    "schwimmen/server/static/licences.txt",
    "schwimmen/server/docs/index.html",
    "schwimmen/players/data/pagat-3.blueprint",
    "schwimmen/py.typed",
)
MEGABYTE = 1_000_000
PATIENCE = 600  # seconds, for slow machines
REPR = """
import time
start = time.perf_counter()
from schwimmen import Match
repr(Match())
print(time.perf_counter() - start)
"""
JS = frontend.ROOT / "js"
PLAY_JS = """
import { load } from "schwimmen";
const game = await load();
const match = game.match({ preset: "pagat", players: 3, seed: 1 });
await game.prepare(match);
const player = game.player("blueprint", { seed: 2 });
while (!match.over) match.toAct === null ? match.deal() : match.play(player.choose(match));
console.log(`${match.results.length} rounds`);
"""
PLAY = """
import platform
from schwimmen import Match
from schwimmen.players import make_player, play_match
from schwimmen.records import dumps, load, record_of, replay
match = Match("pagat", players=3, seed=1)
play_match(match, [make_player("greedy"), make_player("casual", seed=1), make_player("expert")])
assert match.winners and replay(load(dumps(record_of(match))))["complete"]
print(platform.python_version())
"""


class Environment:
    """New virtual environment whose commands find no other programs on PATH."""

    def __init__(self, uv: object, folder: Path, python: object) -> None:
        self.uv = uv
        self.home = folder
        self.bin = folder / ("Scripts" if os.name == "nt" else "bin")
        run([uv, "venv", "--quiet", "--python", python, folder])

    def install(self, wheel: Path, extra: str) -> None:
        """Install a wheel with an extra, or without one if it is empty; compile nothing."""
        here = ["--python", self.home, "--quiet", "--only-binary", ":all:"]
        run([self.uv, "pip", "install", *here, requirement(wheel, extra)])

    def output(self, code: str) -> str:
        """Return what the Python code prints."""
        return run([self.bin / "python", "-c", code], self.home, self.variables()).strip()

    def variables(self) -> dict[str, str]:
        """Return environment variables that hide the checkout and all other programs."""
        hidden = ("PYTHONPATH", "VIRTUAL_ENV", "NUMBA_CACHE_DIR")
        shown = {name: value for name, value in os.environ.items() if name not in hidden}
        return shown | {"PATH": str(self.bin)}


def run(
    command: Sequence[object], folder: Path | None = None, env: Mapping[str, str] | None = None
) -> str:
    """Run a command and return its output; exit with all of it if the command fails."""
    words = [str(word) for word in command]
    done = subprocess.run(words, cwd=folder, env=env, text=True, capture_output=True)
    if done.returncode:
        raise SystemExit(f"failed: {' '.join(words)}\n{done.stdout}{done.stderr}")
    return done.stdout


def requirement(wheel: Path, extra: str) -> str:
    """Return the requirement of a wheel with an extra, or without one if it is empty."""
    return f"schwimmen{f'[{extra}]' if extra else ''} @ {wheel.as_uri()}"


def build(uv: object) -> tuple[Path, Path]:
    """Build the sdist and, from it alone, the wheel; return their paths."""
    shutil.rmtree(DIST, ignore_errors=True)
    run([uv, "build", "--quiet", "--out-dir", DIST, frontend.ROOT])
    [sdist], [wheel] = DIST.glob("*.tar.gz"), DIST.glob("*.whl")
    return sdist, wheel


def pack_js(destination: Path) -> Path:
    """Pack the package for JavaScript, with data and licence, into a folder; return its path."""
    with tempfile.TemporaryDirectory() as folder:
        others = shutil.ignore_patterns(js_data.FOLDER.name)
        copy = shutil.copytree(JS, Path(folder, "schwimmen"), ignore=others)
        write_engine_data(copy / js_data.FOLDER.name)
        for name in ("LICENSE", "NOTICE"):
            shutil.copy(frontend.ROOT / name, copy)
        frontend.npm("pack", "--silent", "--pack-destination", str(destination), folder=copy)
    [packed] = destination.glob("schwimmen-*.tgz")
    return packed


def try_js(packed: Path) -> str:
    """Play a match with the packed package in an empty folder; return what the program prints."""
    with tempfile.TemporaryDirectory() as folder:
        quiet = ("--silent", "--offline", "--no-audit", "--no-fund", "--no-package-lock")
        frontend.npm("install", *quiet, "--prefix", folder, str(packed), folder=Path(folder))
        Path(folder, "play.mjs").write_text(PLAY_JS)
        return run([frontend.node() / "node", "play.mjs"], Path(folder)).strip()


def check_wheel(wheel: Path) -> None:
    """Check the metadata and contents of a wheel, or exit with what is wrong."""
    with ZipFile(wheel) as archive:
        names = archive.namelist()
        [about] = [name for name in names if name.endswith(".dist-info/METADATA")]
        metadata = Metadata.from_email(archive.read(about))  # raises an error if it is invalid
    licences = [f"{Path(about).parent}/licenses/{name}" for name in metadata.license_files or ()]
    missing = [name for name in [*CONTENTS, *licences] if name not in names]
    if missing or not licences:
        raise SystemExit(f"{wheel.name} lacks {', '.join(missing) or 'a licence'}")


def pythons(uv: object) -> dict[str, str]:
    """Return the path of every version of Python found on PATH, by uv or by pyenv."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    folders = [os.environ["PATH"], *map(str, pyenv.glob("versions/*/bin"))]
    env = os.environ | {"PATH": os.pathsep.join(folders)}
    found = {}
    for version in PYTHONS:
        search = [str(uv), "python", "find", "--no-python-downloads", "--system", version]
        done = subprocess.run(search, env=env, text=True, capture_output=True)
        if done.returncode == 0:
            found[version] = done.stdout.strip()
    return found


def installed(environment: Path) -> tuple[int, float]:
    """Return the number of packages in an environment and their size in MB."""
    [site] = environment.glob("[Ll]ib/**/site-packages")
    sizes = [path.stat().st_size for path in site.rglob("*") if path.is_file()]
    return len(list(site.glob("*.dist-info"))), sum(sizes) / MEGABYTE


def first_asset(page: str) -> str:
    """Return the path of the first script of a page."""
    found = re.search(r'<script[^>]* src="(/assets/[^"]+\.js)"', page)
    if not found:
        raise SystemExit("the page has no script")
    return found[1]


def serve(environment: Environment) -> str:
    """Start ``schwimmen`` in an environment, load its page, and return what was loaded."""
    database = environment.home / "trial.db"
    command = [environment.bin / "schwimmen", "--no-browser", "--database", database]
    with subprocess.Popen(
        [str(word) for word in command],
        cwd=environment.home,
        env=environment.variables(),
        stdout=subprocess.PIPE,
        text=True,
    ) as server:
        assert server.stdout is not None
        try:
            line = server.stdout.readline()
            found = re.search(r"http://\S+(?=/ )", line)
            if not found:
                raise SystemExit(f"schwimmen did not announce its address: {line!r}")
            page = fetch(f"{found[0]}/")
            script = fetch(found[0] + first_asset(page))
            fetch(f"{found[0]}/docs/")
        finally:
            server.terminate()
    return f"page of {len(page):,} bytes, script of {len(script):,}"


def fetch(url: str) -> str:
    """Return the text at an address; raise an error for any status but success."""
    with urllib.request.urlopen(url, timeout=PATIENCE) as response:
        return str(response.read().decode())


def table(rows: Iterable[Sequence[str]]) -> str:
    """Format rows of text in columns: the first to the left, the others to the right."""
    lines = list(rows)
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join(
            cell.rjust(width) if number else cell.ljust(width)
            for number, (cell, width) in enumerate(zip(line, widths, strict=True))
        )
        for line in lines
    )


def main() -> None:
    """Build, check and try a release, and print the report."""
    uv = prepare.Environment(".venv").uv()
    sdist, wheel = build(uv)
    check_wheel(wheel)
    for file in (sdist, wheel):
        print(f"{file.relative_to(frontend.ROOT)}: {file.stat().st_size / MEGABYTE:.1f} MB")
    packed = pack_js(DIST)
    size = packed.stat().st_size / MEGABYTE
    print(f"{packed.relative_to(frontend.ROOT)}: {size:.2f} MB, plays {try_js(packed)}")
    found = pythons(uv)
    with tempfile.TemporaryDirectory() as folder:

        def new(name: str, python: object, extra: str) -> Environment:
            environment = Environment(uv, Path(folder, name), python)
            environment.install(wheel, extra)
            return environment

        report_extras(lambda extra: new(f"extra-{extra}", found[min(found)], extra))
        for version in PYTHONS:
            if version not in found:
                print(f"Python {version}: not on this machine")
                continue
            environment = new(f"python-{version}", found[version], "table")
            print(f"Python {environment.output(PLAY)}: plays; serves {serve(environment)}")


def report_extras(new: Callable[[str], Environment]) -> None:
    """Print the packages, sizes and times of an installation with each extra."""
    rows = [("pip install", "packages", "MB", "first repr, s", "next, s")]
    for extra in EXTRAS:
        environment = new(extra)
        packages, size = installed(environment.home)
        times = [f"{float(environment.output(REPR)):.1f}" for _ in range(2)]
        name = f"schwimmen[{extra}]" if extra else "schwimmen"
        rows.append((name, str(packages), f"{size:.0f}", times[0], times[1]))
    print(table(rows))


if __name__ == "__main__":
    main()
