"""Costs of a first start: everything that a newcomer does, with an empty home and no caches.

Run it with ``make benchmark-cold`` (ten minutes; ``ARGS="--parts python commands"`` for some of
it). It clones the last commit into a temporary folder. Packages are downloaded, so that the parts
``page`` and ``package`` depend on the network. Processor seconds depend little on other work.
"""

from __future__ import annotations

import ast
import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import httpx
import psutil
from packaging.tags import sys_tags
from packaging.utils import parse_wheel_filename
from websockets.sync.client import connect

from benchmarks.costs import (
    ANY,
    MEGABYTE,
    PATIENCE_S,
    ROOT,
    Cost,
    Row,
    cloned,
    cost_of,
    least,
    least_of,
    newcomer,
    responds,
    seconds_until,
)
from benchmarks.harness import arguments, print_machine, print_table
from benchmarks.load_steps import free_port
from schwimmen.engine import library
from schwimmen.players import make_player, play_match
from schwimmen.records import dumps, record_of
from schwimmen.rules import Match
from tests.js.node import JS, NODE
from tests.records.fairness.vectors import changed

READY: Final = b'"ready"'
"""Part of the health of a server that has loaded the rules."""
NUMBA: Final = {"SCHWIMMEN_ENGINE": "numba"}
STEP: Final = re.compile(r"^(\w[^\n]*) \.\.\. (\d+) s$", re.MULTILINE)
"""Line that ``scripts/prepare.py`` prints for a step."""

FIRST: Final = """
from schwimmen import Match
match = Match("pagat", players=4, seed=7)
repr(match)
match.play("keep")
"""
EXPERT: Final = f"""{FIRST}
from schwimmen.engine import library
from schwimmen.players import make_player
make_player("expert", seed=1).choose(match.view(match.to_act))
"""
REVIEW: Final = """
import sys
from schwimmen.analysis import review
review(open(sys.argv[1]).read())
"""
IN_NODE: Final = """
const [engine, data, level] = process.argv.slice(1);
const { load } = await import(engine);
const game = await load({ data });
const match = game.match({ preset: "pagat", players: 4, seed: 7 });
await game.prepare(match);
while (match.legalActions.length < 2) match.play(match.legalActions[0]);
match.play(match.legalActions[0]);
game.player(level, { seed: 1 }).choose(match);
"""


@dataclass(frozen=True)
class Options:
    """Options of the command line."""

    repetitions: int
    wheel: Path | None
    numba: bool


def page(_: Options) -> Iterator[Row]:
    """Yield the rows of ``make play`` in a fresh clone."""
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    with newcomer() as env, cloned() as clone, open(clone / "play.log", "w+b") as log:
        start = time.perf_counter()
        play = subprocess.Popen(
            ["make", "play", f"ARGS=--no-browser --port {port}"],
            cwd=clone,
            env=env,
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            answered = seconds_until(lambda: responds(url), play, start, 0.1)
            built = clone / library.MANIFEST.relative_to(ROOT)  # the file that is written last
            seconds_until(built.exists, play, start, 0.1)
            ready = seconds_until(lambda: responds(f"{url}/healthz", READY), play, start, 0.1)
        finally:
            os.killpg(play.pid, signal.SIGTERM)
            play.wait()
        log.seek(0)
        for step, seconds in STEP.findall(log.read().decode(errors="replace")):
            yield Row(f"`make play`: {step}", Cost(float(seconds)))
    yield Row("`make play` until the page answers", Cost(answered), Cost(25))
    yield Row("`make play` until the engine is ready", Cost(ready))


def newest_wheel(folder: Path) -> Path | None:
    """Return the newest wheel in a folder that this Python can install, if there is one."""
    fitting = set(sys_tags())
    wheels = [path for path in folder.glob("*.whl") if parse_wheel_filename(path.name)[3] & fitting]
    return max(wheels, key=lambda path: path.stat().st_mtime, default=None)


def package(options: Options) -> Iterator[Row]:
    """Yield the rows of an installation of the wheel."""
    wheel = options.wheel or newest_wheel(ROOT / "dist")
    if wheel is None:
        print(
            "no wheel for this machine in dist/ (make release): its installation is left out",
            file=sys.stderr,
        )
        return
    with newcomer() as env, tempfile.TemporaryDirectory() as folder:
        home, packages = Path(folder, "env"), Path(folder, "packages")
        subprocess.run([sys.executable, "-m", "venv", home], check=True)
        quiet = ("--disable-pip-version-check", "--no-cache-dir")
        pip = (home / "bin" / "python", "-m", "pip", *quiet)
        cost_of(*pip, "download", "--only-binary=:all:", "--dest", packages, wheel, env=env)
        installed = next(home.glob("lib/python*/site-packages"))
        before = set(installed.iterdir())
        cost = cost_of(*pip, "install", "--no-index", "--find-links", packages, wheel, env=env)
        added = sum(map(size_of, set(installed.iterdir()) - before))
        yield Row(
            f"download of `{wheel.name}` and what it needs",
            Cost(megabytes=size_of(packages)),
            Cost(megabytes=45),
        )
        yield Row(
            "its environment without pip, once downloaded",
            Cost(cost.seconds, cost.processor, added),
            Cost(megabytes=115),
        )


def size_of(folder: Path) -> float:
    """Return the size of the files in a folder, in megabytes."""
    return sum(path.lstat().st_size for path in folder.rglob("*") if path.is_file()) / MEGABYTE


def python(options: Options) -> Iterator[Row]:
    """Yield the rows of the first steps in Python, and of their peers."""
    with tempfile.TemporaryDirectory() as folder:
        record = Path(folder, "record.json")
        match = Match("pagat", players=4, seed=3)
        levels = ("club", "casual", "greedy", "beginner")
        play_match(match, [make_player(level, seed) for seed, level in enumerate(levels)])
        record.write_text(dumps(record_of(match)))
        steps: tuple[tuple[str, tuple[object, ...], float], ...] = (
            ("import, `Match`, its repr and a move", ("-c", FIRST), 0.5),
            ("first move of `expert`", ("-c", EXPERT), 1.5),
            (f"review of {len(match.rounds)} rounds of four", ("-c", REVIEW, record), 4),
            ("the same, `schwimmen review`", ("-m", "schwimmen", "review", record), 4),
        )
        for name, command, wanted in steps:
            cost = least(options.repetitions, sys.executable, *command)
            yield Row(name, cost, Cost(wanted))
        data = Path(folder, "data")
        script = ROOT / "scripts" / "js_data.py"
        subprocess.run([sys.executable, script, data], check=True, stdout=subprocess.DEVNULL)
        for level in ("expert", "master"):
            code = (NODE, "--input-type=module", "-e", IN_NODE)
            given = (JS / "index.js", data.as_uri(), level)
            cost = least(options.repetitions, *code, *given)
            yield Row(f"in Node: load, and first move of `{level}`", cost)
        if options.numba:
            with newcomer(**NUMBA) as env:  # each compiles only functions new to the cache
                for name, command, _ in steps:
                    yield Row(f"Numba: {name}", cost_of(sys.executable, *command, env=env))
                yield from memory("Numba: ", env)


@contextlib.contextmanager
def serving(env: Mapping[str, str]) -> Iterator[tuple[str, subprocess.Popen[bytes], float]]:
    """Run a server with an empty database; provide its address, its process and its start."""
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        arguments = ("--port", port, "--database", Path(folder, "db"), "--pace", 0)
        command = [sys.executable, "-m", "schwimmen", "serve", *arguments, "--log-level", "error"]
        start = time.perf_counter()
        process = subprocess.Popen(
            [str(part) for part in command], cwd=ROOT, env=dict(env), stdout=subprocess.DEVNULL
        )
        try:
            yield f"http://127.0.0.1:{port}", process, start
        finally:
            process.terminate()
            process.wait()


class OnlineTable:
    """Table of a person and two bots, played through the server's interface for programs."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._http = httpx.Client(base_url=url, timeout=PATIENCE_S)
        game = {
            "preset": "pagat",
            "options": {"special": "none"},
            "name": "Anna",
            "opponents": [{"level": "greedy"}, {"level": "random"}],
        }
        self._id = self._http.post("/api/tables", json=game).raise_for_status().json()["id"]

    def moves(self) -> Iterator[int]:
        """Play the match, and yield the number of own moves after each."""
        cookies = "; ".join(f"{name}={value}" for name, value in self._http.cookies.items())
        address = f"{self._url.replace('http', 'ws', 1)}/api/tables/{self._id}/ws"
        moves, last = 0, ""
        with (
            contextlib.closing(self._http),
            connect(address, additional_headers={"cookie": cookies}) as socket,
        ):
            socket.send(json.dumps({"v": 1, "type": "hello", "last_seq": None}))
            for message in map(json.loads, socket):
                if message["type"] == "refused":
                    raise SystemExit(f"the server refused: {message}")
                if message["type"] not in ("welcome", "events"):
                    continue
                if last == "play":
                    moves += 1
                    yield moves
                view, own = message["state"].get("view", {}), message["state"].get("own", {})
                if view.get("over"):
                    return
                last, action = "", {}
                if view.get("phase") == "over":
                    last = "deal"
                elif own.get("choices"):
                    last, action = "play", {"action": own["choices"][-1]["action"]}
                if last:
                    request = {"v": 1, "type": last, "id": f"{message['seq']}", **action}
                    socket.send(json.dumps(request))


def memory(prefix: str, env: Mapping[str, str]) -> Iterator[Row]:
    """Yield the rows of a server: its first move, and its memory."""
    with serving(env) as (url, process, start):
        seconds_until(lambda: responds(f"{url}/healthz", READY), process, start, 0.02)
        own = psutil.Process(process.pid)
        used = own.cpu_times()
        fresh = Cost(
            time.perf_counter() - start, used.user + used.system, own.memory_info().rss / MEGABYTE
        )
        moves = OnlineTable(url).moves()
        next(moves)
        first = time.perf_counter() - start
        deque(moves, 0)
        after = own.memory_info().rss / MEGABYTE
    yield Row(f"{prefix}server until it is ready", fresh)
    yield Row(f"{prefix}server until its first move", Cost(first), Cost(2) if not prefix else ANY)
    yield Row(f"{prefix}server after a match", Cost(megabytes=after))


def server(options: Options) -> Iterator[Row]:
    """Yield the rows of a server with the native library."""
    runs = []
    for _ in range(options.repetitions):
        with newcomer() as env:
            runs.append(list(memory("", env)))
    for rows in zip(*runs, strict=True):
        yield Row(rows[0].name, least_of([row.cost for row in rows]), rows[0].wanted)


def build(_: Options) -> Iterator[Row]:
    """Yield the rows of a build of the engine, from nothing and after changes."""
    compiler = ROOT / ".venv-compiler" / "bin" / "python"
    if not compiler.exists():
        print("no .venv-compiler (make engine): the builds are left out", file=sys.stderr)
        return
    with newcomer() as env, cloned() as clone:
        env["PYTHONPATH"] = str(clone / "src")
        package = clone / "src" / "schwimmen"

        def built() -> Cost:
            return cost_of(compiler, "-m", "builder", "native", env=env, folder=clone, memory=True)

        yield Row("build of the engine from nothing", built(), Cost(120, megabytes=1500))
        yield Row("again, with nothing changed", built())
        change_docstring(package / "rules" / "core" / "settlement.py")
        yield Row("after a change of a docstring", built())
        change_function(package / "players" / "heuristic" / "evaluation.py", "evaluate_action")
        yield Row("after a change of a bot", built())
        change_function(package / "rules" / "core" / "settlement.py", "finish")
        yield Row("after a change of a rule", built())


def change_docstring(path: Path) -> None:
    """Change the docstring of a module."""
    source = path.read_text()
    assert source.startswith('"""')
    path.write_text(source.replace('"""', '"""Changed: ', 1))


def change_function(path: Path, name: str) -> None:
    """Change the code of a function, but not its results."""
    source = path.read_text()
    [function] = (
        node
        for node in ast.parse(source).body
        if isinstance(node, ast.FunctionDef) and node.name == name
    )
    lines = source.splitlines(keepends=True)
    lines.insert(function.body[0].end_lineno or 0, "    changed = 1\n    changed += 1\n")
    path.write_text("".join(lines))


def commands(options: Options) -> Iterator[Row]:
    """Yield the rows of commands that need little of the package."""
    with tempfile.TemporaryDirectory() as folder:
        record = Path(folder, "record.json")
        record.write_text(json.dumps(changed("choy", [])))
        for name, arguments, status in (
            ("`schwimmen --help`", ("--help",), 0),
            ("`schwimmen replay`", ("replay", record), 0),
            ("`schwimmen verify`", ("verify", record), 0),
            ("`schwimmen replay` without a file", ("replay",), 2),
        ):
            command = (sys.executable, "-m", "schwimmen", *arguments)
            cost = least(options.repetitions, *command, status=status)
            yield Row(name, cost, Cost(0.3))


PARTS: Final = {
    "page": page,
    "package": package,
    "python": python,
    "server": server,
    "build": build,
    "commands": commands,
}


def main() -> None:
    """Measure the parts one after the other and print the table."""
    parser = arguments(__doc__)
    parser.set_defaults(repetitions=5)
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=list(PARTS))
    parser.add_argument("--wheel", type=Path, help="(default: the newest in dist/)")
    parser.add_argument(
        "--no-numba", dest="numba", action="store_false", help="leave out the minutes of Numba"
    )
    given = parser.parse_args()
    options = Options(given.repetitions, given.wheel, given.numba)
    print_machine("", ("numpy", "numba"))
    load = ", ".join(f"{load:.1f}" for load in os.getloadavg())
    print(f"load of the last 1, 5 and 15 minutes: {load}\n")
    head = ["what", "seconds", "processor seconds", "peak MB", "wanted"]
    rows = (row.cells() for part in given.parts for row in PARTS[part](options))
    print_table(head, rows)


if __name__ == "__main__":
    main()
