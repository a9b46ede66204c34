"""Record files are watched in the browser, which reads them without the server."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.live_server import LiveServer
from tests.browser.test_profiles import assert_no_violations
from tests.conformance.test_examples import RECORDS


def test_a_file_is_chosen_and_watched(page: Page, server: LiveServer, tmp_path: Path) -> None:
    record = json.loads(RECORDS.read_text("utf-8").splitlines()[0])
    file = tmp_path / "match.json"
    file.write_text(json.dumps(record))
    page.goto(f"{server.url}/matches")
    page.get_by_test_id("to-record").click()
    page.wait_for_url("**/record")
    expect(page.get_by_test_id("record-file")).to_be_attached()
    assert_no_violations(page)

    requests: list[str] = []
    page.on("request", lambda one: requests.append(one.url))
    page.get_by_test_id("record-file").set_input_files(file)
    position = page.get_by_test_id("replay-position")
    expect(position).to_contain_text(f"Round 1 of {len(record['rounds'])}, step 1")
    assert not [url for url in requests if "/api/" in url]
    assert_no_violations(page)

    for _ in record["rounds"]:
        page.get_by_test_id("replay-round-on").click()
    expect(position).to_contain_text(f"Round {len(record['rounds'])} of")
    expect(page.get_by_test_id("replay-status")).to_contain_text("match")
    page.get_by_test_id("other-record").click()
    expect(page.get_by_test_id("record-file")).to_be_attached()
