"""The player who knows the rules and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .player import check_to_act, random_from

if TYPE_CHECKING:
    from schwimmen.rules import View


class RandomPlayer:
    """Chooses each legal action with the same probability."""

    name = "random"

    def __init__(self, seed: int | None = None) -> None:
        self._random = random_from(seed)

    def choose(self, view: View) -> str:
        check_to_act(view)
        return self._random.choice(view.legal_actions)
