"""History of a round: its events, decoded from the records of the compiled rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

import numpy as np

from .actions import SIMPLE_ACTIONS
from .cards import Card
from .core import kernel
from .core.events import MAX_EVENTS
from .core.rows import MAX_SEATS
from .core.state import EVENT_DTYPE, NO_ACTION, ROUND_DTYPE, RecordArray
from .core.view_changes import ACTION_WIDTH
from .schema import decoder_of, numbers_of
from .view import RoundEvent

LogEntry: TypeAlias = int | tuple[Card, ...]
"""Number of an action, or the order into which chance shuffled the cards laid aside (R32)."""


class Past(NamedTuple):
    """Events of a round up to one moment, as the beginning of a growing list, and last actions."""

    growing_events: Sequence[RoundEvent]
    event_count: int
    last_names: bytes
    """Names of the last actions of all seats, as ``core.view_changes.LastActions``."""

    @property
    def events(self) -> tuple[RoundEvent, ...]:
        """Events, from the deal on."""
        return tuple(self.growing_events[: self.event_count])

    @property
    def last_actions(self) -> dict[int, str]:
        """Last action of each seat that has acted, as in a record."""
        text = self.last_names.decode("ascii")
        names = (text[at : at + ACTION_WIDTH] for at in range(0, len(text), ACTION_WIDTH))
        return {seat: name.rstrip("\0") for seat, name in enumerate(names) if name[0] != "\0"}


class History:
    """Events and canonical action names of a round, derived by replaying its log.

    ``start`` is the memory of the round just dealt, or set up from a ``position``, of which only
    the public part is given.
    """

    def __init__(self, rules: RecordArray, start: bytes, position: str | None = None) -> None:
        self._rules = rules
        self._hand_size = int(rules[0].hand_size)
        self._rounds = np.frombuffer(bytearray(2 * start), ROUND_DTYPE)  # replays the log
        self._replayed = 0
        self.actions: list[str] = []
        self._past: Past | None = None
        self._last_names = bytearray(MAX_SEATS * ACTION_WIDTH)
        self.events: list[RoundEvent] = []
        if position is None:
            events = np.empty(MAX_EVENTS, EVENT_DTYPE)
            count = kernel.deal_events(rules, self._rounds, 0, events)
            self._add(events[:count])
        else:
            taken = "take" if self._rounds["took"][0] else None
            self.events.append(RoundEvent("position", action=taken, reason=position, rule="R4"))

    def catch_up(self, log: Sequence[LogEntry]) -> None:
        """Add the events of new entries at the end of the log."""
        if self._replayed == len(log):
            return
        events = np.empty(MAX_EVENTS, EVENT_DTYPE)
        for entry in log[self._replayed :]:
            if isinstance(entry, tuple):
                self._rounds["aside"][0, : len(entry)] = entry
                *_, count = kernel.recycle_events(self._rules, self._rounds, 0, events)
            else:
                *_, count = kernel.play_events(self._rules, self._rounds, 0, entry, events)
            self._add(events[:count])
            self._replayed += 1

    def past(self) -> Past:
        """Return the events so far, and the last actions."""
        if self._past is None:
            self._past = Past(self.events, len(self.events), bytes(self._last_names))
        return self._past

    def _add(self, events: RecordArray) -> None:
        self._past = None
        for fields in events.tolist():
            event = _decode(self._hand_size, *fields)
            self.events.append(event)
            if event.action is not None:
                assert event.seat is not None
                self.actions.append(event.action)
                at = event.seat * ACTION_WIDTH
                name = event.action.encode("ascii").ljust(ACTION_WIDTH, b"\0")
                self._last_names[at : at + ACTION_WIDTH] = name


def event_records(events: Iterable[RoundEvent], hand_size: int) -> RecordArray:
    """Return an array of the records of events, without that of a position.

    The cards of an exchange are in ``given`` and ``taken`` alone, not in its number.
    """
    records = [_encode(event, hand_size) for event in events if event.kind != "position"]
    return np.array(records, EVENT_DTYPE)


@lru_cache(maxsize=8192)
def _encode(event: RoundEvent, hand_size: int) -> tuple[int, ...]:
    """Return the numbers of the record of an event."""
    action = NO_ACTION if event.action is None else _number_without_cards(event.action, hand_size)
    numbers = dict(numbers_of(event)) | {"action": action}
    return tuple(numbers[name] for name in EVENT_DTYPE.names or ())


def _number_without_cards(action: str, hand_size: int) -> int:
    if action in SIMPLE_ACTIONS:
        return 2 * hand_size * hand_size + SIMPLE_ACTIONS.index(action)
    return hand_size * hand_size if action.endswith("!") else 0


_decode = lru_cache(maxsize=8192)(decoder_of(RoundEvent, EVENT_DTYPE, ("hand_size",)))
