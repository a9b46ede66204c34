from .command import replay_files as replay_files
from .command import verify_files as verify_files
from .errors import RecordError as RecordError
from .record import FORMAT as FORMAT
from .record import Record as Record
from .record import RoundRecord as RoundRecord
from .record import load as load
from .record import read_record as read_record
from .replaying import play as play
from .replaying import replay as replay
from .result import RESULT_FORMAT as RESULT_FORMAT
from .result import result_of as result_of
from .result import round_result as round_result
from .writing import dumps as dumps
from .writing import record_of as record_of

__all__ = [
    "FORMAT",
    "RESULT_FORMAT",
    "Record",
    "RecordError",
    "RoundRecord",
    "dumps",
    "load",
    "play",
    "read_record",
    "record_of",
    "replay",
    "replay_files",
    "result_of",
    "round_result",
    "verify_files",
]
