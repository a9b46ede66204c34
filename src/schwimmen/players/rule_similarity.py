"""Distance between rule sets, to choose the nearest one for which data exist."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from schwimmen.rules.options import OPTIONS, OptionValue
from schwimmen.rules.ruleset import RuleSet

# Weight of every option that affects a round. The options that decide how many lives can be lost
# weigh most, then those that change the length of a round, then those that rank the hands.
_WEIGHTS: Final[Mapping[str, int]] = {
    "hand_size": 40,
    "close_effect": 30,
    "closer_penalty": 20,
    "dealt_penalty": 16,
    "close_timing": 12,
    "pack": 10,
    "fire_penalty": 6,
    "special": 5,
    "tie_suit": 4,
    "three_of_a_kind": 3,
    "fire": 3,
    "dealer_choice": 3,
    "tie_trips_rank": 2,
    "tie_high_card": 2,
    "close_from_turn": 2,
    "pass": 2,
    "exchange_all": 2,
    "renew": 1,
    "talon_short": 1,
    "replace_789": 1,
}


def relevant_options(rules: RuleSet) -> dict[str, OptionValue]:
    """Return the options that a round depends on, with their values."""
    return {name: rules.options[name] for name in _WEIGHTS}


def rule_distance(first: Mapping[str, OptionValue], second: Mapping[str, OptionValue]) -> int:
    """Return the summed weight of the options that differ; 0 if all are equal.

    A missing option counts as its default. Data stored before an option existed lack it, and a new
    option's default leaves the game as it was.

    >>> rule_distance({}, {"hand_size": 3}), rule_distance({}, {"hand_size": 4})
    (0, 40)
    """
    return sum(
        weight for name, weight in _WEIGHTS.items() if _value(first, name) != _value(second, name)
    )


def _value(options: Mapping[str, OptionValue], name: str) -> OptionValue:
    return options.get(name, OPTIONS[name].default)
