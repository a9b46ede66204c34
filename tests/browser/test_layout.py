"""Layout with large text and small screens: no clipping, large touch targets, contrast."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple

import pytest
from playwright.sync_api import Page, Request, expect

from tests.browser.builds import go
from tests.browser.conftest import PAGES, PHONE, Visit
from tests.browser.layout_checks import clipped, covered, enlarge, too_faint, too_small
from tests.browser.live_server import LiveServer
from tests.browser.place import Place
from tests.browser.player import Player
from tests.browser.shared_table import share, show_side
from tests.effort import combinations, count, sample

Check = Callable[[str], None]
"""Checks the current page; the argument names its state in failures."""


def check_pages(page: Page, url: str, check: Check) -> None:
    """Check the pages but the table, with everything unfolded."""
    pending = set[Request]()
    page.on("request", lambda request: pending.add(request))
    page.on("requestfinished", lambda request: pending.discard(request))
    page.on("requestfailed", lambda request: pending.discard(request))
    page.goto(url)
    for path in sample(PAGES, least=9):
        go(page, path)
        expect(page.locator("h1")).to_be_visible()
        idle = 0
        while idle < 3:  # an answer may lead to another request
            page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
            idle = 0 if pending else idle + 1
        page.locator("details").evaluate_all(
            "(all) => all.forEach((group) => { group.open = true; })"
        )
        check(path)


def check_tables(page: Page, slow_place: Place, check: Check) -> None:
    """Check tables with few and many players, and their dialogs."""
    slow_place.chance.seed(2)
    for preset, opponents in (("pagat", 3), ("dutch", 7), ("choy", 9)):
        slow_place.open_table(page, preset, opponents)
        expect(page.get_by_test_id("table")).to_be_visible()
        check(f"{preset} against {opponents}")
    page.get_by_test_id("quick-settings").click()
    check("settings at the table")
    page.get_by_test_id("quick-keys").click()
    check("keys")


def check_match(page: Page, place: Place, check: Check) -> None:
    """Check the states of a match, from the player's first turn to its end."""
    place.chance.seed(5)
    table = place.open_table(page, options={"lives": 1})
    player = Player(page, "pagat")
    player.until(player.may_move)
    check("own turn")
    player.aim()
    check("selected cards")
    player.until(page.get_by_test_id("showdown").is_visible)
    check("showdown")
    place.skip_to_end(page, table)
    check("end of the match")


class Scenario(NamedTuple):
    """Screen size, text size and settings of a visitor."""

    width: int
    height: int
    percent: int
    language: str
    scheme: Literal["light", "dark"]
    cards: str

    @property
    def has_touch(self) -> bool:
        """Whether the screen is small enough for a touch device."""
        return self.width < 600


SCENARIOS = [
    Scenario(360, 640, 100, "en", "light", "french"),
    Scenario(320, 640, 100, "nl", "dark", "four-colour"),
    Scenario(320, 640, 100, "de", "light", "german"),
    Scenario(1280, 800, 100, "en", "dark", "french"),
    Scenario(1280, 800, 200, "de", "light", "four-colour"),
    Scenario(360, 640, 200, "de", "dark", "german"),
]


@pytest.mark.parametrize("scenario", sample(SCENARIOS))
def test_nothing_is_clipped_small_or_faint(
    scenario: Scenario, visit: Visit, place: Place, slow_place: Place
) -> None:
    page = visit(
        {"cards": scenario.cards},
        viewport={"width": scenario.width, "height": scenario.height},
        locale=scenario.language,
        color_scheme=scenario.scheme,
        has_touch=scenario.has_touch,
        is_mobile=scenario.has_touch,
        bypass_csp=True,  # the screenshot without text and icons needs an injected style
    )

    def check(state: str) -> None:
        enlarge(page, scenario.percent)
        # Elements that have just appeared ignore clicks for a moment.
        expect(page.locator(".guarded")).to_have_count(0)
        # Colours are checked after all animations have finished.
        page.wait_for_function(
            "() => document.getAnimations().every((animation) => animation.playState !== 'running'"
            " || animation.effect.getComputedTiming().endTime === Infinity)"
        )
        assert clipped(page) == [], state
        assert too_faint(page) == [], state
        if scenario.has_touch:
            assert too_small(page) == [], state

    check_pages(page, place.url, check)
    check_tables(page, slow_place, check)
    check_match(page, place, check)


@pytest.mark.parametrize(
    ("width", "height", "percent"), sample([(360, 640, 200), (360, 640, 100), (740, 360, 100)])
)
def test_nothing_covers_a_portrait_or_a_value(
    width: int, height: int, percent: int, visit: Visit, place: Place
) -> None:
    page = visit(viewport={"width": width, "height": height})
    for preset, opponents in (("choy", 6), ("pagat", 3)):
        place.chance.seed(11)
        place.open_table(page, preset, opponents, {"lives": 5} if preset == "pagat" else None)
        player = Player(page, preset)
        enlarge(page, percent)
        for _ in range(count(4, least=2)):
            player.until(player.may_move)
            player.cards("hand").first.click()
            expect(page.locator(".prospect").first).to_be_visible()
            assert covered(page) == [], preset
            player.cards("hand").first.click()
            player.play_turn()


BAR_SHARE = """() => {
  const bar = document.querySelector(".foot-bar")?.getBoundingClientRect();
  if (!bar) return 0;
  return Math.max(0, Math.min(bar.bottom, innerHeight) - Math.max(bar.top, 0)) / innerHeight;
}"""
"""Returns the share of the window that the bar at the bottom covers."""

REACHABLE = """(field) => {
  field.focus();
  const { left, top, width, height } = field.getBoundingClientRect();
  const shown = document.elementFromPoint(left + width / 2, top + height / 2);
  return field.contains(shown) || [...(field.labels ?? [])].some((one) => one.contains(shown));
}"""
"""Focuses a field; returns whether its centre is in the window and nothing lies over it."""


def test_forms_stay_in_sight_with_large_text(visit: Visit, server: LiveServer) -> None:
    """The page's size is that of a phone, the text that of the largest setting."""
    page = visit(viewport={"width": 360, "height": 740}, locale="de")

    def check(*fields: str) -> None:
        for field in fields:
            box = page.get_by_test_id(field).first
            expect(box).to_be_visible()
            assert box.evaluate(REACHABLE), field

    for path, *fields in (
        ("/friends", "friends-name", "terms-chat"),
        ("/new", "new-name"),
        ("/settings", "setting-sound"),
    ):
        page.goto(f"{server.url}{path}")
        expect(page.locator("h1")).to_be_visible()
        enlarge(page, 200)
        assert clipped(page) == [], path
        assert page.evaluate(BAR_SHARE) < 0.2, path
        check(*fields)
    share(page, server.url, name="Maximiliane Obermüller-Schmidt")
    enlarge(page, 200)
    assert clipped(page) == []
    assert page.evaluate(BAR_SHARE) < 0.2
    check("chat-input", "chat-send")
    page.get_by_test_id("start-match").click()
    expect(page.get_by_test_id("table")).to_be_visible()
    show_side(page, "talk")
    check("chat-input", "chat-send")


IN_SIGHT = """(element) => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}"""
"""Returns whether the centre of an element is in the window and nothing lies over it."""


def test_a_rule_is_found_above_the_bar(visit: Visit, server: LiveServer) -> None:
    page = visit(viewport={"width": 360, "height": 740})
    page.goto(f"{server.url}/new")
    field = page.get_by_test_id("find-option")
    field.evaluate("(field) => field.scrollIntoView({ block: 'end' })")
    field.press_sequentially("five lives")
    found = page.get_by_test_id("found-options").get_by_test_id("option-lives")
    expect(found).to_be_visible()
    assert found.evaluate(IN_SIGHT)
    assert field.evaluate(IN_SIGHT)


LEVELS = (("casual", "club", "beginner"), ("casual", "random", "expert", "master"))
HEIGHTS = range(540, 800, 20)


@pytest.mark.parametrize(("language", "levels"), combinations(["de", "en", "nl"], LEVELS))
def test_no_level_at_a_seat_is_cut(
    language: str, levels: tuple[str, ...], visit: Visit, slow_place: Place
) -> None:
    page = visit(locale=language, viewport={"width": 360, "height": 800})
    slow_place.open_table(page, levels=levels)
    expect(page.get_by_test_id("table")).to_be_visible()
    page.wait_for_function("() => document.fonts.check('1rem \"Figtree Variable\"')")
    for height in sample(HEIGHTS, least=5):
        page.set_viewport_size({"width": 360, "height": height})
        assert clipped(page) == [], height


def test_the_own_badge_lies_beside_the_own_value(visit: Visit, slow_place: Place) -> None:
    page = visit(viewport=PHONE)
    for seed in range(20):
        slow_place.chance.seed(seed)
        slow_place.open_table(
            page, opponents=1, options={"special": "none", "dealer_choice": False}
        )
        player = Player(page, "pagat")
        expect(player.table).to_be_visible()
        if player.table.get_attribute("data-my-turn") == "true":
            break
    player.act("act-close")
    expect(page.get_by_test_id("seat-0").get_by_role("img", name="Closed")).to_be_visible()
    assert covered(page) == []
