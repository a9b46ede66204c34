"""The end of a match: its story, a picture to share, and the question for sounds."""

from __future__ import annotations

import struct
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.conftest import Visit
from tests.browser.live_server import LiveServer
from tests.browser.place import Place, ServerPlace

COUNT_AUDIO_CONTEXTS = """
window.contexts = 0;
window.AudioContext = class extends AudioContext {
  constructor() { super(); contexts += 1; }
};
"""

SHARE = """
navigator.canShare = ({files}) => files.length === 1;
navigator.share = async ({files: [file]}) => {
  window.shared = [file.name, file.type, file.size];
  document.documentElement.dataset.shared = "yes";
};
"""


def finish_match(page: Page, place: Place, seed: int = 8) -> str:
    """Play a match that the page follows to its end; return the table's id."""
    place.chance.seed(seed)
    table = place.open_table(page, options={"lives": 1})
    place.play_out(page, table)
    expect(page.get_by_test_id("match-over")).to_be_visible()
    return table


def test_the_story_agrees_with_the_server(page: Page, server: LiveServer) -> None:
    table = finish_match(page, ServerPlace(server))
    story = page.request.get(f"{server.url}/api/tables/{table}/story").json()
    gain = story["gain"]
    facts = page.get_by_test_id("match-story").get_by_role("listitem")
    expect(facts.filter(has_text=f"in round {gain['round']}.")).to_contain_text("Biggest jump")
    assert facts.count() == min(3, sum(fact is not None for fact in story.values()))


def test_the_end_is_complete_without_a_story(page: Page, server: LiveServer) -> None:
    page.route("**/story", lambda route: route.abort())
    finish_match(page, ServerPlace(server))
    expect(page.get_by_test_id("play-again")).to_be_visible()
    expect(page.get_by_test_id("match-story")).to_have_count(0)


def test_a_picture_of_the_match_is_saved(page: Page, place: Place, tmp_path: Path) -> None:
    finish_match(page, place)
    expect(page.get_by_test_id("match-story")).to_be_visible()
    with page.expect_download() as saving:
        page.get_by_test_id("share-picture").click()
    assert saving.value.suggested_filename.startswith("schwimmen-2")
    file = tmp_path / "picture.png"
    saving.value.save_as(file)
    data = file.read_bytes()
    assert data.startswith(b"\x89PNG")
    assert struct.unpack(">II", data[16:24]) == (1080, 1350)
    assert len(data) > 100_000  # an empty sheet needs a tenth of that


def test_a_picture_of_the_match_is_shared_where_that_is_possible(page: Page, place: Place) -> None:
    page.add_init_script(SHARE)
    finish_match(page, place)
    page.get_by_test_id("share-picture").click()
    expect(page.locator("html")).to_have_attribute("data-shared", "yes")
    name, kind, size = page.evaluate("shared")
    assert name.endswith(".png")
    assert kind == "image/png"
    assert size > 0


def test_a_player_can_turn_sounds_on_when_asked(visit: Visit, place: Place) -> None:
    page = visit()
    page.add_init_script(COUNT_AUDIO_CONTEXTS)
    finish_match(page, place)
    question = page.get_by_test_id("sound-question")
    expect(question.get_by_role("status")).to_have_text("Play with sound?")
    assert violations(page) == []
    page.get_by_test_id("sound-no").hover()
    assert page.evaluate("contexts") == 0
    page.get_by_test_id("sound-yes").click()
    expect(question).to_have_count(0)
    assert page.evaluate("JSON.parse(localStorage['schwimmen.settings']).sound") is True
    assert page.evaluate("contexts") == 1
