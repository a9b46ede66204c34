"""Letters on court cards: by language, by the settings, and without other pictures."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.conftest import DESKTOP, PHONE, Visit
from tests.browser.live_server import LiveServer

CORNERS = """(face) => {
  const card = face.getBoundingClientRect();
  return [...face.querySelectorAll("path")].map((path) => {
    const { x, y, width, height } = path.getBoundingClientRect();
    return [(x + width / 2 - card.x) / card.width, (y + height / 2 - card.y) / card.height];
  });
}"""
"""Returns the centres of a face's letters, as parts of its width and height."""


def drawn(page: Page, setting: str) -> list[list[str]]:
    """Return the strokes of the letters on the sample cards of each pack, once they are chosen."""
    page.get_by_test_id(f"setting-letters-{setting}").check()
    packs = page.get_by_test_id("setting-cards").locator(".fan").all()
    found = "(all) => all.map((one) => one.getAttribute('d'))"
    return [pack.locator("[data-face] path").evaluate_all(found) for pack in packs]


def test_letters_follow_the_setting_without_other_pictures(
    visit: Visit, server: LiveServer
) -> None:
    page = visit(viewport=PHONE, locale="de")
    page.goto(f"{server.url}/settings")
    page.wait_for_load_state("networkidle")
    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(request.url))
    french, four_colour, german = usual = drawn(page, "usual")
    assert len(french) == 4  # jack and king, each in two corners
    assert (french, german) == (four_colour, [])
    assert drawn(page, "KDB") == usual != drawn(page, "JQK")
    assert drawn(page, "HVB")[0][:2] == french[:2]  # Boer and Bube
    assert drawn(page, "HVB")[0][2:] != french[2:]
    assert not [url for url in loaded if url.endswith(".svg")]
    face = page.get_by_test_id("setting-cards").locator("[data-face]").first
    for size in (PHONE, DESKTOP):
        page.set_viewport_size(size)
        (left, top), (right, bottom) = face.evaluate(CORNERS)
        assert max(left, top) < 0.2
        assert min(right, bottom) > 0.8
        assert violations(page) == []
    page.get_by_test_id("setting-cards-german").check()
    expect(page.get_by_test_id("setting-letters")).to_have_count(0)
