"""The library of compiled functions."""

from __future__ import annotations


class EngineMissing(RuntimeError):
    """Call of a compiled function before the library exists; ``str()`` of it is one line."""


def is_ready() -> bool:
    """Return whether compiled functions can be called."""
    return True
