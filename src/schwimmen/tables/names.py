"""Who is called what at a table: any name that can be seen, and no two alike."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from schwimmen.rules.errors import SchwimmenError
from schwimmen.rules.quoting import shown

from .chance import Chance

CAST: Final = (
    "Berta", "Karl", "Emma", "Fritz", "Frieda", "Otto", "Ida", "Paul",
    "Hanna", "Max", "Lotte", "Emil", "Greta", "Hugo", "Wim", "Saskia",
)  # fmt: skip
"""What bots are called that nobody has named."""

LONGEST_NAME: Final = 40
"""Characters of the longest name."""

MOST_MARKS: Final = 4
"""Marks on one letter at most: with more of them a name grows over its neighbours."""

# Letters and signs by their Unicode category, though nothing is seen of them: Hangul fillers and
# the empty Braille pattern.
_BLANK: Final = frozenset("\u115f\u1160\u3164\uffa0\u2800")

# Unseen, but scripts and emoji are written with them: joiners, marks of direction, tags of flags.
# All else of their kind hides letters or turns the text beside a name around.
_HARMLESS: Final = frozenset(
    map(chr, (0x200C, 0x200D, 0x200E, 0x200F, 0x061C, *range(0xE0020, 0xE0080)))
)


def name_key(name: str) -> str:
    """What names have in common that look alike: compared, never shown.

    Spaces count for nothing, nor do capitals, widths and whatever cannot be seen.

    >>> name_key("Ａnna  B") == name_key("anna\u200db")
    True
    """
    plain = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return "".join(letter for letter in plain if not _unseen(letter))


def tidy_name(asked: str) -> str:
    """The name as it was typed, less spaces that are too many; empty where there is none.

    Raises ``SchwimmenError`` for one that is too long, or not to be shown to others.
    """
    return _tidy(asked, "name", LONGEST_NAME)


def tidy_text(asked: str, what: str, longest: int) -> str:
    """A line that somebody says, less spaces that are too many; ``what`` names it in errors.

    Raises ``SchwimmenError`` for one that is empty, too long, or not to be shown to others.
    """
    text = _tidy(asked, what, longest)
    if not text:
        raise SchwimmenError(f"{what}: there is nothing in it", f"bad_{what}", longest=longest)
    return text


def _tidy(asked: str, what: str, longest: int) -> str:
    text = " ".join(asked.split())
    if len(text) > longest:
        line = f"{what}: it has {longest} characters at most"
    elif not all(letter.isprintable() or letter in _HARMLESS for letter in text) or _marks(text):
        line = f"{what}: only letters, digits and other visible characters, please"
    elif text and not any(_is_base(letter) for letter in text):
        line = f"{what}: at least one letter or sign that can be seen, please"
    else:
        return text
    raise SchwimmenError(line, f"bad_{what}", longest=longest)


def new_name(asked: str, taken: Iterable[str]) -> str:
    """The name of somebody who comes to a table where these names are taken.

    Raises ``SchwimmenError`` for what is no name, and for one that looks like another.
    """
    name = tidy_name(asked)
    if not name:
        raise SchwimmenError("name: a name, please", "bad_name", longest=LONGEST_NAME)
    if name_key(name) in set(map(name_key, taken)):
        line = f"name: there is another {shown(name)} at this table"
        raise SchwimmenError(line, "name_taken", name=name)
    return name


def cast_names(taken: Iterable[str], chance: Chance) -> list[str]:
    """The names of the cast that are not taken, by chance: enough for all seats of any game."""
    keys = set(map(name_key, taken))
    free = [name for name in CAST if name_key(name) not in keys]
    chance.shuffle(free)
    return free


def names_for(asked: Sequence[str], chance: Chance) -> list[str]:
    """What everybody is called, seat by seat; seat 0 is the player's, the others are bots'.

    Raises ``SchwimmenError`` for what is no name, and where two have the same.
    """
    names = [_at_seat(seat, tidy_name, name) for seat, name in enumerate(asked)]
    names[0] = names[0] or "Player"
    for seat, name in enumerate(names):
        if name:
            _at_seat(seat, new_name, name, [other for other in names[:seat] if other])
    free = iter(cast_names(filter(None, names), chance))
    # More than there are in the cast are more than any game has seats: the rules refuse them.
    return [name or next(free, "") for name in names]


def _at_seat(seat: int, check: Callable[..., str], *about: object) -> str:
    """What the check says of a name; what is wrong with it, it says with the seat."""
    try:
        return check(*about)
    except SchwimmenError as error:
        raise SchwimmenError(str(error), error.code, **error.details, seat=seat) from None


def _unseen(letter: str) -> bool:
    category = unicodedata.category(letter)
    selector = "\ufe00" <= letter <= "\ufe0f" or "\U000e0100" <= letter <= "\U000e01ef"
    return category[0] in "ZC" or letter in _BLANK or selector


def _is_base(letter: str) -> bool:
    return unicodedata.category(letter)[0] != "M" and not _unseen(letter)


def _marks(name: str) -> bool:
    """Whether there are too many marks on one letter."""
    row = 0
    for letter in name:
        row = row + 1 if unicodedata.category(letter) in ("Mn", "Me") else 0
        if row > MOST_MARKS:
            return True
    return False
