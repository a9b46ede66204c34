"""Profiles of the heuristic levels: the parameters of their common evaluation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from types import MappingProxyType
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from schwimmen.engine import jit_noinline
from schwimmen.rules.core.state import RulesRecord
from schwimmen.rules.options import Options

ROWS: Final = 4
TURNS: Final = 8
"""Rows and columns of the close thresholds."""

CLOSE_RATES: Final = 4
"""Own turns with a close rate of their own; the last rate also holds for later turns."""


@dataclass(frozen=True)
class HeuristicProfile:
    """Parameters of a level's evaluation."""

    flatness: float
    """How far the close thresholds are moved towards their mean over all turns, from 0 to 1."""
    extra_points: tuple[float, float, float, float]
    """Points added to the close thresholds in the first, second, third and any later own turn."""
    close_rates: tuple[float, float, float, float]
    """Probability of considering to close in each own turn, times the number of opponents."""
    first_turn_points: float
    """Points of three cards below which the level never closes in its first turn."""
    threshold_noise: float
    """Largest random change of the close threshold, in points."""
    value_noise: float
    """Largest random change of an action's value, in points."""
    overlook_rate: float
    """Probability of overlooking an exchange."""
    three_rate: float
    """Probability of seeing threes of a kind."""
    exchange_all_rate: float
    """Probability of considering an exchange of all cards."""
    memory_rate: float
    """Probability of remembering the cards that other players took."""
    table_weight: float
    """Weight of the gain by the best table card."""
    unseen_weight: float
    """Weight of the mean gain by an unseen card."""
    new_table_weight: float
    """Weight of the mean gain by an unseen card after a pass that brings a new table."""
    renew_weight: float
    """Weight of the mean gain by an unseen card after renewing the table."""
    gift_weight: float
    """Weight of the hand that the next player could make."""
    margin_weight: float
    """Weight of the points over the close threshold."""
    table_caution: float
    """Threshold points added for each point of a good table."""
    whole_table_caution: float
    """Threshold points added for each point of a table that is itself a good hand."""
    pair_points: float = 0
    """Points that a pair in the hand seems worth, if threes count."""
    suit_points: float = 0
    """Points that each further card of the longest suit in the hand seems worth."""
    ace_points: float = 0
    """Points that each ace in the hand seems worth."""
    exchange_all_points: float = 0
    """Points that exchanging all cards seems worth."""


class ProfileRecord(HeuristicProfile):
    """One record of ``PROFILE_DTYPE``, as compiled functions take it."""

    close_thresholds: NDArray[np.float64]
    """Points from which closing pays, by number of players and turn."""
    first_turn_threshold: float
    """``first_turn_points`` under the rules."""
    average_hand: float
    """Mean points of an unseen hand."""
    pack: int
    """Mask of all cards."""


PROFILE_DTYPE: Final = np.dtype(
    (
        np.record,
        [
            ("close_thresholds", np.float64, (ROWS, TURNS)),
            *(
                (field.name, np.float64, *([(CLOSE_RATES,)] if "tuple" in str(field.type) else []))
                for field in fields(HeuristicProfile)
            ),
            ("first_turn_threshold", np.float64),
            ("average_hand", np.float64),
            ("pack", np.int64),
        ],
    )
)

HEURISTIC_PROFILES: Final = MappingProxyType(
    {
        # Chases suits and threes, closes late and on a whim, remembers nothing.
        "beginner": HeuristicProfile(
            flatness=1,
            extra_points=(1, 0, -1, -3),
            close_rates=(0.25, 0.35, 0.6, 1.8),
            first_turn_points=27,
            threshold_noise=7,
            value_noise=0.4,
            overlook_rate=0.03,
            three_rate=0.85,
            exchange_all_rate=0.8,
            memory_rate=0,
            table_weight=0.1,
            unseen_weight=0.4,
            new_table_weight=0,
            renew_weight=3,
            gift_weight=0,
            margin_weight=1,
            table_caution=0,
            whole_table_caution=0,
        ),
        # Plays for the best hand, makes few mistakes, remembers most cards, closes with good hands.
        "casual": HeuristicProfile(
            flatness=0.5,
            extra_points=(3, 2, 0, 0),
            close_rates=(0.24, 0.36, 0.7, 2),
            first_turn_points=27,
            threshold_noise=1.5,
            value_noise=0.2,
            overlook_rate=0.01,
            three_rate=1,
            exchange_all_rate=1,
            memory_rate=0.9,
            table_weight=0.2,
            unseen_weight=0.45,
            new_table_weight=0.5,
            renew_weight=3,
            gift_weight=0.4,
            margin_weight=0.5,
            table_caution=0.1,
            whole_table_caution=0.6,
        ),
        # Plans ahead, remembers all cards, and considers the next player and the table.
        "club": HeuristicProfile(
            flatness=0,
            extra_points=(7, 1, 0, 0),
            close_rates=(1.6, 9, 9, 9),
            first_turn_points=0,
            threshold_noise=0.5,
            value_noise=0.2,
            overlook_rate=0,
            three_rate=1,
            exchange_all_rate=1,
            memory_rate=1,
            table_weight=0.25,
            unseen_weight=0.5,
            new_table_weight=0.5,
            renew_weight=3,
            gift_weight=0.5,
            margin_weight=0.5,
            table_caution=0.1,
            whole_table_caution=0.9,
        ),
    }
)
"""Profile of each heuristic level."""

# Factor of the close rates of the first three turns, and points added to the close thresholds of
# the first, by character and level. They differ by level, since closing early or late changes the
# strength of ``casual`` most, and heads-up ``club`` always considers closing.
_HASTE: Final[Mapping[str, Mapping[str, tuple[float, float]]]] = MappingProxyType(
    {
        "hasty": {"beginner": (1.7, 0), "casual": (1.3, 0), "club": (3, -3)},
        "patient": {"beginner": (0.6, 0), "casual": (0.75, 0), "club": (0.15, 0)},
    }
)
_LIKINGS: Final[Mapping[str, Mapping[str, Any]]] = MappingProxyType(
    {
        "threes": {"pair_points": 1.5},
        "suits": {"suit_points": 1.0},
        "aces": {"ace_points": 0.75},
        "swapper": {"exchange_all_points": 0.3},
    }
)


def _with_character(level: str, character: str | None) -> HeuristicProfile:
    """Return the profile of a level with the small biases of a character."""
    profile = HEURISTIC_PROFILES[level]
    if character is None:
        return profile
    factor, points = _HASTE[character][level] if character in _HASTE else (1, 0)
    first, second, third, later = profile.close_rates
    extra_points = profile.extra_points
    return replace(
        profile,
        close_rates=(factor * first, factor * second, factor * third, later),
        extra_points=(extra_points[0] + points, *extra_points[1:]),
        **_LIKINGS.get(character, {}),
    )


# Points of three cards from which closing pays, found by self-play and play against ``greedy``: one
# row each for two, three, four, and five or more players; two columns for each of the player's own
# turns, the first if less than half of the opponents have had more turns.
_CLOSE_THRESHOLDS: Final = MappingProxyType(
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
        "points": (  # closing ends the round at once, but waiting may score more
            (31, 23, 20.5, 20, 20, 21, 24, 24),
            (31, 23, 20.5, 20, 20, 21, 24, 24),
            (32, 25, 22, 21, 21, 22, 24, 24),
            (32, 25, 22, 21, 21, 22, 24, 24),
        ),
    }
)
_TIMINGS: Final = tuple(_CLOSE_THRESHOLDS)
_THRESHOLDS: Final = np.array(list(_CLOSE_THRESHOLDS.values()), np.float64)
_BEST_OF_THREE: Final = 31
_CLOSER_PENALTY: Final = 11  # extra points where closing without the best hand costs a life (R20)

# Extra points where a closer loses ties or is safe in them (R35), if suits do not break them.
_CLOSER_TIE_POINTS: Final = {"shared": 0.0, "closer_loses": 1.0, "closer_safe": -6.0}
_CLOSER_TIE: Final = np.array([_CLOSER_TIE_POINTS[str(one)] for one in Options.closer_tie.choices])


def _timing_of(effect: str, timing: str, scoring: str) -> int:
    """Return the place in ``_TIMINGS`` for values of options."""
    name = timing if effect == "one_turn_each" else effect
    return _TIMINGS.index("points" if name == "immediate" and scoring == "points" else name)


_TIMING_OF: Final = np.array(
    [
        [
            [
                _timing_of(str(effect), str(timing), str(scoring))
                for scoring in Options.scoring.choices
            ]
            for timing in Options.close_timing.choices
        ]
        for effect in Options.close_effect.choices
    ]
)
"""Place in ``_TIMINGS`` by the codes of ``close_effect``, ``close_timing`` and ``scoring``."""


def plain_profile(level: str, character: str | None) -> Any:
    """Return the record of a level's profile for three cards, before ``adapt_profile``."""
    profile = _with_character(level, character)
    record = np.zeros(1, PROFILE_DTYPE)[0]
    for field in fields(HeuristicProfile):
        record[field.name] = getattr(profile, field.name)
    return record


@jit_noinline
def adapt_profile(
    rules: RulesRecord, cards: int, average_hand: float, profile: ProfileRecord
) -> None:
    """Adapt a plain profile to rules, whose pack is ``cards``."""
    timing = _TIMING_OF[rules.close_effect, rules.close_timing, rules.scoring]
    thresholds = _THRESHOLDS[timing]
    best: int = 10 * rules.hand_size + 1
    extra = float(_CLOSER_PENALTY * rules.closer_penalty)
    if not rules.tie_suit:
        extra += _CLOSER_TIE[rules.closer_tie]
    mean = 0.0
    for row in range(ROWS):
        for column in range(TURNS):
            mean += thresholds[row, column]
    mean /= ROWS * TURNS
    for row in range(ROWS):
        for column in range(TURNS):
            needed = thresholds[row, column]
            needed += profile.flatness * (mean - needed)
            needed += profile.extra_points[column // 2]  # two columns for each turn
            profile.close_thresholds[row, column] = needed * best / _BEST_OF_THREE + extra
    profile.first_turn_threshold = profile.first_turn_points * best / _BEST_OF_THREE
    profile.average_hand = average_hand
    profile.pack = cards
