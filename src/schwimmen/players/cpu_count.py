"""How much can be done at once."""

from __future__ import annotations

import os


def cpu_count() -> int:
    """How many processors we may use."""
    allowed = getattr(os, "sched_getaffinity", None)  # on Linux
    return len(allowed(0)) if allowed else os.cpu_count() or 1
