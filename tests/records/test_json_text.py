"""JSON text, as strictly as RECORD.md says."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schwimmen.records import RecordError, load
from schwimmen.records.json_text import parse_json

JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)
DEEP = 20_000


@given(JSON_VALUES, st.sampled_from([None, 1]))
def test_reads_what_json_writes(value: object, indent: int | None) -> None:
    # allow_nan lets 1e400 through as a number too; Python writes it as Infinity.
    text = json.dumps(value, indent=indent)
    if "Infinity" not in text:
        assert parse_json(text) == value


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "empty"),
        (" \n\t", "empty"),
        ("\ufeff{}", "byte order mark"),
        ('{"a": 1, "b": 2, "a": 1}', '"a" stands twice'),
        ('{"x": [{"k": 1, "k": null}]}', '"k" stands twice'),
        ('{"a": 1, "\\u0061": 2}', '"a" stands twice'),
        ("[NaN]", "NaN"),
        ("-Infinity", "Infinity"),
        ("{'a': 1}", "column 2"),
        ("[1,]", "column 4"),
        ("[1,\n 2 3]", "line 2, column 4"),
        ("{} {}", "column 4"),
        ('"\t"', "column 2"),
        ("[01]", "column 3"),
        ("[1.]", "column 3"),
        ("nul", "column 1"),
    ],
)
def test_says_what_is_not_json(text: str, words: str) -> None:
    with pytest.raises(RecordError, match=r"^not JSON: ") as error:
        parse_json(text)
    assert words in str(error.value)
    assert str(error.value).isprintable()


def _nested(opening: str, inside: str, closing: str) -> str:
    return opening * DEEP + inside + closing * DEEP


@pytest.mark.parametrize(
    ("opening", "inside", "closing"),
    [("[", "", "]"), ("[", "1", "]"), ('{"a":', "null", "}"), ('[0,{"a":1,"b":', '"x"', "}]")],
)
def test_depth_has_no_limit(opening: str, inside: str, closing: str) -> None:
    value: Any = parse_json(f" {_nested(opening, inside, closing)} ")
    depth = 0
    while isinstance(value, list | dict) and value:
        value = (value if isinstance(value, list) else list(value.values()))[-1]
        depth += 1
    assert depth >= DEEP - 1


@pytest.mark.parametrize(
    "text",
    [
        _nested("[", "", ""),
        _nested("[", "", "]") + "x",
        _nested("[", "1 2", "]"),
        _nested("[", "", "}"),
        _nested('{"a":', "", "}"),
        _nested('{"a":', '{"b" 1}', "}"),
        _nested('{"a":', "{1: 1}", "}"),
        _nested('{"a":', '{"b": 1,}', "}"),
        _nested("[", '{"b": 1, "b": 2}', "]"),
        _nested("[", "NaN", "]"),
        _nested("[", "01", "]"),
    ],
    ids=lambda text: f"{text[DEEP - 2 : DEEP + 16]}",
)
def test_what_is_not_json_deep_inside(text: str) -> None:
    with pytest.raises(RecordError, match=r"^not JSON: "):
        parse_json(text)


def test_a_further_key_may_be_nested_deeply_and_hold_huge_numbers() -> None:
    record = load(
        '{"format": "schwimmen-match/1", "rules": {"preset": "pagat"}, "players": ["a", "b"],'
        f' "dealer": 1, "rounds": [], "event": {_nested("[", "7" * 10_000 + ", 1e999", "]")}}}'
    )
    assert record.dealer == 1
