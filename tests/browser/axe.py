"""axe-core, an accessibility checker, run inside a page."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

SOURCE = Path(__file__).parents[2] / "frontend/node_modules/axe-core/axe.min.js"

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"]
COLOUR_RULES = ["color-contrast", "link-in-text-block"]
EXPERIMENTAL = {"label-content-name-mismatch": {"enabled": True}}
"""Rules that axe disables by default; all pages here pass them."""


@contextmanager
def _shown_whole(page: Page) -> Iterator[None]:
    """Make the window as high as the page, since a bar at its edge covers part of a control.

    Scrolling brings the control into sight, but axe sees only the uncovered part.
    """
    size = page.viewport_size
    height = page.evaluate("document.documentElement.scrollHeight")
    if size is None or height <= size["height"]:
        yield
        return
    page.set_viewport_size({"width": size["width"], "height": height})
    yield
    page.set_viewport_size(size)


@cache
def _source() -> str:
    """Return a script that defines axe in a page."""
    return f"(() => {{ {SOURCE.read_text(encoding='utf-8')} }})()"


def violations(page: Page, colours_only: bool = False) -> list[str]:
    """Return the violations that axe finds on a page: rule, element and explanation.

    ``colours_only`` applies the rules about colours alone, for one more colour scheme.
    """
    with _shown_whole(page):
        if colours_only:
            return _violations(page, {"runOnly": {"type": "rule", "values": COLOUR_RULES}})
        return _violations(page, {"runOnly": TAGS, "rules": EXPERIMENTAL})


def _violations(page: Page, options: dict[str, Any]) -> list[str]:
    if page.evaluate("window.axe === undefined"):
        page.evaluate(_source())
    # Colours are checked after all animations have finished or been cancelled.
    page.evaluate(
        "Promise.allSettled(document.getAnimations().filter((animation) =>"
        " animation.effect.getComputedTiming().endTime !== Infinity)"
        ".map((animation) => animation.finished))"
    )
    found: list[dict[str, Any]] = page.evaluate(
        "(options) => axe.run(document, {...options, resultTypes: ['violations']})"
        ".then(({violations}) => violations)",
        options,
    )
    return [
        f"{violation['id']}: {node['target']} {node['failureSummary']}"
        for violation in found
        for node in violation["nodes"]
    ]
