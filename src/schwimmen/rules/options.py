"""The options of the game and the presets (RULES.md, Presets)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import (
    TYPE_CHECKING,
    Any,
    Final,
    Generic,
    Literal,
    NamedTuple,
    TypeAlias,
    TypeVar,
    overload,
)

if TYPE_CHECKING:
    from .core.state import RulesRecord
    from .ruleset import RuleSet

OptionValue: TypeAlias = bool | int | str | None
"""Value of an option: a switch, a number, one of its choices, or ``None`` for no limit."""

Case: TypeAlias = Mapping[str, tuple[OptionValue, ...]]
"""Options and their values, all of which must hold for the case to apply."""

NONE: Final = -1
"""Number of the value ``None`` in the compiled rules."""

INVALID: Final = -2
"""Number of no value in the compiled rules."""

MAX_NUMBER: Final = 1 << 32
"""Limit of the numbers that are encoded, far above that of any option."""

_SWITCHES: Final[dict[str, OptionValue]] = {"yes": True, "true": True, "no": False, "false": False}

T_co = TypeVar("T_co", bound=OptionValue, covariant=True)


@dataclass(frozen=True)
class OptionSpec(Generic[T_co]):
    """Declaration of one option.

    ``kind`` is ``bool``, ``choice`` (one of ``choices``) or ``int`` (from ``low`` to ``high``, and
    also ``None`` if ``nullable``). ``rule`` is the number of its rule in RULES.md, ``default`` its
    value in the preset ``pagat``. ``when`` lists the cases in which the option changes the game; it
    is empty if it always does.

    ``unit`` is the factor by which the compiled rules store a number. ``weight`` says how much the
    option changes the play of a round, to find rules for which data exist that play most like
    others (``rule_similarity.py``). ``public_high`` is the highest number on public servers, for an
    option that makes matches long.
    """

    kind: Literal["bool", "choice", "int"]
    rule: str
    default: T_co
    choices: tuple[str | int, ...] = ()
    low: int = 0
    high: int = 0
    nullable: bool = False
    when: tuple[Case, ...] = ()
    unit: int = 1
    weight: int = 0
    public_high: int | None = None
    name: str = ""

    def __set_name__(self, owner: type, name: str) -> None:
        object.__setattr__(self, "name", name.removesuffix("_"))

    @overload
    def __get__(self, instance: None, owner: type) -> OptionSpec[T_co]: ...
    @overload
    def __get__(self, instance: RulesRecord, owner: type) -> int: ...
    @overload
    def __get__(self, instance: RuleSet, owner: type) -> T_co: ...
    def __get__(self, instance: object, owner: type) -> object:
        """Return the declaration; a rule set's own attribute takes precedence over it."""
        return self

    @property
    def attribute(self) -> str:
        """Python name of the option (``pass`` is a keyword)."""
        return "pass_" if self.name == "pass" else self.name

    @property
    def is_named(self) -> bool:
        """Whether the values are names, which the compiled rules number in the order declared."""
        return isinstance(self.default, str)

    def encode(self, value: object) -> int:
        """Return the number that stands for a value in the compiled rules.

        ``True`` is not a number and ``1`` not a boolean: a value of another type is ``INVALID``.

        >>> Options.close_effect.encode("immediate"), Options.target.encode(100)
        (2, 200)
        """
        if value is None:
            return NONE
        if self.is_named:
            return self.choices.index(value) if value in self.choices else INVALID
        if isinstance(value, bool) != (self.kind == "bool") or not isinstance(value, int):
            return INVALID
        return value * self.unit if 0 <= value < MAX_NUMBER else INVALID

    def decode(self, number: int) -> OptionValue:
        """Return the value for which a number stands in the compiled rules.

        >>> Options.close_effect.decode(2), Options.target.decode(200), Options.fire.decode(1)
        ('immediate', 100, True)
        """
        if number == NONE:
            return None
        if self.is_named:
            return self.choices[number]
        return number == 1 if self.kind == "bool" else number // self.unit

    def parse(self, text: str) -> OptionValue:
        """Return the value written as text, or the text itself if it does not parse."""
        if text in self.words:
            return self.words[text]
        return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else text

    @property
    def words(self) -> Mapping[str, OptionValue]:
        """Values that are written as words, by their words."""
        if self.kind == "bool":
            return _SWITCHES
        return {"none": None} if self.nullable else {}

    @property
    def allowed(self) -> dict[str, int | list[OptionValue]]:
        """Valid values: a list ``allowed``, or ``low``, ``high`` and ``nullable``."""
        if self.kind == "int":
            return {"low": self.low, "high": self.high, "nullable": self.nullable}
        return {"allowed": [False, True] if self.kind == "bool" else list(self.choices)}

    def describe(self) -> str:
        """Return the valid values in words."""
        if self.kind == "bool":
            return "yes or no (true or false)"
        if self.kind == "choice":
            return "one of " + ", ".join(map(str, self.choices))
        return f"a whole number from {self.low} to {self.high}" + (" or none" * self.nullable)


def _bool(rule: str, default: bool, *when: Case, weight: int = 0) -> OptionSpec[bool]:
    return OptionSpec("bool", rule, default, when=when, weight=weight)


C = TypeVar("C", str, int)


def _choice(
    rule: str, default: C, choices: tuple[C, ...], *when: Case, weight: int = 0
) -> OptionSpec[C]:
    return OptionSpec("choice", rule, default, choices, when=when, weight=weight)


def _int(
    rule: str,
    default: int,
    low: int,
    high: int,
    *when: Case,
    weight: int = 0,
    public_high: int | None = None,
) -> OptionSpec[int]:
    return OptionSpec(
        "int",
        rule,
        default,
        low=low,
        high=high,
        when=when,
        weight=weight,
        public_high=public_high,
    )


_LIVES: Final[Case] = {"scoring": ("lives",)}
_POINTS: Final[Case] = {"scoring": ("points",)}
_ENDS: Final[Case] = {"special": ("ends",)}
_NEW_TABLES: Final[tuple[Case, ...]] = ({"pass": (True,)}, {"renew": (True,)})


class Options:
    """Declaration of every option, in the order of RULES.md.

    All else follows from it: the attributes of a ``RuleSet``, the fields of the compiled
    ``RulesRecord``, options on the command line and ``/api/setup``. To add an option, declare it
    here, with its values in presets that do not use the default and its contradictions in
    ``REQUIREMENTS``.

    The options that decide how many lives can be lost weigh most, then those that change the length
    of a round, then those that rank the hands.
    """

    pack = _choice("R1", "A7", ("A2", "A5", "A6", "A7", "A9"), weight=10)
    hand_size = _choice("R4", 3, (3, 4), weight=40)
    max_players = _int("R2", 8, 2, 10)
    dealer_choice = _bool("R5", True, weight=3)
    pass_ = _bool("R8", True, weight=2)
    exchange_all = _bool("R8", True, weight=2)
    renew = _bool("R30", False, weight=1)
    close_timing = _choice("R10", "end_of_turn", ("end_of_turn", "instead"), weight=12)
    close_effect = _choice(
        "R11", "one_turn_each", ("one_turn_each", "until_one_open", "immediate"), weight=30
    )
    close_from_turn = _int("R10", 1, 1, 1000, weight=2)
    talon_short = _choice("R9", "showdown", ("showdown", "keep", "recycle"), *_NEW_TABLES, weight=1)
    recycle = _choice(
        "R32",
        "shuffle",
        ("shuffle", "in_order"),
        *({**case, "talon_short": ("recycle",)} for case in _NEW_TABLES),
    )
    replace_789 = _bool("R34", False, {"hand_size": (3,)}, weight=1)
    special = _choice("R12", "ends", ("ends", "grace", "none"), weight=5)
    fire = _bool("R15", True, weight=3)
    three_of_a_kind = _bool("R15", True, weight=3)
    fire_penalty = _choice(
        "R18",
        "all_others",
        ("all_others", "lowest"),
        {**_LIVES, **_ENDS, "fire": (True,)},
        weight=6,
    )
    dealt_penalty = _choice("R19", "normal", ("normal", "harsh"), {**_LIVES, **_ENDS}, weight=16)
    closer_penalty = _bool("R20", False, _LIVES, weight=20)
    closer_tie = _choice(
        "R35",
        "shared",
        ("shared", "closer_loses", "closer_safe"),
        {**_LIVES, "losers": ("lowest",)},
        weight=2,
    )
    losers = _choice("R36", "lowest", ("lowest", "all_but_best"), _LIVES, weight=40)
    tie_trips_rank = _bool("R16", True, {"three_of_a_kind": (True,)}, weight=2)
    tie_suit = _bool("R16", True, weight=4)
    tie_high_card = _bool("R16", False, weight=2)
    scoring = _choice("R31", "lives", ("lives", "points"))
    lives = _int("R21", 3, 1, 1000, _LIVES, public_high=20)
    last_chance = _choice("R22", "all", ("all", "first", "none"), _LIVES)
    all_out = _choice("R24", "share", ("share", "replay"), _LIVES)
    rounds = _int("R31", 10, 1, 1000, _POINTS, public_high=100)
    target: OptionSpec[int | None] = OptionSpec(
        "int", "R31", None, low=1, high=100_000, nullable=True, when=(_POINTS,), unit=2
    )
    turn_cap = _int("R13", 50, 1, 1000, public_high=200)


OPTIONS: Final[dict[str, OptionSpec[OptionValue]]] = {
    spec.name: spec for spec in vars(Options).values() if isinstance(spec, OptionSpec)
}
"""Declaration of every option of a rule set, by the name that RULES.md gives it."""

STUDY_HAND_SIZE: Final = replace(Options.hand_size, choices=(1, 2, 3, 4))
"""Hand sizes of a study pack, which also allow smaller games."""

_PAGAT: Final[dict[str, OptionValue]] = {name: spec.default for name, spec in OPTIONS.items()}

_APP: Final[dict[str, OptionValue]] = _PAGAT | {
    "max_players": 6,
    "close_timing": "instead",
    "fire_penalty": "lowest",
    "tie_high_card": True,
}

_DUTCH: Final[dict[str, OptionValue]] = _PAGAT | {
    "pass": False,
    "close_timing": "instead",
    "close_effect": "until_one_open",
    "special": "grace",
    "fire": False,
    "fire_penalty": "lowest",
    "tie_trips_rank": False,
    "lives": 6,
    "last_chance": "first",
}

_CHOY: Final[dict[str, OptionValue]] = _PAGAT | {
    "pack": "A2",
    "hand_size": 4,
    "max_players": 10,
    "dealer_choice": False,
    "pass": False,
    "renew": True,
    "close_timing": "instead",
    "close_effect": "immediate",
    "talon_short": "recycle",
    "special": "none",
    "fire": False,
    "three_of_a_kind": False,
    "fire_penalty": "lowest",
    "tie_trips_rank": False,
    "tie_suit": False,
    "scoring": "points",
}

PRESETS: Final[dict[str, Mapping[str, OptionValue]]] = {
    "pagat": _PAGAT,
    "app": _APP,
    "app-a7": _APP,
    "app-a9": _APP | {"pack": "A9"},
    "app-a5": _APP | {"pack": "A5"},
    "gamerules": _PAGAT | {"all_out": "replay"},
    "dutch": _DUTCH,
    "choy": _CHOY,
}
"""All options of each preset, by its name."""

PRESET_ALIASES: Final = {"app": "app-a7"}
"""Second names of presets, each with the first."""


class Requirement(NamedTuple):
    """A value of one option that allows only some values of another."""

    option: str
    value: OptionValue
    other: str
    allowed: tuple[OptionValue, ...]


REQUIREMENTS: Final = (
    Requirement("renew", True, "talon_short", ("recycle",)),
    Requirement("renew", True, "close_effect", ("one_turn_each", "immediate")),
    Requirement("special", "grace", "close_effect", ("until_one_open",)),
    Requirement("special", "grace", "fire", (False,)),
    Requirement("close_effect", "until_one_open", "close_timing", ("instead",)),
    Requirement("close_effect", "until_one_open", "pass", (False,)),
    Requirement("dealt_penalty", "harsh", "special", ("ends",)),
    Requirement("tie_high_card", True, "tie_suit", (True,)),
    Requirement("scoring", "points", "dealt_penalty", ("normal",)),
    Requirement("scoring", "points", "closer_penalty", (False,)),
    Requirement("scoring", "points", "fire_penalty", ("lowest",)),
    Requirement("scoring", "points", "closer_tie", ("shared",)),
    Requirement("scoring", "points", "losers", ("lowest",)),
    Requirement("losers", "all_but_best", "closer_tie", ("shared",)),
    Requirement("three_of_a_kind", True, "hand_size", (3,)),
    Requirement("fire", True, "hand_size", (3,)),
    Requirement("replace_789", True, "hand_size", (3,)),
)


def parse_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """Parse the options that are given as text; keep values of any other type.

    >>> parse_options({"pass": "no", "lives": "5", "target": "none", "pack": "A9", "rounds": 7})
    {'pass': False, 'lives': 5, 'target': None, 'pack': 'A9', 'rounds': 7}
    """
    return {
        name: OPTIONS[name].parse(value) if name in OPTIONS and isinstance(value, str) else value
        for name, value in options.items()
    }


def format_value(value: OptionValue) -> str:
    """Return a value as RULES.md writes it and ``OptionSpec.parse`` reads it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)
