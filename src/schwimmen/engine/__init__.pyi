from .decorators import ENGINE as ENGINE
from .decorators import ENGINES as ENGINES
from .decorators import ENTRIES as ENTRIES
from .decorators import Entry as Entry
from .decorators import entry as entry
from .decorators import instructions as instructions
from .decorators import jit as jit
from .decorators import jit_noinline as jit_noinline
from .kinds import Array as Array
from .kinds import LengthOf as LengthOf
from .kinds import Range as Range
from .kinds import Times as Times
from .library import EngineError as EngineError
from .library import EngineMissing as EngineMissing
from .library import is_ready as is_ready
from .library import on_load as on_load
from .library import source_digest as source_digest

__all__ = [
    "ENGINE",
    "ENGINES",
    "ENTRIES",
    "Array",
    "EngineError",
    "EngineMissing",
    "Entry",
    "LengthOf",
    "Range",
    "Times",
    "entry",
    "instructions",
    "is_ready",
    "jit",
    "jit_noinline",
    "on_load",
    "source_digest",
]
