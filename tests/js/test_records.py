"""Texts of records through the package for JavaScript and through the Python package."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schwimmen.records import RecordError, dumps, load, replay
from tests.conformance.test_examples import BROKEN, RECORDS
from tests.js.node import JS, output_of, running
from tests.strategies import examples

Replay = Callable[[str], dict[str, Any]]

HEAD = '{"format": "schwimmen-match/1", "rules": {"preset": "pagat", "options": {"lives": 3}}'
START = HEAD + ', "players": ["North", "East"], "dealer": 0, "rounds": []'
VALID = START + "}"
CONFORMING = RECORDS.read_text("utf-8").splitlines()
DEEP = 20_000


@pytest.fixture(scope="module")
def replay_in_package() -> Iterator[Replay]:
    """Return a function that replays the text of a record through the package."""
    with running("records.mjs") as ask:
        yield lambda text: json.loads(ask({"text": text}))


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("", 1, 1),
        (" \n\t", 2, 2),
        ("\ufeff" + VALID, 1, 1),
        ("[NaN]", 1, 2),
        ("-Infinity", 1, 1),
        ("{'a': 1}", 1, 2),
        ("[1,]", 1, 4),
        ("[1,\n 2 3]", 2, 4),
        (VALID + " {}", 1, len(VALID) + 2),
        (START + ', "event": "\t"}', 1, len(START) + 12),
        ("[01]", 1, 3),
        ("[1.]", 1, 2),
        ("// a record\n{}", 1, 1),
    ],
)
def test_a_text_that_is_not_json_is_refused_at_its_place(
    replay_in_package: Replay, text: str, line: int, column: int
) -> None:
    assert replay_in_package(text) == {"code": "bad_json", "line": line, "column": column}
    with pytest.raises(RecordError, match="not JSON"):
        load(text)


@pytest.mark.parametrize("text", ["[" * DEEP, '{"a":' * DEEP + "1" + "}" * DEEP])
def test_deep_nesting_is_refused(replay_in_package: Replay, text: str) -> None:
    assert replay_in_package(text) == {"code": "bad_json"}


@pytest.mark.parametrize(
    ("text", "key", "column"),
    [
        (START + ', "dealer": 0}', "dealer", len(START) + 3),
        (START + ', "d\\u0065aler": 1}', "dealer", len(START) + 3),
        (START + ', "event": [{"k": 1, "k": null}]}', "k", len(START) + 22),
        (START + ', "__proto__": 1, "__proto__": 1}', "__proto__", len(START) + 19),
    ],
)
def test_a_key_that_stands_twice_is_refused_at_its_place(
    replay_in_package: Replay, text: str, key: str, column: int
) -> None:
    fault = {"code": "double_key", "key": key, "line": 1, "column": column}
    assert replay_in_package(text) == fault
    with pytest.raises(RecordError, match=f'"{key}" is repeated'):
        load(text)


@pytest.mark.parametrize(
    "number", ["0", "-0", "1", "0.0", "0e0", "1e400", "1" * 30, "true", "null"]
)
def test_only_an_integer_in_the_text_is_an_integer(replay_in_package: Replay, number: str) -> None:
    for text in (
        VALID.replace('"dealer": 0', f'"dealer": {number}'),
        VALID.replace('"lives": 3', f'"lives": {number}'),
        START + f', "event": {number}}}',
    ):
        check(replay_in_package, text)


@examples(500)
@given(data=st.data())
def test_what_python_refuses_is_refused(replay_in_package: Replay, data: st.DataObject) -> None:
    text = data.draw(st.sampled_from([VALID, *CONFORMING, *(one["text"] for one in BROKEN)]))
    first = data.draw(st.integers(0, len(text)) | st.integers(0, min(300, len(text))))
    last = first + data.draw(st.integers(0, 3))
    inserted = data.draw(st.text('"\\{}[],:0123456789-+.eE \n/tfnACKx!', max_size=3))
    check(replay_in_package, text[:first] + inserted + text[last:])


def check(replay_in_package: Replay, text: str) -> None:
    """Check that the package replays a text as Python does, or also refuses it."""
    found = replay_in_package(text)
    try:
        expected = json.loads(dumps(replay(load(text))))
    except RecordError:
        assert "code" in found
    else:
        assert found == expected


def test_the_parser_is_built_from_the_locked_package(tmp_path: Path) -> None:
    frontend = JS.parent / "frontend"
    vite = frontend / "node_modules" / "vite" / "bin" / "vite.js"
    config = ("--config", "json-parser/vite.config.ts", "--logLevel", "error")
    output_of(vite, "build", *config, "--outDir", tmp_path, folder=frontend)
    built = (tmp_path / "jsonc-parser.js").read_text()
    assert (JS / "jsonc-parser.js").read_text() == built, "run scripts/frontend.py run json-parser"
