"""How errors quote what they were given: word for word, on one line."""

from __future__ import annotations

from math import isfinite
from typing import Final

LONGEST_QUOTE: Final = 200


def one_line(text: str) -> str:
    """The text with everything that would break a line, or could not be shown, as an escape."""
    if text.isprintable():
        return text
    return "".join(
        character if character.isprintable() else character.encode("unicode_escape").decode("ascii")
        for character in text
    )


def shown(value: object) -> str:
    """A value as an error quotes it: as JSON writes it, objects and lists only by kind."""
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case str():
            text = one_line(value)
            return f'"{text}"' if len(text) <= LONGEST_QUOTE else f'"{text[:LONGEST_QUOTE]}..."'
        case float() if not isfinite(value):
            return "a number too large"
        case int() | float():
            number = repr(value)
            return number if len(number) <= LONGEST_QUOTE else f"{number[:LONGEST_QUOTE]}..."
        case dict():
            return "an object"
        case list() | tuple():
            return "a list"
        case _:  # from a program, not from JSON
            return one_line(repr(value))[:LONGEST_QUOTE]
