"""Replay the kept logs of every version to the same state, or to a close that names the reason."""

from __future__ import annotations

import json
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, get_args

import pytest

from schwimmen.rules.options import PRESETS
from schwimmen.rules.ruleset import RULES_VERSION
from schwimmen.tables import CreatedEvent, EventType, Refusal, Table, close, record_of_log
from tests.effort import sample

from .states import CLOSING, differences, play_log, read_log, state_of

LOGS: Final = Path(__file__).parent / "logs"
FILES: Final = sorted(LOGS.glob("*/*.jsonl"))

PREFIXES: Final = 7
"""Every seventh log is also replayed cut after its events, and without each of them."""

CUTS: Final = 8
"""Events of a log where it is cut in the sample, at least."""


def kept_in(path: Path) -> list[dict[str, Any]]:
    """Read the lines of a file."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def file_id(path: Path) -> str:
    """Return the name of a file for test ids."""
    return f"{path.parent.name}-{path.stem}"


@pytest.mark.parametrize("path", FILES, ids=file_id)
def test_logs_lead_to_the_state_that_was_kept(path: Path) -> None:
    wrong = []
    for kept in kept_in(path):
        log = read_log(kept["log"])
        table, steps = play_log(log)
        found = differences(kept["state"], state_of(table, steps), steps)
        if found and not closed_for_its_rules(table):
            wrong.append("\n  ".join([f"{kept['name']}:", *found]))
    assert not wrong, "\n".join(wrong)


def closed_for_its_rules(table: Table) -> bool:
    """Return whether the table was closed because its rules have another version than today's."""
    created, closed = table.created, table.closed
    return (
        created.rules_version != RULES_VERSION
        and closed is not None
        and closed.code == "rules_version"
        and closed.notice != ""
    )


@pytest.mark.parametrize("path", FILES, ids=file_id)
def test_a_log_plays_wherever_it_was_cut(path: Path) -> None:
    for kept in kept_in(path)[::PREFIXES]:
        if "closed" in kept["state"]:
            continue
        log = read_log(kept["log"])
        assert isinstance(log[0], CreatedEvent)
        whole = Table.replay(log)
        for length in sample(range(1, len(log)), CUTS):
            table = Table.replay(log[:length])
            assert table.phase != "closed", f"{kept['name']}: event {length}"
            assert table.events == whole.events[:length], f"{kept['name']}: event {length}"


@pytest.mark.parametrize("path", FILES, ids=file_id)
def test_a_log_that_lacks_an_event_is_closed_with_what_comes_before(path: Path) -> None:
    for kept in kept_in(path)[::PREFIXES]:
        whole = read_log(kept["log"])
        for place in sample(range(1, len(whole) - 1), CUTS):
            log = [*whole[:place], *whole[place + 1 :]]
            closing = log.pop() if "closed" in kept["state"] else close(log, CLOSING)
            table = Table.replay([*log, closing])
            assert table.phase == "closed", f"{kept['name']}: without event {place + 1}"
            assert table.log == [*whole[:place], closing]
            assert table.seq > whole[-1].seq or "closed" in kept["state"]
            with suppress(Refusal):  # no round was dealt before
                record_of_log(table.log, unfinished=True, published=True)


@pytest.mark.parametrize("path", FILES, ids=file_id)
def test_events_are_kept_as_they_were_read(path: Path) -> None:
    for kept in kept_in(path):
        assert [event.body() for event in read_log(kept["log"])] == kept["log"], kept["name"]


def test_logs_contain_every_kind_of_event_several_times() -> None:
    lines = [kept for path in FILES for kept in kept_in(path)]
    types = Counter(body["type"] for kept in lines for body in kept["log"])
    presets = Counter(kept["log"][0]["preset"] for kept in lines)
    phases = Counter(kept["state"]["phase"] for kept in lines)
    assert all(types[one] >= 3 for one in get_args(EventType)), types
    assert all(presets[one] >= 3 for one in PRESETS), presets
    assert all(phases[one] >= 3 for one in ("gathering", "playing", "over", "closed")), phases
    assert len(lines) >= 200
