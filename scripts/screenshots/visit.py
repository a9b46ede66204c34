"""Somebody whose browser's window is pictured."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, Page, expect

from tests.browser.playing import Player, open_table
from tests.browser.stage import Stage

FOLDER: Final = Path(__file__).parent.parent.parent / "docs" / "screenshots"


@dataclass
class Visit:
    """One visitor: a page, two servers over one database (bots at once, bots that wait)."""

    browser: Browser
    how: dict[str, Any]
    """What ``Browser.new_context`` takes."""
    page: Page
    swift: Stage
    waiting: Stage
    wanted: tuple[str, ...]
    suffix: str

    def wants(self, *names: str) -> bool:
        """Whether a picture is asked for, of one of these names or of a name that begins so."""
        return not self.wanted or any(
            name.startswith(self.wanted) or any(one.startswith(name) for one in self.wanted)
            for name in names
        )

    def another(self) -> Page:
        """The window of somebody else, of the same size."""
        return self.browser.new_context(**self.how).new_page()

    def picture(self, name: str, whole: bool = False, page: Page | None = None) -> None:
        """Takes it, once nothing moves any more; ``whole`` with all that one can scroll to.

        ``page`` is that of somebody else.
        """
        if self.wanted and not name.startswith(self.wanted):
            return
        page = page or self.page
        page.mouse.move(0, 0)
        page.evaluate("document.fonts.ready")
        page.wait_for_load_state("networkidle")
        window = page.viewport_size
        assert window is not None
        if whole:  # as in a window so high: what sticks to its edge is at the page's edge
            height = page.evaluate("document.documentElement.scrollHeight")
            page.set_viewport_size({"width": window["width"], "height": height})
        path = FOLDER / f"{name}-{self.suffix}.jpg"
        page.screenshot(path=path, type="jpeg", quality=62)
        page.set_viewport_size(window)
        print(path.relative_to(FOLDER.parent.parent), flush=True)

    def go(self, path: str) -> Page:
        """To a page that is no table."""
        self.page.goto(self.swift.url + path)
        expect(self.page.locator("h1").first).to_be_visible()
        return self.page

    def sit(
        self,
        seed: int,
        preset: str = "pagat",
        opponents: int = 3,
        options: Mapping[str, bool | int | str] | None = None,
    ) -> Player:
        """At a new table whose packs follow from the seed."""
        self.swift.chance.seed(seed)
        open_table(self.page, self.swift.url, preset, opponents, options)
        player = Player(self.page, preset)
        player.wait()
        return player

    def set(self, **settings: bool | str) -> None:
        """Changes settings of this browser."""
        if not self.page.url.startswith(self.swift.url):  # another server is another site
            self.page.goto(self.swift.url)
        self.page.evaluate(
            """(changed) => {
              const kept = JSON.parse(localStorage.getItem("schwimmen.settings") ?? "{}");
              localStorage.setItem("schwimmen.settings", JSON.stringify({...kept, ...changed}));
            }""",
            settings,
        )
