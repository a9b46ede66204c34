"""What hands do without meaning it: a second click, a key held down, a card let go elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.playing import Player, open_table, stop_clock, told_to_a_spectator
from tests.browser.stage import Stage, stage


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with stage(tmp_path_factory.mktemp("server") / "schwimmen.db") as running:
        yield running


def middle(what: Locator) -> tuple[float, float]:
    """The middle of it on the screen."""
    box = what.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


SENT = """
window.sent = [];
const send = WebSocket.prototype.send;
WebSocket.prototype.send = function (text) {
  const {type, action} = JSON.parse(text);
  if (type === "play" || type === "deal") sent.push(action ?? type);
  return send.call(this, text);
};
"""
"""Keeps what the page asks of the server: moves, and the next round."""


def sent(page: Page) -> list[str]:
    """What the page has asked for; for that, ``SENT`` must have been there before it."""
    asked: list[str] = page.evaluate("sent")
    return asked


def click_twice(page: Page, what: Locator, answer: Callable[[], None], pause: int = 150) -> None:
    """As an impatient hand does: whatever is there by then, which is the server's answer.

    Meanwhile the page's clock stands still but for the pause: else a slow machine would make the
    hand a patient one. In the end all has happened that the clicks have brought about.
    """
    what.click(trial=True)
    where = middle(what)
    stop_clock(page)
    page.mouse.click(*where)
    answer()
    page.clock.run_for(pause)
    page.mouse.click(*where)
    page.clock.run_for(2 * pause)
    page.clock.resume()


def mine(server: Stage, table: str) -> list[tuple[str, str | None]]:
    """What I have done at the table."""
    events = told_to_a_spectator(server.url, table)["events"]
    return [(event["type"], event["action"]) for event in events if event["seat"] == 0]


def test_a_second_click_is_no_second_move(page: Page, server: Stage) -> None:
    page.clock.install()
    page.add_init_script(SENT)
    page.set_viewport_size({"width": 360, "height": 640})  # where buttons lie upon buttons
    table = open_table(page, server.url, options={"lives": 5})
    player = Player(page, "pagat")
    pressed = []
    for _ in range(10):
        player.wait()
        phase = player.table.get_attribute("data-phase")
        button = {"over": "next-round", "choice": "act-keep"}.get(phase or "")
        if button is None:
            button = "act-pass" if player.can("act-pass") else "act-close"
        pressed.append("deal" if button == "next-round" else button.removeprefix("act-"))
        seq = player.seq()

        def answer(seq: str = seq) -> None:
            expect(player.table).not_to_have_attribute("data-seq", seq)

        click_twice(page, page.get_by_test_id(button), answer)
        assert sent(page) == pressed
    assert "deal" in pressed
    assert [action or "deal" for _, action in mine(server, table)] == pressed


def test_a_question_is_not_answered_by_the_click_that_asked_it(page: Page, server: Stage) -> None:
    page.clock.install()
    page.add_init_script(SENT)
    page.add_init_script("localStorage.setItem('schwimmen.settings', '{\"confirm\": true}')")
    page.set_viewport_size({"width": 360, "height": 640})
    open_table(page, server.url)
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
    asked = page.get_by_test_id("confirm")
    before = sent(page)
    click_twice(page, page.get_by_test_id("act-pass"), expect(asked).to_be_visible)
    expect(asked).to_be_visible()
    assert sent(page) == before
    page.get_by_test_id("confirm-yes").click()
    expect(player.table).not_to_have_attribute("data-seq", seq)


def test_a_key_held_down_presses_once(page: Page, server: Stage) -> None:
    page.add_init_script(SENT)
    open_table(page, server.url, options={"lives": 5})
    player = Player(page, "pagat")
    player.until(player.may_move)
    before, seq = sent(page), player.seq()
    page.get_by_test_id("act-pass").focus()
    page.keyboard.down("Enter")
    expect(player.table).not_to_have_attribute("data-seq", seq)
    player.wait()  # whatever the key could press next is there
    for _ in range(40):  # without a key up: the key repeats
        page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    assert sent(page) == [*before, "pass"]


def test_a_card_let_go_off_the_table_is_let_go(page: Page, server: Stage) -> None:
    open_table(page, server.url)
    player = Player(page, "pagat")
    player.until(player.may_move)
    card, other = player.cards("hand").nth(0), player.cards("hand").nth(1)
    seq = player.seq()

    page.mouse.move(*middle(card))
    page.mouse.down()
    page.mouse.move(640, 5)  # in one leap: the table hears nothing of it
    page.mouse.up()
    target = middle(player.cards("table").first)
    page.mouse.move(*target, steps=5)
    box = card.bounding_box()
    page.mouse.move(target[0] + 50, target[1], steps=5)
    assert card.bounding_box() == box, "the card follows a pointer that does not hold it"

    # The next one is dragged as if nothing had been.
    page.mouse.move(*middle(other))
    page.mouse.down()
    page.mouse.move(*target, steps=5)
    page.mouse.up()
    expect(player.table).not_to_have_attribute("data-seq", seq)
