"""Levels of play and characters by name."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from schwimmen.rules.errors import SchwimmenError, quote, suggest

DESCRIPTIONS: Final = MappingProxyType(
    {
        "random": "plays any legal action, each as likely as the others",
        "beginner": "sees most good exchanges, closes on a whim, remembers nothing",
        "casual": "plays for a good hand, takes its time to close, rarely slips",
        "greedy": "always takes the best hand on offer and closes with a good one; a baseline",
        "club": "keeps two plans open, watches what the others take, closes soon",
        "expert": "estimates the other players' hands and rarely errs",
        "master": "the strongest level",
    }
)
"""One line about each level, from weak to strong; ``greedy`` is a baseline among them."""

LEVELS: Final = tuple(DESCRIPTIONS)
"""Names of all levels, from weak to strong."""

CHARACTERS: Final = MappingProxyType(
    {
        "hasty": "closes early",
        "patient": "closes late",
        "threes": "collects threes of a kind",
        "suits": "collects cards of one suit",
        "aces": "is fond of aces",
        "swapper": "likes to exchange all cards",
    }
)
"""One line about each character, the small bias of a player."""

LEVELS_WITH_CHARACTERS: Final = ("beginner", "casual", "club")
"""Levels whose players may have a character."""

GREEDY_BASELINES: Final = MappingProxyType({f"greedy-{value}": value for value in (20, 27, 30)})
"""Hand value at which each greedy baseline closes, in any turn; baselines measure other players."""


def check_player_name(name: object) -> None:
    """Raise ``SchwimmenError``, with the nearest name, unless ``make_player`` knows this one."""
    if not isinstance(name, str):
        raise SchwimmenError(f"level: {name!r} is not the name of a level, such as greedy")
    known = (*LEVELS, *GREEDY_BASELINES, "blueprint")
    if name not in known:
        raise SchwimmenError(
            f"unknown level {quote(name)}: {suggest(name, known)}",
            "unknown_level",
            level=name,
            levels=list(LEVELS),
        )


def check_character(level: str, character: str | None) -> None:
    """Raise ``SchwimmenError`` unless players of the level may have the character (or none)."""
    if character is None:
        return
    if character not in CHARACTERS:
        known = suggest(str(character), CHARACTERS)
        raise SchwimmenError(f"unknown character {quote(character)}: {known}")
    if level not in LEVELS_WITH_CHARACTERS:
        raise SchwimmenError(
            f"character: {level} has none, only {', '.join(LEVELS_WITH_CHARACTERS)} have"
        )
