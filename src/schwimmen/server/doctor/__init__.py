"""Examination of a running server from outside, through its proxy, as browsers reach it."""

from .examination import Finding, NotSchwimmen, examine
from .visitor import Unreachable

__all__ = ["Finding", "NotSchwimmen", "Unreachable", "examine"]
