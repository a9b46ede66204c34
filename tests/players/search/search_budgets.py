"""Search budgets of the tests, much smaller if code runs uncompiled for coverage."""

from __future__ import annotations

from typing import Final

from hypothesis import settings

from schwimmen.engine import ENGINE
from schwimmen.players.budget import SearchBudget
from tests.strategies import examples

COMPILED: Final = ENGINE != "python"

TINY: Final = (
    SearchBudget(36, worlds=6, rollouts=20, replies=1) if COMPILED else SearchBudget(9, 2, 2)
)
MORE: Final = SearchBudget(candidates=30, worlds=200, rollouts=3000) if COMPILED else TINY


def some(number: int) -> settings:
    """Return settings for this number of examples, or one if code runs uncompiled."""
    return examples(number if COMPILED else 1)
