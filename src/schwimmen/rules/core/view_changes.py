"""Changes of views as JSON text, compiled: a server sends them to all seats after each event.

A change has members of a JSON object, with the name of a field and its new value: a scalar as it
is, a value of another kind as ``[value]``. Of a list that keeps an item, only the changed items are
members, by index. ``[]`` removes a field that has its default, or the items of a list from an index
on. Every member ends with a comma. All text is ASCII.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from schwimmen.engine import Array, Range, entry, jit, jit_noinline

from .. import schema
from ..actions import ACTION_KINDS, SIMPLE_ACTIONS
from ..cards import CARDS, SUITS
from ..schema import Audience, fields_of
from ..view import SeatView, View
from .bits import lowest_bit
from .json_text import (
    BEGIN,
    CLOSED,
    COMMA,
    END,
    OPEN,
    QUOTE,
    Text,
    put_end,
    put_half,
    put_nothing,
    put_number,
    put_place,
)
from .legal import ILLEGAL_REASONS, LEGAL
from .records import ChoiceRecord
from .rows import MAX_SEATS
from .state import (
    MAX_ACTIONS,
    NO_SUIT,
    NO_VALUE,
    SCORING_POINTS,
    SEAT_DTYPE,
    VIEW_DTYPE,
    ChoiceArray,
    RecordArray,
    RulesArray,
    Seat,
)

ACTION_WIDTH: Final = 8
"""Bytes of the name of a seat's last action, filled up with zeros; all are zero without one."""

_NO_SCORING: Final = 0
_FOR_LIVES: Final = 1
_FOR_POINTS: Final = 2

_OFFSETS: Final = VIEW_DTYPE.fields
assert _OFFSETS is not None

Words: TypeAlias = Annotated[NDArray[np.int64], Array(np.int64, _OFFSETS["aside"][1] // 8)]
"""Kind of the numbers of a view's record, without the cards laid aside, which are bytes."""
LastActions: TypeAlias = Annotated[
    NDArray[np.uint8], Array(np.uint8, MAX_SEATS * ACTION_WIDTH, read_only=True)
]
"""Kind of the names of all seats' last actions."""
Count: TypeAlias = Annotated[int, Range(0, MAX_ACTIONS)]
"""Kind of a number of choices."""

_texts: Final[list[bytes]] = []


def _row(texts: Iterable[str]) -> int:
    """Add texts and return the number of the first one."""
    first = len(_texts)
    _texts.extend(text.encode("ascii") for text in texts)
    return first


def _strings(texts: Iterable[str | None]) -> int:
    """Add texts as JSON strings, empty for none, and return the number of the first one."""
    return _row("" if text is None else f'"{text}"' for text in texts)


def _text(text: str) -> int:
    """Add a text and return its number."""
    return _row([text])


# Forms of a field's value.
_NUMBER: Final = 0
_FLAG: Final = 1
_SEAT: Final = 2
_VALUE: Final = 3
_HALF: Final = 4
_CODE: Final = 5
_SEATS: Final = 6
_CARDS: Final = 7

_SUITS: Final = _strings((*SUITS, None))
_CARD_NAMES: Final = _strings(map(str, CARDS))
_REASONS: Final = _strings(ILLEGAL_REASONS)
_EXCHANGES: Final = _row(map(str, CARDS))
_SIMPLE: Final = _row(f'{name}"' for name in SIMPLE_ACTIONS)
_KINDS: Final = _row(f'"{kind}":' for kind in ACTION_KINDS)

_FORMS: Final = {
    schema.NUMBER: _NUMBER,
    schema.FLAG: _FLAG,
    schema.SEAT: _SEAT,
    schema.VALUE: _VALUE,
    schema.HALF: _HALF,
    schema.SEATS: _SEATS,
    schema.CARDS: _CARDS,
    schema.SHOWN_CARDS: _CARDS,
}
_SCORINGS: Final = {"lives": _FOR_LIVES, "points": _FOR_POINTS}


def _fields(declaring: type, record: np.dtype[np.void], audience: Audience) -> NDArray[np.int64]:
    """Return a row for each field of a class that is sent to an audience and made from a number.

    It has the place of the number in the record, the text of the field's name, the form of its
    value, the text of the first code, and the scoring of the matches that alone have the field.
    """
    offsets = record.fields
    assert offsets is not None
    rows = []
    for field in fields_of(declaring):
        kind = field.kind
        made = field.is_sent_to(audience) and field.stored
        if not made or kind is None or not kind.expression:
            continue
        if kind is schema.SUIT:
            form, codes = _CODE, _SUITS
        elif kind.codes:
            form, codes = _CODE, _strings(kind.codes)
        else:
            form, codes = _FORMS[kind], 0
        only = _NO_SCORING if field.only is None else _SCORINGS[field.only.scoring]
        place = offsets[field.number][1] // 8
        rows.append((place, _text(f'"{field.name}":'), form, codes, only))
    return np.array(rows, np.int64)


_PUBLIC: Final = _fields(View, VIEW_DTYPE, Audience.EVERYONE)
_OWN: Final = _fields(View, VIEW_DTYPE, Audience.OWNER)
_OF_SEAT: Final = _fields(SeatView, SEAT_DTYPE, Audience.EVERYONE)

_BEGIN_SEATS: Final = _text('"seats":{')
_LAST_ACTION: Final = _text('"last_action":')
_BEGIN_CHOICES: Final = _text('"choices":[')
_ACTION: Final = _text('{"action":"')
_CLOSES: Final = _text('"closes":true,')
_CHOICE_VALUE: Final = _text('"value":')
_CHOICE_SUIT: Final = _text('"suit":')
_REFUSED: Final = _text('"refused":')
_TRUE: Final = _text("true")

_BYTES: Final = np.frombuffer(b"".join(_texts), np.uint8)
_ENDS: Final = np.cumsum([0, *map(len, _texts)], dtype=np.int64)
"""Places in ``_BYTES`` at which the texts begin, and the end of the last one."""

_IN_MATCH: Final[int] = _OFFSETS["in_match"][1] // 8
_FIRST_SEAT: Final[int] = _OFFSETS["seats"][1] // 8
_SEAT_COUNT: Final[int] = _OFFSETS["seat_count"][1] // 8
_TO_ACT: Final[int] = _OFFSETS["to_act"][1] // 8
_REFUSALS: Final[int] = _OFFSETS["refusals"][1] // 8
_SEAT_SIZE: Final = SEAT_DTYPE.itemsize // 8

_MARK: Final = ord("!")
_EXCHANGED: Final = ord("x")


@entry
def public_changes(
    rules: RulesArray,
    old: Words,
    new: Words,
    old_actions: LastActions,
    new_actions: LastActions,
    text: Text,
) -> int:
    """Write the changes of the public part of a view, and return their length.

    ``old`` and ``new`` are the numbers of two views of a match, ``old_actions`` and ``new_actions``
    the last actions of its seats. The changes are without the cards laid aside and the result.
    """
    scoring = _NO_SCORING
    if new[_IN_MATCH]:
        scoring = _FOR_POINTS if rules[0].scoring == SCORING_POINTS else _FOR_LIVES
    begin = _put_fields(text, 0, _PUBLIC, old, new, 0, scoring)
    first = _put_text(text, begin, _BEGIN_SEATS)
    end = first
    for seat in range(new[_SEAT_COUNT]):
        end = _put_seat(text, end, seat, old, new, old_actions, new_actions, scoring)
    return begin if end == first else put_end(text, end, END)


@entry
def own_changes(
    rules: RulesArray,
    old: Words,
    new: Words,
    old_choices: ChoiceArray,
    old_count: Count,
    choices: ChoiceArray,
    count: Count,
    seat: Seat,
    kinds: Annotated[int, Range(0, (1 << len(ACTION_KINDS)) - 1)],
    text: Text,
) -> int:
    """Write the changes of the private part of a seat's view, and return their length.

    ``old`` and ``new`` are the numbers of two of its views, with their choices. ``kinds`` is a mask
    of the kinds of action that are named if they are refused.
    """
    end = _put_fields(text, 0, _OWN, old, new, 0, _NO_SCORING)
    if _choices_differ(old_choices, old_count, choices, count):
        end = _put_text(text, end, _BEGIN_CHOICES)
        if count:
            text[end] = OPEN
            end += 1
            for place in range(count):
                end = _put_choice(text, end, rules[0].hand_size, choices[place])
            end = put_end(text, end, CLOSED) - 1
        text[end] = CLOSED
        text[end + 1] = COMMA
        end += 2
    was = kinds if old[_TO_ACT] == seat else 0
    now = kinds if new[_TO_ACT] == seat else 0
    return _put_refusals(text, end, old, new, was, now)


@jit_noinline
def _put_text(text: NDArray[np.uint8], end: int, number: int) -> int:
    """Add a text behind ``end`` and return the new end, as all functions here do."""
    for place in range(_ENDS[number], _ENDS[number + 1]):
        text[end] = _BYTES[place]
        end += 1
    return end


@jit
def _put_fields(
    text: NDArray[np.uint8],
    end: int,
    fields: NDArray[np.int64],
    old: NDArray[np.int64],
    new: NDArray[np.int64],
    first: int,
    scoring: int,
) -> int:
    """Add the changes of fields, whose numbers begin at ``first``."""
    for row in range(len(fields)):
        place = first + fields[row, 0]
        only = fields[row, 4]
        if old[place] != new[place] and not (only and only != scoring):
            name, form, codes = fields[row, 1], fields[row, 2], fields[row, 3]
            end = _put_field(text, end, name, form, codes, old[place], new[place])
    return end


@jit_noinline
def _put_field(
    text: NDArray[np.uint8], end: int, name: int, form: int, codes: int, old: int, new: int
) -> int:
    """Add the change of a field from one number to another, unless its value is the same."""
    if form == _FLAG and (old != 0) == (new != 0):
        return end
    if form == _CODE and _same_text(_code(codes, old), _code(codes, new)):
        return end
    end = _put_text(text, end, name)
    if form == _NUMBER or (form == _SEAT and new >= 0):
        end = put_number(text, end, new)
    elif form == _HALF or (form == _VALUE and new >= 0):
        end = put_half(text, end, new)
    elif form == _FLAG and new:
        end = _put_text(text, end, _TRUE)
    elif form == _CODE and _ENDS[_code(codes, new)] < _ENDS[_code(codes, new) + 1]:
        end = _put_text(text, end, _code(codes, new))
    elif form >= _SEATS and new:
        end = _put_items(text, end, form, old, new)
    else:
        end = put_nothing(text, end)
    text[end] = COMMA
    return end + 1


@jit
def _code(codes: int, number: int) -> int:
    """Return the text of a code; only a suit may be missing."""
    return codes + (number if number >= 0 else len(SUITS))


@jit
def _same_text(one: int, other: int) -> bool:
    length = _ENDS[one + 1] - _ENDS[one]
    if length != _ENDS[other + 1] - _ENDS[other]:
        return False
    for place in range(length):
        if _BYTES[_ENDS[one] + place] != _BYTES[_ENDS[other] + place]:
            return False
    return True


@jit
def _put_items(text: NDArray[np.uint8], end: int, form: int, old: int, new: int) -> int:
    """Add the change of a list, which is a set; the new one has items."""
    kept = False
    was, now = old, new
    while was and now:
        kept = kept or lowest_bit(was) == lowest_bit(now)
        was &= was - 1
        now &= now - 1
    text[end] = BEGIN if kept else OPEN
    end += 1
    if not kept:
        text[end] = OPEN
        end += 1
    was, now = old, new
    place = 0
    while now:
        item = lowest_bit(now)
        if not kept or not was or lowest_bit(was) != item:
            if kept:
                end = put_place(text, end, place)
            end = _put_item(text, end, form, item)
            text[end] = COMMA
            end += 1
        was &= was - 1
        now &= now - 1
        place += 1
    if not kept:
        end = put_end(text, end, CLOSED)
        text[end - 1] = CLOSED
        return end
    if was:
        end = put_place(text, end, place)
        end = put_nothing(text, end)
        text[end] = COMMA
        end += 1
    return put_end(text, end, END) - 1


@jit
def _put_item(text: NDArray[np.uint8], end: int, form: int, item: int) -> int:
    if form == _SEATS:
        return put_number(text, end, item)
    return _put_text(text, end, _CARD_NAMES + item)


@jit
def _put_seat(
    text: NDArray[np.uint8],
    end: int,
    seat: int,
    old: NDArray[np.int64],
    new: NDArray[np.int64],
    old_actions: NDArray[np.uint8],
    new_actions: NDArray[np.uint8],
    scoring: int,
) -> int:
    """Add the changes of the public view of a seat, if there are any."""
    begin = end
    end = put_place(text, end, seat)
    text[end] = BEGIN
    end += 1
    none = end
    first = _FIRST_SEAT + seat * _SEAT_SIZE
    end = _put_fields(text, end, _OF_SEAT, old, new, first, scoring)
    at = seat * ACTION_WIDTH
    differs = False
    for place in range(at, at + ACTION_WIDTH):
        differs = differs or old_actions[place] != new_actions[place]
    if differs:
        end = _put_text(text, end, _LAST_ACTION)
        if new_actions[at]:
            text[end] = QUOTE
            end += 1
            for place in range(at, at + ACTION_WIDTH):
                if new_actions[place]:
                    text[end] = new_actions[place]
                    end += 1
            text[end] = QUOTE
            end += 1
        else:
            end = put_nothing(text, end)
        text[end] = COMMA
        end += 1
    return begin if end == none else put_end(text, end, END)


@jit
def _choices_differ(old: RecordArray, old_count: int, new: RecordArray, count: int) -> bool:
    if old_count != count:
        return True
    for place in range(count):
        one, other = old[place], new[place]
        if (
            one.number != other.number
            or one.given != other.given
            or one.taken != other.taken
            or one.value != other.value
            or one.suit != other.suit
            or one.closes != other.closes
        ):
            return True
    return False


@jit
def _put_choice(text: NDArray[np.uint8], end: int, hand_size: int, choice: ChoiceRecord) -> int:
    """Add a choice: its action, and the value and suit of the hand that it leaves."""
    pairs = hand_size * hand_size
    number = choice.number
    end = _put_text(text, end, _ACTION)
    if number >= 2 * pairs:
        end = _put_text(text, end, _SIMPLE + number - 2 * pairs)
    else:
        end = _put_text(text, end, _EXCHANGES + lowest_bit(choice.given))
        text[end] = _EXCHANGED
        end = _put_text(text, end + 1, _EXCHANGES + lowest_bit(choice.taken))
        if number >= pairs:
            text[end] = _MARK
            end += 1
        text[end] = QUOTE
        end += 1
    closes = choice.closes and text[end - 2] != _MARK
    text[end] = COMMA
    end += 1
    if choice.value != NO_VALUE:
        end = _put_text(text, end, _CHOICE_VALUE)
        end = put_half(text, end, choice.value)
        text[end] = COMMA
        end += 1
    if choice.suit != NO_SUIT:
        end = _put_text(text, end, _CHOICE_SUIT)
        end = _put_text(text, end, _SUITS + choice.suit)
        text[end] = COMMA
        end += 1
    if closes:
        end = _put_text(text, end, _CLOSES)
    return put_end(text, end, END)


@jit
def _put_refusals(
    text: NDArray[np.uint8],
    end: int,
    old: NDArray[np.int64],
    new: NDArray[np.int64],
    was: int,
    now: int,
) -> int:
    """Add the changes of the reasons for which the kinds of action of two masks are refused."""
    for kind in range(len(ACTION_KINDS)):
        if old[_REFUSALS + kind] == LEGAL:
            was &= ~(1 << kind)
        if new[_REFUSALS + kind] == LEGAL:
            now &= ~(1 << kind)
    differs = was != now
    for kind in range(len(ACTION_KINDS)):
        if now >> kind & 1 and old[_REFUSALS + kind] != new[_REFUSALS + kind]:
            differs = True
    if not differs:
        return end
    end = _put_text(text, end, _REFUSED)
    text[end] = OPEN
    end += 1
    if now:
        text[end] = BEGIN
        end += 1
        for kind in range(len(ACTION_KINDS)):
            if now >> kind & 1:
                end = _put_text(text, end, _KINDS + kind)
                end = _put_text(text, end, _REASONS + new[_REFUSALS + kind])
                text[end] = COMMA
                end += 1
        end = put_end(text, end, END) - 1
    text[end] = CLOSED
    text[end + 1] = COMMA
    return end + 2
