"""Line protocol between a host, which has the match, and an engine, which chooses the actions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, Final

from schwimmen.players.budget import Limit
from schwimmen.rules import RoundEvent, View
from schwimmen.rules.actions import SIMPLE_ACTIONS
from schwimmen.rules.cards import Card, card_names, parse_card
from schwimmen.rules.errors import SchwimmenError, quote, suggest, whole_number
from schwimmen.rules.view import EVENT_KINDS, EVENT_REASONS

VERSION: Final = "schwimmen-engine/1"
"""Version of the protocol, which an engine names in its first answer."""

MAX_LINE: Final = 65_536
"""Largest number of characters in a line."""

_EVENT: Final = re.compile(
    r"(?P<kind>[a-z]+)\|(?P<seat>[0-9]?)\|"
    rf"(?P<action>(?:{'|'.join(SIMPLE_ACTIONS)}|\w\wx\w\w!?)?)\|"
    r"(?P<cards>\w*)\|(?P<given>\w*)\|(?P<taken>\w*)\|"
    r"(?P<reason>[^|]*)\|(?P<closes>!?)\|(?P<rule>R[0-9]{1,2})"
)
_BLANK: Final = "~"  # in an event, of which the position at its beginning has some
_NUMBERS: Final = {"worlds": int, "time": float, "error": float}


def check_seed(seed: object) -> int:
    """Return the seed of an engine. Raises ``SchwimmenError`` unless it is a whole number."""
    return whole_number("seed", seed, 0, 2**64 - 1)


def read_limit(words: list[str]) -> Limit:
    """Return the limit that the words after ``go`` set, as names with numbers.

    Raises ``SchwimmenError`` for other names and numbers.

    >>> read_limit(["worlds", "4000"])
    Limit(worlds=4000, time=None, error=None)
    """
    names, texts = words[::2], words[1::2]
    numbers: dict[str, Any] = {}
    for name in names:
        if name not in _NUMBERS:
            raise SchwimmenError(f"unknown limit {quote(name)}: {suggest(name, _NUMBERS)}")
    if len(names) != len(texts):
        raise SchwimmenError(f"{names[-1]} lacks its number")
    for name, text in zip(names, texts, strict=True):
        try:
            numbers[name] = _NUMBERS[name](text)
        except ValueError:
            raise SchwimmenError(f"{name}: {quote(text)} is not a number") from None
    return Limit(**numbers)


def write_events(events: Iterable[RoundEvent]) -> str:
    """Return the events of a round as words of nine fields.

    >>> write_events([RoundEvent("exchange", 1, "7SxQC", rule="R8")])
    'exchange|1|7SxQC||||||R8'
    """
    return " ".join(map(_write_event, events))


def _write_event(event: RoundEvent) -> str:
    fields = (
        event.kind,
        "" if event.seat is None else str(event.seat),
        event.action or "",
        *(card_names(cards).replace(" ", "") for cards in (event.cards, event.given, event.taken)),
        (event.reason or "").replace(" ", _BLANK),
        "!" if event.closes else "",
        event.rule,
    )
    return "|".join(fields)


def with_history(view: View, words: Sequence[str]) -> View:
    """Return the view with the events of the round, which ``write_events`` has written as words.

    Raises ``SchwimmenError`` for a word that is not an event at the table of the view.
    """
    return replace(view, history=tuple(_read_event(word, len(view.seats)) for word in words))


def _read_event(word: str, seats: int) -> RoundEvent:
    found = _EVENT.fullmatch(word)
    kind, reason = (found["kind"], found["reason"]) if found else ("", "")
    if (
        found is None
        or kind not in EVENT_KINDS
        or int(found["seat"] or 0) >= seats
        or (kind != "position" and reason and reason not in EVENT_REASONS)
    ):
        raise SchwimmenError(f"history: {quote(word)} is not an event, such as pass|1|pass||||||R8")
    cards, given, taken = (_read_cards(found[name]) for name in ("cards", "given", "taken"))
    return RoundEvent(
        kind,
        int(found["seat"]) if found["seat"] else None,
        found["action"] or None,
        cards,
        given,
        taken,
        reason.replace(_BLANK, " ") or None,
        bool(found["closes"]),
        rule=found["rule"],
    )


def _read_cards(text: str) -> tuple[Card, ...]:
    return tuple(parse_card(text[at : at + 2]) for at in range(0, len(text), 2))
