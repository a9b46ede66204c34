"""Answers of the server with many entries, for pages that list matches, players or tables."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Page, Route

NAMES = ("Frieda", "Karl", "Bob", "Anna", "Wilhelmine von und zu Hohenstein", "Ömer")
PRESETS = ("pagat", "dutch", "choy")
FACES = (None, "Rosa-plum-rust", "a face of a later version")
BOARD_ROWS = 100
"""Number of rows that the server sends at most."""


def _match(number: int) -> dict[str, Any]:
    players = 2 + number % 5
    running = number == 0
    return {
        "id": f"match{number}",
        "preset": PRESETS[number % 3],
        "options": {},
        "seats": [{"name": NAMES[(number + seat) % 6], "level": None} for seat in range(players)],
        "started": (datetime.now(UTC) - timedelta(hours=9 * number)).isoformat(),
        "phase": "playing" if running else "over",
        "over": not running,
        "closed": False,
        "round": 3,
        "you": 0,
        "lives": [2] * players if running else None,
        "to_act": 1 if running else None,
        "places": None if running else [1 + (number + seat) % players for seat in range(players)],
    }


def _board_row(number: int) -> dict[str, Any]:
    bot = number == 4
    return {
        "place": number + 1,
        "id": None if bot else f"player{number}",
        "name": "casual" if bot else f"{NAMES[number % 6]} {number}",
        "face": FACES[number % 3],
        "bot": bot,
        "program": number == 7,
        "you": number == 6,
        "rating": 1900 - number,
        "matches": 1200 - number,
        "wins": 400 - number,
    }


def _lobby_table(number: int, joinable: bool) -> dict[str, Any]:
    return {
        "id": f"table{number}{joinable}",
        "preset": PRESETS[number % 3],
        "options": {"lives": 5} if number % 2 else {},
        "settings": {"bots": "casual"},
        "seats": [
            {"name": NAMES[(number + seat) % 6], "level": None, "face": FACES[seat]}
            for seat in range(3)
        ],
        "host": NAMES[number % 6],
        "free": number % 3 if joinable else 0,
        "round": 0 if joinable else 2,
        "opened": datetime.now(UTC).isoformat(),
    }


def serve_long_lists(page: Page, entries: int) -> None:
    """Answer a page's requests for its lists with a number of entries."""

    def answer(route: Route) -> None:
        address = urlsplit(route.request.url)
        if address.path == "/api/tables":
            query = parse_qs(address.query)
            first = 1 + int(query["before"][0].removeprefix("match")) if "before" in query else 0
            last = min(entries, first + int(query.get("limit", ["100"])[0]))
            route.fulfill(json=[_match(number) for number in range(first, last)])
        elif address.path == "/api/leaderboard":
            rows = [_board_row(number) for number in range(min(entries, BOARD_ROWS))]
            board = {"variant": "pagat", "variants": list(PRESETS), "minimum": 10, "own": None}
            route.fulfill(json={**board, "rows": rows})
        else:
            tables = [
                [_lobby_table(n, joinable) for n in range(entries)] for joinable in (True, False)
            ]
            route.fulfill(json=dict(zip(("gathering", "running"), tables, strict=True)))

    for path in ("tables?*", "leaderboard?*", "lobby"):
        page.route(f"**/api/{path}", answer)
