"""Names of people and bots: validation, confusable names (UTS 39), links, and bot names."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib.resources import files
from itertools import count
from typing import Final

from schwimmen.players.levels import LEVELS_WITH_CHARACTERS
from schwimmen.rules.errors import SchwimmenError, quote

from .shuffles import Chance

_DISTINCT: Final = frozenset("mןต")
"""Characters that UTS 39 calls confusable but that distinguish genuine names.

"m" and "rn" (Ema, Erna), the Hebrew final nun and vav (עידן, עידו), and a Thai letter and its
neighbour (สุตา, สุดา).
"""

_MARK: Final = "\u200e"
"""Mark on both sides of a right-to-left character in the package's data."""


def skeleton(text: str) -> str:
    """Return the skeleton of a text: confusable texts have the same one. It is never shown.

    >>> skeleton("Pаul") == skeleton("PauI") == skeleton("Paul") != skeleton("Pauli")
    True
    """
    prototypes = _prototypes()
    decomposed = unicodedata.normalize("NFD", text)
    mapped = "".join(prototypes.get(character, character) for character in decomposed)
    return unicodedata.normalize("NFD", mapped)


@cache
def _prototypes() -> Mapping[str, str]:
    """Return the prototype of each character that has one, from the package's data.

    The package's own functions cannot compare two texts and do not know Arabic or Hebrew. Its data
    lists for every character those that look like it: for a prototype all characters of its group,
    for the others the prototype. In a group of two, the smaller one serves as the prototype.
    Prototypes of several characters are mapped in turn.
    """
    source = files("confusable_homoglyphs") / "confusables.json"
    similar: dict[str, set[str]] = {}
    for character, others in json.loads(source.read_text(encoding="utf-8")).items():
        group = similar.setdefault(character.strip(_MARK), set())
        group.update(one["c"].strip(_MARK) for one in others)
    found = {}
    for character, others in similar.items():
        if len(character) > 1 or len(others) > 1 or character in _DISTINCT:
            continue
        (other,) = others
        if len(other) > 1 or len(similar[other]) > 1 or other < character:
            found[character] = other
    return {one: "".join(found.get(part, part) for part in to) for one, to in found.items()}


BOT_CHARACTERS: Final[Mapping[str, str | None]] = {
    "Berta": "threes", "Karl": "patient", "Emma": "suits", "Fritz": "hasty",
    "Frieda": "patient", "Otto": None, "Ida": "threes", "Paul": "suits",
    "Hanna": None, "Max": "aces", "Lotte": None, "Emil": "swapper",
    "Greta": "patient", "Hugo": "aces", "Wim": "swapper", "Saskia": "hasty",
}  # fmt: skip
"""Character of each member of the cast of bots, by name; ``None`` plays like the plain level."""

BOT_NAMES: Final = tuple(BOT_CHARACTERS)
"""Names for bots that the client has not named."""


def character_of(name: str, level: str) -> str | None:
    """Return the character of a bot with this name, ``None`` outside the cast.

    >>> character_of("Fritz", "casual"), character_of("Fritz", "master")
    ('hasty', None)
    """
    return BOT_CHARACTERS.get(name) if level in LEVELS_WITH_CHARACTERS else None


MAX_NAME_LENGTH: Final = 40
"""Maximum number of characters in a name."""

MAX_MARKS: Final = 4
"""Maximum number of marks on one letter; with more, a name covers its neighbours."""

# Invisible characters that Unicode categorizes as letters, marks or symbols: Hangul fillers, Khmer
# vowels, the empty Braille pattern, the grapheme joiner, Mongolian selectors.
_BLANK: Final = frozenset(
    "\u115f\u1160\u3164\uffa0\u2800\u034f\u17b4\u17b5\u180b\u180c\u180d\u180f"
)

_FIRST_I: Final = re.compile("(?<![a-z])I")

# Invisible, but needed by scripts and emoji: joiners, directional marks, flag tags. All other
# format characters hide letters or reverse the text beside a name.
_HARMLESS: Final = frozenset(
    map(chr, (0x200C, 0x200D, 0x200E, 0x200F, 0x061C, *range(0xE0020, 0xE0080)))
)


# Characters that look like a dot, beyond those that NFKC converts to one.
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
    """Return the key by which names are compared, ignoring case, width, spaces and invisibles.

    >>> name_key("Ａnna  B") == name_key("anna\u200db")
    True
    """
    return _visible(unicodedata.normalize("NFKC", name).casefold())


def confusable(name: str, other: str) -> bool:
    """Return whether two different names are easily mistaken for each other.

    PRECIS (RFC 8266) does not help: it refuses emoji and some genuine names, and it treats a
    Cyrillic letter as different from the Latin one that looks like it.

    >>> confusable("Anna", "\N{CYRILLIC CAPITAL LETTER A}nna"), confusable("Iara", "Lara")
    (True, False)
    """
    return any(mine == theirs for mine, theirs in zip(_looks(name), _looks(other), strict=True))


def _looks(name: str) -> tuple[str, str, str]:
    """Return the skeletons of a name as written, in lower case, and with capitals ignored.

    A capital I looks like an l, but no reader mistakes Iara for Lara.
    """
    visible = _visible(name)
    ignoring_capitals = skeleton(_FIRST_I.sub("i", visible)).casefold()
    return skeleton(visible), skeleton(name_key(name)), ignoring_capitals


def normalize_name(name: str) -> str:
    """Return a name without superfluous spaces; it may be empty.

    Raises ``SchwimmenError`` for a name that is too long or has invisible characters.
    """
    return _normalize(name, "name", MAX_NAME_LENGTH)


def normalize_text(text: str, field: str, longest: int) -> str:
    """Return a line of text without superfluous spaces; ``field`` names it in errors.

    Raises ``SchwimmenError`` for a text that is empty, too long or has invisible characters.
    """
    text = _normalize(text, field, longest)
    if not text:
        raise SchwimmenError(f"{field}: there is nothing in it", f"bad_{field}", longest=longest)
    return text


def _normalize(text: str, field: str, longest: int) -> str:
    text = " ".join(text.split())
    if len(text) > longest:
        line = f"{field}: it has {longest} characters at most"
    elif not all(one.isprintable() or one in _HARMLESS for one in text) or _too_many_marks(text):
        line = f"{field}: only letters, digits and other visible characters, please"
    elif text and not any(_is_base(letter) for letter in text):
        line = f"{field}: at least one letter or sign that can be seen, please"
    else:
        return text
    raise SchwimmenError(line, f"bad_{field}", longest=longest)


def validate_name(name: str, taken: Iterable[str]) -> str:
    """Return the normalized name of a player who joins a table with these names.

    Raises ``SchwimmenError`` for an invalid name and for one that is confusable with another.
    """
    name = normalize_name(name)
    if not name:
        raise SchwimmenError("name: a name, please", "bad_name", longest=MAX_NAME_LENGTH)
    others = list(taken)
    if name_key(name) in set(map(name_key, others)):
        line = f"name: there is another {quote(name)} at this table"
        raise SchwimmenError(line, "name_taken", name=name)
    if (other := next((one for one in others if confusable(name, one)), None)) is not None:
        line = f"name: {quote(name)} looks like {quote(other)}, who is at this table already"
        raise SchwimmenError(line, "name_alike", name=name, other=other)
    return name


def free_name(name: str, taken: Iterable[str]) -> str:
    """Return the name of a spectator, without links; empty if it is mistaken for a taken one.

    >>> free_name("Anna", ["Berta"]), free_name("anna", ["Anna"])
    ('Anna', '')
    """
    with suppress(SchwimmenError):
        return validate_name(without_link(name), taken)
    return ""


def numbered_name(name: str, taken: Iterable[str]) -> str:
    """Return a name, with the first number that makes it different from those taken.

    >>> numbered_name("Prudent", ["Anna"]), numbered_name("Prudent", ["Anna", "prudent"])
    ('Prudent', 'Prudent 2')
    """
    others = list(taken)
    for number in count(1):
        numbered = name if number == 1 else f"{name} {number}"
        if not any(confusable(numbered, other) for other in others):
            return numbered
    raise AssertionError("numbers do not end")


def has_link(name: str) -> bool:
    """Return whether a name is or contains a web address.

    A dot, or a character that looks like one, counts within a word and after a space. At the end of
    a word it counts only if a common top-level domain follows.

    >>> [has_link(name) for name in ("www.x.com", "x . de", "x．com", "http://x", "x. com")]
    [True, True, True, True, True]
    >>> [has_link(name) for name in ("Dr. Who", "J. R.", "Anna v. d. Berg", "Nr. 5", "3.5")]
    [False, False, False, False, False]
    """
    plain = unicodedata.normalize("NFKC", name).casefold().translate(_DOTS)
    # Invisible characters would hide the dot; spaces matter here.
    visible = "".join(one for one in plain if one.isspace() or not _is_invisible(one))
    return _LINK.search(" ".join(visible.split())) is not None


def check_no_link(name: str) -> None:
    """Raise ``SchwimmenError`` for a name with a link in it, as strangers would read it."""
    if has_link(name):
        line = (
            "name: strangers see it here, so it must not look like a web address; "
            "write it without the dot, or with a space after it"
        )
        raise SchwimmenError(line, "link_name", name=name)


def without_link(name: str) -> str:
    """Return the name, without punctuation if it has a link in it, for strangers to read.

    >>> without_link("www.x.com"), without_link("Dr. Who")
    ('www x com', 'Dr. Who')
    """
    if not has_link(name):
        return name
    return " ".join(re.sub(r"[^\w\s]", " ", unicodedata.normalize("NFKC", name)).split())


def free_bot_names(taken: Iterable[str], chance: Chance) -> list[str]:
    """Return the bot names not confusable with ``taken``, shuffled; enough for every game."""
    others = list(taken)
    free = [name for name in BOT_NAMES if not any(confusable(name, one) for one in others)]
    chance.shuffle(free)
    return free


def assign_names(requested: Sequence[str], chance: Chance) -> list[str]:
    """Return the names of all seats, with bot names for empty ones; seat 0 is the player's.

    Raises ``SchwimmenError`` for invalid and confusable names.
    """
    names = [_at_seat(seat, normalize_name, name) for seat, name in enumerate(requested)]
    names[0] = names[0] or "Player"
    for seat, name in enumerate(names):
        if name:
            _at_seat(seat, validate_name, name, [other for other in names[:seat] if other])
    free = iter(free_bot_names(filter(None, names), chance))
    # With more seats than bot names, the rules refuse the table.
    return [name or next(free, "") for name in names]


def validate_names(names: Sequence[str]) -> list[str]:
    """Return the normalized names of all seats.

    Raises ``SchwimmenError`` for missing, invalid and confusable names.
    """
    found: list[str] = []
    for seat, name in enumerate(names):
        found.append(_at_seat(seat, validate_name, name, found))
    return found


def _at_seat(seat: int, check: Callable[..., str], *arguments: object) -> str:
    """Return the result of a check, with the seat added to the details of its error."""
    try:
        return check(*arguments)
    except SchwimmenError as error:
        raise SchwimmenError(str(error), error.code, **error.details, seat=seat) from None


def _visible(text: str) -> str:
    plain = unicodedata.normalize("NFKC", text)
    return "".join(letter for letter in plain if not _is_invisible(letter))


def _is_invisible(letter: str) -> bool:
    category = unicodedata.category(letter)
    selector = "\ufe00" <= letter <= "\ufe0f" or "\U000e0100" <= letter <= "\U000e01ef"
    return category[0] in "ZC" or letter in _BLANK or selector


def _is_base(letter: str) -> bool:
    return unicodedata.category(letter)[0] != "M" and not _is_invisible(letter)


def _too_many_marks(name: str) -> bool:
    row = 0
    for letter in name:
        row = row + 1 if unicodedata.category(letter) in ("Mn", "Me") else 0
        if row > MAX_MARKS:
            return True
    return False
