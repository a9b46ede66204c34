"""Compiling what plays here, or loading it from the cache, before anybody waits for it."""

from __future__ import annotations

from .comparison import compare
from .simulation import simulate


def warm() -> None:
    """All of it."""
    warm_simulation()
    warm_comparison()


def warm_simulation() -> None:
    """Simulate one round."""
    simulate("pagat", rounds=1, seed=1, workers=1)


def warm_comparison() -> None:
    """Compare by one deal."""
    compare("pagat", deals=1, seed=1, workers=1)
