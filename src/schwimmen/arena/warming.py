"""Compiling what simulates, or loading it from the cache, before anybody waits for it."""

from __future__ import annotations

from .simulation import simulate


def warm() -> None:
    """Play one round."""
    simulate("pagat", rounds=1, seed=1, workers=1)
