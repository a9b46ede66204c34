"""An online table as commands, events and views: pure, no clock, no chance, no I/O of its own.

A table is its log. ``take`` plays a command and returns the events to be kept; ``apply`` takes a
kept event in; ``Table.replay`` plays a whole log. What the world is told is derived from the log by
the rules: an event for everybody, a view for each seat.

``create`` opens a table for one person with bots. ``open_table`` opens one for several people, who
gather before their match; ``due`` says when something happens there by itself.
"""

from .chance import Chance
from .clocks import Awaited, Times, Wait
from .commands import (
    Away,
    Back,
    Change,
    Command,
    Commit,
    Deal,
    Expire,
    Join,
    Leave,
    PersonCommand,
    Play,
    Refusal,
    Rematch,
    Resume,
    Reveal,
    SeatCommand,
    Start,
)
from .forgetting import stand_in, without_player
from .log import (
    ActionEvent,
    AwayEvent,
    BackEvent,
    ChangedEvent,
    ClosedEvent,
    CommittedEvent,
    CreatedEvent,
    Invitation,
    JoinedEvent,
    LeftEvent,
    LeftOutEvent,
    LogEvent,
    ReadyEvent,
    RematchEvent,
    ResumedEvent,
    RevealedEvent,
    RoundEvent,
    Seat,
    StartedEvent,
    read_event,
)
from .names import (
    CAST,
    LONGEST_NAME,
    check_no_link,
    names_for,
    new_name,
    tidy_text,
    without_link,
)
from .opening import close, create, open_rematch, open_table
from .public import ActedBy, AwayReason, EventType, PublicEvent, PublicSeat, PublicSeeds
from .record import record_of_log
from .replay import RoundReplay, Step, check_replay, replay_round
from .settings import Clock, Settings, Terms, check_level
from .table import Phase, Table, UnplayableLog

__all__ = [
    "CAST",
    "LONGEST_NAME",
    "ActedBy",
    "ActionEvent",
    "Awaited",
    "Away",
    "AwayEvent",
    "AwayReason",
    "Back",
    "BackEvent",
    "Chance",
    "Change",
    "ChangedEvent",
    "Clock",
    "ClosedEvent",
    "Command",
    "Commit",
    "CommittedEvent",
    "CreatedEvent",
    "Deal",
    "EventType",
    "Expire",
    "Invitation",
    "Join",
    "JoinedEvent",
    "Leave",
    "LeftEvent",
    "LeftOutEvent",
    "LogEvent",
    "PersonCommand",
    "Phase",
    "Play",
    "PublicEvent",
    "PublicSeat",
    "PublicSeeds",
    "ReadyEvent",
    "Refusal",
    "Rematch",
    "RematchEvent",
    "Resume",
    "ResumedEvent",
    "Reveal",
    "RevealedEvent",
    "RoundEvent",
    "RoundReplay",
    "Seat",
    "SeatCommand",
    "Settings",
    "Start",
    "StartedEvent",
    "Step",
    "Table",
    "Terms",
    "Times",
    "UnplayableLog",
    "Wait",
    "check_level",
    "check_no_link",
    "check_replay",
    "close",
    "create",
    "names_for",
    "new_name",
    "open_rematch",
    "open_table",
    "read_event",
    "record_of_log",
    "replay_round",
    "stand_in",
    "tidy_text",
    "without_link",
    "without_player",
]
