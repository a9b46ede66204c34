"""The match record of a table (RECORD.md), from its log alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from schwimmen.records import FORMAT

from .commands import Refusal
from .log import ActionEvent, ChangedEvent, CreatedEvent, LogEvent, RoundEvent, StartedEvent
from .shuffles import agreement_of


def record_of_log(
    log: Sequence[LogEvent], unfinished: bool, published: bool = False
) -> dict[str, Any]:
    """The record of what was played.

    Without ``unfinished`` the last round is left out: while it is played its pack is a secret. The
    server's seed for fair shuffles is told only if it is ``published``, once the match is over.
    It needs no rules, so it can be made even where the log no longer plays. Raises ``Refusal``
    where no match has begun.
    """
    created = log[0]
    assert isinstance(created, CreatedEvent)
    seats, dealer, preset, options = (
        created.seats, created.dealer, created.preset, created.options
    )  # fmt: skip
    date = created.at
    rounds: list[dict[str, Any]] = []
    for event in log:
        match event:
            case ChangedEvent():
                preset, options = event.preset, event.options
            case StartedEvent():
                seats, date = event.seats, event.at
            case RoundEvent():
                dealer = event.dealer if dealer is None else dealer
                rounds.append({"pack": event.pack, "shuffles": [], "actions": []})
            case ActionEvent():
                rounds[-1]["actions"].append(event.action)
                if event.shuffle is not None:
                    rounds[-1]["shuffles"].append(event.shuffle)
    if dealer is None:
        raise Refusal("not_started", "the match has not begun: there is no record of it yet")
    agreement = agreement_of(log)
    return {
        "format": FORMAT,
        "event": "schwimmen table",
        "date": date[:10],
        "rules_version": created.rules_version,
        "rules": {"preset": preset, "options": options},
        "players": [seat.name for seat in seats],
        "dealer": dealer,
        "rounds": rounds if unfinished else rounds[:-1],
    } | ({} if agreement is None else {"fairness": agreement.fairness(published)})
