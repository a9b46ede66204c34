"""A change applied to the old JSON value gives the new one."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schwimmen.server.wire.changes import change_of, merge
from tests.server.wire import random_changes, recorded_evenings

EXAMPLES = Path(__file__).parents[3] / "frontend/src/api/changes.examples.json"
"""Examples that the page is tested with too."""

NAMES = st.sampled_from(["a", "b", "0", "1", "", "__proto__", "constructor"]) | st.text(max_size=3)
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False).map(lambda number: number + 0.0)
    | st.text(max_size=5)
)
VALUES: st.SearchStrategy[Any] = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(NAMES, inner, max_size=5),
    max_leaves=20,
)


def as_json(value: Any) -> str:
    """Return a text that differs for 1, 1.0 and true."""
    return json.dumps(value, sort_keys=True)


@st.composite
def neighbours(draw: st.DrawFn) -> tuple[Any, Any]:
    """Return two values that share parts."""
    old = draw(VALUES)
    return old, draw(_like(old) | VALUES)


def _like(value: Any) -> st.SearchStrategy[Any]:
    if isinstance(value, dict):
        parts = {name: st.just(part) | _like(part) for name, part in value.items()}
        known = st.fixed_dictionaries({}, optional=parts)
        return st.builds(
            lambda one, more: more | one, known, st.dictionaries(NAMES, SCALARS, max_size=1)
        )
    if isinstance(value, list):
        items = st.tuples(*[st.just(part) | _like(part) for part in value])
        more = st.lists(SCALARS, max_size=2)
        return st.builds(
            lambda one, last, cut: [*one[cut:], *last], items, more, st.integers(0, 1)
        ) | (items.map(lambda one: list(one[:-1])))
    return st.just(value) | SCALARS


@given(neighbours())
def test_a_change_turns_the_old_value_into_the_new_one(pair: tuple[Any, Any]) -> None:
    old, new = pair
    before = deepcopy(old)
    change = json.loads(json.dumps(change_of(old, new)))  # as sent over the wire
    assert as_json(merge(old, change)) == as_json(new)
    assert as_json(old) == as_json(before)
    assert (change == {}) == (as_json(old) == as_json(new))


@given(VALUES)
def test_a_tuple_is_a_list(value: Any) -> None:
    assert change_of([value], (value,)) == {}
    assert merge({"a": (value, 1)}, {"a": {"1": 2}}) == {"a": [value, 2]}


@given(st.lists(SCALARS, min_size=1), SCALARS)
def test_only_the_items_added_to_a_list_are_sent(items: list[Any], item: Any) -> None:
    assert change_of(items, [*items, item]) == {str(len(items)): item}


@pytest.mark.parametrize("example", json.loads(EXAMPLES.read_text()))
def test_page_and_server_agree(example: dict[str, Any]) -> None:
    old, new, change = example["old"], example["new"], example["change"]
    assert as_json(change_of(old, new)) == as_json(change)
    assert as_json(merge(old, change)) == as_json(new)


def test_the_page_is_tested_with_the_changes_of_this_version() -> None:
    current = random_changes.TARGET.read_text(encoding="utf-8")
    assert current == random_changes.generated_text(), (
        "run: python -m tests.server.wire.random_changes"
    )


def test_the_page_is_tested_with_evenings_of_this_version() -> None:
    current = recorded_evenings.TARGET.read_text(encoding="utf-8")
    assert current == recorded_evenings.generated_text(), (
        "run: python -m tests.server.wire.recorded_evenings"
    )
