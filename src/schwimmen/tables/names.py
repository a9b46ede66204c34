"""Signs that look alike in any script: skeletons as in Unicode Technical Standard 39."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Final

from schwimmen.rules.errors import SchwimmenError, quote

from .shuffles import Chance

_TOLD_APART: Final = frozenset("mןต")
"""Signs that honest names differ by, though the standard takes them for others.

Beside "m" for "rn" (Ema, Erna), the Hebrew final nun for a vav (עידן, עידו), and a Thai letter for
its neighbour (สุตา, สุดา).
"""

_MARK: Final = "\u200e"
"""What the data has on both sides of a sign that is written from right to left."""


def skeleton(text: str) -> str:
    """Return what all texts have in common that look like this one; compared, never shown.

    >>> skeleton("Pаul") == skeleton("PauI") == skeleton("Paul") != skeleton("Pauli")
    True
    """
    prototypes = _prototypes()
    plain = unicodedata.normalize("NFD", text)
    drawn = "".join(prototypes.get(sign, sign) for sign in plain)
    return unicodedata.normalize("NFD", drawn)


@cache
def _prototypes() -> Mapping[str, str]:
    """Return for a sign the one, or the few, that stand for all signs that look like it.

    The package's functions compare no two texts, and know no Arabic or Hebrew; its data is sound.
    It names for every sign those that look like it: a prototype in the middle, signs around it. Of
    two alone either may be the prototype, so those of a prototype of several are exchanged as well.
    """
    source = files("confusable_homoglyphs") / "confusables.json"
    near: dict[str, set[str]] = {}
    for sign, others in json.loads(source.read_text(encoding="utf-8")).items():
        near.setdefault(sign.strip(_MARK), set()).update(one["c"].strip(_MARK) for one in others)
    found = {}
    for sign, others in near.items():
        if len(sign) > 1 or len(others) > 1 or sign in _TOLD_APART:
            continue
        (other,) = others
        if len(other) > 1 or len(near[other]) > 1 or other < sign:
            found[sign] = other
    return {sign: "".join(found.get(one, one) for one in to) for sign, to in found.items()}


BOT_NAMES: Final = (
    "Berta", "Karl", "Emma", "Fritz", "Frieda", "Otto", "Ida", "Paul",
    "Hanna", "Max", "Lotte", "Emil", "Greta", "Hugo", "Wim", "Saskia",
)  # fmt: skip
"""What bots are called that nobody has named."""

LONGEST_NAME: Final = 40
"""Characters of the longest name."""

MOST_MARKS: Final = 4
"""Marks on one letter at most: with more of them a name grows over its neighbours."""

# Letters, marks and signs by their Unicode category, though nothing is seen of them: Hangul fillers
# and Khmer vowels, the empty Braille pattern, the grapheme joiner, Mongolian selectors.
_BLANK: Final = frozenset(
    "\u115f\u1160\u3164\uffa0\u2800\u034f\u17b4\u17b5\u180b\u180c\u180d\u180f"
)

_FIRST_I: Final = re.compile("(?<![a-z])I")

# Unseen, but scripts and emoji are written with them: joiners, marks of direction, tags of flags.
# All else of their kind hides letters or turns the text beside a name around.
_HARMLESS: Final = frozenset(
    map(chr, (0x200C, 0x200D, 0x200E, 0x200F, 0x061C, *range(0xE0020, 0xE0080)))
)


# What is read as a dot, beyond those that NFKC makes one.
_DOTS: Final = str.maketrans(dict.fromkeys("\u3002\u06d4\ua4f8\u2024\u2e33", "."))

_LINK: Final = re.compile(
    r"""
      \w\s?:\s?/\s?/                          # http://
    | \bwww\s?\.                             # www.
    | [\w)\]-](\s\.\s?|\.)[^\W\d_]{2}       # x.de, x . de
    | \w\.\s(com|net|org|info|biz|xyz|shop|online|site|club|app|top)\b  # x. com
    | \b\d{1,3}(\s?\.\s?\d{1,3}){3}\b       # 192.0.2.1
    """,
    re.VERBOSE,
)


def name_key(name: str) -> str:
    """What names have in common that look alike: compared, never shown.

    Spaces count for nothing, nor do capitals, widths and whatever cannot be seen.

    >>> name_key("Ａnna  B") == name_key("anna\u200db")
    True
    """
    return _seen(unicodedata.normalize("NFKC", name).casefold())


def confusable(name: str, other: str) -> bool:
    """Whether two names that are not the same are easily taken for each other.

    PRECIS (RFC 8266) is no help there: it refuses names that people have, and emoji, and takes a
    Cyrillic letter for another than the Latin one that looks like it.

    >>> confusable("Anna", "\N{CYRILLIC CAPITAL LETTER A}nna"), confusable("Iara", "Lara")
    (True, False)
    """
    return any(mine == theirs for mine, theirs in zip(_looks(name), _looks(other), strict=True))


def _looks(name: str) -> tuple[str, str, str]:
    """How a name looks as it is written, in small letters, and but for capitals.

    A capital I looks like an l, but nobody takes Iara for Lara.
    """
    seen = _seen(name)
    but_capitals = skeleton(_FIRST_I.sub("i", seen)).casefold()
    return skeleton(seen), skeleton(name_key(name)), but_capitals


def normalize_name(asked: str) -> str:
    """The name as it was typed, less spaces that are too many; empty where there is none.

    Raises ``SchwimmenError`` for one that is too long, or not to be shown to others.
    """
    return _tidy(asked, "name", LONGEST_NAME)


def normalize_text(asked: str, what: str, longest: int) -> str:
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


def validate_name(asked: str, taken: Iterable[str]) -> str:
    """The name of somebody who comes to a table where these names are taken.

    Raises ``SchwimmenError`` for what is no name, and for one that looks like another.
    """
    name = normalize_name(asked)
    if not name:
        raise SchwimmenError("name: a name, please", "bad_name", longest=LONGEST_NAME)
    others = list(taken)
    if name_key(name) in set(map(name_key, others)):
        line = f"name: there is another {quote(name)} at this table"
        raise SchwimmenError(line, "name_taken", name=name)
    if (other := next((one for one in others if confusable(name, one)), None)) is not None:
        line = f"name: {quote(name)} looks like {quote(other)}, who is at this table already"
        raise SchwimmenError(line, "name_alike", name=name, other=other)
    return name


def has_link(name: str) -> bool:
    """Whether a name reads as an address on the web, or contains one.

    A dot within a word counts, and one with a space before it, as does what looks like a dot; a dot
    at the end of a word does not, unless the most common endings of addresses follow it.

    >>> [has_link(name) for name in ("www.x.com", "x . de", "x．com", "http://x", "x. com")]
    [True, True, True, True, True]
    >>> [has_link(name) for name in ("Dr. Who", "J. R.", "Anna v. d. Berg", "Nr. 5", "3.5")]
    [False, False, False, False, False]
    """
    plain = unicodedata.normalize("NFKC", name).casefold().translate(_DOTS)
    # What is not seen would hide the dot; spaces count here.
    seen = "".join(one for one in plain if one.isspace() or not _unseen(one))
    return _LINK.search(" ".join(seen.split())) is not None


def check_no_link(name: str) -> None:
    """Raise ``SchwimmenError`` for a name with a link in it, where strangers would read it."""
    if has_link(name):
        line = (
            "name: strangers see it here, so it must not look like a web address; "
            "write it without the dot, or with a space after it"
        )
        raise SchwimmenError(line, "link_name", name=name)


def without_link(name: str) -> str:
    """Return the name as strangers may read it: its signs go if it has a link in it.

    >>> without_link("www.x.com"), without_link("Dr. Who")
    ('www x com', 'Dr. Who')
    """
    if not has_link(name):
        return name
    return " ".join(re.sub(r"[^\w\s]", " ", unicodedata.normalize("NFKC", name)).split())


def free_bot_names(taken: Iterable[str], chance: Chance) -> list[str]:
    """The names of the cast unlike those taken, by chance: enough for all seats of any game."""
    others = list(taken)
    free = [name for name in BOT_NAMES if not any(confusable(name, one) for one in others)]
    chance.shuffle(free)
    return free


def assign_names(asked: Sequence[str], chance: Chance) -> list[str]:
    """What everybody is called, seat by seat; seat 0 is the player's, the others are bots'.

    Raises ``SchwimmenError`` for what is no name, and where two have the same.
    """
    names = [_at_seat(seat, normalize_name, name) for seat, name in enumerate(asked)]
    names[0] = names[0] or "Player"
    for seat, name in enumerate(names):
        if name:
            _at_seat(seat, validate_name, name, [other for other in names[:seat] if other])
    free = iter(free_bot_names(filter(None, names), chance))
    # More than there are in the cast are more than any game has seats: the rules refuse them.
    return [name or next(free, "") for name in names]


def _at_seat(seat: int, check: Callable[..., str], *about: object) -> str:
    """What the check says of a name; what is wrong with it, it says with the seat."""
    try:
        return check(*about)
    except SchwimmenError as error:
        raise SchwimmenError(str(error), error.code, **error.details, seat=seat) from None


def _seen(text: str) -> str:
    plain = unicodedata.normalize("NFKC", text)
    return "".join(letter for letter in plain if not _unseen(letter))


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
