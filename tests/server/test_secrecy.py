"""No byte that a seat is sent names a card it may not know (R33), by a bookkeeping of its own."""

import json
import re
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from schwimmen.rules import PACKS, PRESETS
from schwimmen.server.storage import Database
from schwimmen.tables import ActionEvent, LogEvent, RoundEvent, read_event

from .conftest import Serving

pytestmark = pytest.mark.anyio

TELLING = ("welcome", "events")
CARD = re.compile(r"(?<![0-9A-Za-z])[2-9TJQKA][CSHD](?:x[2-9TJQKA][CSHD])?(?![0-9A-Za-z])")


def cards_in(text: str) -> set[str]:
    """All cards that a text names."""
    return {card for found in CARD.findall(text) for card in found.split("x")}


class Bookkeeping:
    """Which cards have lain open or been in whose hand, from the pack and the actions alone."""

    def __init__(self, event: RoundEvent, seats: list[int], preset: str) -> None:
        options = PRESETS[preset]
        self.size = 4 if options["hand_size"] == 4 else 3
        self.pack = event.pack.split(" ")
        turn = [seat for seat in seats if seat > event.dealer]
        order = turn + [seat for seat in seats if seat <= event.dealer]
        self.dealer = event.dealer
        self.hands = {seat: self._cards(place) for place, seat in enumerate(order)}
        self.extra = self._cards(len(order))
        self.top = self.size * (len(order) + 1)
        self.seen = {seat: set(hand) for seat, hand in self.hands.items()}
        self.open: set[str] = set()
        self.tables = 0
        """How often the table was replaced."""
        self.table: list[str] = []
        if not options["dealer_choice"]:
            self._lay_open(self.extra)

    def _cards(self, place: int) -> list[str]:
        return self.pack[place * self.size : (place + 1) * self.size]

    def _lay_open(self, cards: list[str]) -> None:
        self.table = list(cards)
        self.open |= set(cards)

    def new_table(self) -> None:
        """The table is replaced from the talon."""
        self._lay_open(self.pack[self.top : self.top + self.size])
        self.top += self.size
        self.tables += 1

    def play(self, event: ActionEvent) -> None:
        """An action of the log."""
        action, hand = event.action.rstrip("!"), self.hands[event.seat]
        if action == "keep":
            self._lay_open(self.extra)
        elif action == "take":
            self._lay_open(hand)
            self.hands[event.seat] = list(self.extra)
        elif action == "all":
            self.hands[event.seat] = list(self.table)
            self._lay_open(hand)
        elif "x" in action:
            given, taken = action.split("x")
            hand[hand.index(given)] = taken
            self.table[self.table.index(taken)] = given
            self.open.add(given)
        self.seen[event.seat] |= set(self.hands[event.seat])

    def may_know(self, seat: int | None) -> set[str]:
        """Every card that seat may have been shown so far."""
        return self.open | self.seen.get(-1 if seat is None else seat, set())


def allowed(log: list[LogEvent], views: dict[int, Any], preset: str) -> dict[int, Bookkeeping]:
    """The bookkeeping of the running round as of every event, by the event's number.

    From what was sent it takes only who was dealt in, and when the table was replaced.
    """
    books: dict[int, Bookkeeping] = {}
    book: Bookkeeping | None = None
    for event in log:
        if isinstance(event, RoundEvent):
            seats = [seat["seat"] for seat in views[event.seq]["seats"] if seat["active"]]
            book = Bookkeeping(event, seats, preset)
        elif isinstance(event, ActionEvent):
            assert book is not None
            book.play(event)
            replaced = [told for told in views[event.seq]["history"] if told["kind"] == "table"]
            while book.tables < len(replaced):
                book.new_table()
        if book is not None:
            books[event.seq] = deepcopy(book)
    return books


@pytest.mark.parametrize("preset", ["pagat", "gamerules", "choy"])
async def test_no_byte_names_a_card_that_is_not_known(
    preset: str, tmp_path: Path, served: Serving
) -> None:
    short = {"rounds": 3} if preset == "choy" else {"lives": 2, "special": "none"}
    table_id = await served.open_table(preset, options=short)
    async with served.seat(table_id) as anna, served.socket(table_id, cookie=False) as watcher:
        await watcher.hello()
        await anna.play_match()
        while watcher.events[-1]["seq"] < anna.events[-1]["seq"]:
            await watcher.until("events")
        record = (await served.http.get(f"/api/tables/{table_id}/record")).text
    assert len(cards_in(record)) == len(PACKS[str(PRESETS[preset]["pack"])])  # it does find cards
    database = await Database.open(tmp_path / "schwimmen.db")
    log = [read_event(body) for body in await database.log(table_id)]
    await database.close()

    looked_at = set()
    for client, seat in ((anna, 0), (watcher, None)):
        sent = [(json.loads(text), text.replace(table_id, "")) for text in client.raw]
        told = [(message, text) for message, text in sent if message["type"] in TELLING]
        views = {message["events"][-1]["seq"]: message["view"] for message, _ in told}
        views |= {seq: told[0][0]["view"] for seq in (1, 2) if seq not in views}
        books = allowed(log, views, preset)
        for message, text in told:
            if message["view"]["result"] is None:
                seq = message["events"][-1]["seq"]
                assert cards_in(text) <= books[seq].may_know(seat), (seq, text)
                looked_at.add((seat, seq))
        for message, text in sent:
            if message["type"] not in TELLING:
                assert not cards_in(text)
    assert len(looked_at) > 20
