"""An online table as commands, events and views: pure, no clock, no chance, no I/O of its own.

A table is its log. ``take`` plays a command and returns the event to be kept; ``apply`` takes a
kept event in; ``Table.replay`` plays a whole log. What the world is told is derived from the log by
the rules: an event for everybody, a view for each seat.
"""

from .commands import Command, Deal, Play, Refusal
from .log import ActionEvent, ClosedEvent, CreatedEvent, LogEvent, RoundEvent, Seat, read_event
from .public import PublicEvent
from .record import record_of_log
from .table import Chance, Table, UnplayableLog, close, create

__all__ = [
    "ActionEvent",
    "Chance",
    "ClosedEvent",
    "Command",
    "CreatedEvent",
    "Deal",
    "LogEvent",
    "Play",
    "PublicEvent",
    "Refusal",
    "RoundEvent",
    "Seat",
    "Table",
    "UnplayableLog",
    "close",
    "create",
    "read_event",
    "record_of_log",
]
