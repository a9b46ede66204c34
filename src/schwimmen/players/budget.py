"""Amount of search for one decision."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class SearchBudget:
    """Amount of search for one decision with up to four players; more players get less."""

    candidates: int
    """Hands weighed for all opponents together; all hands if one opponent has three cards."""
    worlds: int
    """Sampled worlds."""
    rollouts: int
    """Rollouts of all actions together."""
    replies: int = 0
    """Worlds in which the only opponent's best reply is searched; at most ``MAX_REPLIES``."""


MAX_REPLIES: Final = 64
