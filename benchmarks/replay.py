"""Cost of replaying the longest round that the rules allow: server, page and other players.

Run it with ``make benchmark-replay``. The round has eight players and a turn cap of 1,000; another
player plays at another table meanwhile. A second table is about the page "Watch a record", which
needs no server, with a round of ten players and a match of 500 rounds.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import httpx
import psutil
from playwright.sync_api import Browser, FilePayload, Page
from websockets.sync.client import ClientConnection, connect

from benchmarks.harness import print_machine, print_table
from schwimmen.rules import Match
from schwimmen.server.storage import Database
from tests.browser.chromium import chromium
from tests.processes import PATIENCE, starting
from tests.server.finished_tables import store_table
from tests.tables.playing import long_match

COPIES = 6
"""Tables with such a round: the server caches a replay, so each is requested once."""

LONG_TASKS = """
window.tasks = [];
new PerformanceObserver((list) => list.getEntries().forEach(({duration}) => tasks.push(duration)))
  .observe({type: "longtask", buffered: true});
"""

WATCHED = """
window.shownAfter = new Promise((resolve) => {
  addEventListener("change", ({timeStamp}) => {
    const step = () => document.querySelector("[data-testid=replay]");
    const wait = () => requestAnimationFrame(() =>
      step() ? setTimeout(() => resolve(performance.now() - timeStamp)) : wait());
    wait();
  }, {capture: true, once: true});
});
"""
"""Script that measures the time from the choice of a file until its first step is painted."""

STEP_THROUGH = """
async ([first, last]) => {
  const shown = () => Number(document.querySelector("[data-testid=replay]").dataset.step);
  for (let step = first; step < last; step += 1) {
    dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowRight"}));
    while (shown() !== step + 1) await new Promise((resolve) => setTimeout(resolve));
  }
}
"""

TO_THE_END = """
async () => {
  const end = document.querySelector("[data-testid=replay-round-on]");
  while (end.ariaDisabled !== "true") {
    end.click();
    await new Promise((resolve) => setTimeout(resolve));
  }
}
"""


def long_round(turns: int) -> Match:
    """Return a match whose first round has ten players and reaches the turn cap."""
    options: dict[str, Any] = {"pack": "A2", "max_players": 10, "turn_cap": turns, "lives": 1}
    return played(Match("pagat", 10, seed=1, special="none", fire=False, **options), 10 * turns)


def many_rounds(rounds: int) -> Match:
    """Return a match of rounds of about twenty turns."""
    options: dict[str, Any] = {"scoring": "points", "rounds": rounds, "special": "none"}
    return played(Match("pagat", 5, seed=1, fire_penalty="lowest", **options), *[15] * rounds)


def played(match: Match, *turns: int) -> Match:
    """Exchange cards for a number of turns in each round, then close as soon as possible."""
    chance = Random(1)
    left = iter(turns)
    rest = next(left)
    while not match.over:
        if match.to_act is None:
            match.deal()
            rest = next(left, 0)
        actions = match.view(match.to_act).legal_actions
        exchanges = [one for one in actions if "!" not in one and one not in ("close", "pass")]
        match.play("close" if rest <= 0 and "close" in actions else chance.choice(exchanges))
        rest -= 1
    return match


def prepared(place: Path, turns: int) -> int:
    """Fill a database with tables whose first round is long; return its number of steps."""
    table = long_match(8, turns)

    async def fill() -> None:
        database = await Database.open(place)
        try:
            for number in range(COPIES):
                await store_table(database, f"long-{number}", table)
        finally:
            await database.close()

    asyncio.run(fill())
    return sum(event.round == 1 and event.type in ("round", "action") for event in table.events)


def cpu(server: psutil.Process) -> float:
    """Return the processor time that a server has used, in seconds."""
    times = server.cpu_times()
    return float(times.user + times.system)


class Victim:
    """Player at another table that records the time of each move, in milliseconds."""

    def __init__(self, url: str) -> None:
        self._http = httpx.Client(base_url=url, timeout=PATIENCE)
        self._url = url.replace("http", "ws")
        self.moves: list[float] = []

    def play(self, is_running: Callable[[], bool]) -> None:
        """Play match after match."""
        while is_running():
            game = {"preset": "pagat", "opponents": [{"level": "random"}], "options": {"lives": 9}}
            table_id = self._http.post("/api/tables", json=game).json()["id"]
            cookie = "; ".join(f"{name}={value}" for name, value in self._http.cookies.items())
            address = f"{self._url}/api/tables/{table_id}/ws"
            with connect(address, additional_headers={"cookie": cookie}) as socket:
                self._match(socket, is_running)

    def _match(self, socket: ClientConnection, is_running: Callable[[], bool]) -> None:
        def send(**message: Any) -> None:
            socket.send(json.dumps({"v": 1, **message}))

        requests, sent = 0, 0.0
        send(type="hello", last_seq=None)
        while is_running():
            message = json.loads(socket.recv(PATIENCE))
            if message["type"] not in ("welcome", "events"):
                continue
            view = message["state"]["view"]
            choices = message["state"].get("own", {}).get("choices")
            if sent and any(event.get("seat") == 0 for event in message["events"]):
                self.moves.append((time.perf_counter() - sent) * 1000)
                sent = 0.0
            if view.get("over"):
                return
            if sent or not (choices or view["phase"] == "over"):
                continue
            time.sleep(0.02)  # leaves the machine time for other work
            requests += 1
            sent = time.perf_counter()
            if view["phase"] == "over":
                send(type="deal", id=str(requests))
            else:
                send(type="play", id=str(requests), action=choices[0]["action"])


@contextmanager
def playing(url: str) -> Iterator[Victim]:
    """Run a victim that plays during the block."""
    victim, end = Victim(url), threading.Event()
    thread = threading.Thread(target=victim.play, args=(lambda: not end.is_set(),))
    thread.start()
    try:
        yield victim
    finally:
        end.set()
        thread.join()


def quantile(moves: list[float], part: float) -> str:
    """Return the quantile of the move times as text."""
    return f"{sorted(moves)[min(len(moves) - 1, int(part * len(moves)))]:.0f} ms"


def stepped(page: Page, url: str, steps: int) -> tuple[int, float, float]:
    """Step through the round in the page.

    Returns the number of long tasks, the longest, and the mean time of a step (ms).
    """
    page.add_init_script(LONG_TASKS)
    page.goto(f"{url}/t/long-0/replay?round=1")
    page.get_by_test_id("replay").wait_for(timeout=1000 * PATIENCE)
    start = time.perf_counter()
    for first in range(0, steps - 1, 500):
        page.evaluate(STEP_THROUGH, [first, min(first + 500, steps - 1)])
    taken = 1000 * (time.perf_counter() - start) / steps
    tasks = page.evaluate("tasks")
    return len(tasks), max(tasks, default=0.0), taken


@dataclass(frozen=True)
class Watched:
    """What it costs to watch a record file: times in ms."""

    opened: float
    """Time from the choice of the file until the first step is painted."""
    ended: float
    """Time from then until the last round's last step, by the button."""
    step: float
    """Mean time of a step in the first round."""
    tasks: Sequence[float]
    """Tasks of the page over 50 ms until the first step is painted."""


def watched(browser: Browser, url: str, record: dict[str, Any]) -> Watched:
    """Choose a record file, step through the start of its first round, and go to its end."""
    page = browser.new_page()
    page.add_init_script(LONG_TASKS)
    page.add_init_script(WATCHED)
    page.goto(f"{url}/record", wait_until="networkidle")
    page.evaluate("tasks.length = 0")
    text = json.dumps(record).encode()
    file = FilePayload(name="match.json", mimeType="application/json", buffer=text)
    page.get_by_test_id("record-file").set_input_files(file)
    opened = float(page.evaluate("shownAfter"))
    tasks = [float(task) for task in page.evaluate("tasks")]
    steps = min(200, len(record["rounds"][0]["actions"]))
    start = time.perf_counter()
    page.evaluate(STEP_THROUGH, [0, steps])
    step = 1000 * (time.perf_counter() - start) / steps
    start = time.perf_counter()
    page.evaluate(TO_THE_END)
    ended = 1000 * (time.perf_counter() - start)
    page.close()
    return Watched(opened, ended, step, tasks)


def report_records(turn_cap: int, repetitions: int) -> None:
    """Measure the page that watches record files, and print the table."""
    rows = []
    with (
        tempfile.TemporaryDirectory() as folder,
        contextmanager(starting)() as start,
        chromium() as browser,
    ):
        url = start(Path(folder, "schwimmen.db")).url()
        for match in (long_round(turn_cap), many_rounds(turn_cap // 2)):
            record = match.to_record()
            rounds = len(record["rounds"])
            turns = sum(len(one["actions"]) for one in record["rounds"])
            found = [watched(browser, url, record) for _ in range(repetitions)]
            opened = statistics.median(one.opened for one in found)
            tasks = [task for one in found for task in one.tasks]
            steps, ended = (
                statistics.median(times)
                for times in zip(*((one.step, one.ended) for one in found), strict=True)
            )
            many = f"{len(tasks) / repetitions:.1f}, longest {max(tasks, default=0):.0f} ms"
            rows += [
                (f"{turns:,} turns in {rounds} rounds: first step", f"{opened:.0f} ms", "< 2 s"),
                ("tasks of the page over 50 ms until then", many, "0"),
                ("time of a step", f"{steps:.0f} ms", "–"),
                ("to the end, round by round", f"{ended / 1000:.1f} s", "–"),
            ]
    print_table(("watching a record file", "measured", "target"), rows)


def report(turns: int, seconds: float, browser: bool) -> None:
    """Measure and print the table."""
    rows = []
    with tempfile.TemporaryDirectory() as folder, contextmanager(starting)() as start:
        place = Path(folder, "schwimmen.db")
        steps = prepared(place, turns)
        running = start(place, "--pace", "0")
        url = running.url()
        server = psutil.Process(running.pid)
        with httpx.Client(base_url=url, timeout=PATIENCE) as http:

            def ask(number: int) -> tuple[float, float, int]:
                used, start = cpu(server), time.perf_counter()
                headers = {"accept-encoding": "identity"}
                answer = http.get(f"/api/tables/long-{number}/replay", headers=headers)
                answer.raise_for_status()
                return cpu(server) - used, time.perf_counter() - start, len(answer.content)

            while http.get("/healthz").json()["kernel"] != "ready":
                time.sleep(0.2)
            with playing(url) as alone:
                time.sleep(seconds)
            made = [ask(number) for number in range(COPIES // 2)]
            kept = [ask(number) for number in range(COPIES // 2)]
            with playing(url) as beside:
                for number in range(COPIES // 2, COPIES):
                    ask(number)
        processor, waited, size = min(made)
        rows += [
            (f"{steps:,} steps, processor time", f"{processor:.2f} s", "< 2 s"),
            ("time to the response", f"{waited:.2f} s", "–"),
            ("time of a second request", f"{min(kept)[1]:.2f} s", "–"),
            ("size, uncompressed", f"{size / 1e6:.2f} MB", "< 3 MB"),
        ]
        for name, victim in (("alone", alone), ("beside", beside)):
            median = f"{statistics.median(victim.moves):.0f} ms"
            rest = quantile(victim.moves, 0.99), f"{max(victim.moves):.0f} ms"
            target = "at most 100 ms more" if victim is beside else "–"
            times = f"{median}, {rest[0]}, {rest[1]} ({len(victim.moves)} moves)"
            rows.append((f"move at another table, {name}: p50, p99, maximum", times, target))
        if browser:
            with chromium() as started:
                number, longest, taken = stepped(started.new_page(), url, steps)
            rows += [
                (
                    "page, tasks over 50 ms, all steps",
                    f"{number}, longest {longest:.0f} ms",
                    "0",
                ),
                ("page, time of a step", f"{taken:.1f} ms", "–"),
            ]
    print_machine("", ("numpy",))
    print_table(("metric", "measured", "target"), rows)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=1000, help="the turn cap")
    parser.add_argument("--seconds", type=float, default=10, help="time that a player plays alone")
    parser.add_argument("--no-browser", action="store_true", help="leave the page out")
    parser.add_argument("--only-records", action="store_true", help="measure record files alone")
    parser.add_argument("--repetitions", type=int, default=3, help="repetitions with record files")
    options = parser.parse_args()
    if not options.only_records:
        report(options.turns, options.seconds, not options.no_browser)
    if not options.no_browser:
        report_records(options.turns, options.repetitions)
