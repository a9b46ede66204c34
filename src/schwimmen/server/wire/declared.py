"""Models and encoders of the fields that the rules declare (``schwimmen.rules.schema``).

On the wire a card is its name, and a field that has its default is left out of messages: ``None``,
``False`` and an empty list or object; numbers and names are always there.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from functools import lru_cache, reduce
from operator import or_
from types import NoneType, UnionType
from typing import Any, Final, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from pydantic import Field, create_model

from schwimmen.rules.cards import CARDS, Card, card_names
from schwimmen.rules.schema import RECORDS, Audience, fields_of
from schwimmen.rules.schema import Field as Declared

from .base import CompactModel, Fields

M = TypeVar("M", bound=CompactModel)

_MODELS: Final[dict[type, type[CompactModel]]] = {}
"""Models by the classes whose fields they have."""

Cards = tuple[Card, ...]


def model_of(
    declaring: type, audience: Audience = Audience.EVERYONE
) -> Callable[[type[M]], type[M]]:
    """Return a decorator that gives a model the fields of a class which an audience may see."""

    def complete(model: type[M]) -> type[M]:
        hints = get_type_hints(declaring)
        fields = {
            field.name: _model_field(field, _type_on_wire(hints[field.name]))
            for field in sent_fields(declaring, audience)
        }
        made: type[M] = create_model(  # type: ignore[call-overload]
            model.__name__,
            __base__=model,
            __doc__=model.__doc__,
            __module__=model.__module__,
            **fields,
        )
        _MODELS[declaring] = made
        return made

    return complete


def sent_fields(declaring: type, audience: Audience) -> Iterator[Declared]:
    """Yield the fields of a class that are sent to an audience."""
    for field in fields_of(declaring):
        if field.is_sent_to(audience):
            yield field


def encoder_of(
    declaring: type,
    audience: Audience = Audience.EVERYONE,
    given: Collection[str] = (),
    without: Collection[str] = (),
) -> Callable[..., Fields]:
    """Return a function that encodes an object of a class, with all fields an audience may see.

    Its arguments are the object and, in their order, the values on the wire of the fields that are
    ``given``; those ``without`` are left out.
    """
    hints = get_type_hints(declaring)
    values = (
        f"{name!r}: {name if name in given else _encoding(f'value_.{name}', hints[name])}"
        for name in (field.name for field in sent_fields(declaring, audience))
        if name not in without
    )
    # As fast as written by hand: a state is encoded after every event.
    encode: Callable[..., Fields] = eval(
        f"lambda {', '.join(['value_', *given])}: {{{', '.join(values)}}}",
        {"card_list": card_list, "hands": hands},
    )
    return encode


@lru_cache(maxsize=4096)
def card_list(cards: Cards) -> tuple[str, ...]:
    """Return the names of cards."""
    return tuple(CARDS[card] for card in cards)


def hands(all_hands: tuple[Cards | None, ...]) -> list[str | None]:
    """Return hands as a result in RECORD.md has them."""
    return [None if hand is None else card_names(hand) for hand in all_hands]


def _encoding(value: str, hint: Any) -> str:
    """Return the expression that encodes the value of a field."""
    if hint == Cards:
        return f"card_list({value})"
    if hint == Cards | None:
        return f"None if {value} is None else card_list({value})"
    if hint == tuple[Cards | None, ...]:
        return f"hands({value})"
    return value


def _type_on_wire(hint: Any) -> Any:
    """Return the type of a field in a model."""
    if hint is Card:
        return str
    if hint == tuple[Cards | None, ...]:
        return list[str | None]
    arguments = get_args(hint)
    origin = get_origin(hint)
    if origin in (Union, UnionType):
        return reduce(or_, map(_type_on_wire, arguments))
    if origin is tuple:
        return list[_type_on_wire(arguments[0])]  # type: ignore[misc]
    if origin is not None and origin is not Literal:
        return dict[arguments[0], arguments[1]]  # type: ignore[valid-type]
    return _MODELS.get(hint, hint)


def _model_field(field: Declared, hint: Any) -> tuple[Any, Any]:
    """Return the type of a field of a model, and its default; a list with all seats has none."""
    if NoneType in get_args(hint):
        return hint, None
    if hint is bool:
        return hint, False
    origin = get_origin(hint)
    if origin not in (list, dict) or field.kind is RECORDS or field.per_seat is not None:
        return hint, ...
    return hint, Field(default=origin())
