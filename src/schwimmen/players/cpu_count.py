"""Number of processors available to this process."""

from __future__ import annotations

import os


def cpu_count() -> int:
    """Return the number of processors that this process may use."""
    allowed = getattr(os, "sched_getaffinity", None)  # on Linux
    return len(allowed(0)) if allowed else os.cpu_count() or 1
