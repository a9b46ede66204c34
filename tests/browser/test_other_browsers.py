"""A match on the device, and a reload, in Chromium, Firefox and WebKit."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from time import monotonic, sleep
from urllib.error import HTTPError

import pytest
from playwright.sync_api import Browser

from tests.browser.live_server import LiveServer
from tests.effort import sample
from tests.js.webdriver import Evaluate, firefox, webkit
from tests.processes import PATIENCE

TOOLS = """
  const byId = (id) => document.querySelector(`[data-testid="${id}"]`);
  const pause = () => new Promise((resolve) => setTimeout(resolve, 100));
  const until = async (find) => {
    for (;;) {
      const found = find();
      if (found) return found;
      await pause();
    }
  };
  const seq = () => Number(byId("table")?.getAttribute("data-seq") ?? 0);
"""

CHOOSE_PACE = """async () => {
  localStorage.setItem("schwimmen.settings", JSON.stringify({ pace: "instant", motion: "off" }));
  setTimeout(() => location.reload());
  return "";
}"""

PLAY = f"""async () => {{
  {TOOLS}
  (await until(() => document.querySelector('[data-testid="start-play"][aria-disabled="false"]')))
    .click();
  await until(() => location.pathname.startsWith("/t/device.") && seq() > 0);
  const buttons = ["act-keep", "act-pass", "act-close", "next-round"];
  while (seq() < 30 && !byId("match-over")) {{
    const usable = buttons.map(byId).find((one) => one && one.ariaDisabled !== "true");
    usable?.click();
    await pause();
  }}
  return String(seq());
}}"""

RELOAD = """async () => { setTimeout(() => location.reload()); return ""; }"""

FIND = f"""async () => {{ {TOOLS} await until(() => seq() > 0); return String(seq()); }}"""


@contextmanager
def chromium_page(browser: Browser, url: str) -> Iterator[Evaluate]:
    """Open a page in Chromium."""
    page = browser.new_page()
    page.goto(url)

    def evaluate(function: str) -> object:
        page.wait_for_timeout(500)  # a reload begins
        page.wait_for_load_state()
        return page.evaluate(function)

    yield evaluate
    page.close()


@pytest.mark.parametrize("name", sample(["chromium", "firefox", "webkit"]))
def test_a_match_survives_a_reload(
    name: str, request: pytest.FixtureRequest, server: LiveServer
) -> None:
    openers: dict[str, Callable[[str], AbstractContextManager[Evaluate]]] = {
        "firefox": firefox,
        "webkit": webkit,
    }
    opened = (
        chromium_page(request.getfixturevalue("browser"), server.url)
        if name == "chromium"
        else openers[name](server.url)
    )
    with opened as evaluate:
        evaluate(CHOOSE_PACE)
        played = int(after_reload(evaluate, PLAY))
        evaluate(RELOAD)
        assert int(after_reload(evaluate, FIND)) >= played >= 30


def after_reload(evaluate: Evaluate, function: str) -> str:
    """Call a function on the page once it is there again; until then WebKit knows none."""
    end = monotonic() + PATIENCE
    while True:
        try:
            return str(evaluate(function))
        except HTTPError:
            if monotonic() > end:
                raise
            sleep(0.2)
