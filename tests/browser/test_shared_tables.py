"""Shared tables, from the invitation to the rematch."""

from __future__ import annotations

import json
import re

from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.axe import violations
from tests.browser.conftest import Visit
from tests.browser.live_server import LiveServer
from tests.browser.player import Keyboard, Player, unfold
from tests.browser.shared_table import (
    begin,
    phase,
    play_match,
    play_round,
    share,
    show_side,
    sit,
    turn,
)

SMALL = {"width": 390, "height": 844}


def cards(page: Page) -> set[str]:
    """Return every card in the page, visible or not."""
    found: list[str] = page.evaluate(
        "[...document.querySelectorAll('[data-card]')].map((element) => element.dataset.card)"
    )
    return set(found)


def hand(page: Page) -> set[str]:
    """Return the cards of the player's own hand."""
    found: list[str] = page.evaluate(
        "[...document.querySelectorAll('[data-group=hand] [data-testid^=hand-]')]"
        ".map((element) => element.dataset.testid.slice(5))"
    )
    return set(found)


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
    for page in (anna, ben):
        assert violations(page) == []

    begin(anna, ben)
    play_round(anna, ben)
    ben.get_by_test_id("next-round").click()
    expect(ben.get_by_test_id("next-waits")).to_contain_text("Anna")
    expect(ben.get_by_test_id("next-round")).to_have_count(0)
    assert violations(ben) == []
    anna.get_by_test_id("next-round").click()
    expect(anna.get_by_test_id("showdown")).to_have_count(0)
    seals = []
    for page in (anna, ben):
        show_side(page, "people")
        page.get_by_test_id("seal").locator("summary").click()
        seals.append(page.get_by_test_id("seal-seen").inner_text())
    assert seals[0] == seals[1]


def test_chat_and_reactions_reach_others_unless_muted(
    visit: Visit, slow_server: LiveServer
) -> None:
    anna, ben = visit(), visit(viewport=SMALL)
    table = share(anna, slow_server.url)
    sit(ben, f"{slow_server.url}/t/{table}", "Ben")
    begin(anna, ben)
    anna.get_by_test_id("chat-input").fill("<img src=x onerror=alert(1)> Servus!")
    anna.get_by_test_id("chat-send").click()
    expect(ben.get_by_test_id("open-side")).to_contain_text("1")
    ben.get_by_test_id("open-side").click()
    expect(ben.get_by_test_id("chat")).to_contain_text("<img src=x onerror=alert(1)> Servus!")
    assert violations(ben) == []
    ben.keyboard.press("Escape")
    expect(ben.get_by_test_id("open-side")).not_to_contain_text("1")

    anna.get_by_test_id("react").click()
    anna.get_by_test_id("react-well_played").first.click()
    expect(ben.get_by_test_id("seat-0").get_by_test_id("bubble")).to_have_text("Well played!")
    expect(anna.get_by_test_id("seat-0").get_by_test_id("bubble")).to_be_visible()

    show_side(ben, "people")
    ben.get_by_test_id("mute-0").click()
    assert violations(ben) == []
    ben.keyboard.press("Escape")
    expect(ben.get_by_test_id("bubble")).to_have_count(0)
    anna.get_by_test_id("chat-input").fill("Are you there?")
    anna.keyboard.press("Enter")
    expect(anna.get_by_test_id("chat")).to_contain_text("Are you there?")
    ben.reload()  # the mute is stored on this device
    show_side(ben, "talk")
    expect(ben.get_by_test_id("chat")).not_to_contain_text("Are you there?")
    ben.get_by_test_id("tab-people").click()
    ben.get_by_test_id("mute-0").click()
    ben.get_by_test_id("tab-talk").click()
    expect(ben.get_by_test_id("chat")).to_contain_text("Are you there?")

    show_side(anna, "people")
    anna.get_by_test_id("set-chat").uncheck()
    expect(ben.get_by_test_id("chat-input")).to_have_count(0)


def test_a_player_whose_time_runs_out_is_moved_for(visit: Visit, slow_server: LiveServer) -> None:
    anna, ben = visit(), visit()
    clock = {"move": 6, "reserve": 0}
    table = share(anna, slow_server.url, clock=clock)
    sit(ben, f"{slow_server.url}/t/{table}", "Ben")
    begin(anna, ben)
    late = turn(anna, ben)
    other = ben if late is anna else anna
    seq = late.get_by_test_id("table").get_attribute("data-seq") or ""
    expect(late.get_by_test_id("time-left")).to_have_text(re.compile(r"^0:0[1-6]$"))
    expect(late.get_by_test_id("warned")).to_contain_text("5 seconds")
    expect(late.get_by_test_id("time-left")).to_have_attribute("data-urgent", "true")
    expect(other.get_by_test_id("warned")).to_have_text("")
    expect(late.get_by_test_id("table")).not_to_have_attribute("data-seq", seq)
    expect(late.get_by_test_id("table")).to_have_attribute("data-my-turn", "false")


def test_a_bot_replaces_an_absent_player_until_they_return(
    visit: Visit, server: LiveServer
) -> None:
    anna, ben = visit(), visit(viewport=SMALL)
    address = f"{server.url}/t/{share(anna, server.url)}"
    sit(ben, address, "Ben")
    begin(anna, ben)
    ben.goto("about:blank")
    expect(anna.get_by_test_id("seat-1")).to_have_attribute("data-absent", "true")
    if turn_of(anna) == 0:
        Player(anna, "pagat").play_turn()
    anna.get_by_test_id("nudge-replace").click()
    expect(anna.get_by_test_id("seat-1")).to_have_attribute("data-away", "host")

    ben.goto(address)
    expect(ben.get_by_test_id("take-over")).to_be_visible()
    assert violations(ben) == []
    ben.get_by_test_id("take-over").click()
    expect(ben.get_by_test_id("take-over")).to_have_count(0)
    expect(anna.get_by_test_id("seat-1")).not_to_have_attribute("data-away", "host")

    # A player who leaves is replaced by a bot, too.
    ben.get_by_role("button", name="Leave the table").click()
    assert violations(ben) == []
    ben.get_by_test_id("leave-bot").click()
    expect(ben.get_by_test_id("with-friends")).to_be_visible()
    expect(anna.get_by_test_id("seat-1")).to_have_attribute("data-away", "left")


def turn_of(page: Page) -> int | None:
    """Return the seat that has to move."""
    seat = page.get_by_test_id("table").get_attribute("data-to-act")
    return int(seat) if seat else None


def test_spectators_do_not_see_hands(visit: Visit, slow_server: LiveServer) -> None:
    anna, ben, cleo = visit(), visit(), visit(viewport=SMALL)
    address = f"{slow_server.url}/t/{share(anna, slow_server.url)}"
    cleo.goto(address)  # before the match there is a free seat
    expect(cleo.get_by_test_id("sit")).to_be_visible()
    sit(ben, address, "Ben")
    expect(cleo.get_by_test_id("sit")).to_have_count(0)
    begin(anna, ben, cleo)
    show_side(anna, "people")
    expect(anna.get_by_test_id("watching")).to_contain_text("1")
    for _ in range(3):
        player = turn(anna, ben)
        if phase(player) == "over":
            break
        hands = hand(anna) | hand(ben)
        assert len(hands) == 6
        assert cards(cleo).isdisjoint(hands)
        assert violations(cleo) == []
        if phase(player) == "choice":
            Player(player, "pagat").act("act-keep")
        else:
            Player(player, "pagat").act("act-pass")
        seq = player.get_by_test_id("table").get_attribute("data-seq") or ""
        for page in (anna, ben, cleo):
            expect(page.get_by_test_id("table")).to_have_attribute("data-seq", seq)


def test_a_table_without_spectators_turns_visitors_away(
    visit: Visit, slow_server: LiveServer
) -> None:
    anna, cleo = visit(), visit()
    address = f"{slow_server.url}/t/{share(anna, slow_server.url, spectators=False)}"
    cleo.goto(address)
    expect(cleo.get_by_test_id("sit")).to_be_visible()
    begin(anna)
    expect(cleo.get_by_test_id("shut")).to_be_visible()
    assert violations(cleo) == []


def test_a_rematch_brings_the_same_people_to_a_new_table(visit: Visit, server: LiveServer) -> None:
    anna, ben = visit(), visit(viewport=SMALL)
    table = share(anna, server.url, options={"lives": 1, "turn_cap": 2})
    sit(ben, f"{server.url}/t/{table}", "Ben")
    begin(anna, ben)
    play_match(anna, ben)
    for page in (anna, ben):  # at Ben's replay: his device still has the seal
        if page is ben:
            page.goto(f"{server.url}/t/{table}/replay")
        page.get_by_test_id("check-shuffles").click()
        checked = page.get_by_test_id("shuffles-checked")
        expect(checked.locator(".headline.good")).to_be_visible()
        expect(checked.locator(".good").last).to_contain_text("this device saw")
    ben.goto(f"{server.url}/t/{table}")
    assert violations(anna) == []

    ben.get_by_test_id("rematch").click()
    expect(ben.get_by_test_id("stand-up")).to_be_visible()
    expect(ben).not_to_have_url(re.compile(table))
    expect(anna.get_by_test_id("rematch-wanted")).to_contain_text("Ben")
    anna.get_by_test_id("come-along").click()
    expect(anna.get_by_test_id("stand-up")).to_be_visible()
    assert anna.url == ben.url
    expect(ben.get_by_test_id("place-0")).to_contain_text("Anna")


def test_the_lobby_leads_to_a_seat(visit: Visit, slow_server: LiveServer) -> None:
    anna, ben, cleo = visit(), visit(viewport=SMALL), visit()
    table = share(anna, slow_server.url, visibility="open", seats=3)
    ben.goto(slow_server.url)
    ben.get_by_test_id("start-lobby").click()
    expect(ben.get_by_test_id(f"lobby-{table}")).to_contain_text("Anna")
    assert violations(ben) == []
    ben.get_by_test_id(f"lobby-go-{table}").click()
    ben.get_by_test_id("my-name").fill("Ben")
    ben.get_by_test_id("sit-2").click()
    expect(anna.get_by_test_id("place-2")).to_contain_text("Ben")

    begin(anna, ben)
    cleo.goto(f"{slow_server.url}/lobby?quick")
    to_watch = cleo.get_by_test_id(f"lobby-go-{table}")
    expect(to_watch).to_have_accessible_name(re.compile("^Watch Anna, .+ and Ben: Schwimmen$"))
    assert violations(cleo) == []
    cleo.get_by_test_id("quick-name").fill("Cleo")
    cleo.get_by_test_id("quick-go").click()
    expect(cleo.get_by_test_id("patience")).to_be_visible()


def test_a_table_without_a_host_stands_in_the_lobby(visit: Visit, slow_server: LiveServer) -> None:
    anna, ben = visit(), visit()
    table = share(anna, slow_server.url, visibility="open")
    anna.get_by_test_id("stand-up").click()
    expect(anna.get_by_test_id("sit")).to_be_visible()
    ben.goto(f"{slow_server.url}/lobby")
    to_join = ben.get_by_test_id(f"lobby-go-{table}")
    expect(to_join).to_have_accessible_name("Join: Schwimmen")
    to_join.click()
    ben.get_by_test_id("my-name").fill("Ben")
    ben.get_by_test_id("sit").click()
    expect(ben.get_by_test_id("start-match")).to_be_visible()


def test_the_host_changes_settings_and_seats(visit: Visit, slow_server: LiveServer) -> None:
    anna, ben = visit(), visit()
    address = f"{slow_server.url}/t/{share(anna, slow_server.url, seats=4)}"
    sit(ben, address, "Ben")
    anna.get_by_test_id("change-terms").click()
    anna.get_by_test_id("terms-clock-30").check()
    assert violations(anna) == []
    anna.get_by_test_id("terms-save").click()
    expect(anna.get_by_test_id("terms")).to_have_count(0)
    expect(ben.get_by_test_id("agreed")).to_contain_text("30 seconds")
    anna.get_by_test_id("arrange").click()
    anna.get_by_test_id("later-1").click()
    expect(ben.get_by_test_id("place-2")).to_contain_text("Ben")
    ben.goto("about:blank")
    anna.get_by_test_id("free-2").click()
    expect(anna.get_by_test_id("place-2")).not_to_contain_text("Ben")
    expect(anna.get_by_test_id("places")).to_be_focused()


def test_sitting_down_or_standing_up_moves_the_focus_to_the_seats(
    visit: Visit, server: LiveServer
) -> None:
    anna, ben = visit(), visit()
    sit(ben, f"{server.url}/t/{share(anna, server.url)}", "Ben")
    expect(ben.get_by_test_id("places")).to_be_focused()
    ben.get_by_test_id("stand-up").click()
    expect(ben.get_by_test_id("sit")).to_be_visible()
    expect(ben.get_by_test_id("places")).to_be_focused()
    expect(anna.locator("body")).to_be_focused()  # others keep their focus


def test_a_player_in_several_windows_commits_to_one_seed(
    visit: Visit, slow_server: LiveServer
) -> None:
    anna, ben = visit(), visit()
    address = f"{slow_server.url}/t/{share(anna, slow_server.url)}"
    sit(ben, address, "Ben")
    window = ben.context.new_page()
    device = visit(storage_state={"cookies": ben.context.cookies(), "origins": []})
    for page in (window, device):
        page.goto(address)
        expect(page.get_by_test_id("stand-up")).to_be_visible()
    begin(anna, ben, window, device)
    seals, elsewhere = set(), []
    for page in (anna, ben, window, device):
        show_side(page, "people")
        page.get_by_test_id("seal").locator("summary").click()
        seals.add(page.get_by_test_id("seal-seen").inner_text())
        # A window may learn late that another window's commitment counts.
        expect(page.get_by_test_id("seal")).not_to_contain_text("must not make")
        text = page.get_by_test_id("seal").inner_text()
        elsewhere.append("Another window or device" in text)
    assert len(seals) == 1
    # If two windows of one browser commit at the same moment, only one of them takes part.
    assert not elsewhere[0]
    assert elsewhere.count(True) > 0
    assert elsewhere.count(False) > 1


def test_a_refusal_in_the_waiting_room_is_shown_as_a_notice(
    visit: Visit, server: LiveServer
) -> None:
    anna, ben = visit(), visit(viewport=SMALL)
    sockets: list[WebSocketRoute] = []

    def connect(socket: WebSocketRoute) -> None:
        socket.connect_to_server()
        sockets.append(socket)

    ben.route_web_socket(re.compile("/api/tables/"), connect)
    sit(ben, f"{server.url}/t/{share(anna, server.url)}", "Ben")
    refused = {"id": None, "code": "busy", "message": "", "reason": None, "legal": None}
    sockets[-1].send(json.dumps({"v": 2, "type": "refused", **refused}))
    expect(ben.get_by_test_id("notice")).to_have_text("Another player was faster. Try again.")
    assert violations(ben) == []
    begin(anna, ben)
    expect(ben.get_by_test_id("notice")).to_have_count(0)  # cleared by the next event


def test_the_page_of_a_deleted_table_says_so(visit: Visit, slow_server: LiveServer) -> None:
    anna, ben = visit(), visit()
    ben.goto(f"{slow_server.url}/t/{share(anna, slow_server.url)}")
    expect(ben.get_by_test_id("gathering")).to_be_visible()
    assert anna.request.delete(f"{slow_server.url}/api/me").ok
    for page in (anna, ben):
        expect(page.get_by_text("This table does not exist")).to_be_visible()
        expect(page.get_by_test_id("gathering")).to_have_count(0)
