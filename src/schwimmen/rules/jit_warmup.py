"""Warm-up of the compiled rules."""

from __future__ import annotations

import numpy as np

from .core import kernel
from .core.state import FACTS_DTYPE, MATCH_FACTS_DTYPE, rules_array
from .hands import hand_rank
from .match import Match


def warm() -> None:
    """Compile the rules, or load them from the cache, by playing rounds that use all functions.

    This takes seconds the first time and after each change to the rules, later less than one.
    """
    for preset in ("pagat", "choy"):
        match = Match(preset, players=8, seed=1)
        hand_rank(match.rules, match.round.pack[: match.rules.hand_size])
        rules = rules_array(match.rules)
        kernel.special_hand(rules, 0)
        kernel.kind(rules, 0)
        kernel.hand_value_and_suit(rules, 0)
        kernel.legal(*match.round.arrays, 0)
        while not match.results:
            legal = match.view(match.to_act).legal_actions
            renews = "renew" in legal and not match.round.shuffles  # recycles the talon once
            preferred = "renew" if renews else "close"
            match.play(preferred if preferred in legal else legal[0])
        Match.from_position(match.position)
        Match.from_record(match.to_record())
        facts, match_facts = np.zeros(1, FACTS_DTYPE), np.zeros(1, MATCH_FACTS_DTYPE)
        kernel.seat_facts(*match.course_arrays, 0, facts, match_facts)
