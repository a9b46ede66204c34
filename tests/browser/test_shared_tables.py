"""Shared tables, from the invitation to the rematch."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.axe import violations
from tests.browser.conftest import Visit
from tests.browser.live_server import LiveServer
from tests.browser.person import Person, guest_at, hand_of, host_of, play_on, settle
from tests.browser.player import Keyboard, unfold
from tests.browser.shared_table import begin, play_round, share, show_side, sit

SMALL = {"width": 390, "height": 844}


def cards(page: Page) -> set[str]:
    """Return every card in the page, visible or not."""
    found: list[str] = page.evaluate(
        "[...document.querySelectorAll('[data-card]')].map((element) => element.dataset.card)"
    )
    return set(found)


def seal_of(page: Page) -> str:
    """Return the seal of the shuffles that a page has seen, without its spaces."""
    show_side(page, "people")
    page.get_by_test_id("seal").locator("summary").click()
    return re.sub(r"\s", "", page.get_by_test_id("seal-seen").inner_text())


@contextmanager
def match_with(guest: Page, url: str) -> Iterator[Person]:
    """Begin a match of a host with Ben, who plays in a page; yield the host."""
    with host_of(url) as host:
        sit(guest, host.address, "Ben")
        host.do("start")
        settle(host)
        expect(guest.get_by_test_id("table")).to_be_visible()
        yield host


def test_two_people_meet_by_the_link_and_play_a_round(visit: Visit, server: LiveServer) -> None:
    anna, ben = visit(), visit(viewport=SMALL)
    anna.goto(server.url)
    anna.get_by_test_id("start-friends").click()
    anna.get_by_test_id("friends-open").click()
    expect(anna.get_by_test_id("friends-name-bad")).to_be_visible()  # a name is required
    anna.get_by_test_id("friends-name").fill("Anna")
    anna.get_by_test_id("terms-bots-none").check()
    unfold(anna, "special")
    anna.get_by_test_id("option-special-none").check()  # no round ends before the first turn
    anna.get_by_test_id("friends-open").click()
    link = anna.get_by_test_id("table-link").input_value()
    anna.get_by_test_id("table-link").focus()
    expect(anna.get_by_test_id("start-match")).to_have_attribute("aria-disabled", "true")

    ben.goto(link)
    Keyboard(ben).reach(ben.get_by_test_id("my-name"))
    ben.keyboard.type("aNNa")
    ben.keyboard.press("Enter")
    expect(ben.get_by_test_id("my-name-bad")).to_be_visible()  # the name is taken
    assert ben.get_by_test_id("my-name").evaluate("(field) => field === document.activeElement")
    ben.get_by_test_id("my-name").fill("Ben <b>")
    ben.keyboard.press("Enter")
    expect(anna.get_by_test_id("place-1")).to_contain_text("Ben <b>")
    expect(ben.get_by_test_id("places")).to_be_focused()
    ben.get_by_test_id("stand-up").click()
    expect(ben.get_by_test_id("sit")).to_be_visible()
    expect(ben.get_by_test_id("places")).to_be_focused()
    ben.get_by_test_id("sit").click()
    expect(anna.get_by_test_id("place-1")).to_contain_text("Ben <b>")
    expect(anna.get_by_test_id("table-link")).to_be_focused()  # others keep their focus
    for page in (anna, ben):
        assert violations(page) == []

    begin(anna, ben)
    play_round(anna, ben, plan=("act-exchange", "act-close"))
    ben.get_by_test_id("next-round").click()
    expect(ben.get_by_test_id("next-waits")).to_contain_text("Anna")
    expect(ben.get_by_test_id("next-round")).to_have_count(0)
    assert violations(ben) == []
    anna.get_by_test_id("next-round").click()
    expect(anna.get_by_test_id("showdown")).to_have_count(0)
    assert seal_of(anna) == seal_of(ben)


def test_chat_and_reactions_reach_others_unless_muted(
    visit: Visit, slow_server: LiveServer
) -> None:
    ben = visit(viewport=SMALL)
    with match_with(ben, slow_server.url) as anna:
        anna.do("say", text="<img src=x onerror=alert(1)> Servus!")
        expect(ben.get_by_test_id("open-side")).to_contain_text("1")
        ben.get_by_test_id("open-side").click()
        expect(ben.get_by_test_id("chat")).to_contain_text("<img src=x onerror=alert(1)> Servus!")
        assert violations(ben) == []
        ben.keyboard.press("Escape")
        expect(ben.get_by_test_id("open-side")).not_to_contain_text("1")

        anna.do("react", reaction="well_played")
        expect(ben.get_by_test_id("seat-0").get_by_test_id("bubble")).to_have_text("Well played!")
        show_side(ben, "people")
        ben.get_by_test_id("mute-0").click()
        assert violations(ben) == []
        ben.keyboard.press("Escape")
        expect(ben.get_by_test_id("bubble")).to_have_count(0)
        anna.do("say", text="Are you there?")
        ben.reload()  # the mute is stored on this device
        show_side(ben, "talk")
        expect(ben.get_by_test_id("chat")).not_to_contain_text("Are you there?")
        ben.get_by_test_id("tab-people").click()
        ben.get_by_test_id("mute-0").click()
        ben.get_by_test_id("tab-talk").click()
        expect(ben.get_by_test_id("chat")).to_contain_text("Are you there?")

        anna.do("change", settings=anna.info["settings"] | {"chat": False})
        expect(ben.get_by_test_id("chat-input")).to_have_count(0)


def test_a_bot_replaces_an_absent_player_until_they_return(
    visit: Visit, server: LiveServer
) -> None:
    ben = visit(viewport=SMALL)
    with match_with(ben, server.url) as anna:
        ben.goto("about:blank")
        anna.until(lambda: anna.presence["seats"] == [0])
        anna.do("away", seat=1)

        ben.goto(anna.address)
        expect(ben.get_by_test_id("take-over")).to_be_visible()
        assert violations(ben) == []
        ben.get_by_test_id("take-over").click()
        expect(ben.get_by_test_id("take-over")).to_have_count(0)
        anna.until(lambda: anna.info["seats"][1]["away"] is None)

        # A player who leaves is replaced by a bot, too.
        ben.get_by_role("button", name="Leave the table").click()
        assert violations(ben) == []
        ben.get_by_test_id("leave-bot").click()
        expect(ben.get_by_test_id("with-friends")).to_be_visible()
        anna.until(lambda: anna.info["seats"][1]["away"] == "left")


def test_spectators_do_not_see_hands(visit: Visit, slow_server: LiveServer) -> None:
    page = visit(viewport=SMALL)
    url = slow_server.url
    with host_of(url) as anna:
        page.goto(anna.address)  # before the match there is a free seat
        expect(page.get_by_test_id("sit")).to_be_visible()
        with guest_at(url, anna.table) as ben:
            expect(page.get_by_test_id("sit")).to_have_count(0)
            anna.do("start")
            settle(anna, ben)
            anna.until(lambda: anna.presence["spectators"] == 1)
            for _ in range(3):
                for player in (anna, ben):
                    player.catch_up(max(anna.seq, ben.seq))
                if anna.view["phase"] == "over":
                    break
                table = page.get_by_test_id("table")
                expect(table).to_have_attribute("data-seq", str(anna.seq))
                hands = {*anna.view["hand"], *ben.view["hand"]}
                assert len(hands) == 6
                assert cards(page).isdisjoint(hands)
                assert violations(page) == []
                mover = anna if anna.view["legal_actions"] else ben
                mover.play("keep" if "keep" in mover.view["legal_actions"] else "pass")


def test_a_rematch_brings_the_same_people_to_a_new_table(visit: Visit, server: LiveServer) -> None:
    page = visit()
    table = share(page, server.url, options={"lives": 1, "turn_cap": 2})
    with guest_at(server.url, table) as ben:
        page.get_by_test_id("start-match").click()
        settle(ben)
        expect(page.get_by_test_id("table")).to_be_visible()
        with hand_of(page, server.url, table) as anna:
            play_on(anna, ben)
        for address in (page.url, f"{page.url}/replay"):  # the device still has the seal there
            if page.url != address:
                page.goto(address)
            page.get_by_test_id("check-shuffles").click()
            checked = page.get_by_test_id("shuffles-checked")
            expect(checked.locator(".headline.good")).to_be_visible()
            expect(checked.locator(".good").last).to_contain_text("this device saw")
        page.goto(f"{server.url}/t/{table}")
        expect(page.get_by_test_id("rematch")).to_be_visible()
        assert violations(page) == []

        ben.do("say", text="One more?")
        ben.do("rematch")
        expect(page.get_by_test_id("rematch-wanted")).to_contain_text("Ben")
        page.get_by_test_id("come-along").click()
        expect(page.get_by_test_id("stand-up")).to_be_visible()
        assert page.url == f"{server.url}/t/{ben.info['rematch']}"
        expect(page.get_by_test_id("place-0")).to_contain_text("Anna")
        expect(page.get_by_test_id("chat")).to_contain_text("Ben One more?")
        scores = page.get_by_test_id("evening").get_by_role("row")
        expect(scores.filter(has=page.get_by_role("rowheader", name="Anna"))).to_have_count(1)
        expect(scores.filter(has=page.get_by_role("rowheader", name="Ben"))).to_have_count(1)
        assert violations(page) == []


def test_the_lobby_leads_to_a_seat(visit: Visit, slow_server: LiveServer) -> None:
    page = visit(viewport=SMALL)
    url = slow_server.url
    with host_of(url, "Carl", visibility="open") as carl:
        carl.do("leave")
        page.goto(url)
        page.get_by_test_id("start-lobby").click()
        to_join = page.get_by_test_id(f"lobby-go-{carl.table}")
        expect(to_join).to_have_accessible_name("Join: Schwimmen")  # there is no host
        to_join.click()
        page.get_by_test_id("my-name").fill("Ben")
        page.get_by_test_id("sit").click()
        expect(page.get_by_test_id("start-match")).to_be_visible()

    with host_of(url, visibility="open", seats=3) as anna:
        page.goto(f"{url}/lobby")
        expect(page.get_by_test_id(f"lobby-{anna.table}")).to_contain_text("Anna")
        assert violations(page) == []
        page.get_by_test_id(f"lobby-go-{anna.table}").click()
        page.get_by_test_id("sit-2").click()
        anna.until(lambda: "Ben" in [one["name"] for one in anna.info["seats"]])
        assert [(one["seat"], one["name"]) for one in anna.info["seats"]][1:] == [(2, "Ben")]
        anna.do("start")
        settle(anna)
        expect(page.get_by_test_id("table")).to_be_visible()

        page.context.clear_cookies()  # another visitor
        page.goto(f"{url}/lobby?quick")
        to_watch = page.get_by_test_id(f"lobby-go-{anna.table}")
        expect(to_watch).to_have_accessible_name(re.compile("^Watch Anna, .+ and Ben: Schwimmen$"))
        assert violations(page) == []
        page.get_by_test_id("quick-name").fill("Cleo")
        page.get_by_test_id("quick-go").click()
        expect(page.get_by_test_id("patience")).to_be_visible()


def test_the_host_changes_settings_and_seats(visit: Visit, slow_server: LiveServer) -> None:
    anna = visit()
    sockets: list[WebSocketRoute] = []

    def connect(socket: WebSocketRoute) -> None:
        socket.connect_to_server()
        sockets.append(socket)

    anna.route_web_socket(re.compile("/api/tables/"), connect)
    table = share(anna, slow_server.url, seats=4)
    with guest_at(slow_server.url, table) as ben:
        expect(anna.get_by_test_id("place-1")).to_contain_text("Ben")
        refused = {"id": None, "code": "busy", "message": "", "reason": None, "legal": None}
        sockets[-1].send(json.dumps({"v": 1, "type": "refused", **refused}))
        notice = anna.get_by_test_id("notice")
        expect(notice).to_have_text("Another player was faster. Try again.")
        assert violations(anna) == []
        anna.get_by_test_id("change-terms").click()
        anna.get_by_test_id("terms-clock-30").check()
        assert violations(anna) == []
        anna.get_by_test_id("terms-save").click()
        expect(anna.get_by_test_id("terms")).to_have_count(0)
        expect(notice).to_have_count(0)  # cleared by the next event
        expect(anna.get_by_test_id("agreed")).to_contain_text("30 seconds")
        ben.until(lambda: ben.info["settings"]["clock"])
        assert ben.info["settings"]["clock"]["move"] == 30
        anna.get_by_test_id("arrange").click()
        anna.get_by_test_id("later-1").click()
        ben.until(lambda: ben.seat == 2)
        expect(anna.get_by_test_id("place-2")).to_contain_text("Ben")
    anna.get_by_test_id("free-2").click()
    expect(anna.get_by_test_id("place-2")).not_to_contain_text("Ben")
    expect(anna.get_by_test_id("places")).to_be_focused()


def test_a_player_in_several_windows_commits_to_one_seed(
    visit: Visit, slow_server: LiveServer
) -> None:
    ben = visit()
    with host_of(slow_server.url) as anna:
        sit(ben, anna.address, "Ben")
        window = ben.context.new_page()
        device = visit(storage_state={"cookies": ben.context.cookies(), "origins": []})
        for page in (window, device):
            page.goto(anna.address)
            expect(page.get_by_test_id("stand-up")).to_be_visible()
        anna.do("start")
        settle(anna)
        elsewhere, seals = [], set()
        for page in (ben, window, device):
            expect(page.get_by_test_id("table")).to_be_visible()
            show_side(page, "people")
            page.get_by_test_id("seal").locator("summary").click()
            # A window that hears of the list only after the deal has not seen the seal.
            seen = page.get_by_test_id("seal-seen")
            expect(
                seen.or_(page.get_by_text("was not at the table before the first card"))
            ).to_be_visible()
            if seen.is_visible():
                seals.add(re.sub(r"\s", "", seen.inner_text()))
            # A window may learn late that another window's commitment counts.
            expect(page.get_by_test_id("seal")).not_to_contain_text("must not make")
            text = page.get_by_test_id("seal").inner_text()
            elsewhere.append("Another window or device" in text)
        assert seals == {anna.seal}
        # If two windows of one browser commit at the same moment, only one of them takes part.
        assert any(elsewhere)
        assert not all(elsewhere)
