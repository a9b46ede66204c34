"""Size and speed of the WebAssembly module, in Node and in Chromium, beside native.

Run it with ``make benchmark-wasm``. Seconds of random rounds are processor time, since other
programs share the machine; those of searches and reviews have passed.
"""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

import psutil
from playwright.sync_api import Page

from benchmarks.harness import Subject, arguments, print_heading, print_table, time_in_turn
from schwimmen.analysis import review
from schwimmen.players import make_player
from schwimmen.players.random_play import random_rounds
from schwimmen.records import read_record
from schwimmen.rules import Match, MissingShuffle, RuleSet
from tests.js.node import JS, NODE, output_of
from tests.js.site import package_page

GAMES = (("pagat", 3), ("dutch", 4), ("choy", 4))
CONTESTS = tuple(
    {"preset": preset, "players": players, "level": level, "decisions": 200}
    for level in ("expert", "master")
    for preset, players in (("pagat", 2), ("pagat", 4), ("choy", 4))
)
REVIEWED = (("pagat", 4), ("dutch", 4), ("choy", 4))
REVIEWED_ROUNDS = 12
EFFORTS = ("graph", "decisions")
SEED = 1
SECONDS = 1.0
"""Time of one measurement; the system counts processor time in hundredths of a second."""
LEAST_ROUNDS = 50_000
OPEN = """async ([preset, players]) => {
    const { randomPlay } = await import(`${location.origin}/benchmarks/wasm.mjs`);
    const module = await (await fetch("/js/rules.wasm")).arrayBuffer();
    window.games ??= {};
    window.games[preset] = await randomPlay(module, preset, players);
}"""
PLAY = "([preset, ...call]) => window.games[preset](...call)[0]"
PLAY_MATCHES = """async (contest) => {
    const { playMatches } = await import(`${location.origin}/benchmarks/search.mjs`);
    const { load } = await import(`${location.origin}/js/index.js`);
    return playMatches(load, `${location.origin}/data`, contest);
}"""

REVIEW_MATCH = """async (reviewed) => {
    const { reviewMatch } = await import(`${location.origin}/benchmarks/review.mjs`);
    const { load } = await import(`${location.origin}/js/index.js`);
    return reviewMatch(load, `${location.origin}/data`, reviewed);
}"""


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
    return Subject("native", lambda rounds: random_rounds(rules, players, rounds, SEED)[0])


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


def times_natively(record: dict[str, Any], level: str) -> list[float]:
    """Return the milliseconds of the same choices in this process; the match must be the same."""
    names = record["players"]
    players = [make_player(level, seed) for seed in range(len(names))]
    match = Match(record["rules"]["preset"], players=names, dealer=record["dealer"], deal=False)
    times = []
    for played in read_record(record).rounds:
        match.deal(played.pack)
        shuffles = iter(played.shuffles)
        for _ in played.actions:
            assert match.to_act is not None
            view = match.view(match.to_act)
            start = time.perf_counter()
            action = players[match.to_act].choose(view)
            if len(view.choices) > 1:
                times.append(1000 * (time.perf_counter() - start))
            try:
                match.play(action)
            except MissingShuffle:
                match.recycle(next(shuffles))
    assert match.to_record()["rounds"] == record["rounds"]
    return times


def search_rows(page: Page, data: Path, contest: dict[str, Any]) -> Iterator[list[str]]:
    """Yield the rows of one contest: the same matches in each place, one after the other."""
    script = Path(__file__).with_name("search.mjs")
    in_node = output_of(script, data.as_uri(), json.dumps(contest))
    found = {"Node": json.loads(in_node), "Chromium": page.evaluate(PLAY_MATCHES, contest)}
    records = found["Node"]["records"]
    assert found["Chromium"]["records"] == records
    times_natively(records[0], contest["level"])  # computes match equity
    native = [one for record in records for one in times_natively(record, contest["level"])]
    rows = [("native", native, None)]
    rows += [(name, one["times"], one["bytes"]) for name, one in found.items()]
    for name, times, size in rows:
        ordered = sorted(times)
        yield [
            f"{contest['level']}, {contest['preset']}, {name}",
            str(contest["players"]),
            str(len(times)),
            f"{median(times):.1f}",
            f"{ordered[99 * len(times) // 100]:.1f}",
            f"{median(times) / median(native):.1f}",
            "" if size is None else f"{size / 1e6:.0f}",
        ]


def reviewed_match(preset: str, players: int) -> Match:
    """Return a match between bots after some rounds."""
    bots = [make_player(("club", "casual", "greedy", "beginner")[seat], seat) for seat in range(4)]
    match = Match(preset, players=players, seed=SEED)
    while not match.over and (match.to_act is not None or len(match.rounds) < REVIEWED_ROUNDS):
        if match.to_act is None:
            match.deal()
        else:
            match.play(bots[match.to_act].choose(match.view(match.to_act)))
    return match


def review_rows(page: Page, data: Path, preset: str, players: int) -> Iterator[list[str]]:
    """Yield the rows of one match: the same reviews in each place, one after the other."""
    match = reviewed_match(preset, players)
    given = {"record": match.to_record(), "efforts": EFFORTS}
    in_node = output_of(Path(__file__).with_name("review.mjs"), data.as_uri(), json.dumps(given))
    found = {"Node": json.loads(in_node), "Chromium": page.evaluate(REVIEW_MATCH, given)}
    assert found["Node"]["reviews"] == found["Chromium"]["reviews"]
    review(match, EFFORTS[0], workers=1)  # computes match equity
    seconds = {}
    for effort in EFFORTS:
        start = time.perf_counter()
        natively = review(match, effort, workers=1)
        seconds[effort] = time.perf_counter() - start
        values = [
            [one["value"] for one in moment["chances"]]
            for moment in found["Node"]["reviews"][effort]["moments"]
        ]
        assert values == [[one.value for one in moment.chances] for moment in natively.moments]
    rows: list[tuple[str, dict[str, float], list[float] | None, int | None]]
    rows = [("native", seconds, None, None)]
    rows += [(name, one["seconds"], one["hints"], one["bytes"]) for name, one in found.items()]
    for name, taken, hints, size in rows:
        yield [
            f"{preset}, {name}",
            str(players),
            str(len(match.rounds)),
            *(f"{taken[effort]:.1f}" for effort in EFFORTS),
            *(["", ""] if hints is None else [f"{median(hints):.0f}", f"{max(hints):.0f}"]),
            "" if size is None else f"{size / 1e6:.0f}",
        ]


def sizes() -> Iterator[list[str]]:
    """Yield the size of each part of the package, as it is and compressed."""
    code = sorted(JS.glob("*.js"))
    names = ("rules.wasm", "play.wasm")
    parts = {name: [JS / name] for name in names} | {"*.js": code}
    for name, files in parts.items():
        content = b"".join(file.read_bytes() for file in files)
        yield [name, f"{len(content):,}", f"{len(gzip.compress(content, 9, mtime=0)):,}"]


def main() -> None:
    """Measure and print the tables."""
    repetitions = arguments(__doc__).parse_args().repetitions
    print_heading(", one used", ("numpy", "playwright"), repetitions)
    print_table(["file", "bytes", "gzipped"], sizes())
    print()
    with TemporaryDirectory() as folder, package_page(Path(folder)) as page:
        subprocess.run([sys.executable, JS.parent / "scripts" / "js_data.py", folder], check=True)
        rows = [row for game in GAMES for row in measure(page, *game, repetitions)]
        print_table(["rules", "players", "decisions/s", "±", "x native"], rows)
        print()
        searches = [row for one in CONTESTS for row in search_rows(page, Path(folder), one)]
        reviews = [row for game in REVIEWED for row in review_rows(page, Path(folder), *game)]
    heads = ["level", "players", "decisions", "median ms", "p99 ms", "x native", "memory MB"]
    print_table(heads, searches)
    print()
    times = ["graph s", "decisions s", "hint median ms", "hint max ms"]
    print_table(["review", "players", "rounds", *times, "memory MB"], reviews)


if __name__ == "__main__":
    main()
