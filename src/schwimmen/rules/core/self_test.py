"""Self-test of the engine: rounds whose course is known, played in a few milliseconds at import."""

from __future__ import annotations

import hashlib
from random import Random
from typing import Final

import numpy as np

from schwimmen.engine import EngineError
from schwimmen.engine.library import FILE, MENDING

from ..options import PRESETS
from ..ruleset import RuleSet
from . import kernel
from .state import (
    CHOICE_DTYPE,
    MATCH_DTYPE,
    MAX_ACTIONS,
    OVER,
    SHUFFLE,
    VIEW_DTYPE,
    encode_rules,
    new_round,
)

EXPECTED: Final = "ec997f778480cc0863587dfb"
"""Digest of the rounds, as the rules play them without a compiler (``SCHWIMMEN_ENGINE=python``)."""

_PLAYERS: Final = 3


def check() -> None:
    """Raise ``EngineError`` if the engine does not play the rounds as the rules do."""
    if digest() != EXPECTED:
        raise EngineError(f"{FILE.name} plays wrongly on this machine; {MENDING}")


def digest() -> str:
    """Return a hash of a round of every preset, its views, and the match after it."""
    found = hashlib.blake2b(digest_size=12)
    chance = Random(31)
    for preset in PRESETS:
        rules = RuleSet(preset)
        numbers = encode_rules(rules)
        rounds = new_round(chance.sample(rules.cards, len(rules.cards)))
        matches = np.zeros(1, MATCH_DTYPE)
        views, choices = np.zeros(1, VIEW_DTYPE), np.zeros(MAX_ACTIONS, CHOICE_DTYPE)
        kernel.start_match(numbers, matches, 0, _PLAYERS, 0)
        everyone = kernel.active(matches, 0)
        phase, seat, legal, _ = kernel.deal_round(numbers, rounds, 0, _PLAYERS, everyone, 0, 1)
        while phase != OVER:
            if phase == SHUFFLE:
                phase, seat, legal, _ = kernel.recycle(numbers, rounds, 0)
                continue
            kernel.view(numbers, rounds, 0, matches, seat, 0, views, choices)
            actions = [action for action in range(MAX_ACTIONS) if legal >> action & 1]
            _, phase, seat, legal, _ = kernel.play(numbers, rounds, 0, chance.choice(actions))
            found.update(views.tobytes())
        kernel.settle_round(numbers, matches, rounds, 0)
        found.update(rounds.tobytes() + choices.tobytes() + matches.tobytes())
    return found.hexdigest()
