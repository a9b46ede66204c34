"""Size and speed of the rules as a WebAssembly module, in Node and in Chromium, beside native.

Run it with ``make benchmark-wasm``. Seconds are processor time, since other programs share the
machine.
"""

from __future__ import annotations

import gzip
import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
from playwright.sync_api import Page

from benchmarks.harness import Subject, arguments, print_heading, print_table, time_in_turn
from schwimmen.players.random_play import play_random_rounds
from schwimmen.rules import RuleSet
from tests.js.node import JS, NODE
from tests.js.site import package_page

GAMES = (("pagat", 3), ("dutch", 4), ("choy", 4))
SEED = 1
SECONDS = 1.0
"""Time of one measurement; the system counts processor time in hundredths of a second."""
LEAST_ROUNDS = 50_000
OPEN = """async ([preset, players]) => {
    const { randomPlay } = await import(`${location.origin}/benchmarks/wasm.mjs`);
    const layout = await (await fetch("/js/layout.json")).json();
    const module = await (await fetch("/js/rules.wasm")).arrayBuffer();
    window.games ??= {};
    window.games[preset] = await randomPlay(module, layout, preset, players);
}"""
PLAY = "([preset, ...call]) => window.games[preset](...call)[0]"


@contextmanager
def in_node(preset: str, players: int) -> Iterator[Subject]:
    """Start Node and yield the game in it, timed by its process."""
    command = [str(NODE), str(Path(__file__).with_suffix(".mjs")), preset, str(players)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as node:
        assert node.stdin is not None
        assert node.stdout is not None
        stdin, stdout = node.stdin, node.stdout

        def play(rounds: int) -> int:
            stdin.write(f"[{rounds}, {SEED}]\n")
            stdin.flush()
            return int(json.loads(stdout.readline())[0])

        yield Subject("Node", play, clock=lambda: processor_time(node.pid))
        stdin.close()


def in_chromium(page: Page, preset: str, players: int) -> Subject:
    """Return the game on a page, timed by the processes of the browser that show pages."""
    page.evaluate(OPEN, [preset, players])
    renderers = [
        process.pid
        for process in psutil.Process().children(recursive=True)
        if "--type=renderer" in process.cmdline()
    ]
    return Subject(
        "Chromium",
        lambda rounds: int(page.evaluate(PLAY, [preset, rounds, SEED])),
        clock=lambda: sum(map(processor_time, renderers)),
    )


def natively(preset: str, players: int) -> Subject:
    """Return the game in this process."""
    rules = RuleSet(preset)
    return Subject("native", lambda rounds: play_random_rounds(rules, players, rounds, SEED)[0])


def processor_time(process: int) -> float:
    """Return the processor time of a process in seconds."""
    times = psutil.Process(process).cpu_times()
    return float(times.user + times.system)


def measure(page: Page, preset: str, players: int, repetitions: int) -> list[list[str]]:
    """Return the rows of one game in the table."""
    with in_node(preset, players) as node:
        subjects = [natively(preset, players), node, in_chromium(page, preset, players)]
        assert len({one.play(1000) for one in subjects}) == 1
        for subject in subjects:
            subject.settle(SECONDS, LEAST_ROUNDS)
        time_in_turn(subjects, repetitions)
    native = subjects[0].rate
    return [
        [
            f"{preset}, {one.name}",
            str(players),
            f"{one.rate:,.0f}",
            f"{one.spread:.0%}",
            f"{one.rate / native:.2f}",
        ]
        for one in subjects
    ]


def sizes() -> Iterator[list[str]]:
    """Yield the size of each part of the package, as it is and compressed."""
    code = sorted(JS.glob("*.js"))
    parts = {"rules.wasm": [JS / "rules.wasm"], "layout.json": [JS / "layout.json"], "*.js": code}
    for name, files in parts.items():
        content = b"".join(file.read_bytes() for file in files)
        yield [name, f"{len(content):,}", f"{len(gzip.compress(content, 9, mtime=0)):,}"]


def main() -> None:
    """Measure and print the tables."""
    repetitions = arguments(__doc__).parse_args().repetitions
    print_heading(", one used", ("numba", "numpy", "playwright"), repetitions)
    print_table(["file", "bytes", "gzipped"], sizes())
    print()
    with package_page() as page:
        rows = [row for game in GAMES for row in measure(page, *game, repetitions)]
    print_table(["rules", "players", "decisions/s", "±", "x native"], rows)


if __name__ == "__main__":
    main()
