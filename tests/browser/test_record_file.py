"""Record files are watched in the browser, which reads them without the server."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
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


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("hello", "cannot be read from line 1, column 1"),
        ('{"format": "schwimmen-match/9"}', "newer version"),
        ('{"format": "other"}', "not the record of a match"),
    ],
)
def test_a_file_that_is_no_record_is_refused(
    text: str, problem: str, page: Page, server: LiveServer, tmp_path: Path
) -> None:
    file = tmp_path / "match.json"
    file.write_text(text)
    page.goto(f"{server.url}/record")
    page.get_by_test_id("record-file").set_input_files(file)
    expect(page.get_by_test_id("record-problem")).to_contain_text(problem)
