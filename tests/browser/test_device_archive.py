"""Everything on a device is saved in a file, and added on another device."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.live_server import LiveServer
from tests.browser.test_profiles import assert_no_violations


def test_matches_and_settings_move_to_another_device(
    visit: Visit, server: LiveServer, tmp_path: Path
) -> None:
    page = visit()
    page.goto(server.url)
    page.get_by_test_id("start-play").click()
    expect(page.get_by_test_id("table")).to_be_visible()
    table = page.url.rpartition("/")[2]
    page.goto(f"{server.url}/settings")
    page.get_by_test_id("setting-confirm").click()
    assert_no_violations(page)
    with page.expect_download() as downloading:
        page.get_by_test_id("archive-export").click()
    file = tmp_path / downloading.value.suggested_filename
    downloading.value.save_as(file)
    expect(page.get_by_test_id("archive-done")).to_contain_text("1 match")
    assert [one["id"] for one in json.loads(file.read_text())["tables"]] == [table]

    other = visit()
    other.goto(f"{server.url}/settings")
    other.get_by_test_id("archive-import").set_input_files(file)
    expect(other.get_by_test_id("archive-done")).to_contain_text("1 match added")
    expect(other.get_by_test_id("setting-confirm")).to_be_checked()
    other.get_by_test_id("archive-import").set_input_files(file)
    expect(other.get_by_test_id("archive-done")).to_contain_text("1 were here already")
    other.goto(f"{server.url}/matches")
    expect(other.get_by_test_id(f"match-{table}")).to_contain_text("In progress")
    other.goto(f"{server.url}/t/{table}")
    expect(other.get_by_test_id("table")).to_be_visible()
