"""Speed of the page, measured in a real browser against the real server.

Run it with ``make benchmark-page``.
"""

from __future__ import annotations

import argparse
import json
import platform
import statistics
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import (
    Browser,
    CDPSession,
    Page,
    StorageState,
    ViewportSize,
    expect,
)

from benchmarks.slow_link import slow_link
from tests.browser.chromium import chromium
from tests.browser.player import Player, open_table
from tests.processes import PATIENCE, starting

SLOWDOWN = 4
"""Factor of the CPU throttling in throttled rows."""

KILOBITS, ROUND_TRIP_MS = 400, 100
"""Link of a phone with a bad connection."""

READING = 5
"""Seconds that a visitor reads the start page."""

PHONE: ViewportSize = {"width": 360, "height": 640}

OBSERVE = """
window.measured = {largest: 0, shifts: [], inputs: []};
const observe = (type, take, more) => new PerformanceObserver(
  (list) => list.getEntries().forEach(take)).observe({type, buffered: true, ...more});
const name = ({node}) => node?.nodeType === 1 ? `${node.tagName}.${node.className}` : "text";
observe("largest-contentful-paint", (entry) => (measured.largest = entry.startTime));
observe("layout-shift", ({startTime, value, hadRecentInput, sources}) =>
  hadRecentInput || measured.shifts.push([startTime, value, sources.map(name).join(" ")]));
observe("event", ({interactionId, duration, startTime, processingEnd}) =>
  interactionId && measured.inputs.push([duration, processingEnd - startTime]),
  {durationThreshold: 16});
"""


def cumulative_shift(shifts: list[tuple[float, float, str]]) -> float:
    """Return CLS: the worst session window, of at most five seconds with gaps below one second.

    ``shifts`` are times (ms), scores and moved elements; shifts within half a second of an input
    are left out. See web.dev/articles/cls.
    """
    worst = total = begin = last = 0.0
    for time, value, _ in shifts:
        if time - last >= 1000 or time - begin >= 5000:
            total, begin = 0.0, time
        total, last = total + value, time
        worst = max(worst, total)
    return worst


@contextmanager
def visitor(
    browser: Browser, cookies: StorageState | None = None
) -> Iterator[tuple[Page, CDPSession]]:
    """Open a phone's browser with an empty cache and optionally the cookies of a seat."""
    context = browser.new_context(
        viewport=PHONE, device_scale_factor=2, locale="en", storage_state=cookies
    )
    context.add_init_script(OBSERVE)
    page = context.new_page()
    yield page, context.new_cdp_session(page)
    context.close()


OBSERVE_PLAY = """
const pressable = '[data-testid="start-play"]:not([aria-disabled="true"])';
new MutationObserver((_, observer) => {
  if (!document.querySelector(pressable)) return;
  window.pressableAt = performance.now();
  observer.disconnect();
}).observe(document, {subtree: true, childList: true, attributes: true});
"""

OBSERVE_PRESS = """
const shown = () => {
  const faces = [...document.querySelectorAll('[data-testid="table"] [data-face] img')];
  return faces.length >= 3 && faces.every((face) => face.naturalWidth > 0);
};
window.cardsAfter = new Promise((resolve) => {
  const awaitCards = (pressed) => requestAnimationFrame(() =>
    shown() ? setTimeout(() => resolve(performance.now() - pressed)) : awaitCards(pressed));
  addEventListener("click", ({timeStamp}) => awaitCards(timeStamp), {capture: true, once: true});
});
"""
"""Script that measures the time from the first click until all cards of a table are painted."""


def cards_after_press(page: Page) -> float:
    """Press Play; return the time (ms) until all cards at the table are drawn."""
    page.get_by_test_id("start-play").click()
    return float(page.evaluate("window.cardsAfter"))


@dataclass(frozen=True)
class FirstVisit:
    """First visit: times in ms, and the transfer before Play could be pressed."""

    play: float
    """Time from the navigation until Play can be pressed."""
    bytes: int
    requests: int
    cards: float
    """Time from pressing Play until all cards at the table are drawn."""


def measure_first_visit(browser: Browser, url: str, slowdown: int, wait: float) -> FirstVisit:
    """Open the start page over a slow link, and press Play some seconds after that is possible."""
    with visitor(browser) as (page, session):
        received: list[tuple[float, int]] = []
        sent: list[float] = []

        def count(time: float, size: float) -> None:
            received.append((time, int(size)))

        session.on("Network.requestWillBeSent", lambda event: sent.append(event["timestamp"]))
        session.on(
            "Network.responseReceived",
            lambda event: count(event["timestamp"], event["response"]["encodedDataLength"]),
        )
        session.on(
            "Network.dataReceived",
            lambda event: count(event["timestamp"], event["encodedDataLength"]),
        )
        session.send("Network.enable")
        session.send("Emulation.setCPUThrottlingRate", {"rate": slowdown})
        page.add_init_script(OBSERVE_PLAY)
        page.add_init_script(OBSERVE_PRESS)
        page.goto(url, wait_until="commit")
        play = page.wait_for_function("() => window.pressableAt").json_value()
        page.wait_for_timeout(1000 * wait)
        cards = cards_after_press(page)
        until = sent[0] + play / 1000
        return FirstVisit(
            play,
            sum(size for time, size in received if time <= until),
            sum(time <= until for time in sent),
            cards,
        )


class Transfer:
    """Bytes transferred over the wire, with card faces counted separately."""

    def __init__(self, session: CDPSession) -> None:
        self.page = self.faces = 0
        self._urls: dict[str, str] = {}
        session.on("Network.responseReceived", self._begun)
        session.on("Network.loadingFinished", self._ended)
        session.send("Network.enable")

    def _begun(self, event: dict[str, Any]) -> None:
        self._urls[event["requestId"]] = event["response"]["url"]

    def _ended(self, event: dict[str, Any]) -> None:
        url, size = self._urls.get(event["requestId"], ""), int(event["encodedDataLength"])
        if "/assets/" in url and url.endswith(".svg"):
            self.faces += size
        else:
            self.page += size


def measure_loading(
    browser: Browser, url: str, table: str, cookies: StorageState
) -> tuple[float, float, int, int]:
    """Return the largest paints (ms) of start page and table, and bytes of page and faces."""
    with visitor(browser, cookies) as (page, session):
        transfer = Transfer(session)
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
        page.goto(url, wait_until="networkidle")
        start = page.evaluate("measured.largest")
        page.goto(f"{url}/t/{table}", wait_until="domcontentloaded")
        page.get_by_test_id("table").wait_for()
        page.wait_for_timeout(1500)
        return start, page.evaluate("measured.largest"), transfer.page, transfer.faces


PlayResult = tuple[list[tuple[float, float, str]], list[tuple[float, float]]]


def measure_play(browser: Browser, url: str, rate: int, rounds: int) -> PlayResult:
    """Play rounds at a table of eight.

    Returns the layout shifts, and for each input the time to the next paint and to the end of the
    page's event handlers (ms).
    """
    with visitor(browser) as (page, session):
        open_table(page, url, opponents=7, options={"lives": 9})
        session.send("Emulation.setCPUThrottlingRate", {"rate": rate})
        player = Player(page, "pagat")
        while rounds and player.step():
            rounds -= page.get_by_test_id("showdown").is_visible()
        found = page.evaluate("measured")
        return found["shifts"], found["inputs"]


GAME = {"preset": "pagat", "options": {}, "opponents": [{"level": "master", "name": "Otto"}]}
"""Game in which the bot searches longest."""


def measure_device(browser: Browser, url: str, rate: int, turns: int) -> tuple[float, list[float]]:
    """Play against ``master`` on the device, offline.

    Returns the time from pressing Play to the cards, and from each input to the next paint, of
    inputs while the bot thinks (ms).
    """
    with visitor(browser) as (page, session):
        saved = json.dumps(json.dumps(GAME))
        page.add_init_script(f"localStorage.setItem('schwimmen.game', {saved})")
        page.add_init_script(OBSERVE_PRESS)
        page.goto(url, wait_until="networkidle")
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        page.context.set_offline(True)
        session.send("Emulation.setCPUThrottlingRate", {"rate": rate})
        cards = cards_after_press(page)
        player = Player(page, "pagat")
        for _ in range(turns):
            player.step()
            for _ in range(5):
                page.keyboard.press("Tab")
        return cards, [painted for painted, _ in page.evaluate("measured.inputs")]


def report_first_visits(browser: Browser, url: str, repetitions: int) -> None:
    """Measure first visits over a slow link to a server and print their table."""
    print(f"|first visit, {KILOBITS} kbit/s, {ROUND_TRIP_MS} ms|measured|target|")
    print("|---|--:|--:|")
    port = urlsplit(url).port
    assert port is not None
    for slowdown, wait, wanted in ((1, 0, "3.5 s"), (1, READING, "1 s"), (SLOWDOWN, 0, "–")):
        with slow_link(port, KILOBITS, ROUND_TRIP_MS, shared=True) as entry:
            near = f"http://127.0.0.1:{entry}"
            visits = [
                measure_first_visit(browser, near, slowdown, wait) for _ in range(repetitions)
            ]
        slow = f", CPU {slowdown}x slower" if slowdown > 1 else ""
        play, cards = (
            statistics.median(times)
            for times in zip(*((visit.play, visit.cards) for visit in visits), strict=True)
        )
        if wait == 0:
            target = "–" if slowdown > 1 else "< 3 s"
            print(f"|Play can be pressed after{slow}|{play / 1000:.2f} s|{target}|")
        pressed = f"pressed {wait} s later" if wait else "pressed at once"
        print(f"|from Play, {pressed}, to the cards{slow}|{cards / 1000:.2f} s|{wanted}|")
        if wait == 0 and slowdown == 1:
            largest = max(visits, key=lambda visit: visit.bytes)
            size = f"{largest.bytes / 1000:.0f} kB in {largest.requests} requests"
            print(f"|transferred before|{size}|50 kB|")
    print()


def report(repetitions: int, rounds: int, list_shifts: bool, only_first_visits: bool) -> None:
    """Measure and print the tables."""
    expect.set_options(timeout=1000 * PATIENCE)
    with (
        tempfile.TemporaryDirectory() as folder,
        chromium() as browser,
        contextmanager(starting)() as start,
    ):
        url = start(Path(folder, "schwimmen.db"), "--pace", "0.3").url()
        report_first_visits(browser, url, repetitions)
        if only_first_visits:
            return
        with visitor(browser) as (page, _):
            table = open_table(page, url, opponents=3)
            cookies = page.context.storage_state()
        loads = [measure_loading(browser, url, table, cookies) for _ in range(repetitions)]
        device = {
            rate: [measure_device(browser, url, rate, turns=12) for _ in range(repetitions)]
            for rate in (1, SLOWDOWN)
        }
        plays = {rate: measure_play(browser, url, rate, rounds) for rate in (1, SLOWDOWN)}
        version = browser.version
    starts, tables, pages, faces = zip(*loads, strict=True)
    print(f"{platform.processor() or platform.machine()}, Chromium {version}, 360x640")
    print("|metric|measured|target|")
    print("|---|--:|--:|")
    print(f"|page before card faces, transferred|{max(pages) / 1000:.0f} kB|< 250 kB|")
    print(f"|card faces in use, transferred|{max(faces) / 1000:.0f} kB|–|")
    for name, times in (("start page", starts), ("table", tables)):
        print(
            f"|largest paint of the {name}, CPU {SLOWDOWN}x slower"
            f"|{statistics.median(times):.0f} ms|< 1000 ms|"
        )
    for rate, results in device.items():
        slow = f", CPU {rate}x slower" if rate > 1 else ""
        cards = statistics.median(time for time, _ in results)
        target = "< 700 ms" if rate > 1 else "–"
        print(f"|from Play to the cards, offline{slow}|{cards:.0f} ms|{target}|")
        painted = [time for _, times in results for time in times]
        target = "< 100 ms" if rate == 1 else "–"
        print(
            f"|input to next paint against master, offline, slowest of {len(painted)}{slow}"
            f"|{max(painted):.0f} ms|{target}|"
        )
    for rate, (shifts, inputs) in plays.items():
        slow = f", CPU {rate}x slower" if rate > 1 else ""
        shift = cumulative_shift(shifts)
        print(f"|layout shift, 8 players, {rounds} rounds{slow}|{shift:.4f}|< 0.02|")
        until_painted, until_done = (max(times) for times in zip(*inputs, strict=True))
        target = "< 100 ms" if rate == 1 else "–"
        print(
            f"|input to next paint, slowest of {len(inputs)}{slow}|{until_painted:.0f} ms|{target}|"
        )
        print(f"|of which event handlers{slow}|{until_done:.0f} ms|–|")
    if list_shifts:
        for time, value, elements in plays[1][0]:
            print(f"{time:.0f} ms: {value:.4f} {elements}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repetitions", type=int, default=5)
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--shifts", action="store_true", help="list the elements that moved")
    parser.add_argument(
        "--first-visits", action="store_true", help="measure nothing but first visits"
    )
    arguments = parser.parse_args()
    report(arguments.repetitions, arguments.rounds, arguments.shifts, arguments.first_visits)
