"""The statistics page: figures, plots and CSV downloads."""

from __future__ import annotations

import csv
import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.builds import go
from tests.browser.conftest import Visit
from tests.browser.layout_checks import enlarge
from tests.browser.live_server import LiveServer
from tests.browser.place import DevicePlace, Place, ServerPlace
from tests.browser.player import open_table
from tests.browser.test_profiles import assert_no_violations


def play_match(page: Page, place: Place, opponents: int = 1) -> int:
    """Play a short match to its end; return the number of rounds."""
    table = place.open_finished(page, "pagat", opponents, {"lives": 1, "special": "none"})
    events = place.welcome(page, table).events
    return sum(event["type"] == "round" for event in events)


def test_a_match_is_counted(page: Page, tmp_path: Path, place: Place) -> None:
    page.goto(f"{place.url}/statistics")
    empty = page.get_by_test_id("statistics-empty")
    expect(empty.get_by_role("heading")).to_have_text("No statistics yet")
    expect(empty.locator('a[href="/new"]')).to_be_visible()
    rounds = play_match(page, place)
    place.open_table(page, "choy", 1)

    go(page, "/statistics")
    counted = page.get_by_test_id("statistics-counted")
    expect(counted).to_have_text("1 match finished, 1 still running")
    expect(page.get_by_test_id("figure-won")).to_contain_text(re.compile(r"[01] of 1"))
    expect(page.get_by_test_id("figure-lost")).to_contain_text(f"of {rounds}")
    for title in ("Progress", "Your hand at the showdown", "Closes by turn"):
        page.get_by_text(f"As a table: {title}").click()
    # The table beside the plot has every hand that was shown.
    shown = page.get_by_test_id("hands-3").locator("tbody td").all_inner_texts()
    assert sum(map(int, shown)) == rounds
    assert_no_violations(page)
    assert_large_text_fits(page)

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
    assert_no_violations(page)
    page.get_by_role("button", name="Show all matches").click()
    expect(page.get_by_test_id("figure-won")).to_be_visible()


def assert_large_text_fits(page: Page) -> None:
    """Check that the page with plots scrolls sideways at no width, with text of twice the size."""
    expect(page.get_by_test_id("closings")).to_be_visible()
    before = page.viewport_size
    for width in (320, 1280):
        page.set_viewport_size({"width": width, "height": 640})
        for percent in (200, 100):
            enlarge(page, percent)
            assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert before
    page.set_viewport_size(before)


def test_the_figures_stay_while_the_server_is_unreachable(page: Page, server: LiveServer) -> None:
    play_match(page, ServerPlace(server))
    open_table(page, server.url, "dutch", 1)
    go(page, "/statistics")
    expect(page.get_by_test_id("figure-won")).to_be_visible()

    problem = page.get_by_test_id("statistics-problem")
    page.context.set_offline(True)
    page.get_by_test_id("statistics-variant").select_option("dutch")
    expect(problem).to_contain_text("does not respond")
    expect(page.get_by_test_id("figure-won")).to_be_visible()
    assert_no_violations(page)
    page.context.set_offline(False)
    expect(problem).to_have_count(0)
    expect(page.get_by_test_id("statistics-none")).to_be_visible()


def test_matches_on_device_and_server_are_counted_together(
    visit: Visit, tmp_path: Path, server: LiveServer
) -> None:
    page = visit(settings={"handOver": False})
    play_match(page, ServerPlace(server), opponents=2)
    play_match(page, DevicePlace(server, pause=0))
    go(page, "/statistics")
    expect(page.get_by_test_id("statistics-counted")).to_have_text("2 matches finished")
    expect(page.get_by_test_id("statistics-places")).to_contain_text("on this device since")
    expect(page.get_by_test_id("statistics-places")).to_contain_text("on the server since")
    assert_no_violations(page)
    page.get_by_test_id("statistics-players").select_option("2")
    expect(page.get_by_test_id("statistics-counted")).to_have_text("1 match finished")
    with page.expect_download() as downloading:
        page.get_by_test_id("export-matches").click()
    downloading.value.save_as(tmp_path / "matches.csv")
    with (tmp_path / "matches.csv").open(newline="", encoding="utf-8") as file:
        [line] = csv.DictReader(file)
    assert (line["finished"], line["players"]) == ("true", "2")
    assert line["table"].startswith("device.")

    go(page, "/matches")
    expect(page.get_by_test_id("matches").get_by_role("listitem")).to_have_count(2)
    page.get_by_test_id(f"replay-{line['table']}").click()
    expect(page.get_by_test_id("replay-position")).to_contain_text("Round 1 of")
    with page.expect_download() as downloading:
        page.get_by_test_id("download-record").click()
    assert downloading.value.suggested_filename.endswith(".schwimmen.json")
