"""Cost of replaying the longest round that the rules allow: server, page and other players.

Run it with ``make benchmark-replay``. The round has eight players and a turn cap of 1,000; another
player plays at another table meanwhile.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import psutil
from playwright.sync_api import Page
from websockets.sync.client import ClientConnection, connect

from benchmarks.harness import print_machine, print_table
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

STEP_THROUGH = """
async ([first, last]) => {
  const shown = () => Number(document.querySelector("[data-testid=replay]").dataset.step);
  for (let step = first; step < last; step += 1) {
    dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowRight"}));
    while (shown() !== step + 1) await new Promise((resolve) => setTimeout(resolve));
  }
}
"""


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
    options = parser.parse_args()
    report(options.turns, options.seconds, not options.no_browser)
