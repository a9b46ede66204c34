"""Games and states of OpenSpiel to test with."""

from __future__ import annotations

from random import Random
from typing import Any

import pyspiel

from schwimmen.envs.openspiel import NAME


def game_of(kind: dict[str, Any]) -> Any:
    return pyspiel.load_game(NAME, kind)


def played(game: Any, seed: int, steps: int = -1) -> Any:
    """A state so many steps, played at random, from the beginning; by default at the end."""
    random = Random(seed)
    state = game.new_initial_state()
    while steps and not state.is_terminal():
        state.apply_action(random.choice(state.legal_actions()))
        steps -= 1
    return state
