"""Places of one-person tables: a server, and the device itself."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.device import DeviceLink, begin_match, change_worker, steered, table_of
from tests.browser.live_server import LiveServer
from tests.browser.player import (
    PLAYER,
    Link,
    Welcome,
    connect_to,
    cookie_header,
    create_table,
    finish_match,
    game_against,
    post_table,
    say_hello,
)


class Place(ABC):
    """Place of the one-person tables of a test."""

    def __init__(self, server: LiveServer) -> None:
        self.url = server.url
        """Address of the page."""
        self.chance = server.chance
        """Source of the packs, and of the seeds of bots on the device."""

    def open_table(
        self,
        page: Page,
        preset: str = "pagat",
        opponents: int = 2,
        options: Mapping[str, bool | int | str] | None = None,
        levels: Sequence[str] = (),
    ) -> str:
        """Open a table against bots, ``greedy`` by default; go there and return its id."""
        return self._open(page, game_against(preset, opponents, options, levels))

    @abstractmethod
    def _open(self, page: Page, game: dict[str, Any]) -> str:
        """Open a table for a game, go there and return its id."""

    @abstractmethod
    def connect(self, page: Page, table: str) -> AbstractContextManager[Link]:
        """Connect with a table that a page shows, as another window of its player."""

    def open_finished(
        self,
        page: Page,
        preset: str = "pagat",
        opponents: int = 2,
        options: Mapping[str, bool | int | str] | None = None,
        closing: bool = True,
    ) -> str:
        """Open a table, play its match to the end, and show that; return the table's id."""
        table = self._open_finished(page, game_against(preset, opponents, options, ()), closing)
        expect(page.get_by_test_id("match-over")).to_be_visible()
        return table

    def _open_finished(self, page: Page, game: dict[str, Any], closing: bool) -> str:
        """Do the work of ``open_finished``, here at a page that follows the match."""
        table = self._open(page, game)
        self.play_out(page, table, closing)
        return table

    def skip_to_end(self, page: Page, table: str) -> None:
        """Play the match of a page to its end, and show that."""
        self.play_out(page, table, closing=True)
        expect(page.get_by_test_id("match-over")).to_be_visible()

    def welcome(self, page: Page, table: str) -> Welcome:
        """Return the welcome of the player at this page."""
        with self.connect(page, table) as link:
            return say_hello(link)

    def play_out(self, page: Page, table: str, closing: bool = False) -> dict[str, Any]:
        """Play the match that a page shows to its end, as ``finish_match`` does."""
        with self.connect(page, table) as link:
            return finish_match(link, closing)


class ServerPlace(Place):
    """One-person tables on a server."""

    def _open(self, page: Page, game: dict[str, Any]) -> str:
        return post_table(page, self.url, game)

    def _open_finished(self, page: Page, game: dict[str, Any], closing: bool) -> str:
        table = create_table(page, self.url, game)
        self.play_out(page, table, closing)
        page.goto(f"{self.url}/t/{table}")
        return table

    def skip_to_end(self, page: Page, table: str) -> None:
        address = page.url
        page.goto("about:blank")
        self.play_out(page, table, closing=True)
        page.goto(address)
        expect(page.get_by_test_id("match-over")).to_be_visible()

    def connect(self, page: Page, table: str) -> AbstractContextManager[Link]:
        return connect_to(self.url, table, cookie_header(page, self.url))


class DevicePlace(Place):
    """One-person tables on the device, opened by the start page for the game last played."""

    def __init__(self, server: LiveServer, pause: float) -> None:
        """Set the pause of the bots, in seconds."""
        super().__init__(server)
        self._pause_ms = round(1000 * pause)

    def _open(self, page: Page, game: dict[str, Any]) -> str:
        change_worker(page, steered(self.chance.getrandbits(64), self._pause_ms))
        page.goto(f"{self.url}/favicon.svg")  # the storage of the page, without the page
        page.evaluate(
            "(saved) => Object.assign(localStorage, saved)",
            {"schwimmen.game": json.dumps(game), "schwimmen.name": PLAYER},
        )
        page.goto(self.url)
        begin_match(page)
        return table_of(page)

    def connect(self, page: Page, table: str) -> AbstractContextManager[Link]:
        return DeviceLink(page, table)


PLACES = ("device", "server")


def place_at(where: str, server: LiveServer, pause: float) -> Place:
    """Return the device or the server as a place; the server serves the page of both."""
    return DevicePlace(server, pause) if where == "device" else ServerPlace(server)
