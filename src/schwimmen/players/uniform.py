"""The player who knows the rules and nothing else."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from schwimmen.rules import View


class RandomPlayer:
    """Chooses each legal action with the same probability."""

    name = "random"

    def __init__(self, seed: int | None = None) -> None:
        self._random = Random(seed)

    def choose(self, view: View) -> str:
        return self._random.choice(view.legal_actions)
