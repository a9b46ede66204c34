"""Compilation of the comparison, or its load from the cache, before it is needed."""

from __future__ import annotations

from .comparison import compare


def warm() -> None:
    """Compare two bots by one deal."""
    compare("pagat", deals=1, seed=1, workers=1)
