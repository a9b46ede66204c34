"""Arguments that several environments take."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from schwimmen.rules import RuleSet, RuleSetError, SchwimmenError, suggest
from schwimmen.rules.errors import quote
from schwimmen.rules.options import parse_options

ILLEGAL_MODES: Final = ("penalty", "raise")
"""Responses of an environment to an illegal action."""

ILLEGAL_REWARD: Final = -1.0
"""Reward of a seat whose illegal action ends the episode."""

MAX_SEED: Final = 2**64 - 1


def resolve_rules(preset: str | RuleSet, options: Mapping[str, Any] | None) -> RuleSet:
    """Return the rules for the name of a preset with ``options`` that change it, or for a rule set.

    Raises ``RuleSetError`` for invalid rules, and for options together with a rule set.
    """
    if not isinstance(preset, RuleSet):
        if not isinstance(options, Mapping | None):
            raise RuleSetError('options: give a mapping, such as {"lives": 5}', "options")
        return RuleSet(preset, parse_options(options or {}))
    if options:
        raise RuleSetError("options go with a preset, not with a rule set", *options)
    return preset


def check_choice(name: str, value: object, choices: tuple[str, ...]) -> None:
    """Raise ``SchwimmenError`` unless the value is one of the choices."""
    if value not in choices:
        hint = suggest(str(value), choices)
        raise SchwimmenError(f"{name}: {quote(value)} is not known: {hint}")
