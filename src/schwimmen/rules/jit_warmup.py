"""Compiling the rules, or loading them from the cache, before anybody waits for them."""

from __future__ import annotations

from .core import kernel
from .core.state import rules_array
from .hands import hand_rank
from .match import Match


def warm() -> None:
    """Play a little by every kind of rule, so that all compiled functions are ready.

    Takes seconds the first time (or after a change to the rules), a fraction of one later.
    """
    for preset in ("pagat", "choy"):
        match = Match(preset, players=8, seed=1)
        hand_rank(match.rules, match.round.pack[: match.rules.hand_size])
        kernel.special_hand(rules_array(match.rules), 0)
        while not match.results:
            legal = match.view(match.to_act).legal_actions
            renews = "renew" in legal and not match.round.shuffles  # until R32 has come by
            wanted = "renew" if renews else "close"
            match.play(wanted if wanted in legal else legal[0])
