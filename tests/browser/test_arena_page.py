"""The page with the results of the arena: accessible in light and dark, readable on a phone."""

from __future__ import annotations

from typing import Literal

import pytest
from playwright.sync_api import Browser

from schwimmen.arena import SprtBounds, compare
from schwimmen.arena.html_report import comparison_html
from tests.browser.axe import violations
from tests.browser.conftest import PHONE


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_is_accessible_and_fits_on_a_phone(
    browser: Browser, scheme: Literal["light", "dark"]
) -> None:
    found = compare(
        "pagat", 2, ["greedy", "greedy-20", "random"], 1_000, matches=20,
        test=SprtBounds(-0.02, 0.0), seed=1,
    )  # fmt: skip
    context = browser.new_context(viewport=PHONE, color_scheme=scheme)
    page = context.new_page()
    requested: list[str] = []
    context.on("request", lambda request: requested.append(request.url))
    page.set_content(comparison_html(found))
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    colours = {
        page.locator(place).first.evaluate("node => getComputedStyle(node).backgroundColor")
        for place in ("body", "svg")
    }
    assert len(colours) == 1
    assert requested == []
    context.close()
