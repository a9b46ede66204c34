"""What was played is counted, drawn and handed out."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Page, expect

from tests.processes import Start

from .test_matches import Player

AXE = Path(__file__).parents[2] / "frontend" / "node_modules" / "axe-core" / "axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def violations(page: Page) -> list[str]:
    """What axe finds wrong with the page as it is, by day and by night."""
    # The page's policy lets no script in, so it is evaluated instead.
    page.evaluate(AXE.read_text(encoding="utf-8"))
    wrong = []
    schemes: tuple[Literal["light", "dark"], ...] = ("light", "dark")
    for scheme in schemes:
        page.emulate_media(color_scheme=scheme)
        found: dict[str, Any] = page.evaluate(
            "rules => axe.run({ runOnly: { type: 'tag', values: rules } })", RULES
        )
        wrong += [(one["id"], node["html"]) for one in found["violations"] for node in one["nodes"]]
    return [": ".join(one) for one in wrong]


def open_table(page: Page, preset: str, opponents: list[str], **options: Any) -> None:
    """A new table, opened past the form, and its page."""
    asked = {
        "preset": preset,
        "options": options,
        "name": "Anna",
        "opponents": [{"level": level} for level in opponents],
    }
    # By the page itself: its cookie is the one that counts.
    made = page.evaluate(
        """async asked => (await fetch("/api/tables", {
            method: "POST",
            headers: { "content-type": "application/json" },
            body: asked,
        })).json()""",
        json.dumps(asked),
    )
    page.goto(re.sub(r"^(https?://[^/]+).*", rf"\1/t/{made['id']}", page.url))


def play_match(page: Page, preset: str) -> int:
    """Plays to the end; the rounds that this took."""
    player = Player(page, preset)
    while player.step():
        pass
    return player.clicked.count("next-round") + 1


def test_a_match_is_counted(page: Page, tmp_path: Path, start: Start) -> None:
    url = start(tmp_path / "schwimmen.db", "--pace", "0").url()
    page.goto(f"{url}/statistics")
    expect(page.get_by_test_id("statistics-empty")).to_be_visible()
    assert violations(page) == []

    open_table(page, "pagat", ["random"], lives=1, special="none")
    rounds = play_match(page, "pagat")
    open_table(page, "choy", ["greedy", "random"])

    page.goto(f"{url}/statistics")
    counted = page.get_by_test_id("statistics-counted")
    expect(counted).to_have_text("1 match finished, 1 still running")
    expect(page.get_by_test_id("figure-won")).to_contain_text(re.compile(r"[01] of 1"))
    expect(page.get_by_test_id("figure-lost")).to_contain_text(f"of {rounds}")
    for title in ("How it went", "Your hand at the showdown", "Closing: when it paid"):
        page.get_by_text(f"As a table: {title}").click()
    # The table beside the drawing holds the same: every hand that was shown.
    shown = page.get_by_test_id("hands-3").locator("tbody td").all_inner_texts()
    assert sum(map(int, shown)) == rounds
    assert violations(page) == []

    with page.expect_download() as downloading:
        page.get_by_test_id("export-rounds").click()
    assert downloading.value.suggested_filename == "schwimmen-rounds.csv"
    downloading.value.save_as(tmp_path / "rounds.csv")
    with (tmp_path / "rounds.csv").open(newline="", encoding="utf-8") as file:
        lines = list(csv.DictReader(file))
    assert [line["round"] for line in lines] == [str(n + 1) for n in range(rounds)]
    assert {line["variant"] for line in lines} == {"own"}

    page.get_by_test_id("statistics-variant").select_option("choy")
    expect(page.get_by_test_id("statistics-none")).to_be_visible()
    expect(counted).to_have_text("0 matches finished, 1 still running")
    page.get_by_role("button", name="Show all matches").click()
    expect(page.get_by_test_id("figure-won")).to_be_visible()


def test_without_a_server_the_figures_stay(page: Page, tmp_path: Path, start: Start) -> None:
    url = start(tmp_path / "schwimmen.db", "--pace", "0").url()
    page.goto(url)
    open_table(page, "pagat", ["random"], lives=1, special="none")
    play_match(page, "pagat")
    open_table(page, "dutch", ["random"])
    page.goto(f"{url}/statistics")
    expect(page.get_by_test_id("figure-won")).to_be_visible()

    problem = page.get_by_test_id("statistics-problem")
    page.context.set_offline(True)
    page.get_by_test_id("statistics-variant").select_option("dutch")
    expect(problem).to_contain_text("does not answer")
    expect(page.get_by_test_id("figure-won")).to_be_visible()
    page.context.set_offline(False)
    expect(problem).to_have_count(0)
    expect(page.get_by_test_id("statistics-none")).to_be_visible()


def test_nothing_is_wider_than_the_page(page: Page, tmp_path: Path, start: Start) -> None:
    url = start(tmp_path / "schwimmen.db", "--pace", "0").url()
    page.goto(url)
    open_table(page, "pagat", ["random"], lives=1, special="none")
    play_match(page, "pagat")
    for width in (320, 1280):
        page.set_viewport_size({"width": width, "height": 640})
        page.goto(f"{url}/statistics")
        for size in ("100%", "200%"):
            page.evaluate("size => (document.documentElement.style.fontSize = size)", size)
            expect(page.get_by_test_id("closings")).to_be_visible()
            assert page.evaluate("document.documentElement.scrollWidth") <= width
