"""The characters of the human-like levels: the numbers by which one judgement plays all of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final

import numpy as np

from schwimmen.rules import RuleSet, mask_of

from ..greedy import average_hand_value

TURNS: Final = 8
PROFILE_DTYPE: Final = np.dtype(
    (
        np.record,
        [
            ("needed", np.float64, (4, TURNS)),  # points for closing: by players, and by turn
            ("spread", np.float64),  # by so many points the mood for closing varies
            ("noise", np.float64),  # and the worth of every action
            ("overlooks", np.float64),  # how probably: an exchange
            ("sees_threes", np.float64),  # threes of a kind
            ("sees_all", np.float64),  # that all may be exchanged
            ("remembers", np.float64),  # who took what
            ("plans", np.float64),  # weight of what the table may bring next
            ("hopes", np.float64),  # and of an unseen card
            ("fresh", np.float64),  # and of a new table after a pass
            ("renews", np.float64),  # and of one by renewal
            ("watches", np.float64),  # weight of what the next player could make
            ("eager", np.float64),  # weight of points more than needed
            ("wary", np.float64),  # how much more is needed when the table is good
            ("wary_all", np.float64),  # and when all of it is a good hand
            ("average", np.float64),  # points of a hand unseen
            ("cards", np.int64),  # of the pack
        ],
    )
)


@dataclass(frozen=True)
class HeuristicProfile:
    """What the fields of the same name in ``PROFILE_DTYPE`` say; ``wants`` points more to close.

    ``flat`` is how far the level closes with the same points in every turn, from 0 to 1.
    """

    flat: float
    wants: float
    spread: float
    noise: float
    overlooks: float
    sees_threes: float
    sees_all: float
    remembers: float
    plans: float
    hopes: float
    fresh: float
    renews: float
    watches: float
    eager: float
    wary: float
    wary_all: float


HEURISTIC_PROFILES: Final = MappingProxyType(
    {
        # Sees the obvious, closes by mood, remembers nothing.
        "beginner": HeuristicProfile(
            flat=1, wants=1, spread=12, noise=3, overlooks=0.4, sees_threes=0.35, sees_all=0.3,
            remembers=0, plans=0, hopes=0, fresh=0, renews=3, watches=0, eager=1, wary=0,
            wary_all=0,
        ),
        # Plays for the good hand at once, with a slip now and then; recalls a card or two.
        "casual": HeuristicProfile(
            flat=0.5, wants=0, spread=4, noise=1, overlooks=0.07, sees_threes=0.9, sees_all=0.9,
            remembers=0.4, plans=0.1, hopes=0.3, fresh=0.5, renews=3, watches=0.2, eager=0.5,
            wary=0.1, wary_all=0.3,
        ),
        # Sound: has a plan, remembers, and looks at what the next player and the table may do.
        "club": HeuristicProfile(
            flat=0, wants=0, spread=0.5, noise=0.2, overlooks=0, sees_threes=1, sees_all=1,
            remembers=1, plans=0.25, hopes=0.5, fresh=0.5, renews=3, watches=0.5, eager=0.5,
            wary=0.1, wary_all=0.9,
        ),
    }
)  # fmt: skip

# Points of three cards with which it pays to close, found by play against each other and against
# ``greedy``: a row for two, three, four, and five players or more; two columns for each turn of
# one's own, the first where less than half of the others have had more turns.
_TO_CLOSE: Final = MappingProxyType(
    {
        "end_of_turn": (
            (22, 22, 23, 21, 27, 29, 26, 26),
            (24, 24, 24, 24, 25, 25, 26, 26),
            (21, 23, 25, 24, 25, 26, 26, 26),
            (24, 24, 24, 24, 25, 25, 26, 26),
        ),
        "instead": ((28,) * TURNS,) * 4,
        "until_one_open": ((28,) * TURNS,) * 4,
        "immediate": ((12,) * TURNS,) * 4,
        "points": (  # at once, too; who waits may win more than a life
            (31, 23, 20.5, 20, 20, 21, 24, 24),
            (31, 23, 20.5, 20, 20, 21, 24, 24),
            (32, 25, 22, 21, 21, 22, 24, 24),
            (32, 25, 22, 21, 21, 22, 24, 24),
        ),
    }
)
_BEST_OF_THREE: Final = 31
_PENALTY: Final = 11  # points more, where closing without the best hand costs a life (R20)


@lru_cache(maxsize=256)
def profile_for(level: str, rules: RuleSet) -> Any:
    """The numbers of a human-like level for a game by these rules."""
    profile = HEURISTIC_PROFILES[level]
    row = np.zeros(1, PROFILE_DTYPE)[0]
    for name in PROFILE_DTYPE.names or ():
        if hasattr(profile, name):
            row[name] = getattr(profile, name)
    way = rules.close_timing if rules.close_effect == "one_turn_each" else rules.close_effect
    if way == "immediate" and rules.scoring == "points":
        way = "points"
    good = np.array(_TO_CLOSE[way], np.float64)
    best = 10 * rules.hand_size + 1
    needed = good + profile.flat * (good.mean() - good) + profile.wants
    row["needed"] = needed * best / _BEST_OF_THREE + _PENALTY * rules.closer_penalty
    row["average"] = average_hand_value(rules)
    row["cards"] = mask_of(rules.cards)
    return row
