"""The end of a match: its story, and a picture to save or share."""

from __future__ import annotations

import struct
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE
from tests.browser.live_server import LiveServer
from tests.browser.place import Place, ServerPlace

SHARE = """
navigator.canShare = ({files}) => files.length === 1;
navigator.share = async ({files: [file]}) => {
  window.shared = [file.name, file.type, file.size];
  document.documentElement.dataset.shared = "yes";
};
"""

DRAWN = """
const {fillText} = CanvasRenderingContext2D.prototype;
window.drawn = [];
CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
  window.drawn.push(text);
  return fillText.call(this, text, ...place);
};
"""


def save_picture(page: Page, file: Path) -> bytes:
    """Save the picture of the match; return the content of its file."""
    with page.expect_download() as saving:
        page.get_by_test_id("share-picture").click()
    assert saving.value.suggested_filename.startswith("schwimmen-2")
    saving.value.save_as(file)
    return file.read_bytes()


def top(page: Page, test_id: str) -> float:
    """Return where an element begins, in pixels from the top of the window."""
    box = page.get_by_test_id(test_id).bounding_box()
    assert box
    return box["y"]


def test_a_match_on_the_server_ends_with_its_story(page: Page, server: LiveServer) -> None:
    page.route("**/story", lambda route: route.abort())
    place = ServerPlace(server)
    place.chance.seed(8)
    table = place.open_table(page, options={"lives": 1})
    place.play_out(page, table)  # the page follows it
    expect(page.get_by_test_id("match-over")).to_be_visible()
    expect(page.get_by_test_id("play-again")).to_be_visible()
    expect(page.get_by_test_id("match-story")).to_have_count(0)

    page.unroute("**/story")
    page.reload()
    story = page.request.get(f"{server.url}/api/tables/{table}/story").json()
    gain = story["gain"]
    facts = page.get_by_test_id("match-story").get_by_role("listitem")
    expect(facts.filter(has_text=f"in round {gain['round']}.")).to_contain_text("Biggest jump")
    assert facts.count() == min(3, sum(fact is not None for fact in story.values()))

    page.set_viewport_size(PHONE)
    holes = 4  # the edge of the sheet, through which the seats' badges would show
    assert top(page, "showdown") + holes <= top(page, "table")


def test_the_picture_of_the_match_is_saved_or_shared(
    page: Page, place: Place, tmp_path: Path
) -> None:
    page.add_init_script(DRAWN)
    place.chance.seed(8)
    place.open_finished(page, options={"lives": 1}, closing=False)
    expect(page.get_by_test_id("match-story")).to_be_visible()
    data = save_picture(page, tmp_path / "picture.png")
    assert data.startswith(b"\x89PNG")
    assert struct.unpack(">II", data[16:24]) == (1080, 1350)
    assert len(data) > 100_000  # an empty sheet needs a tenth of that

    assert page.evaluate("drawn.at(-1) === location.host")

    page.add_init_script(SHARE)
    page.reload()
    page.get_by_test_id("share-picture").click()
    expect(page.locator("html")).to_have_attribute("data-shared", "yes")
    name, kind, size = page.evaluate("shared")
    assert name.endswith(".png")
    assert kind == "image/png"
    assert size > 0
