"""Without a network every page shows what it can, and every control works or says why not."""

from __future__ import annotations

import json
import signal
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from playwright.sync_api import Error, Page, expect

from schwimmen.server.routes.pages import PAGE_PATHS
from tests.browser.builds import (
    Builds,
    builds,
    go,
    known_to_worker,
    start_serving,
    wait_for_worker,
    wait_until,
)
from tests.browser.conftest import Visit, shorten_waits
from tests.browser.device import DeviceLink, begin_match, play_short_games, table_of
from tests.browser.player import finish_match
from tests.conformance.test_examples import RECORDS
from tests.effort import draw
from tests.processes import PATIENCE, Start

__all__ = ["builds"]  # a fixture

TEXTS = Path(__file__).parents[2] / "frontend" / "src" / "i18n" / "en.json"

CONTROLS = """() => {
  const found = new Map();
  const inputs = "input:not([type=file], [type=text], [type=search], [type=range])";
  for (const element of document.querySelectorAll(`a[href], button, summary, select, ${inputs}`)) {
    const { ariaChecked, ariaDisabled, ariaSelected, checked, disabled } = element;
    if (disabled || checked || [ariaChecked, ariaDisabled, ariaSelected].includes("true")) continue;
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    if (element.closest(".navigation, [inert]")) continue;
    if (element.localName === "a" && new URL(element.href).origin !== location.origin) continue;
    const { testid = "" } = element.dataset;
    const label = `${testid} ${element.innerText || element.ariaLabel || ""}`;
    const key = `${element.localName} ${element.name ?? ""} ${testid || label}`;
    const kind = key.replace(/\\d+|device\\.\\w+/g, "#");
    if (!found.has(kind)) found.set(kind, { element, label });
  }
  window.controls = Object.fromEntries(found);
  return [...found.keys()];
}"""
"""Keeps the controls of a page, the first of each kind, and returns their names."""

PRESS = """(name) => {
  const { element, label } = window.controls[name];
  window.changed = false;
  const note = () => (window.changed = true);
  new MutationObserver(note).observe(document, {
    attributes: true, characterData: true, childList: true, subtree: true,
  });
  addEventListener("change", note);
  window.print = note;
  if (element.localName === "select") {
    element.selectedIndex = (element.selectedIndex + 1) % element.options.length;
    element.dispatchEvent(new Event("change", { bubbles: true }));
  } else element.click();
  return label;
}"""
"""Presses a control and returns its words; ``window.changed`` is whether the page changed then."""

SETTLED = """(loading) => {
  const shown = (document.querySelector("#app") ?? document.body)?.innerText.trim() ?? "";
  return shown !== "" && !loading.some((text) => shown.includes(text));
}"""
"""Whether a page shows something, and nothing that it still waits for."""


def values_of(texts: dict[str, Any], key: str) -> Iterator[str]:
    """Return all texts with this key."""
    for name, text in texts.items():
        if isinstance(text, dict):
            yield from values_of(text, key)
        elif name == key:
            yield text


class Walk:
    """Walk over the pages of a device without a network, which collects what is wrong."""

    def __init__(self, page: Page, url: str) -> None:
        texts = json.loads(TEXTS.read_text("utf-8"))
        self.faults: list[str] = []
        self._page = page
        self._url = url
        self._loading = sorted(set(values_of(texts, "loading")))
        self._needs = texts["page"]["rooms"]["unreachable"]
        self._pressed: set[str] = set()
        self._elsewhere = False  # whether a control has opened a tab, or saved a file
        page.on("popup", self._note_popup)
        page.on("download", self._note)

    def _note(self, _: object) -> None:
        self._elsewhere = True

    def _note_popup(self, popup: Page) -> None:
        self._elsewhere = True
        popup.close()

    def _open(self, path: str) -> list[str]:
        """Open a page, and return the names of its controls."""
        self._page.goto(self._url + path)
        self._settle()
        names: list[str] = self._page.evaluate(CONTROLS)
        return names

    def _has_changed(self) -> bool:
        with suppress(Error):  # the page may be leaving for another one
            return bool(self._page.evaluate("window.changed"))
        return False

    def _settle(self) -> None:
        self._page.wait_for_function(SETTLED, arg=self._loading)

    def page(self, path: str) -> None:
        """Open a page, and press its controls, each from the page as it was."""
        names = [name for name in self._open(path) if name not in self._pressed]
        for name in draw(names, path) if names else []:
            if name in self._open(path):  # a table may have gone on
                self._press(path, name)

    def _press(self, path: str, name: str) -> None:
        if name.startswith("a "):
            self._pressed.add(name)
        page = self._page
        before = page.url
        self._elsewhere = False
        label = page.evaluate(PRESS, name)
        control = f"{path}: {name}"
        end = time.monotonic() + PATIENCE
        while page.url == before and not self._elsewhere and not self._has_changed():
            page.wait_for_timeout(20)
            if time.monotonic() > end:
                self.faults.append(f"{control} does nothing")
                return
        self._settle()
        if not page.url.startswith(self._url):
            self.faults.append(f"{control} leads to {page.url}")
        elif (
            page.url != before
            and page.get_by_test_id("offline").count()
            and self._needs not in label
        ):
            self.faults.append(f"{control} needs the server without saying so")


def test_every_page_and_control_works_without_a_network(
    visit: Visit, tmp_path: Path, start: Start, builds: Builds
) -> None:
    data = tmp_path / "schwimmen.db"
    server = start_serving(start, builds.new, data)
    url = server.url()
    page = visit({"pace": "instant"}, worker=True)
    shorten_waits(page, {5000: 500})  # until the server is asked again whether it is back
    play_short_games(page)
    page.goto(url)
    wait_for_worker(page)
    for file in known_to_worker(builds.new)["later"]:  # which are cached in the background
        wait_until(page, f"caches.match('{file}').then((found) => found !== undefined)")
    begin_match(page)
    over = table_of(page)
    with DeviceLink(page, over) as link:
        finish_match(link, closing=True)
    expect(page.get_by_test_id("match-over")).to_be_visible()
    page.goto(url)
    begin_match(page)
    running = table_of(page)
    examples = {
        "/t/{table_id}": (f"/t/{over}", f"/t/{running}", "/t/some-table"),
        "/t/{table_id}/replay": (
            f"/t/{over}/replay",
            f"/t/{over}/replay?review",
            "/t/some-table/replay",
        ),
        "/players/{profile}": ("/players/some-player",),
    }
    paths = [path for path in PAGE_PATHS if "{" not in path]
    assert {*PAGE_PATHS} == {*paths, *examples}

    server.end(signal.SIGTERM)
    page.context.set_offline(True)
    walk = Walk(page, url)
    for path in [*paths, *(one for some in examples.values() for one in some)]:
        walk.page(path)
    assert not walk.faults, "\n".join(walk.faults)

    # Matches that are to be played on the server are played here meanwhile.
    page.goto(f"{url}/settings")
    page.get_by_test_id("setting-playOn-server").check()
    go(page, "/")
    begin_match(page)

    # A file is watched.
    page.goto(f"{url}/record")
    file = tmp_path / "match.json"
    file.write_text(RECORDS.read_text("utf-8").splitlines()[0])
    page.get_by_test_id("record-file").set_input_files(file)
    page.get_by_test_id("replay-on").click()
    expect(page.get_by_test_id("replay-position")).to_contain_text("step 2")

    # Pages say what they lack.
    page.goto(f"{url}/you")
    expect(page.get_by_test_id("to-me")).to_contain_text("needs the server")
    expect(page.get_by_test_id("to-matches")).not_to_contain_text("needs the server")
    page.goto(f"{url}/me")
    expect(page.get_by_test_id("offline")).to_contain_text("kept on this device, under “Matches”")
    page.goto(f"{url}/matches")
    expect(page.get_by_role("alert")).to_contain_text("Only the matches on this device")
    page.goto(f"{url}/about")
    expect(page.get_by_text("needs the server")).to_be_visible()
    page.goto(f"{url}/settings")
    expect(page.get_by_test_id("offline-data")).to_contain_text("the server does not respond")

    # A review that lacks its data begins when they can be loaded.
    page.goto(f"{url}/t/{over}/replay?review")
    problem = page.get_by_test_id("review-problem")
    expect(problem).to_contain_text("The data for a review are not on this device")
    expect(problem).to_contain_text("begins by itself when the connection is back")
    page.context.set_offline(False)
    server = start_serving(start, builds.new, data, "--port", url.rpartition(":")[2])
    assert server.url() == url
    expect(page.get_by_test_id("review")).to_have_attribute("data-stage", "done")
