"""The page with the puzzles: answers, ratings, puzzles that come back, one's own, and the file."""

from __future__ import annotations

import json
import re
import runpy
from functools import lru_cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from schwimmen.analysis import Puzzle, puzzles_in
from schwimmen.players import make_player, play_match
from schwimmen.rules import Match, parse_cards
from schwimmen.rules.ruleset import RULES_VERSION
from tests.browser.conftest import DESKTOP, PHONE, Visit
from tests.browser.live_server import LiveServer
from tests.browser.test_profiles import assert_no_violations

MODULE = runpy.run_path(str(Path(__file__).parents[2] / "scripts" / "puzzles.py"))


@lru_cache
def puzzles_of(preset: str) -> dict[str, Puzzle]:
    """Return the shipped puzzles of a preset by their identifiers on the page."""
    lines = (MODULE["TARGET"] / f"{preset}.txt").read_text(encoding="utf-8").splitlines()
    found = {}
    for line in lines:
        pack, _, _, actions, *_ = line.split(" ")
        found[f"{preset} {pack} {actions}"] = Puzzle.from_line(preset, line)
    return found


def shown(page: Page) -> str:
    """Return the identifier of the puzzle that the page shows, once it does."""
    expect(page.get_by_test_id("puzzles")).to_have_attribute("data-puzzle", re.compile(".+"))
    return page.get_by_test_id("puzzles").get_attribute("data-puzzle") or ""


def play(page: Page, action: str) -> None:
    """Play an action as at a table."""
    name = action.replace("!", "-close")
    given, _, taken = action.removesuffix("!").partition("x")
    if taken:
        page.get_by_test_id(f"hand-{given}").click()
        page.get_by_test_id(f"table-{taken}").click()
        name = "exchange-close" if action.endswith("!") else "exchange"
    page.get_by_test_id(f"act-{name}").click()
    expect(
        page.get_by_test_id("puzzle-next").or_(page.get_by_test_id("puzzle-show"))
    ).to_be_visible()


def answer(page: Page, right: bool) -> str:
    """Answer the puzzle shown, rightly or wrongly; return its identifier."""
    identifier = shown(page)
    puzzle = puzzles_of(identifier.split(" ")[0])[identifier]
    actions = puzzle.match().round.legal_actions
    play(page, puzzle.best if right else next(one for one in actions if one != puzzle.best))
    return identifier


def go_on(page: Page) -> None:
    """Go on to the next puzzle."""
    before = shown(page)
    page.get_by_test_id("puzzle-next").click()
    expect(page.get_by_test_id("puzzle-next")).to_have_count(0)
    expect(page.get_by_test_id("puzzles")).not_to_have_attribute("data-puzzle", before)


def test_the_page_fits_is_accessible_and_needs_no_server_once_it_is_there(
    visit: Visit, server: LiveServer
) -> None:
    page = visit(viewport=DESKTOP, locale="nl")
    page.goto(f"{server.url}/puzzles")
    assert shown(page)
    assert_no_violations(page)
    page.set_viewport_size(PHONE)
    assert_no_violations(page)
    page.context.set_offline(True)
    answer(page, right=False)
    assert_no_violations(page)
    page.get_by_test_id("puzzle-retry").click()
    page.get_by_test_id("puzzle-show").click()
    expect(page.get_by_test_id("puzzle-actions").locator("tbody tr").first).to_be_visible()
    assert_no_violations(page)
    go_on(page)
    answer(page, right=True)
    page.context.set_offline(False)


TABLE = "device.puzzles"
NOON = "2026-11-26T12:00:00.000Z"


def archive_of(match: Match) -> str:
    """Return a file with everything of a device on which the first seat has played a match."""
    seats = [{"name": "Anna"}, *({"name": "Karl", "level": "club"} for _ in match.players[1:])]
    played = Match(match.rules, match.players, dealer=match.first_dealer, deal=False)
    events: list[dict[str, Any]] = [
        {
            "type": "created",
            "rules_version": RULES_VERSION,
            "preset": match.rules.preset,
            "seats": seats,
            "dealer": match.first_dealer,
        }
    ]
    for round_ in match.to_record()["rounds"]:
        events.append({"type": "round", "dealer": played.dealer, "pack": round_["pack"]})
        played.deal(parse_cards(round_["pack"]))
        for action in round_["actions"]:
            events.append({"type": "action", "seat": played.to_act, "action": action})
            played.play(action)
    log = [{"seq": place, "at": NOON} | event for place, event in enumerate(events, 1)]
    tables = [{"id": TABLE, "log": log}]
    return json.dumps({"format": "schwimmen-device/1", "tables": tables, "saved": {}})


def test_a_reviewed_match_gives_puzzles_of_ones_own(
    visit: Visit, server: LiveServer, tmp_path: Path
) -> None:
    match = Match("pagat", 2, seed=39)
    play_match(match, [make_player(level, seed) for seed, level in enumerate(("casual", "club"))])
    own = [*puzzles_in(match, seat=0)]
    assert own
    file = tmp_path / "device.json"
    file.write_text(archive_of(match))
    page = visit()
    page.goto(f"{server.url}/puzzles")
    failed = answer(page, right=False)
    page.get_by_test_id("puzzle-choice").locator("summary").click()
    expect(page.get_by_test_id("puzzle-no-own")).to_be_visible()
    page.goto(f"{server.url}/settings")
    page.get_by_test_id("archive-import").set_input_files(file)
    expect(page.get_by_test_id("archive-done")).to_contain_text("1 match added")
    page.goto(f"{server.url}/t/{TABLE}/replay?review")
    found = page.get_by_test_id("review-puzzles")
    expect(found).to_contain_text(f"{len(own)} decision")
    assert_no_violations(page)

    found.get_by_role("link").click()
    by_actions = {".".join(map(str, one.actions)): one for one in own}
    identifier = shown(page)
    assert identifier.startswith("own pagat ")
    puzzle = by_actions[identifier.split(" ")[-1]]
    worst = puzzle.losses.index(max(puzzle.losses))
    play(page, puzzle.match().round.legal_actions[worst])
    expect(page.get_by_test_id("puzzle-title")).to_contain_text("better move")
    page.get_by_test_id("puzzle-show").click()
    expect(page.get_by_test_id("puzzle-best")).to_be_visible()
    expect(page.get_by_test_id("review-reasons").get_by_role("listitem").first).to_be_visible()
    assert_no_violations(page)

    rating = page.get_by_test_id("puzzle-rating").inner_text()
    page.goto(f"{server.url}/settings")
    with page.expect_download() as downloading:
        page.get_by_test_id("archive-export").click()
    downloading.value.save_as(file)
    kept = json.loads(file.read_text())
    assert {failed, identifier} <= {outcome["id"] for outcome in kept["puzzles"]["outcomes"]}
    assert len(kept["ownPuzzles"]) == len(own)
    kept["ownPuzzles"] += [None, kept["ownPuzzles"][0] | {"id": "own other", "dealt": ["XX"]}]
    file.write_text(json.dumps(kept))

    other = visit(viewport=PHONE)
    other.goto(f"{server.url}/settings")
    other.get_by_test_id("archive-import").set_input_files(file)
    expect(other.get_by_test_id("archive-done")).to_contain_text("1 match added")
    other.goto(f"{server.url}/puzzles?variant=own")
    expect(other.get_by_test_id("puzzle-rating")).to_have_text(rating)
    seen = set()
    for _ in own:
        identifier = shown(other)
        seen.add(identifier)
        play(other, by_actions[identifier.split(" ")[-1]].best)
        expect(other.get_by_test_id("puzzle-title")).to_contain_text("is the best move")
        other.get_by_test_id("puzzle-next").click()
        expect(other.get_by_test_id("puzzle-next")).to_have_count(0)
    assert "own other" not in seen
    other.reload()
    assert shown(other).startswith("own ")
    other.get_by_test_id("puzzle-choice").locator("summary").click()
    expect(other.get_by_test_id("puzzle-rules")).to_contain_text("Schwimmen")
    other.get_by_test_id("puzzle-preset").select_option("dutch")
    expect(other.get_by_test_id("puzzles")).to_have_attribute("data-puzzle", re.compile("^dutch "))
    assert "variant" not in other.url
