"""Distance between rule sets, to choose the nearest one for which data exist.

Compiled functions take a rule set as its numbers: one for each option, as in a ``RulesRecord``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from schwimmen.engine import Array, entry, jit
from schwimmen.rules.core.state import NumberOfSeats, RecordArray, RulesArray
from schwimmen.rules.options import OPTIONS, OptionValue
from schwimmen.rules.ruleset import RuleSet

_WEIGHT_OF: Final = np.array([spec.weight for spec in OPTIONS.values()], np.int64)
_TOTAL_WEIGHT: Final = sum(spec.weight for spec in OPTIONS.values())
_MAX_DISTANCE: Final = 12  # rules at least this far apart share no blueprint

HEADS_UP: Final = 2
"""Number of players in a heads-up round, for which there are blueprints of its own."""

NONE_NEAR: Final = -1

CATALOGUE_DTYPE: Final = np.dtype(
    (np.record, [("seats", np.int64), ("options", np.int64, (len(OPTIONS),))])
)
"""Rules and number of seats for which data exist."""
Catalogue: TypeAlias = Annotated[NDArray[Any], Array(CATALOGUE_DTYPE, 0)]


def relevant_options(rules: RuleSet) -> dict[str, OptionValue]:
    """Return the options that a round depends on, with their values."""
    return {name: rules.options[name] for name, spec in OPTIONS.items() if spec.weight}


def option_numbers(options: Mapping[str, OptionValue]) -> NDArray[np.int64]:
    """Return the numbers of options; a missing option counts as its default.

    Data stored before an option existed lack it, and a new option's default leaves the game as it
    was.
    """
    return np.array(
        [spec.encode(options.get(name, spec.default)) for name, spec in OPTIONS.items()], np.int64
    )


def catalogue_of(entries: Iterable[tuple[int, Mapping[str, OptionValue]]]) -> RecordArray:
    """Return a catalogue of data, from their numbers of seats and their options."""
    rows: list[Any] = [(seats, option_numbers(options)) for seats, options in entries]
    return np.array(rows, CATALOGUE_DTYPE)


@jit
def rule_distance(first: NDArray[np.int64], second: NDArray[np.int64]) -> int:
    """Return the summed weight of the options that differ between the numbers of two rule sets.

    >>> three, four = (option_numbers({"hand_size": size}) for size in (3, 4))
    >>> rule_distance(option_numbers({}), three), rule_distance(three, four)
    (0, 40)
    """
    distance = 0
    for option in range(len(_WEIGHT_OF)):
        if first[option] != second[option]:
            distance += int(_WEIGHT_OF[option])
    return distance


@entry(javascript=True, inline=False)
def nearest_blueprint(rules: RulesArray, seats: NumberOfSeats, catalogue: Catalogue) -> int:
    """Return the place of the blueprint that fits ``rules[0]`` and the players dealt in best.

    It is ``NONE_NEAR`` if no blueprint is near enough. Among equally near ones it is that of the
    nearest number of players, of more rather than fewer, and the first one in the catalogue. A
    blueprint for two players serves two players only.
    """
    numbers = rules.view(np.int64)
    nearest = NONE_NEAR
    best = (_MAX_DISTANCE, 0, 0)
    for place in range(len(catalogue)):
        entry = catalogue[place]
        if (entry.seats == HEADS_UP) == (seats == HEADS_UP):
            distance = rule_distance(numbers, entry.options)
            order = (distance, abs(entry.seats - seats), -entry.seats)
            if distance < _MAX_DISTANCE and order < best:
                best = order
                nearest = place
    return nearest


@entry(javascript=True, inline=False)
def has_own_entry(rules: RulesArray, seats: NumberOfSeats, catalogue: Catalogue) -> int:
    """Return whether the nearest blueprint was trained under rules that play like ``rules[0]``."""
    place = nearest_blueprint(rules, seats, catalogue)
    if place == NONE_NEAR:
        return 0
    return int(rule_distance(rules.view(np.int64), catalogue[place].options) == 0)


@entry(javascript=True, inline=False)
def nearest_family(rules: RulesArray, seats: NumberOfSeats, catalogue: Catalogue) -> int:
    """Return the place of the entry for this number of seats that is nearest to ``rules[0]``.

    It is the first one in the catalogue among equally near ones, and ``NONE_NEAR`` if no entry has
    this number of seats.
    """
    numbers = rules.view(np.int64)
    nearest = NONE_NEAR
    best = _TOTAL_WEIGHT + 1
    for place in range(len(catalogue)):
        entry = catalogue[place]
        if entry.seats == seats:
            distance = rule_distance(numbers, entry.options)
            if distance < best:
                best = distance
                nearest = place
    return nearest
