"""Hostile names and chat messages stay plain text and do not break the layout."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.conftest import Visit
from tests.browser.live_server import LiveServer
from tests.browser.person import host_of, settle
from tests.browser.shared_table import show_side, sit
from tests.effort import sample

MARKUP = "<img src=x onerror=alert(1)>"
SCRIPT = "<script>alert(1)</script>"
NAMES = (
    MARKUP,
    SCRIPT,
    "{{7*7}} ${alert(1)} &lt;b&gt;",
    "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f \U0001f1f3\U0001f1f1",
    "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466" * 5,
    "אבגד (7) הו",
    "Ż̃̈̇ǎ̧̱lgo",
    "\ufdfd" * 20,
    "W" * 40,
)
MESSAGES = (MARKUP, SCRIPT, *NAMES[4:7], "x" * 200, f"https://evil.example/{'y' * 100}")
"""Few enough for the rate limit of the chat."""

SIZES: tuple[ViewportSize, ...] = (
    {"width": 390, "height": 844},
    {"width": 1280, "height": 800},
)


def check(page: Page) -> None:
    """Check that no text became markup and that the page does not scroll horizontally."""
    assert page.locator("img[src=x], [onerror]").count() == 0
    assert page.evaluate("[...document.scripts].every((script) => script.src)")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def fail_on_script(page: Page) -> Page:
    """Make a page fail as soon as it runs a script from a name or message."""

    def fail(dialog: object) -> None:
        raise AssertionError(f"a script ran: {dialog}")

    page.on("dialog", fail)
    return page


@pytest.mark.parametrize("size", sample(SIZES), ids=lambda size: str(size["width"]))
def test_hostile_names_at_a_table_with_bots(
    size: ViewportSize, visit: Visit, slow_server: LiveServer
) -> None:
    page = fail_on_script(visit(viewport=size))
    for first in (0, 3, 6):
        me, *bots = NAMES[first : first + 3]
        request = {
            "preset": "pagat",
            "options": {"special": "none"},
            "name": me,
            "opponents": [{"level": "random", "name": name} for name in bots],
        }
        response = page.request.post(f"{slow_server.url}/api/tables", data=request)
        assert response.ok, response.text()
        page.goto(f"{slow_server.url}/t/{response.json()['id']}")
        expect(page.get_by_test_id("table")).to_be_visible()
        for name in bots:
            expect(page.get_by_text(name, exact=True).first).to_be_visible()
        check(page)
    page.goto(slow_server.url)
    expect(page.get_by_test_id("running")).to_be_visible()
    check(page)


def test_hostile_names_and_messages_at_a_shared_table(
    visit: Visit, slow_server: LiveServer
) -> None:
    page = fail_on_script(visit(viewport=SIZES[0]))
    with host_of(slow_server.url, MARKUP, visibility="open") as host:
        page.goto(f"{slow_server.url}/lobby")
        expect(page.get_by_text(MARKUP).first).to_be_visible()
        check(page)
        sit(page, host.address, SCRIPT)
        expect(page.get_by_test_id("place-0")).to_contain_text(MARKUP)
        expect(page.get_by_test_id("place-1")).to_contain_text(SCRIPT)
        check_all_sizes(page)
        host.do("start")
        settle(host)
        expect(page.get_by_test_id("table")).to_be_visible()
        show_side(page, "talk")
        page.get_by_test_id("chat-input").fill(MESSAGES[0])
        page.get_by_test_id("chat-send").click()
        for text in MESSAGES[1:]:
            host.do("say", text=text)
        for text in MESSAGES:
            expect(page.get_by_test_id("chat")).to_contain_text(text)
        assert page.get_by_test_id("chat").get_by_role("link").count() == 0
        check_all_sizes(page)
        show_side(page, "people")
        check_all_sizes(page)


def check_all_sizes(page: Page) -> None:
    """Check a page in windows of all sizes, the last of which is the smallest."""
    for size in reversed(SIZES):
        page.set_viewport_size(size)
        check(page)
