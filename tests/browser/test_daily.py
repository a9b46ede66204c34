"""Deal of the day: from the start page to the table, its results, the calendar, and refusals."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from schwimmen.analysis import review
from schwimmen.rules import Match
from tests.browser.conftest import DESKTOP, PHONE, Visit
from tests.browser.layout_checks import clipped, enlarge, too_faint, too_small
from tests.browser.live_server import LiveServer, live_server
from tests.browser.place import ServerPlace
from tests.browser.player import (
    Keyboard,
    connect_to,
    cookie_header,
    finish_match,
    tab_to,
)
from tests.browser.reviewing import answer_with
from tests.browser.test_profiles import assert_no_violations
from tests.processes import PATIENCE

TODAY, TOMORROW = "2026-11-23", "2026-11-24"


def noon(date: str) -> str:
    return f"{date}T11:00:00.000+00:00"


@pytest.fixture
def daily_server(tmp_path: Path) -> Iterator[LiveServer]:
    """Server whose clock stands at noon of ``TODAY``, its first day."""
    with live_server(tmp_path / "schwimmen.db") as running:
        running.set_clock(noon(TODAY))
        yield running


def table_of(page: Page) -> str:
    """Return the table that a page shows."""
    expect(page.get_by_test_id("table")).to_be_visible()
    return page.url.rpartition("/")[2]


def play_today(
    server: LiveServer,
    page: Page | None = None,
    variant: str = "pagat",
    date: str = TODAY,
) -> str:
    """Play the deal of a date to its end, without using the page; return its table.

    The player is the one at the page, who may be a guest from here on, or without a page another.
    """
    cookie = cookie_header(page, server.url) if page else ""
    headers = {"Cookie": cookie} if cookie else {}
    body = {"date": date, "variant": variant, "name": "Anna"}
    with httpx.Client(base_url=server.url, headers=headers) as browser:
        response = browser.post("/api/daily", json=body)
        assert response.is_success, response.text
        table = str(response.json()["id"])
        own = cookie or response.headers["set-cookie"].partition(";")[0]
        if page:
            name, _, value = own.partition("=")
            page.context.add_cookies([{"name": name, "value": value, "url": server.url}])
        with connect_to(server.url, table, own) as link:
            finish_match(link)
        end = time.monotonic() + PATIENCE
        while not result_of(browser, variant, date):  # stored soon after the match
            assert time.monotonic() < end, "the result was not stored"
    return table


def result_of(browser: httpx.Client, variant: str, date: str) -> Any:
    """Return the result of a browser's player, ``None`` until it is stored."""
    shown = browser.get("/api/daily").json()
    assert shown["date"] == date
    return next(deal["result"] for deal in shown["deals"] if deal["variant"] == variant)


def test_one_tap_leads_to_the_deal_and_back_to_its_result(
    visit: Visit, daily_server: LiveServer
) -> None:
    page = visit(viewport=PHONE, bypass_csp=True)  # for the style sheet of too_faint
    page.goto(daily_server.url)
    page.get_by_test_id("start-daily-play").click()
    table = table_of(page)
    expect(page.get_by_test_id("daily-table")).to_have_text("Deal of the day")
    assert clipped(page) == []
    expect(page.get_by_test_id("ask-hint")).to_have_count(0)
    page.goto(f"{daily_server.url}/t/{table}/replay?review")
    expect(page.get_by_role("alert")).to_contain_text("still being played")
    page.goto(daily_server.url)
    page.get_by_test_id("start-daily-continue").click()
    assert table_of(page) == table

    ServerPlace(daily_server).skip_to_end(page, table)
    expect(page.get_by_test_id("play-again")).to_have_count(0)
    page.get_by_test_id("see-results").click()
    today = page.get_by_test_id("daily-today")
    expect(today.get_by_test_id("daily-result")).to_contain_text(re.compile(r"Place \d of 4"))
    signs = today.get_by_test_id("daily-result").get_by_test_id("signs")
    expect(signs).to_have_accessible_name(re.compile(r"^\d+ rounds?: "))
    expect(today.get_by_test_id("daily-play")).to_have_count(0)
    expect(today.get_by_test_id("daily-distribution")).to_contain_text("five players")
    expect(page.get_by_test_id(f"day-{TODAY}")).to_contain_text("23 November 2026: place")
    assert_no_violations(page)
    assert clipped(page) == too_small(page) == too_faint(page) == []
    check_lines(page)
    enlarge(page, 200)
    assert clipped(page) == []

    answer_with(page, review(Match("pagat", players=4, seed=1)))
    page.goto(f"{daily_server.url}/t/{table}")
    page.get_by_test_id("watch-review").click()
    expect(page.get_by_test_id("review")).to_have_attribute("data-stage", "done")

    page.goto(daily_server.url)
    expect(page.get_by_test_id("daily-card").get_by_test_id("daily-result")).to_be_visible()
    expect(page.get_by_test_id("start-daily-play")).to_have_count(0)


def check_lines(page: Page) -> None:
    """Check that the line of a result counts as genuine until it is changed."""
    written = rf"^Schwimmen {TODAY} pagat \d/4 [🟩🟥🌊⬛]+ [0-9a-f]{{12}}$"
    expect(page.get_by_test_id("daily-line")).to_have_value(re.compile(written))
    line = page.get_by_test_id("daily-line").input_value()
    page.get_by_test_id("shared-line").locator("summary").click()
    for pasted, answer in (
        ("hello", "was changed"),
        (line, "Genuine: Schwimmen, 23 November, place"),
        (re.sub(r" \d/4 ", " 0/4 ", line), "was changed"),
    ):
        page.get_by_test_id("received-line").fill(pasted)
        page.get_by_test_id("check-line").click()
        expect(page.get_by_test_id("line-checked")).to_contain_text(answer)
        if pasted != "hello":
            assert_no_violations(page)


def test_yesterday_shows_what_others_did_and_the_seed(
    visit: Visit, daily_server: LiveServer
) -> None:
    page = visit(viewport=PHONE)
    page.goto(f"{daily_server.url}/daily")  # sees the commitment
    expect(page.get_by_test_id("daily-play")).to_be_visible()
    play_today(daily_server, page)
    for _ in range(4):
        play_today(daily_server)
    page.reload()
    counts = page.get_by_test_id("daily-today").get_by_test_id("daily-distribution")
    expect(counts.get_by_role("listitem")).to_have_count(4)
    expect(counts).to_contain_text("(you)")

    daily_server.set_clock(noon(TOMORROW))
    play_today(daily_server, page, date=TOMORROW)
    page.reload()
    expect(page.get_by_test_id("daily-streak")).to_have_text("2 days in a row")
    past = page.get_by_test_id("daily-past")
    expect(past).to_contain_text("Yesterday, 23 November")
    expect(past.get_by_test_id("daily-others").locator("tbody tr")).not_to_have_count(0)
    past.get_by_test_id("check-seed").click()
    expect(page.get_by_test_id("seed-checked")).to_contain_text("saw this seal before")
    assert_no_violations(page)
    assert clipped(page) == too_small(page) == []
    past.get_by_test_id("watch-own").click()
    expect(page.get_by_test_id("replay")).to_be_visible()

    # A browser that was not there cannot know whether the commitment is the same.
    page.context.clear_cookies()
    page.evaluate("localStorage.clear()")
    page.set_viewport_size(DESKTOP)
    page.goto(f"{daily_server.url}/daily")
    expect(page.get_by_test_id("daily-past")).to_contain_text("You did not play this deal.")
    page.get_by_test_id("check-seed").click()
    expect(page.get_by_test_id("seed-checked")).to_contain_text("cannot tell")
    box = page.get_by_test_id("seed-checked").bounding_box()
    assert box is not None
    assert box["height"] > 10, "the verdict is visible"
    assert_no_violations(page)


def test_the_calendar_works_by_keyboard(visit: Visit, daily_server: LiveServer) -> None:
    page = visit(viewport=PHONE)
    page.goto(f"{daily_server.url}/daily?variant=dutch")
    play_today(daily_server, page, "dutch")
    daily_server.set_clock(noon("2026-12-02"))
    page.reload()
    month = page.get_by_test_id("month")
    expect(month).to_have_text("December 2026")
    tab_to(page, "month-back")
    page.keyboard.press("Enter")
    expect(month).to_have_text("November 2026")
    page.keyboard.press("Enter")  # the server had no deal before
    expect(month).to_have_text("November 2026")
    day = page.get_by_role("link", name=re.compile("^Monday,? 23 November 2026: place"))
    Keyboard(page).press(day)
    expect(page).to_have_url(re.compile(rf"variant=dutch&date={TODAY}$"))
    past = page.get_by_test_id("daily-past")
    expect(past.get_by_role("heading", name=re.compile("23 November 2026"))).to_be_visible()
    expect(past.get_by_test_id("daily-result")).to_be_visible()
    expect(day).to_have_attribute("aria-current", "true")
    unplayed = page.get_by_role("link", name=re.compile("24 November 2026: not played"))
    expect(unplayed).to_be_visible()


def test_another_players_cards_are_hidden_today(visit: Visit, daily_server: LiveServer) -> None:
    other = visit(viewport=PHONE)
    table = play_today(daily_server)
    other.goto(f"{daily_server.url}/t/{table}")
    expect(other.get_by_test_id("shut")).to_contain_text("another player’s deal of the day")
    assert_no_violations(other)
    other.goto(f"{daily_server.url}/t/{table}/replay")
    expect(other.get_by_test_id("replay-problem")).to_contain_text("another player’s deal")
    assert_no_violations(other)
    daily_server.set_clock(noon(TOMORROW))
    other.reload()
    expect(other.get_by_test_id("replay")).to_be_visible()
