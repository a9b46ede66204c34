"""The navigation on all pages but those that fill the screen, and the lists that its pages show."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, PHONE, WHOLE, Visit
from tests.browser.live_server import LiveServer
from tests.browser.long_lists import serve_long_lists
from tests.browser.place import Place
from tests.browser.player import Player
from tests.browser.screen_reader import announcements, record_announcements
from tests.effort import sample

UNKNOWN = "/no-such-page"


FULL_SCREEN = ("/learn", "/puzzles", "/record")
"""Pages that fill the screen, like a table."""


def test_it_leads_to_every_page_without_a_reload(page: Page, server: LiveServer) -> None:
    page.goto(server.url)
    links = page.get_by_test_id("navigation").get_by_role("link")
    expect(links.first).to_be_visible()
    rooms = [str(link.get_attribute("href")) for link in links.all()]
    assert rooms == ["/", "/together", "/study", "/you"]
    ways = [(room, room) for room in rooms]
    for room in rooms[1:]:
        page.goto(server.url + room)
        cards = page.locator("main nav").get_by_role("link")
        expect(cards.first).to_be_visible()
        ways += [(room, str(card.get_attribute("href"))) for card in cards.all()]
    page.evaluate("window.same = true")
    for room, address in sample(ways[::-1], least=5):
        links.and_(page.locator(f'[href="{room}"]')).click()
        if address != room:
            page.locator(f'main nav [href="{address}"]').click()
        expect(page).to_have_url(server.url + address)
        expect(page.locator("h1")).to_be_focused()
        heading = page.locator("h1").inner_text()
        expect(page).to_have_title("Schwimmen" if address == "/" else f"{heading} · Schwimmen")
        if address in FULL_SCREEN:
            expect(page.get_by_test_id("navigation")).to_have_count(0)
            page.get_by_role("link", name="Back").click()
    assert page.evaluate("window.same")


def test_a_search_that_did_not_load_is_loaded_when_asked_for_again(
    page: Page, server: LiveServer
) -> None:
    page.goto(f"{server.url}/about")
    expect(page.locator("h1")).to_be_visible()
    page.context.set_offline(True)
    page.get_by_test_id("nav-search").click()
    expect(page.get_by_text("could not be loaded")).to_be_visible()
    page.context.set_offline(False)
    page.get_by_test_id("nav-search").click()
    expect(page.get_by_test_id("search-query").locator("..")).to_have_css("display", "grid")


def test_a_phone_has_a_bar_at_the_bottom_and_a_search_that_lists_all_pages(
    visit: Visit, server: LiveServer
) -> None:
    page = visit(viewport=PHONE, has_touch=True)
    page.goto(f"{server.url}/about")
    bar = page.get_by_test_id("navigation")
    box = bar.bounding_box()
    assert box is not None
    assert round(box["y"] + box["height"]) == PHONE["height"]
    expect(bar.locator('[aria-current="true"]')).to_have_attribute("href", "/you")

    page.get_by_test_id("nav-search").tap()
    search = page.get_by_test_id("search")
    expect(search.get_by_role("link", name="Deal of the day")).to_be_visible()
    search.get_by_role("link", name="Leaderboard").tap()
    expect(search).to_have_count(0)
    expect(page.locator("h1")).to_be_focused()
    expect(page).to_have_url(f"{server.url}/leaderboard")


def test_a_low_window_has_the_bar_at_its_side(visit: Visit, server: LiveServer) -> None:
    page = visit(viewport={"width": 740, "height": 360}, has_touch=True)
    page.goto(f"{server.url}/rules")
    page.get_by_test_id("nav-search").scroll_into_view_if_needed()
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    for name in ("start", "together", "study", "you", "search"):
        expect(page.get_by_test_id(f"nav-{name}")).to_be_in_viewport(ratio=WHOLE)
    box = page.get_by_test_id("navigation").bounding_box()
    assert box is not None
    assert (round(box["x"]), round(box["y"])) == (0, 0)


def test_the_main_button_of_a_form_lies_above_the_bar(visit: Visit, server: LiveServer) -> None:
    page = visit(viewport=PHONE, has_touch=True)
    for path, button in (("/new", "new-play"), ("/friends", "friends-open")):
        page.goto(server.url + path)
        main = page.get_by_test_id(button)
        expect(main).to_be_visible()
        inside, bar = main.bounding_box(), page.get_by_test_id("navigation").bounding_box()
        assert inside is not None
        assert bar is not None
        assert round(inside["y"] + inside["height"]) <= round(bar["y"])


def test_a_table_fills_the_screen_and_leads_back(visit: Visit, place: Place) -> None:
    page = visit(viewport=PHONE)
    place.open_table(page)
    player = Player(page, "pagat")
    player.wait()
    expect(page.get_by_test_id("navigation")).to_have_count(0)
    page.get_by_test_id("quick-settings").click()
    page.get_by_role("link", name="All settings").click()
    expect(page.get_by_test_id("navigation")).to_be_visible()
    page.get_by_role("link", name="Back").click()
    expect(player.table).to_be_visible()
    expect(page.get_by_test_id("navigation")).to_have_count(0)


def test_a_long_list_of_matches_grows_and_keeps_its_days_in_sight(
    visit: Visit, server: LiveServer
) -> None:
    page = visit(viewport=PHONE)
    record_announcements(page)
    serve_long_lists(page, 100)
    page.goto(f"{server.url}/matches")
    rows = page.get_by_test_id("matches").get_by_role("listitem")
    expect(rows).to_have_count(20)
    days = page.get_by_test_id("matches").get_by_role("heading")
    expect(days.first).to_have_text("Today")
    page.get_by_test_id("more-matches").click()
    expect(rows).to_have_count(70)
    expect(page.get_by_test_id("more-matches")).to_be_focused()
    page.get_by_test_id("more-matches").click()
    expect(rows).to_have_count(100)
    expect(page.get_by_test_id("more-matches")).to_have_count(0)
    assert announcements(page, "status")[-1] == "100 matches shown"

    day = page.locator("section:has(li + li)").nth(10)
    for viewport in (PHONE, DESKTOP):
        page.set_viewport_size(viewport)
        day.locator("li").nth(1).evaluate("(row) => row.scrollIntoView({ block: 'start' })")
        expect(day.get_by_role("heading")).to_be_in_viewport()


def test_a_long_board_keeps_its_head_in_sight(visit: Visit, server: LiveServer) -> None:
    page = visit(viewport=PHONE)
    serve_long_lists(page, 500)
    page.goto(f"{server.url}/leaderboard")
    expect(page.get_by_test_id("board-you")).to_contain_text("Frieda 6")
    page.locator("tbody tr").nth(80).evaluate("(row) => row.scrollIntoView({ block: 'center' })")
    head = page.locator("thead th").first.bounding_box()
    assert head is not None
    assert round(head["y"]) == 0
