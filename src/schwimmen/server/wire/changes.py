"""Changes from one JSON value to another, as JSON; docs/wire.md describes the format.

The page has its own ``merge``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, TypeAlias

Json: TypeAlias = Any
"""Value that JSON can hold; a tuple is a list."""

Change: TypeAlias = Any
"""Change of a JSON value: a scalar is the new value, ``[value]`` a new value of any kind.

``[]`` removes a member, or an item and all items after it. An object changes members by name, or
items by index in ascending order; the index after the last adds an item.
"""

_LISTS: Final = (list, tuple)
_MISSING: Final = object()


def change_of(old: Json, new: Json) -> Change:
    """Return the change that turns ``old`` into ``new``; ``{}`` if they are equal.

    >>> change_of({"turn": 1, "hand": ["7H", "8H"]}, {"turn": 2, "hand": ["7H", "TC", "9D"]})
    {'turn': 2, 'hand': {'1': 'TC', '2': '9D'}}
    >>> change_of([1, 2, 3], [1])
    {'1': []}

    A list or an object of which no part stays is replaced as a whole, which is shorter.

    >>> change_of({"hand": ["7H", "8H"], "turn": 2}, {"hand": ["TC", "9D"], "turn": 2})
    {'hand': [['TC', '9D']]}
    """
    parts: Iterable[tuple[str, Json, Json]]
    if isinstance(old, dict) and isinstance(new, dict):
        parts = [(name, old.get(name, _MISSING), value) for name, value in new.items()]
        gone = [name for name in old if name not in new]
    elif isinstance(old, _LISTS) and isinstance(new, _LISTS):
        before = [*old, *[_MISSING] * (len(new) - len(old))]
        parts = [(str(place), before[place], value) for place, value in enumerate(new)]
        gone = [str(len(new))] if len(new) < len(old) else []
    elif type(old) is type(new) and old == new:
        return {}
    else:
        return [new] if isinstance(new, dict | list | tuple) else new
    change: dict[str, Change] = {}
    stays = False
    for name, old_part, part in parts:
        inner = {} if old_part is part else change_of(old_part, part)
        if inner != {}:
            change[name] = inner
        stays = stays or isinstance(inner, dict)
    if change or gone:
        return change | {name: [] for name in gone} if stays else [new]
    return {}


def change_of_members(old: dict[str, Json], new: dict[str, Json]) -> dict[str, Change]:
    """Return the change of an object by its members, even if no part stays.

    >>> change_of_members({"turn": 1, "hand": ["7H"]}, {"turn": 2})
    {'hand': [], 'turn': 2}
    """
    change: dict[str, Change] = {name: [] for name in old if name not in new}
    for name, value in new.items():
        part = old.get(name, _MISSING)
        if part is not value:
            inner = change_of(part, value)
            if inner or not isinstance(inner, dict):
                change[name] = inner
    return change


def merge(old: Json, change: Change) -> Json:
    """Return the value that a change turns ``old`` into, without changing ``old`` itself.

    >>> merge({"turn": 1, "hand": ["7H", "8H"]}, {"turn": 2, "hand": {"1": "TC"}})
    {'turn': 2, 'hand': ['7H', 'TC']}
    """
    if isinstance(change, list):
        return change[0]
    if not isinstance(change, dict):
        return change
    if isinstance(old, dict):
        members = dict(old)
        for name, inner in change.items():
            if inner == []:
                del members[name]
            else:
                members[name] = merge(members.get(name), inner)
        return members
    if isinstance(old, _LISTS):
        items = list(old)
        for index, inner in change.items():
            place = int(index)
            if inner == []:
                del items[place:]
            else:
                items[place : place + 1] = [merge(old[place] if place < len(old) else None, inner)]
        return items
    return old
