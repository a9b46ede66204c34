"""Efforts of a review: how much is sampled for each moment and each decision."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from schwimmen.players.budget import SearchBudget
from schwimmen.rules.errors import SchwimmenError, quote, suggest


@dataclass(frozen=True, slots=True)
class Effort:
    """Effort of a review: a budget for the chances at a moment, and one for a decision.

    Without a budget for decisions, only the graph of the chances is made.
    """

    moment: SearchBudget
    decision: SearchBudget | None


EFFORTS: Final[Mapping[str, Effort]] = MappingProxyType(
    {
        "graph": Effort(SearchBudget(2400, worlds=1024, rollouts=1024), None),
        "decisions": Effort(
            SearchBudget(3000, worlds=2048, rollouts=2048),
            SearchBudget(9000, worlds=6000, rollouts=60_000),
        ),
        "thorough": Effort(
            SearchBudget(9000, worlds=12_000, rollouts=12_000),
            SearchBudget(9000, worlds=24_000, rollouts=600_000),
        ),
    }
)
"""Efforts by name, from the quickest one."""

DEFAULT_EFFORT: Final = "decisions"


def effort_of(effort: str | Effort) -> Effort:
    """Return the effort of a name. Raises ``SchwimmenError`` for an unknown one."""
    if isinstance(effort, Effort):
        return effort
    if effort not in EFFORTS:
        raise SchwimmenError(f"unknown effort {quote(effort)}: {suggest(effort, EFFORTS)}")
    return EFFORTS[effort]
