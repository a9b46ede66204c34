"""axe-core, the checker of accessibility, inside a page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

SOURCE = Path(__file__).parents[2] / "frontend/node_modules/axe-core/axe.min.js"

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"]
EXPERIMENTAL = {"label-content-name-mismatch": {"enabled": True}}
"""Rules that axe has switched off, and that nothing here breaks."""


def faults(page: Page) -> list[str]:
    """What axe finds on the page as it is now: rule, place and why."""
    page.evaluate(f"window.axe === undefined && (() => {{ {SOURCE.read_text()} }})()")
    # Colours are looked at where they have come to rest, also where they were cut short.
    page.evaluate(
        "Promise.allSettled(document.getAnimations().filter((one) =>"
        " one.effect.getComputedTiming().endTime !== Infinity).map((one) => one.finished))"
    )
    found: list[dict[str, Any]] = page.evaluate(
        "([runOnly, rules]) => axe.run(document, {runOnly, rules})"
        ".then(({violations}) => violations)",
        [TAGS, EXPERIMENTAL],
    )
    return [
        f"{fault['id']}: {node['target']} {node['failureSummary']}"
        for fault in found
        for node in fault["nodes"]
    ]
