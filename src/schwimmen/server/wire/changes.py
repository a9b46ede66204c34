"""Changes from one JSON value to another, as JSON; docs/wire.md describes the format.

The page has its own ``merge``.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any, Final, TypeAlias

Json: TypeAlias = Any
"""Value that JSON can hold; a tuple is a list."""

Change: TypeAlias = Any
"""Change of a JSON value: a scalar is the new value, ``[value]`` a new value of any kind.

``[]`` removes a member, or an item and all items after it. An object changes members by name, or
items by index in ascending order; the index after the last adds an item.
"""

_LISTS: Final = (list, tuple)
_CONTAINERS: Final = (dict, *_LISTS)
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
    if not isinstance(new, _CONTAINERS):
        return {} if type(old) is type(new) and old == new else new
    if isinstance(old, dict) and isinstance(new, dict):
        change, stays = _changed_members(old, new)
    elif isinstance(old, _LISTS) and isinstance(new, _LISTS):
        change, stays = _changed_items(old, new)
    else:
        return [new]
    return change if stays or not change else [new]


def _changed_members(old: dict[str, Json], new: dict[str, Json]) -> tuple[dict[str, Change], bool]:
    """Return the changes of an object by its members, and whether any part stays."""
    change: dict[str, Change] = {}
    stays, added = False, 0
    for name, part in new.items():
        old_part = old.get(name, _MISSING)
        if old_part is part:  # as most are: a state has the unchanged parts of the one before
            stays = True
            continue
        added += old_part is _MISSING
        inner = change_of(old_part, part)
        if isinstance(inner, dict):
            stays = True
            if not inner:
                continue
        change[name] = inner
    if len(old) + added > len(new):
        change |= {name: [] for name in old if name not in new}
    return change, stays


def _changed_items(old: Sequence[Json], new: Sequence[Json]) -> tuple[dict[str, Change], bool]:
    """Return the changes of a list by its items, and whether any part stays."""
    change: dict[str, Change] = {}
    stays = False
    for place, (old_part, part) in enumerate(zip_longest(old[: len(new)], new, fillvalue=_MISSING)):
        inner = {} if old_part is part else change_of(old_part, part)
        if isinstance(inner, dict):
            stays = True
            if not inner:
                continue
        change[str(place)] = inner
    if len(new) < len(old):
        change[str(len(new))] = []
    return change, stays


def change_of_members(old: dict[str, Json], new: dict[str, Json]) -> dict[str, Change]:
    """Return the change of an object by its members, even if no part stays.

    >>> change_of_members({"turn": 1, "hand": ["7H"]}, {"turn": 2})
    {'turn': 2, 'hand': []}
    """
    return _changed_members(old, new)[0]


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
