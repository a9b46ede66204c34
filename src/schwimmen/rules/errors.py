"""Errors of the rules, and the texts and checks from which their messages are made."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from math import isfinite
from operator import index
from typing import Any, Final, TypeAlias

from .options import OptionValue

MAX_QUOTE_LENGTH: Final = 200


def one_line(text: str) -> str:
    """Return a text with line breaks and unprintable characters as escapes."""
    if text.isprintable():
        return text
    return "".join(
        character if character.isprintable() else character.encode("unicode_escape").decode("ascii")
        for character in text
    )


def quote(value: object) -> str:
    """Return a value as errors quote it: as JSON, but objects and lists only by kind."""
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case str():
            return f'"{_shortened(one_line(value))}"'
        case float() if not isfinite(value):
            return "a number too large"
        case int() | float():
            return _shortened(repr(value))
        case dict():
            return "an object"
        case list() | tuple():
            return "a list"
        case _:  # from a program, not from JSON
            return one_line(repr(value))[:MAX_QUOTE_LENGTH]


def _shortened(text: str) -> str:
    return text if len(text) <= MAX_QUOTE_LENGTH else f"{text[:MAX_QUOTE_LENGTH]}..."


Detail: TypeAlias = (
    OptionValue | Sequence[OptionValue] | Sequence[Sequence[str]] | Mapping[str, OptionValue]
)


class SchwimmenError(ValueError):
    """Error that a user or caller can cause and correct; ``str()`` of it is one line.

    ``code`` names the kind of error and ``details`` hold its data, for programs that write their
    own message.
    """

    def __init__(self, message: str, code: str = "invalid", **details: Detail) -> None:
        super().__init__(message)
        self.code = code
        self.details = details


class RuleSetError(SchwimmenError):
    """Unknown preset, option or value, a contradiction, or a wrong number of players.

    ``names`` holds the preset or the options at fault.
    """

    def __init__(self, message: str, *names: str, code: str = "invalid", **details: Detail) -> None:
        super().__init__(message, code, **details)
        self.names = names


class CardError(SchwimmenError):
    """Unknown, double, missing or foreign card; ``names`` holds the cards at fault."""

    def __init__(self, message: str, *names: str) -> None:
        super().__init__(message)
        self.names = names


class PositionError(SchwimmenError):
    """Text that is not a position of a round; the message begins with the field at fault."""


class MissingShuffle(SchwimmenError):
    """Missing order of the cards, when the talon must be recycled by shuffle (R32)."""


class IllegalAction(SchwimmenError):
    """Illegal action (R8); the message lists the legal ones.

    ``reason`` is one of ``ILLEGAL_REASONS``; ``legal`` holds the names of the legal actions.
    ``position`` is the position as the seat to act sees it (docs/positions.md), empty if no seat is
    to act; tracebacks show it.
    """

    def __init__(self, action: str, reason: str, legal: Sequence[str], position: str = "") -> None:
        if reason == "unknown_action":
            what = f"unknown action {quote(action)}"
        else:
            what = f"illegal action {quote(action)} ({reason.replace('_', ' ')})"
        super().__init__(f"{what}; legal here: {', '.join(legal) if legal else 'none'}")
        self.action = action
        self.reason = reason
        self.legal = tuple(legal)
        self.position = position
        if position:
            self.add_note(f"position: {position}")

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.action, self.reason, self.legal, self.position)


def suggest(name: str, valid: Iterable[str]) -> str:
    """Return the end of a message about an unknown name: the closest valid one, or all of them.

    >>> suggest("pagatt", ["pagat", "dutch"])
    'did you mean pagat?'
    >>> suggest("xyz", ["pagat", "dutch"])
    'valid are pagat, dutch'
    """
    known = list(valid)
    close = get_close_matches(name.lower(), known, n=1)
    return f"did you mean {close[0]}?" if close else f"valid are {', '.join(known)}"


def whole_number(name: str, value: Any, least: int | None = None, most: int | None = None) -> int:
    """Return an argument as an ``int``, also if it is a NumPy integer.

    Raises ``SchwimmenError`` for any other value (including ``True`` and ``2.0``) and for a number
    below ``least`` or above ``most``.

    >>> whole_number("players", 2.0, least=2)
    Traceback (most recent call last):
    ...
    schwimmen.rules.errors.SchwimmenError: players: 2.0 is not a whole number from 2 on
    """
    try:
        number = None if isinstance(value, bool) else index(value)
    except TypeError:
        number = None
    if (
        number is not None
        and (least is None or number >= least)
        and (most is None or number <= most)
    ):
        return number
    limits = ""
    if least is not None:
        limits = f" from {least} on" if most is None else f" from {least} to {most}"
    quoted = one_line(repr(value))[:MAX_QUOTE_LENGTH]
    raise SchwimmenError(f"{name}: {quoted} is not a whole number{limits}")
