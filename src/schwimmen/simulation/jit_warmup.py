"""Compilation of the simulation, or its load from the cache, before it is needed."""

from __future__ import annotations

from .simulator import simulate


def warm() -> None:
    """Simulate one round."""
    simulate("pagat", rounds=1, seed=1, workers=1)
