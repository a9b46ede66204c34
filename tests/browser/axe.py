"""axe-core, an accessibility checker, run inside a page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

SOURCE = Path(__file__).parents[2] / "frontend/node_modules/axe-core/axe.min.js"

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"]
EXPERIMENTAL = {"label-content-name-mismatch": {"enabled": True}}
"""Rules that axe disables by default; all pages here pass them."""


def violations(page: Page) -> list[str]:
    """Return the violations that axe finds on a page: rule, element and explanation."""
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
