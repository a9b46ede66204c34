"""Accidental input: a second click, a key held down, a card dropped outside the table."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.browser.place import Place
from tests.browser.player import Player, stop_clock
from tests.effort import count


def centre(target: Locator) -> tuple[float, float]:
    """Return the centre of an element on the screen."""
    box = target.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


RECORD_REQUESTS = """
window.sent = [];
for (const [link, method] of [[WebSocket, "send"], [MessagePort, "postMessage"]]) {
  const send = link.prototype[method];
  link.prototype[method] = function (text) {
    const {type, action} = typeof text === "string" ? JSON.parse(text) : {};
    if (type === "play" || type === "deal") sent.push(action ?? type);
    return send.call(this, text);
  };
}
"""
"""Records the moves and requests for the next round that the page sends."""


def sent(page: Page) -> list[str]:
    """Return the requests of a page that was loaded with ``RECORD_REQUESTS``."""
    requests: list[str] = page.evaluate("sent")
    return requests


def click_twice(
    page: Page, target: Locator, wait_for_response: Callable[[], None], pause: int = 150
) -> None:
    """Click twice at one place; the second click hits the element that the server's response put
    there.

    The page's clock is stopped except for the pause, so that a slow machine does not lengthen it.
    All effects of the clicks have occurred on return.
    """
    target.click(trial=True)
    place = centre(target)
    stop_clock(page)
    page.mouse.click(*place)
    wait_for_response()
    page.clock.run_for(pause)
    page.mouse.click(*place)
    page.clock.run_for(2 * pause)
    page.clock.resume()


def own_events(page: Page, place: Place, table: str) -> list[tuple[str, str | None]]:
    """Return type and action of the player's events at a table."""
    events = place.welcome(page, table).events
    return [(event["type"], event["action"]) for event in events if event["seat"] == 0]


def test_a_second_click_does_not_move_again(page: Page, place: Place) -> None:
    page.clock.install()
    page.add_init_script(RECORD_REQUESTS)
    page.set_viewport_size({"width": 360, "height": 640})  # new buttons replace old ones
    place.chance.seed(1)
    table = place.open_table(page, options={"lives": 5})
    player = Player(page, "pagat")
    pressed: list[str] = []
    for _ in range(count(10, least=6)):
        player.wait()
        phase = player.table.get_attribute("data-phase")
        button = {"over": "next-round", "choice": "act-keep"}.get(phase or "")
        if button is None:
            button = "act-close" if pressed and player.can("act-close") else "act-pass"
        pressed.append("deal" if button == "next-round" else button.removeprefix("act-"))
        seq = player.seq()

        def wait_for_event(seq: str = seq) -> None:
            expect(player.table).not_to_have_attribute("data-seq", seq)

        click_twice(page, page.get_by_test_id(button), wait_for_event)
        assert sent(page) == pressed
    assert "deal" in pressed
    assert [action or "deal" for _, action in own_events(page, place, table)] == pressed


def test_a_double_click_does_not_confirm_a_move(page: Page, place: Place) -> None:
    page.clock.install()
    page.add_init_script(RECORD_REQUESTS)
    page.add_init_script("localStorage.setItem('schwimmen.settings', '{\"confirm\": true}')")
    page.set_viewport_size({"width": 360, "height": 640})
    place.open_table(page)
    player = Player(page, "pagat")
    player.wait()
    while not player.may_move():
        page.get_by_test_id("act-keep").or_(page.get_by_test_id("next-round")).click()
        yes = page.get_by_test_id("confirm-yes")
        if player.table.get_attribute("data-phase") == "choice":
            yes.click()
            expect(player.table).not_to_have_attribute("data-phase", "choice")
        player.wait()
    seq = player.seq()
    question = page.get_by_test_id("confirm")
    before = sent(page)
    click_twice(page, page.get_by_test_id("act-pass"), expect(question).to_be_visible)
    expect(question).to_be_visible()
    assert sent(page) == before
    page.get_by_test_id("confirm-yes").click()
    expect(player.table).not_to_have_attribute("data-seq", seq)


def test_a_key_held_down_presses_once(page: Page, place: Place) -> None:
    page.add_init_script(RECORD_REQUESTS)
    place.open_table(page, options={"lives": 5})
    player = Player(page, "pagat")
    player.until(player.may_move)
    before, seq = sent(page), player.seq()
    page.get_by_test_id("act-pass").focus()
    page.keyboard.down("Enter")
    expect(player.table).not_to_have_attribute("data-seq", seq)
    player.wait()  # the next button that the key could press is there
    for _ in range(40):  # no key-up event: the key repeats
        page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    assert sent(page) == [*before, "pass"]


def test_a_card_dropped_outside_the_table_is_released(page: Page, place: Place) -> None:
    place.open_table(page)
    player = Player(page, "pagat")
    player.until(player.may_move)
    card, other = player.cards("hand").nth(0), player.cards("hand").nth(1)
    seq = player.seq()

    page.mouse.move(*centre(card))
    page.mouse.down()
    page.mouse.move(640, 5)  # in one step, without events at the table
    page.mouse.up()
    target = centre(player.cards("table").first)
    page.mouse.move(*target, steps=5)
    box = card.bounding_box()
    page.mouse.move(target[0] + 50, target[1], steps=5)
    assert card.bounding_box() == box, "the card follows a released pointer"

    # The next card can be dragged as usual.
    page.mouse.move(*centre(other))
    page.mouse.down()
    page.mouse.move(*target, steps=5)
    page.mouse.up()
    expect(player.table).not_to_have_attribute("data-seq", seq)
