"""Fit."""

from typing import Any


def print_fit(*a: Any) -> None:
    """None."""
