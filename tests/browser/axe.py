"""axe-core, an accessibility checker, run inside a page."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

SOURCE = Path(__file__).parents[2] / "frontend/node_modules/axe-core/axe.min.js"

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"]
EXPERIMENTAL = {"label-content-name-mismatch": {"enabled": True}}
"""Rules that axe disables by default; all pages here pass them."""


@contextmanager
def _shown_whole(page: Page) -> Iterator[None]:
    """Make the window as high as the page, since a bar at its edge covers part of a control.

    Scrolling brings the control into sight, but axe takes the covered part for all there is.
    """
    size = page.viewport_size
    height = page.evaluate("document.documentElement.scrollHeight")
    if size is None or height <= size["height"]:
        yield
        return
    page.set_viewport_size({"width": size["width"], "height": height})
    yield
    page.set_viewport_size(size)


def violations(page: Page) -> list[str]:
    """Return the violations that axe finds on a page: rule, element and explanation."""
    with _shown_whole(page):
        return _violations(page)


def _violations(page: Page) -> list[str]:
    page.evaluate(f"window.axe === undefined && (() => {{ {SOURCE.read_text()} }})()")
    # Colours are checked after all animations have finished or been cancelled.
    page.evaluate(
        "Promise.allSettled(document.getAnimations().filter((animation) =>"
        " animation.effect.getComputedTiming().endTime !== Infinity)"
        ".map((animation) => animation.finished))"
    )
    found: list[dict[str, Any]] = page.evaluate(
        "([runOnly, rules]) => axe.run(document, {runOnly, rules})"
        ".then(({violations}) => violations)",
        [TAGS, EXPERIMENTAL],
    )
    return [
        f"{violation['id']}: {node['target']} {node['failureSummary']}"
        for violation in found
        for node in violation["nodes"]
    ]
