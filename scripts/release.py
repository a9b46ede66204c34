"""Build of a release into dist/, and trial of its wheels as a new user would install them.

python scripts/release.py   build the sdist and, from it, a wheel for each platform; check and try
                            them; the same with the package for JavaScript, in other people's tools

Every trial is a new environment outside of the checkout, whose commands see neither Node nor a
compiler. Only wheels are installed. With this machine's wheel every Python from 3.11 to 3.14 here
plays a match, replays the records of the conformance tests and serves the page; nothing may be left
after it is uninstalled. The wheel for arm64 Linux replays the records in an emulator. The report
lists how each platform was tried, sizes and times. The exit status is 1 if anything fails.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from zipfile import ZipFile

from packaging.metadata import Metadata
from packaging.tags import sys_tags
from packaging.utils import parse_wheel_filename

import frontend
import js_data
import prepare
import wheels
from wheels import run

DIST = frontend.ROOT / "dist"
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
EXTRAS = ("", "table", "study", "all")
CONTENTS = (  # of a wheel
    "schwimmen/server/static/index.html",
    "schwimmen/server/static/licences.txt",
    "schwimmen/server/docs.zip",
    "schwimmen/players/data/pagat-3.blueprint",
    "schwimmen/py.typed",
)
MEGABYTE = 1_000_000
MOST_INSTALLED = 115  # MB, without extras and without pip
MOST_DOWNLOADED = 45
CONFORMANCE = frontend.ROOT / "tests" / "conformance"
SEEDED = re.compile(r"(pip|setuptools|wheel|pkg_resources|_?distutils)\b.*|_distutils_hack")
"""Names in a new environment that has pip."""
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
TYPESCRIPT = "5.4.5"
"""Oldest TypeScript that understands the types of the package for JavaScript."""

PLAY = """
import platform
from importlib.util import find_spec
assert not (find_spec("numba") or find_spec("llvmlite")), "there is a compiler"
from schwimmen import Match
from schwimmen.players import make_player, play_match
from schwimmen.records import dumps, load, record_of, replay
match = Match("pagat", players=3, seed=1)
play_match(match, [make_player("greedy"), make_player("casual", seed=1), make_player("expert")])
assert match.winners and replay(load(dumps(record_of(match))))["complete"]
print(platform.python_version())
"""


DEAL = """
from schwimmen import Match
print(Match("pagat", players=3, seed=7).view(0).hand)
"""


class Environment:
    """New virtual environment whose commands find no other programs on PATH."""

    def __init__(self, uv: object, folder: Path, python: object) -> None:
        self.uv = uv
        self.home = folder
        self.bin = folder / ("Scripts" if os.name == "nt" else "bin")
        run([uv, "venv", "--quiet", "--seed", "--python", python, folder])
        self.site = Path(self.output("import sysconfig; print(sysconfig.get_path('purelib'))"))

    def install(self, wheel: Path, extra: str) -> None:
        """Install a wheel with an extra, or without one if it is empty; compile nothing."""
        here = ["--python", self.home, "--quiet", "--only-binary", ":all:"]
        run([self.uv, "pip", "install", *here, requirement(wheel, extra)])

    def output(self, code: str) -> str:
        """Return the output of the Python code."""
        return run([self.bin / "python", "-c", code], self.home, self.variables()).strip()

    def pip(self, *arguments: object) -> None:
        """Run pip, which sees the settings of this machine."""
        quiet = ["--quiet", "--disable-pip-version-check"]
        run([self.bin / "python", "-m", "pip", *arguments, *quiet])

    def packages(self) -> list[Path]:
        """Return the installed packages, without pip."""
        return [path for path in self.site.iterdir() if not SEEDED.fullmatch(path.name)]

    def uninstall(self) -> None:
        """Uninstall the package; exit with an error if files are left."""
        self.pip("uninstall", "--yes", "schwimmen")
        left = [path for folder in (self.site, self.bin) for path in folder.glob("schwimmen*")]
        if left:
            raise SystemExit(f"pip uninstall leaves {', '.join(map(str, left))}")

    def variables(self) -> dict[str, str]:
        """Return environment variables that hide the checkout and all other programs."""
        hidden = ("PYTHONPATH", "VIRTUAL_ENV", "NUMBA_CACHE_DIR")
        shown = {
            name: value
            for name, value in os.environ.items()
            if name not in hidden and not name.startswith("SCHWIMMEN_")
        }
        return shown | {"PATH": str(self.bin), "NUMBA_CACHE_DIR": str(self.home / "compiled")}


def requirement(wheel: Path, extra: str) -> str:
    """Return the requirement of a wheel with an extra, or without one if it is empty."""
    return f"schwimmen{f'[{extra}]' if extra else ''} @ {wheel.as_uri()}"


def build_sdist() -> Path:
    """Build page, documentation and, with them, the sdist; return its path."""
    shutil.rmtree(DIST, ignore_errors=True)
    prepare.step("sdist: page, documentation, sources", wheels.hatchling_command("sdist", DIST))
    [sdist] = DIST.glob("*.tar.gz")
    return sdist


def build_pure_wheel(uv: object, sdist: Path, destination: Path) -> Path:
    """Build a wheel from the sdist alone, as pip does; return its path."""
    command = [uv, "build", "--quiet", "--wheel", "--python", sys.executable]
    programs = os.environ | {"PATH": str(destination)}
    run([*command, "--out-dir", destination, sdist], destination, programs)
    [wheel] = destination.glob("*-py3-none-any.whl")
    return wheel


def build_wheels(sdist: Path) -> dict[str, Path]:
    """Build the wheels of all platforms from the sdist; return their paths."""
    built = {name: wheels.build_wheel(sdist, name, DIST) for name in wheels.EXPECTED}
    name, wheel = next(iter(built.items()))
    with tempfile.TemporaryDirectory() as folder:
        again = wheels.build_wheel(sdist, name, Path(folder))
        if again.read_bytes() != wheel.read_bytes():
            raise SystemExit(f"{wheel.name}: a second build differs")
    return built


def of_this_machine(built: dict[str, Path]) -> str:
    """Return the platform whose wheel this machine runs."""
    tags = {tag.platform for tag in sys_tags()}
    for name, wheel in built.items():
        if any(tag.platform in tags for tag in parse_wheel_filename(wheel.name)[3]):
            return name
    raise SystemExit("no wheel is for this machine")


def commit_time() -> str:
    """Return the time of the last commit, which files of a release have."""
    return run(["git", "log", "-1", "--format=%ct"], frontend.ROOT).strip()


def pack_js(destination: Path) -> Path:
    """Pack the package for JavaScript, with data and licence, into a folder; return its path."""
    with tempfile.TemporaryDirectory() as folder:
        others = shutil.ignore_patterns(js_data.FOLDER.name)
        copy = shutil.copytree(JS, Path(folder, "schwimmen"), ignore=others)
        js_data.write(copy / js_data.FOLDER.name)
        for name in ("LICENSE", "NOTICE"):
            shutil.copy(frontend.ROOT / name, copy)
        frontend.npm("pack", "--silent", "--pack-destination", str(destination), folder=copy)
    [packed] = destination.glob("schwimmen-*.tgz")
    return packed


def try_js(packed: Path) -> str:
    """Play a match with the packed package in an empty folder; return its output."""
    with tempfile.TemporaryDirectory() as folder:
        install("--offline", str(packed), folder=Path(folder))
        Path(folder, "play.mjs").write_text(PLAY_JS)
        return run([frontend.node() / "node", "play.mjs"], Path(folder)).strip()


def try_types(packed: Path) -> None:
    """Check a program's types with the packed package; exit with the errors if there are any."""
    with tempfile.TemporaryDirectory() as folder:
        install(str(packed), f"typescript@{TYPESCRIPT}", folder=Path(folder))
        Path(folder, "play.mts").write_text(PLAY_JS)
        options = ("--noEmit", "--strict", "--module", "nodenext", "--target", "es2022")
        tsc = "node_modules/typescript/bin/tsc"
        run([frontend.node() / "node", tsc, *options, "play.mts"], Path(folder))


def install(*arguments: str, folder: Path) -> None:
    """Install packages of npm into a folder."""
    quiet = ("--silent", "--no-audit", "--no-fund", "--no-package-lock")
    frontend.npm("install", *quiet, "--prefix", str(folder), *arguments, folder=folder)


def check_wheel(wheel: Path) -> None:
    """Check the metadata and contents of a wheel; exit if anything is missing."""
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


def size_of(paths: Iterable[Path]) -> float:
    """Return the size of files and of all in folders, in MB."""
    files = [file for path in paths for file in (path, *path.rglob("*")) if file.is_file()]
    return sum(file.stat().st_size for file in files) / MEGABYTE


def check_footprint(environment: Environment, wheel: Path) -> str:
    """Install a wheel by pip alone; return its sizes, or exit if one is too large."""
    downloads = environment.home / "downloads"
    environment.pip("download", "--only-binary", ":all:", "--dest", downloads, wheel)
    environment.pip("install", "--no-index", "--find-links", downloads, wheel)
    downloaded, installed = size_of([downloads]), size_of(environment.packages())
    sizes = f"pip install: {downloaded:.0f} MB downloaded, {installed:.0f} MB installed"
    if downloaded > MOST_DOWNLOADED or installed > MOST_INSTALLED:
        raise SystemExit(f"{sizes}; at most {MOST_DOWNLOADED} and {MOST_INSTALLED} are wanted")
    return sizes


def check_replay(output: str) -> None:
    """Exit unless the records of the conformance tests were replayed to the last byte."""
    if output != (CONFORMANCE / "results.jsonl").read_text("utf-8"):
        raise SystemExit("the records of the conformance tests have other results")


def replay(environment: Environment) -> str:
    """Replay the records at every level of the processor; return the levels."""
    levels = []
    for wanted in ("", "2"):
        variables = environment.variables() | {"SCHWIMMEN_LEVEL": wanted}
        command = [environment.bin / "schwimmen", "replay", CONFORMANCE / "records.jsonl"]
        check_replay(run(command, environment.home, variables))
        ask = "from schwimmen.engine._engine import level; print(level)"
        levels.append(run([environment.bin / "python", "-c", ask], None, variables).strip())
    return " and ".join(dict.fromkeys(levels))


def try_arm(uv: object, wheel: Path) -> str:
    """Replay the records with the wheel for arm64 Linux; return a report."""
    emulator = wheels.ArmEmulator(uv)
    if reason := emulator.prepare():
        return f"not run: {reason}"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        emulator.install(wheel, folder)
        records = CONFORMANCE / "records.jsonl"
        check_replay(emulator.output(folder, "-m", "schwimmen", "replay", records))
        version = emulator.output(folder, "-c", PLAY).strip()
    return f"plays and replays all records in QEMU, Python {version}"


def try_sdist(environment: Environment, wheel: Path) -> str:
    """Deal cards with a wheel without a library, which Numba compiles once; return a report."""
    environment.install(wheel, "compile")
    command = [str(environment.bin / "python"), "-c", DEAL]
    said = [
        subprocess.run(
            command, env=environment.variables(), text=True, capture_output=True, check=True
        ).stderr.count("compiling the engine")
        for _ in range(2)
    ]
    if said != [1, 0]:
        raise SystemExit(f"the engine was compiled {said} times in two processes")
    return "compiled once by Numba, visibly"


def first_asset(page: str) -> str:
    """Return the path of the first script of a page."""
    found = re.search(r'<script[^>]* src="(/assets/[^"]+\.js)"', page)
    if not found:
        raise SystemExit("the page has no script")
    return found[1]


def serve(environment: Environment) -> str:
    """Start ``schwimmen`` in an environment, load its page, and return sizes."""
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


def table(rows: Iterable[Sequence[str]], left: Sequence[int] = (0,)) -> str:
    """Format rows of text in columns: some of them to the left, the others to the right."""
    lines = list(rows)
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if number in left else cell.rjust(width)
            for number, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )


def main() -> None:
    """Build, check and try a release, and print the report."""
    os.environ.setdefault("SOURCE_DATE_EPOCH", commit_time())
    uv = prepare.Environment(".venv").uv()
    wheels.build_libraries()
    sdist = build_sdist()
    built = build_wheels(sdist)
    here = of_this_machine(built)
    rows = [("platform", "MB", "library", "run")]
    for name, wheel in built.items():
        check_wheel(wheel)
        how = {here: "every Python here, see below", "linux-aarch64": ""}.get(name, "not run")
        how = how or try_arm(uv, wheel)
        rows.append((name, f"{size_of([wheel]):.1f}", wheels.check_library(wheel, name), how))
    print(table(rows, left=(0, 2, 3)))
    print(f"{sdist.relative_to(frontend.ROOT)}: {size_of([sdist]):.1f} MB")
    packed = pack_js(DIST)
    plays = try_js(packed)
    try_types(packed)
    report = f"{size_of([packed]):.2f} MB, plays {plays}, its types fit TypeScript {TYPESCRIPT}"
    print(f"{packed.relative_to(frontend.ROOT)}: {report}")
    print(run([sys.executable, Path(__file__).with_name("js_tools.py"), packed]))
    try_installations(uv, sdist, built[here])


def try_installations(uv: object, sdist: Path, wheel: Path) -> None:
    """Try the wheel of this machine, and the sdist, in new environments."""
    found = pythons(uv)
    first = found[min(found, key=PYTHONS.index)]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        print(check_footprint(Environment(uv, folder / "pip", first), wheel))
        (folder / "pure").mkdir()
        pure = build_pure_wheel(uv, sdist, folder / "pure")
        check_wheel(pure)
        print(f"sdist: {try_sdist(Environment(uv, folder / 'sdist', first), pure)}")
        for version in PYTHONS:
            if version not in found:
                print(f"Python {version}: not on this machine")
                continue
            environment = Environment(uv, folder / version, found[version])
            environment.install(wheel, "table")
            played = f"Python {environment.output(PLAY)}: plays; replays at {replay(environment)}"
            print(f"{played}; serves {serve(environment)}", flush=True)
            environment.uninstall()

        def new(extra: str) -> Environment:
            environment = Environment(uv, folder / f"extra-{extra}", first)
            environment.install(wheel, extra)
            return environment

        report_extras(new)


def report_extras(new: Callable[[str], Environment]) -> None:
    """Print the packages, sizes and times of an installation with each extra."""
    rows = [("pip install", "packages", "MB", "first repr, s", "next, s")]
    for extra in EXTRAS:
        environment = new(extra)
        packages = environment.packages()
        number = sum(path.suffix == ".dist-info" for path in packages)
        times = [f"{float(environment.output(REPR)):.1f}" for _ in range(2)]
        name = f"schwimmen[{extra}]" if extra else "schwimmen"
        rows.append((name, str(number), f"{size_of(packages):.0f}", times[0], times[1]))
    print(table(rows))


if __name__ == "__main__":
    main()
