"""Tables on the device: one-person tables that the page plays by itself."""

from __future__ import annotations

import json
import re
import signal
import time
from collections.abc import Callable, Sequence
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Request, expect

from schwimmen.rules import RuleSet
from schwimmen.server.routes.pages import STATIC
from schwimmen.tables import DealEvent, LogEvent, Table, read_event
from tests.browser.conftest import Visit
from tests.browser.device import (
    FAILING_STORAGE,
    LISTEN,
    change_worker,
    edit_database,
    failing_storage,
    log_of,
    messages,
    open_on_device,
    rows_of,
)
from tests.browser.live_server import LiveServer
from tests.browser.place import DevicePlace
from tests.browser.player import Player
from tests.browser.test_service_worker import (
    build_of,
    find_new_build,
    old_build,
    start_serving,
    wait_for_worker,
)
from tests.processes import PATIENCE, Start
from tests.server.card_knowledge import cards_in, rounds_by_event

__all__ = ["old_build"]  # a fixture

AT_ONCE: dict[str, bool | str] = {"pace": "instant"}


@pytest.fixture
def page(visit: Visit) -> Page:
    """A page whose bots play at once."""
    return visit(settings=AT_ONCE)


@pytest.fixture
def offline_page(visit: Visit) -> Page:
    """A page with a service worker, whose bots play at once."""
    return visit(settings=AT_ONCE, worker=True)


def steps(player: Player, number: int) -> None:
    """Play some turns and deals of the match."""
    for _ in range(number):
        assert player.step(), "the match ended too early"


def play_to_the_end(player: Player) -> None:
    while player.step():
        pass


def test_a_match_survives_reloads_to_its_end(page: Page, server: LiveServer) -> None:
    table = open_on_device(page, server.url, short=True)
    player = Player(page, "pagat")
    steps(player, 3)
    player.wait()
    seq = player.seq()
    page.reload()
    player.wait()
    assert player.seq() == seq
    play_to_the_end(player)
    expect(page.get_by_test_id("match-over")).to_be_visible()
    log = log_of(page, table)
    assert [event["seq"] for event in log] == list(range(1, int(player.seq()) + 1))

    # Replay, record and list show it.
    page.get_by_test_id("watch-replay").click()
    expect(page.get_by_test_id("replay")).to_be_visible()
    page.goto(f"{server.url}/t/{table}")
    with page.expect_download() as download:
        page.get_by_test_id("download-record").click()
    record = json.loads(download.value.path().read_text())
    assert len(record["rounds"]) == sum(event["type"] == "round" for event in log)
    page.goto(f"{server.url}/matches")
    expect(page.get_by_test_id("matches").get_by_role("listitem")).to_have_count(1)


def test_tabs_share_a_table(page: Page, server: LiveServer) -> None:
    open_on_device(page, server.url)
    first = Player(page, "pagat")
    steps(first, 2)
    other = page.context.new_page()
    other.goto(page.url)
    second = Player(other, "pagat")
    second.wait()
    steps(second, 2)
    second.wait()
    expect(first.table).to_have_attribute("data-seq", second.seq())
    steps(first, 2)
    first.wait()
    expect(second.table).to_have_attribute("data-seq", first.seq())

    # When the tab that plays is closed, the other one goes on.
    other.close()
    steps(first, 2)
    last = page.context.new_page()
    last.goto(page.url)
    third = Player(last, "pagat")
    third.wait()
    page.close()
    steps(third, 2)


def test_the_page_hears_nothing_that_its_seat_may_not_know(page: Page, server: LiveServer) -> None:
    page.add_init_script(LISTEN)
    table = open_on_device(page, server.url, short=True)
    play_to_the_end(Player(page, "pagat"))
    log = [read_event(body) for body in log_of(page, table)]
    rounds = rounds_by_event(log, dealt_in(log), RuleSet("pagat").options)
    known = set[str]()
    known_by_event = {seq: (known := known | rounds[seq].may_know(0)) for seq in sorted(rounds)}
    heard = [text for text in messages(page) if isinstance(text, str)]
    sent = [json.loads(text) for text in heard]
    assert sum(one["type"] == "events" for one in sent) > len(log) / 2
    for text, message in zip(heard, sent, strict=True):
        if "seq" in message and message["type"] != "accepted":
            assert cards_in(text) <= known_by_event[message["seq"]]
        else:
            assert not cards_in(text)


def dealt_in(log: Sequence[LogEvent]) -> dict[int, list[int]]:
    """Return the seats that were dealt in, by the number of the round's event."""
    table = Table.replay(log[:1])
    found = {}
    for event in log[1:]:
        table.apply(event)
        if isinstance(event, DealEvent):
            view = table.view(None)
            assert view is not None
            found[event.seq] = [seat.seat for seat in view.seats if seat.active]
    return found


@pytest.mark.parametrize("error", ["QuotaExceededError", "UnknownError"])
def test_a_move_that_cannot_be_stored_is_refused(
    error: str, page: Page, server: LiveServer
) -> None:
    change_worker(page, FAILING_STORAGE)
    table = open_on_device(page, server.url)
    player = Player(page, "pagat")
    player.until(player.may_move)
    seq = player.seq()
    before = log_of(page, table)
    with failing_storage(page, error):
        page.get_by_test_id("act-pass").click()
        words = "storage is full" if error == "QuotaExceededError" else "could not store"
        expect(page.get_by_text(re.compile(words)).first).to_be_visible()
        assert player.seq() == seq
        assert log_of(page, table) == before
    player.act("act-pass")
    player.wait()
    assert len(log_of(page, table)) == int(player.seq())


def test_a_log_that_the_browser_has_deleted_is_stored_again(page: Page, server: LiveServer) -> None:
    table = open_on_device(page, server.url)
    player = Player(page, "pagat")
    steps(player, 3)
    player.wait()
    edit_database(page, "tables.clear(); events.clear();")
    steps(player, 1)
    player.wait()
    assert len(log_of(page, table)) == int(player.seq())
    page.reload()
    player.wait()
    steps(player, 1)


DAMAGES = {
    "an event is missing": "events.delete([table, 3]);",
    "a pack is wrong": """
        const reading = events.get([table, 2]);
        reading.onsuccess = () => {
          const row = reading.result;
          row.body.pack = "AS AS";
          events.put(row);
        };
    """,
    "the first event is gone": "events.delete([table, 1]);",
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_log_closes_its_table_alone(damage: str, page: Page, server: LiveServer) -> None:
    sound = open_on_device(page, server.url)
    damaged = open_on_device(page, server.url)
    steps(Player(page, "pagat"), 2)
    page.goto(f"{server.url}/rules")
    edit_database(page, f"const table = '{damaged}'; {DAMAGES[damage]}")
    page.goto(f"{server.url}/t/{damaged}")
    expect(page.get_by_test_id("connection")).to_contain_text("damaged")
    page.goto(f"{server.url}/t/{sound}")
    steps(Player(page, "pagat"), 1)


def test_a_table_of_another_device_is_missing(page: Page, server: LiveServer) -> None:
    page.goto(f"{server.url}/t/device.0000000000")
    expect(page.get_by_text("does not exist", exact=False).first).to_be_visible()


DENY_STORAGE = "indexedDB.open = () => { throw new DOMException('no', 'SecurityError'); }"

FAULTS: dict[str, tuple[str, Callable[[Page], object]]] = {
    "module": (
        "could not be loaded",
        lambda page: page.route("**/assets/rules-*.wasm", lambda route: route.abort()),
    ),
    "storage": ("does not let the page store", lambda page: change_worker(page, DENY_STORAGE)),
    "WebAssembly": (
        "this browser lacks what",
        lambda page: page.add_init_script("delete globalThis.WebAssembly"),
    ),
}
"""Faults, each with the words that explain it."""


@pytest.mark.parametrize("fault", FAULTS)
def test_where_the_device_cannot_play_the_server_does(
    fault: str, offline_page: Page, server: LiveServer
) -> None:
    page = offline_page
    words, cause = FAULTS[fault]
    cause(page)
    page.goto(server.url)
    expect(page.get_by_test_id("start-place")).to_contain_text(words)
    page.get_by_test_id("start-play").click()
    expect(page.get_by_test_id("table")).to_be_visible()
    assert "device." not in page.url


def test_over_plain_http_the_server_plays(page: Page, server: LiveServer) -> None:
    port = server.url.rpartition(":")[2]
    page.goto(f"http://club.test:{port}")
    assert not page.evaluate("isSecureContext")
    expect(page.get_by_test_id("start-place")).to_contain_text("over https only")
    page.get_by_test_id("start-play").click()
    expect(page.get_by_test_id("table")).to_be_visible()
    assert "device." not in page.url
    steps(Player(page, "pagat"), 1)


def test_the_server_plays_if_one_has_chosen_so(visit: Visit, server: LiveServer) -> None:
    page = visit(settings={"playOn": "server"})
    page.goto(server.url)
    page.get_by_test_id("start-play").click()
    expect(page.get_by_test_id("table")).to_be_visible()
    assert "device." not in page.url


def test_everything_against_bots_works_offline(
    offline_page: Page, tmp_path: Path, start: Start
) -> None:
    page = offline_page
    server = start(tmp_path / "schwimmen.db")
    url = server.url()
    page.goto(url)
    wait_for_worker(page)
    expect(page.get_by_test_id("start-play")).to_be_enabled()
    server.end(signal.SIGTERM)

    page.goto(url)
    expect(page.get_by_test_id("start-offline")).to_be_visible()
    open_on_device(page, url, short=True)
    player = Player(page, "pagat")
    steps(player, 2)
    page.reload()
    player.wait()
    play_to_the_end(player)
    page.get_by_test_id("watch-replay").click()
    expect(page.get_by_test_id("replay")).to_be_visible()
    page.goto(f"{url}/matches")
    expect(page.get_by_test_id("matches").get_by_role("listitem")).to_have_count(1)
    page.goto(f"{url}/statistics")
    expect(page.get_by_test_id("offline")).to_have_count(0)

    # Another variant with a house rule, by the form.
    page.goto(f"{url}/new")
    page.get_by_test_id("new-variant-choy").check()
    page.get_by_test_id("new-play").click()
    expect(page.get_by_test_id("table")).to_be_visible()
    steps(Player(page, "choy"), 2)

    # What needs others says so.
    page.goto(f"{url}/friends")
    expect(page.get_by_test_id("offline")).to_be_visible()


def test_a_slow_device_plays_from_the_first_tap_without_a_network(
    offline_page: Page, server: LiveServer
) -> None:
    page = offline_page
    page.goto(server.url)
    wait_for_worker(page)
    page.wait_for_load_state("networkidle")
    page.context.set_offline(True)
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": 4})
    page.get_by_test_id("start-play").click()
    steps(Player(page, "pagat"), 2)
    page.reload()
    steps(Player(page, "pagat"), 1)


def test_a_match_goes_on_after_the_server_was_stopped(
    page: Page, tmp_path: Path, start: Start
) -> None:
    server = start(tmp_path / "schwimmen.db")
    url = server.url()
    table = open_on_device(page, url)
    player = Player(page, "pagat")
    steps(player, 2)
    player.wait()
    seq = player.seq()
    server.end(signal.SIGTERM)
    steps(player, 1)  # no server is needed meanwhile
    start(tmp_path / "schwimmen.db", "--port", url.rpartition(":")[2]).url()
    page.goto(url)
    page.get_by_test_id(f"resume-{table}").click()
    player.wait()
    assert int(player.seq()) > int(seq)
    steps(player, 1)


def test_a_new_build_finishes_a_match_with_the_old_engine(
    offline_page: Page, tmp_path: Path, start: Start, old_build: Path
) -> None:
    page = offline_page
    data = tmp_path / "schwimmen.db"
    server = start_serving(start, old_build, data)
    url = server.url()
    page.goto(url)
    wait_for_worker(page)
    table = open_on_device(page, url, short=True)
    steps(Player(page, "pagat"), 2)
    before = build_of(page)
    (engine,) = {worker.url for worker in page.workers}  # one that is ending has the same
    server.end(signal.SIGTERM)
    start_serving(start, STATIC, data, "--port", url.rpartition(":")[2]).url()
    page.goto(f"{url}/rules")
    find_new_build(page)
    page.goto("about:blank")
    page.goto(f"{url}/t/{table}")
    player = Player(page, "pagat")
    player.wait()
    expect(page.locator(f'meta[name="build"][content="{before}"]')).to_have_count(0)
    assert engine in [worker.url for worker in page.workers]
    play_to_the_end(player)
    opened = open_on_device(page, url)
    assert opened != table


HANDOVER = "**/api/tables/device"


def record_handovers(page: Page) -> list[Request]:
    """Return a list to which the requests are added that hand matches over."""
    requests: list[Request] = []
    page.on(
        "request",
        lambda request: requests.append(request) if fnmatch(request.url, HANDOVER) else None,
    )
    return requests


def play_short_match(page: Page, server: LiveServer) -> None:
    """Play a match to its end on the device, where the page follows it."""
    device = DevicePlace(server, pause=0)
    table = device.open_table(page, opponents=1, options={"lives": 1})
    device.play_out(page, table)
    expect(page.get_by_test_id("match-over")).to_be_visible()


def wait_for_handover(page: Page) -> None:
    """Wait until the device has noted that the server has accepted all its matches."""
    end = time.monotonic() + PATIENCE
    while None in (results := [row["handedOver"] for row in rows_of(page)]):
        assert time.monotonic() < end, "a match is not handed over"
        page.wait_for_timeout(50)
    assert "refused" not in results


def open_start_page(page: Page, server: LiveServer) -> None:
    """Open the start page and wait until it is complete."""
    page.goto(server.url)
    expect(page.get_by_test_id("start-play")).to_be_enabled()
    page.wait_for_load_state("networkidle")


def test_a_finished_match_is_handed_over_once(page: Page, server: LiveServer) -> None:
    sent = record_handovers(page)
    play_short_match(page, server)
    wait_for_handover(page)
    page.goto(f"{server.url}/matches")
    expect(page.get_by_test_id("matches").get_by_role("listitem")).to_have_count(1)
    tables: list[Any] = page.request.get(f"{server.url}/api/tables").json()
    assert [one["device"] for one in tables] == [True]
    open_start_page(page, server)
    assert len(sent) == 1


def test_no_match_is_handed_over_against_the_players_will(visit: Visit, server: LiveServer) -> None:
    page = visit()
    sent = record_handovers(page)
    setting = page.get_by_test_id("setting-handOver")
    page.goto(f"{server.url}/settings")
    setting.uncheck()
    play_short_match(page, server)
    open_start_page(page, server)
    assert sent == []

    page.goto(f"{server.url}/settings")
    setting.check()
    open_start_page(page, server)
    wait_for_handover(page)
    open_start_page(page, server)
    assert len(sent) == 1


RECORD_PERSISTENCE = """
  localStorage.asked ??= 0;
  StorageManager.prototype.persisted = async () => localStorage.asked > 0;
  StorageManager.prototype.persist = async () => { localStorage.asked++; return true; };
"""
"""Counts how often the page asks the browser not to delete what it stores."""


def test_persistent_storage_is_asked_for_after_the_first_match(
    page: Page, server: LiveServer
) -> None:
    page.add_init_script(RECORD_PERSISTENCE)
    device = DevicePlace(server, pause=0)
    table = device.open_table(page, opponents=1, options={"lives": 1})
    expect(page.get_by_test_id("table")).to_be_visible()
    assert page.evaluate("localStorage.asked") == "0"
    device.play_out(page, table)
    page.wait_for_function("localStorage.asked > 0")
    play_short_match(page, server)
    wait_for_handover(page)  # which follows the question
    assert page.evaluate("localStorage.asked") == "1"


def test_deleting_the_profile_deletes_the_matches_here(page: Page, server: LiveServer) -> None:
    play_short_match(page, server)
    wait_for_handover(page)  # which makes the profile
    page.goto(f"{server.url}/me")
    page.get_by_test_id("forget-me").click()
    page.get_by_test_id("forget-sure").click()
    expect(page.get_by_text("Your profile is deleted")).to_be_visible()
    assert rows_of(page) == []
