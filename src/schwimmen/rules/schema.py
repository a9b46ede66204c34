"""Schema of the records that compiled rules write: fields, and the numbers that encode them.

A field of a view, an event, a result and so on is declared once, as an attribute of a dataclass.
Its annotation gives its kind, the number of the record that encodes it, its audience, and whether
messages contain it. From this follow the records of the compiled rules, their decoders in Python
and JavaScript, the models of the wire, and the types of page and package.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from dataclasses import fields as dataclass_fields
from enum import Enum
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    Final,
    Literal,
    TypeAlias,
    TypeVar,
    cast,
    get_args,
    get_type_hints,
)

from .actions import name_from_masks
from .cards import SUITS, Card, bits_of, card_names, cards_of, mask_of, parse_cards

if TYPE_CHECKING:
    import numpy as np

T = TypeVar("T")

Points: TypeAlias = int | float
"""Value of a hand (R14, R15), or points of a match (R31): whole or, such as 30.5, half."""

Scoring: TypeAlias = Literal["lives", "points"]
"""Scoring of a match: for lives or for points."""

NOTHING: Final = -1
"""Number that encodes a missing seat, action, suit or value."""


def points_of(doubled: int) -> Points:
    """Return half of a doubled value: an ``int``, or a ``float`` such as 30.5."""
    half, odd = divmod(int(doubled), 2)
    return half + 0.5 if odd else half


@dataclass(frozen=True)
class Kind:
    """Kind of a field: the encoding of its value as a number.

    ``expression`` is Python that decodes the number ``{}``, with ``names``, those of ``_NAMES`` and
    those of the decoder's context; empty if a decoder of its own reads the numbers. ``encode``
    returns the number of a value, if the value determines it. ``meaning`` describes the number. If
    it is a code, ``codes`` are the values in the order of their numbers.
    """

    name: str
    meaning: str
    expression: str
    encode: Callable[[Any], int] | None = None
    codes: tuple[str | None, ...] = ()
    names: Mapping[str, Any] = dataclass_field(default_factory=dict, hash=False, compare=False)


def code(name: str, codes: Iterable[str | None]) -> Kind:
    """Return the kind of a number that is a code; ``name`` is that of the list of its values."""
    known = tuple(codes)
    return Kind(name, "Code.", f"{known!r}[{{}}]", known.index, known)


def _or(nothing: int, encode: Callable[[Any], int]) -> Callable[[Any], int]:
    return lambda value: nothing if value is None else encode(value)


def _doubled(points: Points) -> int:
    return int(2 * points)


NUMBER: Final = Kind("number", "", "int({})", int)
REAL: Final = Kind("real", "", "{}")
FLAG: Final = Kind("flag", "", "bool({})", int)
NUMBER_OR_NONE: Final = Kind("numberOrNull", "0 for none.", "{} or None", _or(0, int))
HALF: Final = Kind("half", "Doubled.", "points_of({})", _doubled)
RULE: Final = Kind("rule", "", "RULES[{}]", lambda rule: int(rule.removeprefix("R")))
SEAT: Final = Kind("seatOrNull", "-1 for none.", "None if {} < 0 else {}", _or(NOTHING, int))
SUIT: Final = Kind("suitOrNull", "Code, -1 for none.", "SUITS[{}]", _or(NOTHING, SUITS.index))
VALUE: Final = Kind("valueOrNull", "Doubled, -1 for none.", "VALUES[{}]", _or(NOTHING, _doubled))
SEATS: Final = Kind("seats", "Mask.", "bits_of({})", mask_of)
CARDS: Final = Kind("cards", "Mask.", "cards_of({})", mask_of)
CARD_NAMES: Final = Kind(
    "cardNames", "Mask.", "card_names(cards_of({}))", lambda names: mask_of(parse_cards(names))
)
SHOWN_CARDS: Final = Kind(
    "cardsOrNull", "Mask, 0 for none.", "cards_of({}) if {} else None", _or(0, mask_of)
)
ACTION: Final = Kind(
    "actionOrNull",
    "Number of the action, -1 for none.",
    "None if {} < 0 else name_from_masks({}, hand_size, given, taken)",
)
SCORE: Final = Kind(
    "score",
    "Lives, or doubled points.",
    "points_of({}) if scoring == 'points' else {}",
    int,
)

# Kinds of several numbers, which a decoder of their own reads.
CARD_ROW: Final = Kind("cardRow", "Cards in their order, up to the count.", "")
RECORDS: Final = Kind("records", "Records, one for each seat.", "")
REFUSALS: Final = Kind("refusals", "Code of the reason for each kind of action.", "")

_NAMES: Final[dict[str, Any]] = {
    "RULES": tuple(f"R{number}" for number in range(100)),
    "SUITS": (*SUITS, None),
    "VALUES": (*map(points_of, range(128)), None),
    "bits_of": bits_of,
    "card_names": card_names,
    "cards_of": cards_of,
    "name_from_masks": name_from_masks,
    "points_of": points_of,
}


class Audience(Enum):
    """Audience of a field (R33)."""

    EVERYONE = "everyone"
    OWNER = "owner"
    """Seat of the view."""
    NOBODY = "nobody"
    """No player, until the round is over."""


@dataclass(frozen=True)
class From:
    """Mark of a field that is made from a number of the record with another name."""

    number: str


@dataclass(frozen=True)
class Only:
    """Mark of a field that is ``None`` unless the match is played for lives, or for points.

    With ``in_match``, it is also ``None`` in a round by itself.
    """

    scoring: Scoring
    in_match: bool = False


class PerSeat(Enum):
    """Mark of a field with an entry for each seat."""

    ALL = "all"
    DEALT_IN = "dealt in"
    """Seats not dealt in have ``None``."""


class Place(Enum):
    """Mark of a field that is not a number of the record."""

    GIVEN = "given"
    """Given to the decoder, or decoded by hand."""
    WHOLE = "whole"
    """Object of a class whose fields are made from the same record."""


@dataclass(frozen=True)
class Row:
    """Mark of a field that is made from a row of records, whose class declares their fields."""

    length: int
    """Number of records for which the row has room."""
    count: str
    """Name of the number of records in use."""


class Travel(Enum):
    """Mark of a field that is not in messages."""

    STAYS = "stays"
    """Not in messages: the receiver has it from elsewhere, or does not need it."""


Seat: TypeAlias = Annotated[int | None, SEAT]
SeatSet: TypeAlias = Annotated[tuple[int, ...], SEATS]
CardRow: TypeAlias = Annotated[tuple[Card, ...], CARD_ROW]
CardSet: TypeAlias = Annotated[tuple[Card, ...], CARDS]
ShownCards: TypeAlias = Annotated[tuple[Card, ...] | None, SHOWN_CARDS]
Value: TypeAlias = Annotated[Points | None, VALUE]
Suit: TypeAlias = Annotated[str | None, SUIT]
Rule: TypeAlias = Annotated[str, RULE]
Given: TypeAlias = Annotated[T, Place.GIVEN]
Whole: TypeAlias = Annotated[T, Place.WHOLE]
Own: TypeAlias = Annotated[T, Audience.OWNER]
Secret: TypeAlias = Annotated[T, Audience.NOBODY]
Stays: TypeAlias = Annotated[T, Travel.STAYS]


@dataclass(frozen=True)
class Field:
    """Declared field of a class."""

    name: str
    kind: Kind | None
    """Kind of the field; ``None`` if its type is enough."""
    stored: bool
    """Whether the field is made from a number, or a row of records, with a name of its own."""
    number: str
    """Name of the number, or of the row of numbers, in the record."""
    only: Only | None
    per_seat: PerSeat | None
    audience: Audience
    travels: bool
    row: Row | None
    made: Any
    """Class that declares the fields of what it is made of, if it is a ``Row`` or ``Whole``."""

    def is_sent_to(self, audience: Audience) -> bool:
        """Return whether messages to an audience contain the field."""
        return self.travels and self.audience is audience


_known: Final[dict[type, tuple[Field, ...]]] = {}


def fields_of(declaring: type) -> tuple[Field, ...]:
    """Return the declared fields of a class, a dataclass or the protocol of a record.

    >>> from .view import SeatView
    >>> [field.name for field in fields_of(SeatView) if not field.stored]
    ['seat', 'last_action']
    """
    if declaring not in _known:
        hints = get_type_hints(declaring, include_extras=True)
        _known[declaring] = tuple(_field(*hint) for hint in hints.items())
    return _known[declaring]


def _field(name: str, hint: Any) -> Field:
    marks = getattr(hint, "__metadata__", ())
    plain = getattr(hint, "__origin__", hint) if marks else hint
    found: dict[type, Any] = {type(mark): mark for mark in marks}
    kind = found.get(Kind, {bool: FLAG, int: NUMBER, float: REAL}.get(plain))
    source = found.get(From)
    row, place = found.get(Row), found.get(Place)
    made = get_args(plain)[0] if row else plain if place is Place.WHOLE else None
    return Field(
        name,
        kind,
        place is None and (kind is not None or row is not None),
        name if source is None else source.number,
        found.get(Only),
        found.get(PerSeat),
        found.get(Audience, Audience.EVERYONE),
        Travel not in found,
        row,
        made,
    )


def check_audience(seen: type, known: type) -> None:
    """Raise ``TypeError`` if a class declares a field that a record keeps secret (R33).

    >>> from .core.state import RoundRecord
    >>> @dataclass
    ... class Peek:
    ...     extra: CardSet
    >>> check_audience(Peek, RoundRecord)
    Traceback (most recent call last):
    ...
    TypeError: Peek.extra: secret while the round is played
    """
    secret = {one.number for one in fields_of(known) if one.audience is Audience.NOBODY}
    for field in fields_of(seen):
        if field.number in secret:
            raise TypeError(f"{seen.__name__}.{field.name}: secret while the round is played")


def decoder_of(
    made: type[T], record: np.dtype[Any], context: Sequence[str] = ()
) -> Callable[..., T]:
    """Return a function that makes an object of a class from its record.

    Its arguments are those of the ``context``, then the numbers of the record. The context has the
    fields that are given and, where a field needs them, ``hand_size``, ``scoring``, and
    ``match_scoring``, which is ``None`` in a round by itself.

    >>> from .core.state import CHOICE_DTYPE
    >>> from .view import Choice
    >>> CHOICE_DTYPE.names
    ('number', 'given', 'taken', 'value', 'suit', 'closes')
    >>> choice = decoder_of(Choice, CHOICE_DTYPE, ("hand_size",))(3, 20, 0, 0, 61, -1, 0)
    >>> choice.action, choice.value, choice.suit
    ('pass', 30.5, None)
    """
    # One expression is as fast as written by hand: bots read thousands of views a second.
    numbers = record.names or ()
    names = _NAMES | {"made": made, "new": tuple.__new__}
    for one in fields_of(made):
        names |= one.kind.names if one.kind else {}
        if one.made is not None and (one.row is None or one.number in numbers):
            inner = record if one.row is None else record[one.number].base
            names[f"make_{one.name}"] = decoder_of(one.made, inner, context)
    values = {one.name: _decoding(one, context, numbers) for one in fields_of(made)}
    if issubclass(made, tuple):
        call = f"new(made, ({', '.join(values.values())}))"  # much faster than by keywords
    else:
        by_name = {one.name for one in dataclass_fields(cast(Any, made)) if one.kw_only}
        named = (f"{name}={one}" if name in by_name else one for name, one in values.items())
        call = f"made({', '.join(named)})"
    decode: Callable[..., T] = eval(f"lambda {', '.join((*context, *numbers))}: {call}", names)
    return decode


def _decoding(field: Field, context: Sequence[str], numbers: Sequence[str]) -> str:
    """Return the expression that decodes a field."""
    if field.made is not None:
        if field.row is None:
            return f"make_{field.name}({', '.join((*context, *numbers))})"
        one = f"make_{field.name}({', '.join((*context, '*one'))})"
        return f"tuple([{one} for one in {field.number}[:{field.row.count}].tolist()])"
    if field.kind is None or not field.stored:
        return field.name
    expression = field.kind.expression
    if field.per_seat is None:
        expression = expression.replace("{}", field.number)
    else:
        one = expression.replace("{}", "number")
        if field.per_seat is PerSeat.DEALT_IN:
            one = f"({one}) if active >> seat & 1 else None"
        row = f"enumerate({field.number}[:seat_count])"
        expression = f"tuple({one} for seat, number in {row})"
    if field.only is None:
        return expression
    scoring = "match_scoring" if field.only.in_match else "scoring"
    return f"({expression}) if {scoring} == {field.only.scoring!r} else None"


def decode_number(kind: Kind) -> Callable[[int], Any]:
    """Return a function that decodes a number that needs no context.

    >>> decode_number(SUIT)(2), decode_number(VALUE)(61), decode_number(FLAG)(1)
    ('H', 30.5, True)
    >>> decode_number(SHOWN_CARDS)(0b10011), decode_number(SEAT)(-1)
    ((AC, KC, TC), None)
    """
    body = kind.expression
    if body.count("{}") == 1:  # a row or a function by itself is faster than one that looks it up
        body = body.replace("[{}]", ".__getitem__").replace("({})", "")
    if "{}" in body:
        body = f"lambda number: {body.replace('{}', 'number')}"
    decode: Callable[[int], Any] = eval(body, {**_NAMES, **kind.names})
    return decode


def numbers_of(value: Any) -> Iterator[tuple[str, int]]:
    """Yield the numbers of the record of an object by their names, as far as it has them.

    If several fields are made from a number, the last one that has a value counts.

    >>> from .cards import parse_cards
    >>> from .view import Choice
    >>> choice = Choice("KCxTC", 0, parse_cards("KC"), parse_cards("TC"), 30.5, None, False)
    >>> dict(numbers_of(choice))
    {'number': 0, 'given': 2, 'taken': 16, 'value': 61, 'suit': -1, 'closes': 0}
    """
    for field in fields_of(type(value)):
        found = getattr(value, field.name)
        if field.kind is None or field.kind.encode is None or not field.stored or field.per_seat:
            continue
        if field.only is None or found is not None:
            yield field.number, field.kind.encode(found)
