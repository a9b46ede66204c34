"""A visitor whose browser window is photographed."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, Page, expect

from tests.browser.live_server import LiveServer
from tests.browser.player import Player, open_table

ROOT: Final = Path(__file__).parent.parent.parent
FOLDER: Final = ROOT / "screenshots"
DOCUMENTED: Final = ROOT / "docs" / "screenshots"
"""Pictures used by the documentation; those already there are refreshed."""


@dataclass
class Visitor:
    """Page and two servers on one database, one with fast bots, one with slow bots."""

    browser: Browser
    context: dict[str, Any]
    """Arguments for ``Browser.new_context``."""
    page: Page
    fast: LiveServer
    slow: LiveServer
    wanted: tuple[str, ...]
    suffix: str

    def wants(self, *names: str) -> bool:
        """Return whether a picture is wanted whose name begins with one of these."""
        return not self.wanted or any(
            name.startswith(self.wanted) or any(one.startswith(name) for one in self.wanted)
            for name in names
        )

    def other_player(self) -> Page:
        """Return a page of another player, in a window of the same size."""
        return self.browser.new_context(**self.context).new_page()

    def picture(self, name: str, whole: bool = False, page: Page | None = None) -> None:
        """Take a picture once nothing moves, with ``whole`` of the whole scrollable page.

        ``page`` is another player's page; the default is the visitor's.
        """
        if self.wanted and not name.startswith(self.wanted):
            return
        page = page or self.page
        page.mouse.move(0, 0)
        page.evaluate("document.fonts.ready")
        page.wait_for_load_state("networkidle")
        window = page.viewport_size
        assert window is not None
        if whole:  # enlarge the window, so that sticky elements are at the edge of the page
            height = page.evaluate("document.documentElement.scrollHeight")
            page.set_viewport_size({"width": window["width"], "height": height})
        path = FOLDER / f"{name}-{self.suffix}.jpg"
        page.screenshot(path=path, type="jpeg", quality=62)
        page.set_viewport_size(window)
        if (documented := DOCUMENTED / path.name).exists():
            shutil.copyfile(path, documented)
        print(path.relative_to(ROOT), flush=True)

    def go(self, path: str) -> Page:
        """Open a page other than a table."""
        self.page.goto(self.fast.url + path)
        expect(self.page.locator("h1").first).to_be_visible()
        return self.page

    def sit(
        self,
        seed: int,
        preset: str = "pagat",
        opponents: int = 3,
        options: Mapping[str, bool | int | str] | None = None,
    ) -> Player:
        """Sit down at a new table whose packs follow from the seed."""
        self.fast.chance.seed(seed)
        open_table(self.page, self.fast.url, preset, opponents, options)
        player = Player(self.page, preset)
        player.wait()
        return player

    def set(self, **settings: bool | str) -> None:
        """Change settings of the visitor's browser."""
        if not self.page.url.startswith(self.fast.url):  # the other server is another origin
            self.page.goto(self.fast.url)
        self.page.evaluate(
            """(changed) => {
              const current = JSON.parse(localStorage.getItem("schwimmen.settings") ?? "{}");
              localStorage.setItem("schwimmen.settings", JSON.stringify({...current, ...changed}));
            }""",
            settings,
        )
