"""A rule set: a preset with some options changed, checked for contradictions."""

from __future__ import annotations

from collections.abc import Mapping
from operator import index
from types import MappingProxyType
from typing import Any, Final

from .cards import PACKS, Card, card_names, parse_cards
from .errors import RuleSetError, quote, suggest, whole_number
from .options import (
    OPTIONS,
    PRESETS,
    STUDY_HAND_SIZE,
    OptionValue,
    contradictions,
    format_value,
    parse_options,
)

RULES_VERSION: Final = "1"
"""Changes when the same record would play differently; written into logs and records."""


class RuleSet:
    """The rules a match is played by: every option of RULES.md as an attribute.

    ``preset`` names the starting point, ``options`` and keyword arguments change single options;
    ``pass`` is written ``pass_`` as a keyword and attribute. ``options`` are typed as in a record;
    keyword arguments may also be text as on the command line (``pass_="no"``, ``lives="5"``). Rule
    sets are immutable and hashable, and equal where all options are. ``changed`` holds what was
    changed, ``options`` all options, ``cards`` the pack.

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
    _hash: int

    pack: str
    hand_size: int
    max_players: int
    dealer_choice: bool
    pass_: bool
    exchange_all: bool
    renew: bool
    close_timing: str
    close_effect: str
    close_from_turn: int
    talon_short: str
    recycle: str
    replace_789: bool
    special: str
    fire: bool
    three_of_a_kind: bool
    fire_penalty: str
    dealt_penalty: str
    closer_penalty: bool
    tie_trips_rank: bool
    tie_suit: bool
    tie_high_card: bool
    scoring: str
    lives: int
    last_chance: str
    all_out: str
    rounds: int
    target: int | None
    turn_cap: int

    def __init__(
        self, preset: str = "pagat", options: Mapping[str, Any] | None = None, **changes: Any
    ) -> None:
        changed = dict(options or {})
        changed.update(_by_option(changes))
        self._settle(preset, changed, None)

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
        """A rule set over any part of the 52 cards, for exact work on a small game.

        Such packs exist in the programming interface only, never in records or at tables. With
        one of them ``hand_size`` may also be 1 or 2; then, as with 4, there is no
        ``three_of_a_kind``, ``fire`` or ``replace_789``, and 31 is 11 or 21.

        Raises ``CardError`` for a name that is no card or stands twice, and ``RuleSetError`` as
        for any rule set; also for an option ``pack``, which ``cards`` stands for.

        >>> RuleSet.study("AC KC QC AS KS QS AH KH QH", max_players=2).pack
        'AC KC QC AS KS QS AH KH QH'
        """
        if "pack" in changes:
            raise RuleSetError("pack: a study pack is told by its cards, not by name", "pack")
        rules = cls.__new__(cls)
        rules._settle(preset, _by_option(changes), tuple(sorted(parse_cards(cards))))
        return rules

    def _settle(
        self, preset: str, changed: dict[str, OptionValue], cards: tuple[Card, ...] | None
    ) -> None:
        changed = {name: _plain(value) for name, value in changed.items()}
        if not isinstance(preset, str) or preset not in PRESETS:
            raise RuleSetError(
                f"unknown preset {quote(preset)}: {suggest(str(preset), PRESETS)}",
                preset,
                code="unknown_preset",
                preset=str(preset),
                presets=list(PRESETS),
            )
        for name, value in changed.items():
            if name not in OPTIONS:
                raise RuleSetError(
                    f"unknown option {quote(name)}: {suggest(name, OPTIONS)}",
                    name,
                    code="unknown_option",
                    option=name,
                )
            studied = cards is not None and name == STUDY_HAND_SIZE.name
            spec = STUDY_HAND_SIZE if studied else OPTIONS[name]
            if not spec.accepts(value):
                raise RuleSetError(
                    f"{name}: {quote(value)} is not valid, it is {spec.describe()}",
                    name,
                    code="bad_option",
                    option=name,
                    value=value if isinstance(value, int | str | None) else quote(value),
                    **spec.allowed,
                )
        options = dict(PRESETS[preset]) | changed
        pack = options["pack"]
        assert isinstance(pack, str)
        standard = cards is None
        held = PACKS[pack] if cards is None else cards
        if not standard:
            options["pack"] = card_names(held)
        at_odds = contradictions(options, len(held))
        if at_odds:
            one, other = (f"{name}: {format_value(options[name])}" for name in at_odds[0])
            raise RuleSetError(
                f"{one} contradicts {other}",
                *at_odds[0],
                code="contradiction",
                options=list(at_odds[0]),
                pairs=[list(pair) for pair in at_odds],
                rules=options,
            )
        settled: dict[str, Any] = {
            "pass_" if name == "pass" else name: value for name, value in options.items()
        }
        settled |= {
            "preset": preset,
            "changed": MappingProxyType(changed),
            "options": MappingProxyType(options),
            "cards": held,
            "standard_pack": standard,
            "_hash": hash(tuple(options.values())),
        }
        for name, value in settled.items():
            object.__setattr__(self, name, value)

    @property
    def actions(self) -> tuple[str, ...]:
        """The kinds of action that this game has at all, save those of a dealer's choice.

        Also those that a seat has in its last turn only (R11).

        >>> RuleSet("dutch").actions
        ('exchange', 'all', 'close')
        """
        marks = self.close_timing == "end_of_turn"
        has = {
            "exchange": True,
            "exchange!": marks,
            "all": self.exchange_all,
            "all!": self.exchange_all and marks,
            "pass": self.pass_ or self.close_effect == "one_turn_each",
            "close": True,
            "renew": self.renew,
        }
        return tuple(kind for kind, there in has.items() if there)

    def check_players(self, players: int) -> None:
        """Raises ``RuleSetError`` unless that many can play (R2)."""
        players = whole_number("players", players)
        if not 2 <= players <= self.max_players:
            raise RuleSetError(
                f"players: {players}, but this game is for 2 to {self.max_players}",
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
        return self._hash

    def __reduce__(self) -> tuple[Any, ...]:
        if self.standard_pack:
            return RuleSet, (self.preset, dict(self.changed))
        return _study, (self.pack, self.preset, dict(self.changed))

    def __repr__(self) -> str:
        made = "RuleSet(" if self.standard_pack else f"RuleSet.study({self.pack!r}, "
        changes = "".join(
            f", {'pass_' if name == 'pass' else name}={value!r}"
            for name, value in self.changed.items()
        )
        return f"{made}{self.preset!r}{changes})"


def _study(pack: str, preset: str, changed: dict[str, OptionValue]) -> RuleSet:
    return RuleSet.study(pack, preset, **changed)


def _by_option(changes: Mapping[str, Any]) -> dict[str, Any]:
    """Keyword arguments by the names of the options (``pass`` is no keyword), read from text."""
    return parse_options(
        {"pass" if name == "pass_" else name: value for name, value in changes.items()}
    )


def _plain(value: Any) -> Any:
    """NumPy's whole numbers as Python's, any other value unchanged."""
    try:
        return value if isinstance(value, int) else index(value)
    except TypeError:
        return value
