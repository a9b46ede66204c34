from .cli import replay_files as replay_files
from .cli import verify_files as verify_files
from .reader import RecordError as RecordError
from .record import FORMAT as FORMAT
from .record import Record as Record
from .record import RecordedRound as RecordedRound
from .record import dumps as dumps
from .record import load as load
from .record import read_record as read_record
from .record import record_of as record_of
from .record import record_of_round as record_of_round
from .replay import RESULT_FORMAT as RESULT_FORMAT
from .replay import play as play
from .replay import replay as replay
from .replay import result_of as result_of
from .replay import round_result as round_result

__all__ = [
    "FORMAT",
    "RESULT_FORMAT",
    "Record",
    "RecordError",
    "RecordedRound",
    "dumps",
    "load",
    "play",
    "read_record",
    "record_of",
    "record_of_round",
    "replay",
    "replay_files",
    "result_of",
    "round_result",
    "verify_files",
]
