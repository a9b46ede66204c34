"""The example records through the package for JavaScript."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.conformance.test_examples import BROKEN, RECORDS, RESULTS
from tests.js.node import program

REPLAY = """
import { readFileSync } from "node:fs";
const game = await load();
for (const text of JSON.parse(readFileSync(0, "utf8"))) {
  try {
    console.log(JSON.stringify(game.fromRecord(JSON.parse(text)).toResult()));
  } catch (error) {
    if (!(error instanceof EngineError || error instanceof SyntaxError)) throw error;
    const { code, message, details } = error;
    console.log(JSON.stringify({ code, message, ...details }));
  }
}
"""


def replayed(texts: list[str]) -> list[dict[str, Any]]:
    """Return the result or the error of each record."""
    return [json.loads(line) for line in program(REPLAY, json.dumps(texts)).splitlines()]


def test_the_results_are_exact() -> None:
    found = replayed(RECORDS.read_text("utf-8").splitlines())
    assert [json.dumps(one) for one in found] == RESULTS.decode().splitlines()


@pytest.fixture(scope="module")
def errors() -> list[dict[str, Any]]:
    return replayed([broken["text"] for broken in BROKEN])


@pytest.mark.parametrize("place", range(len(BROKEN)), ids=[broken["kind"] for broken in BROKEN])
def test_a_broken_record_has_its_fault_at_the_same_place(
    place: int, errors: list[dict[str, Any]]
) -> None:
    broken, error = BROKEN[place], errors[place]
    assert error.get("round") == broken["round"]
    assert broken["action"] in (None, error.get("action"))
    assert all(name in json.dumps(error) for name in broken["names"])
