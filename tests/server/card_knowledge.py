"""Cards that each seat may know (R33), derived from the packs and actions of a log alone."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from schwimmen.tables import ActionEvent, DealEvent, LogEvent

CARD = re.compile(r"(?<![\w-])[2-9TJQKA][CSHD](?:x[2-9TJQKA][CSHD])?(?![\w-])")
"""Card or exchange; an id may contain the letters of a card, as in ``vY2ZvMfSvx2qE-TH``."""

POINTS = {"A": 11, "K": 10, "Q": 10, "J": 10, "T": 10}


def cards_in(text: str) -> set[str]:
    """Return all cards named in a text."""
    return {card for found in CARD.findall(text) for card in found.split("x")}


@dataclass
class Round:
    """Cards of one round at some event: location of each card, and the seats that have seen it."""

    number: int
    size: int
    grace: bool
    hands: dict[int, list[str]]
    extra: list[str]
    talon: list[str]
    table: list[str] = field(default_factory=list)
    aside: list[str] = field(default_factory=list)
    open: set[str] = field(default_factory=set)
    """Cards that have been open on the table or shown."""
    seen: dict[int, set[str]] = field(default_factory=dict)
    passes: int = 0
    closed: bool = False
    is_over: bool = False

    def lay_open(self, cards: Iterable[str]) -> None:
        """Replace the table cards."""
        self.table = list(cards)
        self.open.update(self.table)

    def look(self) -> None:
        """Let each seat see its hand, and all seats a 31 that must be shown (R28)."""
        for seat, hand in self.hands.items():
            self.seen.setdefault(seat, set()).update(hand)
            if self.grace and is_31(hand):
                self.open.update(hand)

    def play(self, event: ActionEvent) -> None:
        """Apply an action of the log."""
        action, hand = event.action.rstrip("!"), self.hands[event.seat]
        self.passes = self.passes + 1 if action == "pass" else 0
        self.closed |= action == "close" or event.action.endswith("!")
        match action.split("x"):
            case ["keep"]:
                self.lay_open(self.extra)
            case ["take"]:
                self.hands[event.seat] = list(self.extra)
                self.lay_open(hand)
            case ["all"]:
                self.hands[event.seat] = list(self.table)
                self.lay_open(hand)
            case ["renew"]:
                self.renew_table_cards(event.shuffle)
            case ["pass"]:
                if self.passes == len(self.hands) and not self.closed:
                    self.passes = 0
                    if len(self.talon) >= self.size:
                        self.renew_table_cards(None)
            case [given, taken]:
                hand[hand.index(given)] = taken
                self.table[self.table.index(taken)] = given
                self.open.add(given)
        self.look()

    def renew_table_cards(self, shuffle: str | None) -> None:
        """Replace the table cards from the talon, recycling cards laid aside if necessary (R32)."""
        turned, self.talon = self.talon[: self.size], self.talon[self.size :]
        if shuffle is not None:
            missing = self.size - len(turned)
            recycled = shuffle.split(" ")
            assert sorted(recycled) == sorted(self.aside)
            turned, self.talon, self.aside = (
                turned + recycled[:missing],
                recycled[missing:],
                [],
            )
        self.aside += self.table
        self.lay_open(turned)

    def show_all(self) -> None:
        """End the round and show all hands."""
        self.is_over = True
        for hand in self.hands.values():
            self.open.update(hand)

    def may_know(self, seat: int | None) -> set[str]:
        """Return every card that a seat, or a spectator, may have seen."""
        return self.open | (set() if seat is None else self.seen.get(seat, set()))


def is_31(hand: Sequence[str]) -> bool:
    """Return whether a hand of three is worth 31."""
    return len({card[1] for card in hand}) == 1 and sum(
        POINTS.get(card[0], 0) for card in hand
    ) == 31  # fmt: skip


def dealt(event: DealEvent, number: int, seats: Sequence[int], options: Mapping[str, Any]) -> Round:
    """Return a round as dealt to these seats (R4, R5)."""
    size, pack = int(options["hand_size"]), event.pack.split(" ")
    order = [seat for seat in seats if seat > event.dealer]
    order += [seat for seat in seats if seat <= event.dealer]
    blocks = [pack[place * size : (place + 1) * size] for place in range(len(order) + 1)]
    new = Round(
        number,
        size,
        grace=options["special"] == "grace",
        hands=dict(zip(order, blocks, strict=False)),
        extra=blocks[-1],
        talon=pack[size * len(blocks) :],
    )
    dealer = new.hands.get(event.dealer, [])
    if not options["dealer_choice"] or (new.grace and is_31(dealer)):  # the dealer keeps it (R28)
        new.lay_open(new.extra)
    new.look()
    return new


def rounds_by_event(
    log: Sequence[LogEvent], active: Mapping[int, Sequence[int]], options: Mapping[str, Any]
) -> dict[int, Round]:
    """Return the running round after every event, by the event's number.

    ``active`` are the seats that were dealt in, by the number of the round's event.
    """
    over = {
        before.seq
        for before, after in zip(card_events(log), [*card_events(log)[1:], None], strict=True)
        if after is None or isinstance(after, DealEvent)
    }
    kept: dict[int, Round] = {}
    now: Round | None = None
    for event in log:
        if isinstance(event, DealEvent):
            number = 1 if now is None else now.number + 1
            now = dealt(event, number, active[event.seq], options)
        elif isinstance(event, ActionEvent):
            assert now is not None
            now.play(event)
        if now is not None:
            if event.seq in over:
                now.show_all()
            kept[event.seq] = deepcopy(now)
    return kept


def card_events(log: Sequence[LogEvent]) -> list[DealEvent | ActionEvent]:
    """Return the deals and actions of a log."""
    return [event for event in log if isinstance(event, DealEvent | ActionEvent)]
