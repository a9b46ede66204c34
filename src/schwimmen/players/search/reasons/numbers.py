"""Numbers of records of reasons; scripts/schema.py writes this file.

Each class has the numbers that encode the fields of the classes in its docstring.
"""

from __future__ import annotations

from typing import Annotated, Protocol

import numpy as np


class ReasonNumbers(Protocol):
    """Numbers of ``Reason``."""

    code: int
    """Code."""
    share: Annotated[float, np.float64]
    seat: int
    """-1 for none."""
    cards: int
    """Mask."""
