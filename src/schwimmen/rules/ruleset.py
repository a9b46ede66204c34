"""Rule sets: a preset with some options changed, checked for contradictions."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from operator import index
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from .actions import ACTION_KINDS
from .cards import PACKS, Card, card_names, parse_cards
from .core.completion import (
    ACTION_CASES,
    BAD_OPTION,
    CASES,
    CONTRADICTION,
    LIMITS,
    MAX_CONTRADICTIONS,
    NUMBER_OF_KINDS,
    OPTION_NUMBERS,
    PACK_SIZES,
    PRESET_NUMBERS,
    PRESET_VALUES,
    REQUIRED_VALUES,
    RULE_SET_FAULTS,
    UNKNOWN_OPTION,
    UNKNOWN_PRESET,
    applying,
    complete,
)
from .errors import RuleSetError, quote, suggest, whole_number
from .options import (
    INVALID,
    OPTIONS,
    PRESETS,
    STUDY_HAND_SIZE,
    Options,
    OptionValue,
    format_value,
    parse_options,
)

RULES_VERSION: Final = "1"
"""Version of the rules, written into logs and records; a new one plays old records differently."""

WRONG_PLAYERS: Final = "players: {number}, but this game is for 2 to {other}"
"""Text of the fault of a number of players, and the highest number as ``other``."""


class RuleSet(Options):
    """Rules of a match, with every option of RULES.md as an attribute.

    ``preset`` names the starting point; ``options`` and keyword arguments change single options.
    The option ``pass`` is written ``pass_`` as a keyword and as an attribute. ``options`` are typed
    as in a record; keyword arguments may also be text, as on the command line (``pass_="no"``,
    ``lives="5"``).

    Rule sets are immutable and hashable; they are equal if all their options are. ``changed`` holds
    the changed options, ``options`` all options, ``cards`` the pack. ``print`` lists the options
    that change the game, and a notebook shows them as a table; changed ones are marked.

    Raises ``RuleSetError`` for an unknown preset, option or value, and for contradictions.

    >>> rules = RuleSet("pagat", lives=5, pass_=False)
    >>> rules.lives, rules.pass_, rules.pack, dict(rules.changed)
    (5, False, 'A7', {'lives': 5, 'pass': False})
    >>> RuleSet("pagat", special="grace")
    Traceback (most recent call last):
    ...
    schwimmen.rules.errors.RuleSetError: special: grace contradicts close_effect: one_turn_each
    """

    preset: str
    changed: Mapping[str, OptionValue]
    options: Mapping[str, OptionValue]
    cards: tuple[Card, ...]
    standard_pack: bool
    numbers: tuple[int, ...]
    """Rule set as the compiled rules read it: the fields of a ``RulesRecord``."""

    def __init__(
        self, preset: str = "pagat", options: Mapping[str, Any] | None = None, **changes: Any
    ) -> None:
        changed = dict(options or {})
        changed.update(_by_option(changes))
        self._set(preset, changed, None)

    @classmethod
    def of(
        cls, rules: RuleSet | str, options: Mapping[str, Any] | None = None, **changes: Any
    ) -> RuleSet:
        """Return a rule set unchanged, or make one from the name of a preset and options.

        Raises ``RuleSetError`` for options beside a rule set, and as ``RuleSet`` does.

        >>> RuleSet.of("pagat", lives=5).lives, RuleSet.of(RuleSet("dutch")).preset
        (5, 'dutch')
        """
        if not isinstance(rules, RuleSet):
            return cls(rules, options, **changes)
        if options or changes:
            raise RuleSetError(
                "options go with a preset, not with a rule set", *(options or ()), *changes
            )
        return rules

    @classmethod
    def study(cls, cards: str, preset: str = "pagat", **changes: Any) -> RuleSet:
        """Return a rule set over any part of the 52 cards, for exact work on a small game.

        Such packs exist in the programming interface only, never in records or at tables. They
        also allow a ``hand_size`` of 1 or 2, which like 4 excludes ``three_of_a_kind``, ``fire``
        and ``replace_789``; 31 is then 11 or 21.

        Raises ``CardError`` for an unknown or repeated card, and ``RuleSetError`` as for any rule
        set and for an option ``pack``, which ``cards`` replaces.

        >>> RuleSet.study("AC KC QC AS KS QS AH KH QH", max_players=2).pack
        'AC KC QC AS KS QS AH KH QH'
        """
        if "pack" in changes:
            raise RuleSetError("pack: a study pack is given by its cards, not by name", "pack")
        rules = cls.__new__(cls)
        rules._set(preset, _by_option(changes), tuple(sorted(parse_cards(cards))))
        return rules

    def _set(
        self, preset: str, changed: dict[str, OptionValue], cards: tuple[Card, ...] | None
    ) -> None:
        changed = {name: _plain(value) for name, value in changed.items()}
        settings: list[int] = []
        for name, value in changed.items():
            settings += OPTION_NUMBERS.get(name, -1), _encode(name, value)
        number = PRESET_NUMBERS.get(preset, -1) if isinstance(preset, str) else -1
        made = _complete(number, tuple(settings), 0 if cards is None else len(cards))
        if made.fault:
            raise _fault(made, preset, changed, cards)
        options = made.options
        if cards is not None:
            options = MappingProxyType({**options, "pack": card_names(cards)})
        vars(self).update(made.attributes)
        vars(self).update(
            preset=preset,
            changed=MappingProxyType(changed),
            options=options,
            cards=PACKS[str(options["pack"])] if cards is None else cards,
            standard_pack=cards is None,
            pack=options["pack"],
            numbers=made.numbers,
        )

    def applies(self, option: str) -> bool:
        """Return whether an option changes this game; others have no effect on it.

        Raises ``KeyError`` for an unknown option.

        >>> RuleSet("pagat").applies("lives"), RuleSet("pagat").applies("rounds")
        (True, False)
        """
        mask = applying(self.numbers, len(OPTIONS), CASES)
        return bool(mask >> OPTION_NUMBERS[option] & 1)

    @property
    def actions(self) -> tuple[str, ...]:
        """Kinds of action in this game, other than those of the dealer's choice.

        They include those that a seat has only in its last turn (R11).

        >>> RuleSet("dutch").actions
        ('exchange', 'all', 'close')
        """
        mask = applying(self.numbers, NUMBER_OF_KINDS, ACTION_CASES)
        return tuple(kind for number, kind in enumerate(ACTION_KINDS) if mask >> number & 1)

    def check_players(self, players: int) -> None:
        """Raise ``RuleSetError`` for a number of players that the rules do not allow (R2)."""
        players = whole_number("players", players)
        if not 2 <= players <= self.max_players:
            raise RuleSetError(
                WRONG_PLAYERS.format(number=players, other=self.max_players),
                "players",
                code="too_few_players" if players < 2 else "too_many_players",
                players=players,
                max=self.max_players,
            )

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a rule set cannot be changed; make a new one with another {name}")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RuleSet) and self.options == other.options

    def __hash__(self) -> int:
        return hash(self.numbers)

    def __reduce__(self) -> tuple[Any, ...]:
        if self.standard_pack:
            return RuleSet, (self.preset, dict(self.changed))
        return _study, (self.pack, self.preset, dict(self.changed))

    def __repr__(self) -> str:
        call = "RuleSet(" if self.standard_pack else f"RuleSet.study({self.pack!r}, "
        changes = "".join(
            f", {OPTIONS[name].attribute}={value!r}" for name, value in self.changed.items()
        )
        return f"{call}{self.preset!r}{changes})"

    def __str__(self) -> str:
        from schwimmen.display import options_text

        return options_text(self)

    def _repr_html_(self) -> str:
        from schwimmen.display import options_html

        return options_html(self)


class _Completed(NamedTuple):
    """Rule set that has been completed, or its fault; without the names of a study pack."""

    fault: int
    place: int
    """Place of the setting at fault."""
    pairs: tuple[tuple[str, str], ...]
    """Options that contradict each other."""
    numbers: tuple[int, ...]
    options: Mapping[str, OptionValue]
    attributes: Mapping[str, OptionValue]


@lru_cache(maxsize=1024)
def _complete(preset: int, settings: tuple[int, ...], study_size: int) -> _Completed:
    numbers, pairs = [0] * (len(OPTIONS) + 1), [0] * (2 * MAX_CONTRADICTIONS)
    fault, place = complete(
        preset,
        settings,
        len(settings) // 2,
        study_size,
        numbers,
        pairs,
        PRESET_VALUES,
        LIMITS,
        PACK_SIZES,
        REQUIRED_VALUES,
    )
    if fault in (UNKNOWN_PRESET, UNKNOWN_OPTION, BAD_OPTION):
        return _Completed(fault, place, (), (), {}, {})
    values = [spec.decode(value) for spec, value in zip(OPTIONS.values(), numbers, strict=False)]
    named = [*OPTIONS]
    return _Completed(
        fault,
        0,
        tuple((named[pairs[at]], named[pairs[at + 1]]) for at in range(0, 2 * place, 2)),
        tuple(numbers),
        MappingProxyType(dict(zip(OPTIONS, values, strict=True))),
        {spec.attribute: value for spec, value in zip(OPTIONS.values(), values, strict=True)},
    )


def _encode(name: str, value: OptionValue) -> int:
    return OPTIONS[name].encode(value) if name in OPTIONS else INVALID


def _fault(
    made: _Completed,
    preset: str,
    changed: Mapping[str, OptionValue],
    cards: tuple[Card, ...] | None,
) -> RuleSetError:
    """Return the error for a rule set at fault."""
    code = RULE_SET_FAULTS[made.fault]
    if made.fault == UNKNOWN_PRESET:
        return RuleSetError(
            f"unknown preset {quote(preset)}: {suggest(str(preset), PRESETS)}",
            preset,
            code=code,
            preset=str(preset),
            presets=list(PRESETS),
        )
    if made.fault == CONTRADICTION:
        options = dict(made.options)
        if cards is not None:
            options["pack"] = card_names(cards)
        one, other = (f"{name}: {format_value(options[name])}" for name in made.pairs[0])
        return RuleSetError(
            f"{one} contradicts {other}",
            *made.pairs[0],
            code=code,
            options=list(made.pairs[0]),
            pairs=[list(pair) for pair in made.pairs],
            rules=options,
        )
    name, value = [*changed.items()][made.place]
    if made.fault == UNKNOWN_OPTION:
        return RuleSetError(
            f"unknown option {quote(name)}: {suggest(name, OPTIONS)}", name, code=code, option=name
        )
    study = cards is not None and name == STUDY_HAND_SIZE.name
    spec = STUDY_HAND_SIZE if study else OPTIONS[name]
    return RuleSetError(
        f"{name}: {quote(value)} is not valid, it is {spec.describe()}",
        name,
        code=code,
        option=name,
        value=value if isinstance(value, int | str | None) else quote(value),
        **spec.allowed,
    )


def _study(pack: str, preset: str, changed: dict[str, OptionValue]) -> RuleSet:
    return RuleSet.study(pack, preset, **changed)


def _by_option(changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return keyword arguments by option name (``pass`` is not a keyword), parsed from text."""
    return parse_options(
        {"pass" if name == "pass_" else name: value for name, value in changes.items()}
    )


def _plain(value: Any) -> Any:
    """Return NumPy's whole numbers as ``int`` and any other value unchanged."""
    try:
        return value if isinstance(value, int) else index(value)
    except TypeError:
        return value
