"""OpenSpiel games and states for tests."""

from __future__ import annotations

from random import Random
from typing import Any

import pyspiel

from schwimmen.envs.openspiel import NAME
from schwimmen.rules import Round


def game_of(kind: dict[str, Any]) -> Any:
    return pyspiel.load_game(NAME, kind)


def played(game: Any, seed: int, steps: int = -1) -> Any:
    """Return the state after a number of random steps, by default at the end."""
    random = Random(seed)
    state = game.new_initial_state()
    while steps and not state.is_terminal():
        state.apply_action(random.choice(state.legal_actions()))
        steps -= 1
    return state


def round_of_state(state: Any) -> Round:
    """Return the round of a state, with the cards that chance has not drawn in any order."""
    at = state.position
    config = at.config
    pack = at.rounds["pack"][0, : len(config.rules.cards)].tolist()
    round_ = Round(config.rules, config.players, pack, config.dealer)
    for step in state.full_history():
        if step.player >= 0:
            round_.play(step.action)
    return round_
