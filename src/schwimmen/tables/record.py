"""The match record of a table (RECORD.md), from its log alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from schwimmen.records import FORMAT

from .log import ActionEvent, CreatedEvent, LogEvent, RoundEvent


def record_of_log(log: Sequence[LogEvent], unfinished: bool) -> dict[str, Any]:
    """The record of what was played.

    Without ``unfinished`` the last round is left out: while it is played its pack is a secret.
    It needs no rules, so it can be made even where the log no longer plays.
    """
    created = log[0]
    assert isinstance(created, CreatedEvent)
    rounds: list[dict[str, Any]] = []
    for event in log:
        if isinstance(event, RoundEvent):
            rounds.append({"pack": event.pack, "shuffles": [], "actions": []})
        elif isinstance(event, ActionEvent):
            rounds[-1]["actions"].append(event.action)
            if event.shuffle is not None:
                rounds[-1]["shuffles"].append(event.shuffle)
    return {
        "format": FORMAT,
        "event": "schwimmen table",
        "date": created.at[:10],
        "rules_version": created.rules_version,
        "rules": {"preset": created.preset, "options": created.options},
        "players": [seat.name for seat in created.seats],
        "dealer": created.dealer,
        "rounds": rounds if unfinished else rounds[:-1],
    }
