"""Compiling the rules, or loading them from the cache, before anybody waits for them."""

from __future__ import annotations

import random

from .match import Match


def warm() -> None:
    """Play a little by every kind of rule, so that all compiled functions are ready.

    Takes seconds the first time (or after a change to the rules), a fraction of one later.
    """
    chance = random.Random(1)
    for preset in ("pagat", "choy"):
        match = Match(preset, players=2, chance=chance)
        seats = range(2)
        while not match.over:
            if match.round.over:
                match.deal()
            match.play(chance.choice(match.round.legal_actions))
            for seat in seats:
                match.view(seat)
