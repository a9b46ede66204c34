"""Where tables are kept: one database, an append-only log of events in it."""

from .database import Database
from .errors import Conflict, StorageError
from .files import default_path
from .writer import Facts, NewEvent, NewSeat, NewTable, Summary, Write

__all__ = [
    "Conflict",
    "Database",
    "Facts",
    "NewEvent",
    "NewSeat",
    "NewTable",
    "StorageError",
    "Summary",
    "Write",
    "default_path",
]
