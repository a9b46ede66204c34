"""Reviews of matches: graph, decisions, summary, questions about mistakes, and failures."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from schwimmen.analysis import Review, review
from schwimmen.players import make_player, play_match
from schwimmen.records import dumps
from schwimmen.rules import Match
from tests.browser.conftest import PHONE, Visit
from tests.browser.layout_checks import clipped, too_small
from tests.browser.live_server import LiveServer
from tests.browser.place import ServerPlace
from tests.browser.reviewing import answer_with
from tests.browser.test_profiles import assert_no_violations

SEAT = 2
"""Seat of the test's match that plays at random."""


@pytest.fixture(scope="module")
def match() -> Match:
    """Short match, with the mistakes of a player that plays at random."""
    players = [make_player(level, 1) for level in ("club", "casual", "random")]
    return play_match(Match("pagat", players=["Anna", "Karl", "Resi"], seed=2, lives=1), players)


@pytest.fixture(scope="module")
def reviewed(match: Match) -> Review:
    return review(match)


@pytest.fixture
def show(
    match: Match, reviewed: Review, server: LiveServer, tmp_path: Path
) -> Callable[[Page, int | None], None]:
    """Function that opens the record of the match and asks for its review.

    It takes the pause before each moment with a decision, ``None`` for a review by the device.
    """
    file = tmp_path / "match.json"
    file.write_text(dumps(match.to_record()))

    def show_review(page: Page, pause_ms: int | None) -> None:
        if pause_ms is not None:
            answer_with(page, reviewed, pause_ms)
        page.goto(f"{server.url}/record")
        page.get_by_test_id("record-file").set_input_files(file)
        page.get_by_test_id("switch-review").click()

    return show_review


Show = Callable[[Page, int | None], None]


def expect_stage(page: Page, stage: str) -> None:
    expect(page.get_by_test_id("review")).to_have_attribute("data-stage", stage)


def mistakes_of(reviewed: Review) -> list[int]:
    """Return the moments with graded decisions of the seat that plays at random."""
    return [
        moment.number
        for moment in reviewed.moments
        if moment.decision and moment.decision.seat == SEAT and moment.decision.grade
    ]


def test_moments_and_decisions_are_shown(page: Page, reviewed: Review, show: Show) -> None:
    show(page, None)
    expect_stage(page, "done")
    summary = page.get_by_test_id("review-summary")
    rows = summary.locator("tbody tr")
    expect(rows).to_have_count(3)
    for row, one in zip(rows.all(), reviewed.players, strict=True):  # as Python reviews it
        grades = [str(one.grades[grade]) for grade in ("inaccuracy", "mistake", "blunder")]
        assert row.locator("td").all_inner_texts()[1:] == grades
    summary.get_by_role("button", name="Resi", exact=True).click()
    player = reviewed.players[SEAT]
    expect(page.get_by_test_id("account-result")).to_contain_text(f"{player.account.result:.0%}")
    assert_no_violations(page)

    first, second, *_ = mistakes_of(reviewed)
    moment = page.get_by_test_id("review-moment")
    graph = page.get_by_test_id("review-graph")
    expect(graph.get_by_test_id("review-mark")).to_have_count(len(mistakes_of(reviewed)))
    page.get_by_test_id("replay-mistake-on").click()
    expect(moment).to_have_attribute("data-moment", str(first))
    page.get_by_test_id("review-tab-course").click()
    expect(moment).to_have_count(0)
    page.keyboard.press("n")  # explains the mistake on every tab
    expect(moment).to_have_attribute("data-moment", str(second))
    page.keyboard.press("b")
    expect(moment).to_have_attribute("data-moment", str(first))
    decision = reviewed.moments[first].decision
    assert decision
    expect(page.get_by_test_id("review-decision")).to_contain_text("The choice of Resi")
    expect(page.get_by_test_id("review-advice")).to_be_visible()
    page.get_by_test_id("review-numbers").click()
    expect(page.get_by_test_id("review-actions")).to_contain_text("As Resi saw it")
    expect(moment).to_contain_text("For a spectator")
    rows = page.get_by_test_id("review-actions").locator("tbody tr")
    expect(rows.first).to_have_attribute("data-action", decision.best.action)
    expect(rows.filter(has_text="played")).to_have_attribute("data-action", decision.chosen.action)
    assert decision.reasons
    reasons = page.get_by_test_id("review-reasons").get_by_role("listitem")
    expect(reasons).to_have_count(len(decision.reasons))

    page.get_by_test_id("review-open").uncheck()
    expect(page.get_by_test_id("hand-value")).to_be_visible()
    assert_no_violations(page)
    graph.press("End")
    expect(moment).to_have_attribute("data-moment", str(len(reviewed.moments) - 1))
    box = graph.bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(box["x"] + 1, box["y"] + 20)
    page.mouse.up()
    expect(page.get_by_test_id("replay")).to_have_attribute("data-step", "0")
    page.get_by_test_id("review-tab-course").click()
    page.get_by_test_id("review-course").get_by_role("listitem").nth(1).click()
    expect(moment).to_have_attribute("data-moment", "2")


def play(page: Page, action: str) -> None:
    """Play an action at a table by its buttons."""
    kind, closes = action.removesuffix("!"), action.endswith("!")
    if "x" in kind:
        given, taken = kind.split("x")
        page.get_by_test_id(f"hand-{given}").click()
        page.get_by_test_id(f"table-{taken}").click()
        kind = "exchange"
    page.get_by_test_id(f"act-{kind}{'-close' if closes else ''}").click()


def test_mistakes_are_questions(visit: Visit, reviewed: Review, show: Show) -> None:
    page = visit(viewport=PHONE, locale="de")
    show(page, 0)
    expect_stage(page, "done")
    page.get_by_test_id("review-summary").get_by_role("button", name="Resi", exact=True).click()
    assert clipped(page) == []
    assert too_small(page) == []
    page.get_by_test_id("review-practise").click()
    practice = page.get_by_test_id("practice")
    verdict = page.get_by_test_id("practice-verdict")
    questions = [reviewed.moments[number].decision for number in mistakes_of(reviewed)]
    expect(practice).to_have_attribute("data-question", "0")
    asked = questions[0]
    assert asked
    for one in (asked.actions[-1].action, asked.best.action):
        play(page, one)
        if one == asked.best.action:
            expect(verdict).to_have_attribute("data-verdict", "right")
        else:
            expect(verdict).to_have_attribute("data-verdict", "wrong")
            page.get_by_test_id("practice-retry").click()
    expect(page.get_by_test_id("review-advice")).to_be_visible()
    assert_no_violations(page)
    for _ in questions[1:]:
        page.get_by_test_id("practice-next").click()
        page.get_by_test_id("practice-show").click()
    page.get_by_test_id("practice-next").click()
    expect(page.get_by_test_id("practice-end")).to_contain_text(f"0 von {len(questions)}")
    page.get_by_test_id("practice-close").click()
    expect(page.get_by_test_id("review-summary")).to_be_visible()


def test_the_server_reviews_where_the_device_cannot(page: Page, server: LiveServer) -> None:
    table = ServerPlace(server).open_finished(page, options={"lives": 1})
    page.evaluate("delete globalThis.WebAssembly")
    with page.expect_request("**/review?effort=decisions"):
        page.get_by_test_id("watch-review").click()
    page.wait_for_url(f"**/t/{table}/replay?review*")
    expect_stage(page, "done")
    expect(page.get_by_test_id("review-summary")).to_contain_text("Your luck and skill")
    page.goto(f"{server.url}/matches")
    page.get_by_test_id(f"review-{table}").click()
    expect_stage(page, "done")
    page.get_by_test_id("switch-review").click()
    expect(page.get_by_test_id("replay-status")).to_be_visible()


def test_record_files_without_any_action_have_a_graph(
    page: Page, server: LiveServer, tmp_path: Path
) -> None:
    match = Match("choy", players=2, seed=1)
    file = tmp_path / "match.json"
    file.write_text(dumps(match.to_record()))
    answer_with(page, review(match))
    page.goto(f"{server.url}/record")
    page.get_by_test_id("record-file").set_input_files(file)
    page.get_by_test_id("switch-review").click()
    expect_stage(page, "done")
    expect(page.get_by_test_id("review")).to_contain_text("The match is not over.")
