"""Where tables are kept: one database, SQLite or PostgreSQL, an append-only log of events in it."""

from .backup import Backup, back_up
from .database import Database
from .errors import Conflict, Damaged, StorageError
from .people import Named, NewGeneration, NewRating, NewRecovery, Rated
from .places import VARIABLE, Place, Postgres, default_path, kind_of, place_of
from .register import BOT, Known, Ranked, Register
from .rows import (
    NEVER,
    Aside,
    Due,
    Facts,
    NewEvent,
    NewLine,
    NewSeat,
    NewTable,
    OldLines,
    OldSeat,
    Seen,
    Sitting,
    StaleLines,
    Standing,
    Write,
)

__all__ = [
    "BOT",
    "NEVER",
    "VARIABLE",
    "Aside",
    "Backup",
    "Conflict",
    "Damaged",
    "Database",
    "Due",
    "Facts",
    "Known",
    "Named",
    "NewEvent",
    "NewGeneration",
    "NewLine",
    "NewRating",
    "NewRecovery",
    "NewSeat",
    "NewTable",
    "OldLines",
    "OldSeat",
    "Place",
    "Postgres",
    "Ranked",
    "Rated",
    "Register",
    "Seen",
    "Sitting",
    "StaleLines",
    "Standing",
    "StorageError",
    "Write",
    "back_up",
    "default_path",
    "kind_of",
    "place_of",
]
