"""The options of the game and the presets (RULES.md, Presets)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

OptionValue: TypeAlias = bool | int | str | None
Case: TypeAlias = Mapping[str, tuple[OptionValue, ...]]
"""Options, and for each the values of which it must have one."""


@dataclass(frozen=True, slots=True)
class OptionSpec:
    """What values an option may have.

    ``kind`` is ``bool``, ``choice`` (one of ``choices``) or ``int`` (``low`` to ``high``, and
    ``None`` too if ``nullable``). ``when`` are the cases in which the option changes anything; none
    stands for all.
    """

    name: str
    kind: Literal["bool", "choice", "int"]
    choices: tuple[str | int, ...] = ()
    low: int = 0
    high: int = 0
    nullable: bool = False
    when: tuple[Case, ...] = ()

    def applies(self, options: Mapping[str, OptionValue]) -> bool:
        """Whether the option changes anything in a game by these options."""
        return not self.when or any(
            all(options[name] in values for name, values in case.items()) for case in self.when
        )

    def accepts(self, value: object) -> bool:
        """Whether the value is one of this option's; ``True`` is no number, ``1`` no bool."""
        if self.kind == "bool":
            return isinstance(value, bool)
        if value is None:
            return self.nullable
        if isinstance(value, bool) or not isinstance(value, int | str):
            return False
        if self.kind == "choice":
            return value in self.choices
        return isinstance(value, int) and self.low <= value <= self.high

    def read(self, text: str) -> OptionValue:
        """The value that a text writes; the text itself, which is none, where it writes none."""
        named: dict[str, OptionValue] = {}
        if self.kind == "bool":
            named = {"yes": True, "true": True, "no": False, "false": False}
        elif self.nullable:
            named = {"none": None}
        if text in named:
            return named[text]
        return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else text

    @property
    def allowed(self) -> dict[str, int | list[OptionValue]]:
        """The valid values: ``allowed`` all of them, or ``low``, ``high`` and ``nullable``."""
        if self.kind == "int":
            return {"low": self.low, "high": self.high, "nullable": self.nullable}
        return {"allowed": [False, True] if self.kind == "bool" else list(self.choices)}

    def describe(self) -> str:
        """The valid values in words."""
        if self.kind == "bool":
            return "yes or no (true or false)"
        if self.kind == "choice":
            return "one of " + ", ".join(map(str, self.choices))
        return f"a whole number from {self.low} to {self.high}" + (" or none" * self.nullable)


def parse_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """Read the options that are given as text; values of any other type stay as they are.

    >>> parse_options({"pass": "no", "lives": "5", "target": "none", "pack": "A9", "rounds": 7})
    {'pass': False, 'lives': 5, 'target': None, 'pack': 'A9', 'rounds': 7}
    """
    return {
        name: OPTIONS[name].read(value) if name in OPTIONS and isinstance(value, str) else value
        for name, value in options.items()
    }


def format_value(value: OptionValue) -> str:
    """A value as RULES.md writes it, and ``OptionSpec.read`` reads it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)


def _bool(name: str, *when: Case) -> OptionSpec:
    return OptionSpec(name, "bool", when=when)


def _choice(name: str, *choices: str | int, when: tuple[Case, ...] = ()) -> OptionSpec:
    return OptionSpec(name, "choice", choices, when=when)


def _int(name: str, low: int, high: int, *when: Case, nullable: bool = False) -> OptionSpec:
    return OptionSpec(name, "int", (), low, high, nullable, when)


_FOR_LIVES: Final[Case] = {"scoring": ("lives",)}
_FOR_POINTS: Final[Case] = {"scoring": ("points",)}
_ENDS: Final[Case] = {"special": ("ends",)}
_NEW_TABLES: Final[tuple[Case, ...]] = ({"pass": (True,)}, {"renew": (True,)})


OPTIONS: Final[dict[str, OptionSpec]] = {
    spec.name: spec
    for spec in (
        _choice("pack", "A2", "A5", "A7", "A9"),
        _choice("hand_size", 3, 4),
        _int("max_players", 2, 10),
        _bool("dealer_choice"),
        _bool("pass"),
        _bool("exchange_all"),
        _bool("renew"),
        _choice("close_timing", "end_of_turn", "instead"),
        _choice("close_effect", "one_turn_each", "until_one_open", "immediate"),
        _int("close_from_turn", 1, 1000),
        _choice("talon_short", "showdown", "keep", "recycle", when=_NEW_TABLES),
        _choice(
            "recycle",
            "shuffle",
            "in_order",
            when=tuple({**case, "talon_short": ("recycle",)} for case in _NEW_TABLES),
        ),
        _bool("replace_789", {"hand_size": (3,)}),
        _choice("special", "ends", "grace", "none"),
        _bool("fire"),
        _bool("three_of_a_kind"),
        _choice(
            "fire_penalty",
            "all_others",
            "lowest",
            when=({**_FOR_LIVES, **_ENDS, "fire": (True,)},),
        ),
        _choice("dealt_penalty", "normal", "harsh", when=({**_FOR_LIVES, **_ENDS},)),
        _bool("closer_penalty", _FOR_LIVES),
        _bool("tie_trips_rank", {"three_of_a_kind": (True,)}),
        _bool("tie_suit"),
        _bool("tie_high_card"),
        _choice("scoring", "lives", "points"),
        _int("lives", 1, 1000, _FOR_LIVES),
        _choice("last_chance", "all", "first", "none", when=(_FOR_LIVES,)),
        _choice("all_out", "share", "replay", when=(_FOR_LIVES,)),
        _int("rounds", 1, 1000, _FOR_POINTS),
        _int("target", 1, 100_000, _FOR_POINTS, nullable=True),
        _int("turn_cap", 1, 1000),
    )
}

STUDY_HAND_SIZE: Final = _choice("hand_size", 1, 2, 3, 4)
"""With a study pack hands may be smaller still: with three cards no game is small."""

_PAGAT: Final[dict[str, OptionValue]] = {
    "pack": "A7",
    "hand_size": 3,
    "max_players": 8,
    "dealer_choice": True,
    "pass": True,
    "exchange_all": True,
    "renew": False,
    "close_timing": "end_of_turn",
    "close_effect": "one_turn_each",
    "close_from_turn": 1,
    "talon_short": "showdown",
    "recycle": "shuffle",
    "replace_789": False,
    "special": "ends",
    "fire": True,
    "three_of_a_kind": True,
    "fire_penalty": "all_others",
    "dealt_penalty": "normal",
    "closer_penalty": False,
    "tie_trips_rank": True,
    "tie_suit": True,
    "tie_high_card": False,
    "scoring": "lives",
    "lives": 3,
    "last_chance": "all",
    "all_out": "share",
    "rounds": 10,
    "target": None,
    "turn_cap": 50,
}

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

PRESET_ALIASES: Final = {"app": "app-a7"}
"""Presets that are another by another name, and that one."""


def contradictions(options: Mapping[str, OptionValue], pack_size: int) -> list[tuple[str, str]]:
    """All pairs of options of a complete set that contradict each other."""
    chosen = options.__getitem__
    hand_size, most = chosen("hand_size"), chosen("max_players")
    assert isinstance(hand_size, int)
    assert isinstance(most, int)
    three, points = hand_size == 3, chosen("scoring") == "points"
    until_one_open = chosen("close_effect") == "until_one_open"
    found = (
        (chosen("renew") and chosen("talon_short") != "recycle", "renew", "talon_short"),
        (chosen("renew") and until_one_open, "renew", "close_effect"),
        (chosen("special") == "grace" and not until_one_open, "special", "close_effect"),
        (chosen("special") == "grace" and chosen("fire"), "special", "fire"),
        (
            until_one_open and chosen("close_timing") == "end_of_turn",
            "close_effect",
            "close_timing",
        ),
        (until_one_open and chosen("pass"), "close_effect", "pass"),
        (
            chosen("dealt_penalty") == "harsh" and chosen("special") != "ends",
            "dealt_penalty",
            "special",
        ),
        (chosen("tie_high_card") and not chosen("tie_suit"), "tie_high_card", "tie_suit"),
        (points and chosen("dealt_penalty") == "harsh", "scoring", "dealt_penalty"),
        (points and chosen("closer_penalty"), "scoring", "closer_penalty"),
        (points and chosen("fire_penalty") == "all_others", "scoring", "fire_penalty"),
        (chosen("three_of_a_kind") and not three, "three_of_a_kind", "hand_size"),
        (chosen("fire") and not three, "fire", "hand_size"),
        (chosen("replace_789") and not three, "replace_789", "hand_size"),
        (hand_size * (most + 1) > pack_size, "pack", "max_players"),
    )
    return [(first, second) for holds, first, second in found if holds]
