"""Completion and check of a rule set: the options of a preset, some of them changed.

Options are numbered in the order of their declaration, their values as in ``RulesRecord``. These
functions are plain Python over whole numbers, so that rule sets need neither Numba nor NumPy, and
``kernel.py`` compiles them for programs without Python.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Protocol, TypeAlias

from ..actions import ACTION_KINDS
from ..cards import PACKS
from ..options import (
    NONE,
    OPTIONS,
    PRESETS,
    REQUIREMENTS,
    STUDY_HAND_SIZE,
    Case,
    OptionSpec,
    OptionValue,
)

# Faults of a rule set.
VALID: Final = 0
UNKNOWN_PRESET: Final = 1
UNKNOWN_OPTION: Final = 2
BAD_OPTION: Final = 3
CONTRADICTION: Final = 4
RULE_SET_FAULTS: Final = (
    "valid",
    "unknown_preset",
    "unknown_option",
    "bad_option",
    "contradiction",
)
"""Faults of a rule set, in the order of their codes; the first one means valid."""

STUDY_PACK: Final = -1
"""Value of ``pack`` for a study pack, which has no name."""

MAX_CONTRADICTIONS: Final = len(REQUIREMENTS) + 1

OPTION_NUMBERS: Final = {name: number for number, name in enumerate(OPTIONS)}
PRESET_NUMBERS: Final = {name: number for number, name in enumerate(PRESETS)}

_PACK: Final = OPTION_NUMBERS["pack"]
_HAND_SIZE: Final = OPTION_NUMBERS["hand_size"]
_MAX_PLAYERS: Final = OPTION_NUMBERS["max_players"]
_PACK_SIZE: Final = len(OPTIONS)
"""Place of the number of cards in a ``RulesRecord``, after the options."""


class Numbers(Protocol):
    """Row of whole numbers that can be set."""

    def __getitem__(self, index: int, /) -> int: ...
    def __setitem__(self, index: int, value: int, /) -> None: ...


Table: TypeAlias = Sequence[Sequence[int]]


def complete(
    preset: int,
    settings: Sequence[int],
    count: int,
    study_size: int,
    rules: Numbers,
    pairs: Numbers,
    presets: Table,
    limits: Table,
    pack_sizes: Sequence[int],
    requirements: Table,
) -> tuple[int, int]:
    """Write the complete rule set of a preset with settings, and all of its contradictions.

    ``settings`` are ``count`` options, each followed by its value; ``study_size`` is the number of
    cards of a study pack, or 0. The rule set is written into ``rules`` as in a ``RulesRecord``, and
    contradictions into ``pairs``, each as two options. The other parameters are the tables below.

    Returns ``VALID``, or the code of the fault with the place of the setting at fault or the number
    of contradictions.
    """
    if not 0 <= preset < len(presets):
        return UNKNOWN_PRESET, 0
    for place in range(count):
        option = settings[2 * place]
        if not 0 <= option < len(limits):
            return UNKNOWN_OPTION, place
        value, limit = settings[2 * place + 1], limits[option]
        low = limit[4] if study_size else limit[0]
        in_range = low <= value <= limit[1] and value % limit[2] == 0
        if not (in_range or (value == NONE and limit[3])):
            return BAD_OPTION, place
    for option in range(len(limits)):
        rules[option] = presets[preset][option]
    for place in range(count):
        rules[settings[2 * place]] = settings[2 * place + 1]
    if study_size:
        rules[_PACK] = STUDY_PACK
        rules[_PACK_SIZE] = study_size
    else:
        rules[_PACK_SIZE] = pack_sizes[rules[_PACK]]
    found = 0
    for row in range(len(requirements)):
        requirement = requirements[row]
        option, other = requirement[0], requirement[2]
        if rules[option] == requirement[1] and not requirement[3] >> rules[other] & 1:
            pairs[2 * found] = option
            pairs[2 * found + 1] = other
            found += 1
    if rules[_HAND_SIZE] * (rules[_MAX_PLAYERS] + 1) > rules[_PACK_SIZE]:  # R2
        pairs[2 * found] = _PACK
        pairs[2 * found + 1] = _MAX_PLAYERS
        found += 1
    return (CONTRADICTION if found else VALID), found


def applying(rules: Sequence[int], number: int, cases: Table) -> int:
    """Return the mask of the first ``number`` options that change a game with these rules.

    ``cases`` is the table ``CASES``, or ``ACTION_CASES`` for the kinds of action in the game.
    """
    conditional = 0
    found = 0
    holds = True
    for row in range(len(cases)):
        case = cases[row]
        conditional |= 1 << case[0]
        holds = holds and (case[2] >> rules[case[1]] & 1) == 1
        if case[3]:
            if holds:
                found |= 1 << case[0]
            holds = True
    return found | ((1 << number) - 1 & ~conditional)


def _mask(option: str, values: tuple[OptionValue, ...]) -> int:
    """Return values of an option as a mask of their numbers."""
    return sum(1 << OPTIONS[option].encode(value) for value in values)


def _limits(spec: OptionSpec[OptionValue]) -> tuple[int, ...]:
    numbers = [spec.encode(value) for value in spec.choices]
    low, high = spec.low * spec.unit, spec.high * spec.unit
    if spec.kind == "bool":
        low, high = 0, 1
    elif numbers:
        low, high = numbers[0], numbers[-1]
        assert numbers == [*range(low, high + 1)]
    study_low = STUDY_HAND_SIZE.choices[0] if spec.name == STUDY_HAND_SIZE.name else low
    assert isinstance(study_low, int)
    return low, high, spec.unit, int(spec.nullable), study_low


PRESET_VALUES: Final = tuple(
    tuple(OPTIONS[name].encode(options[name]) for name in OPTIONS) for options in PRESETS.values()
)
"""Value of each option in each preset."""

LIMITS: Final = tuple(_limits(spec) for spec in OPTIONS.values())
"""For each option its lowest and highest value, the step between values, whether it may be
``NONE``, and the lowest value with a study pack."""

PACK_SIZES: Final = tuple(len(PACKS[str(pack)]) for pack in OPTIONS["pack"].choices)

REQUIRED_VALUES: Final = tuple(
    (
        OPTION_NUMBERS[one.option],
        OPTIONS[one.option].encode(one.value),
        OPTION_NUMBERS[one.other],
        _mask(one.other, one.allowed),
    )
    for one in REQUIREMENTS
)
"""For each requirement its option and value, the other option and the mask of its values."""


def _cases(cases: Mapping[int, Iterable[Case]]) -> tuple[tuple[int, ...], ...]:
    return tuple(
        (number, OPTION_NUMBERS[other], _mask(other, values), int(place == len(case)))
        for number, given in cases.items()
        for case in given
        for place, (other, values) in enumerate(case.items(), 1)
    )


CASES: Final = _cases({OPTION_NUMBERS[name]: spec.when for name, spec in OPTIONS.items()})
"""Conditions of the cases in which options change the game: the option, another one, the mask of
its values, and whether the condition is the last one of its case."""

NUMBER_OF_KINDS: Final = ACTION_KINDS.index("keep")
"""Number of kinds of action without those of the dealer's choice, which come last."""

_CLOSES_AFTER: Final[Case] = {"close_timing": ("end_of_turn",)}
_EXCHANGES_ALL: Final[Case] = {"exchange_all": (True,)}
_KINDS: Final[Mapping[str, Iterable[Case]]] = {
    "exchange!": [_CLOSES_AFTER],
    "all": [_EXCHANGES_ALL],
    "all!": [{**_EXCHANGES_ALL, **_CLOSES_AFTER}],
    "pass": [{"pass": (True,)}, {"close_effect": ("one_turn_each",)}],
    "renew": [{"renew": (True,)}],
}

ACTION_CASES: Final = _cases({ACTION_KINDS.index(kind): cases for kind, cases in _KINDS.items()})
"""Conditions under which a game has a kind of action, at least in last turns (R11); the rows are
those of ``CASES``."""
