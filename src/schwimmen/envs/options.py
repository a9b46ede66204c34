"""What to say when a library that an environment is made for is not installed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from schwimmen.rules import RuleSet, RuleSetError, SchwimmenError, suggest
from schwimmen.rules.errors import quote
from schwimmen.rules.options import parse_options


def not_installed(
    error: ModuleNotFoundError, extra: str, library: str | None = None
) -> ModuleNotFoundError:
    """The error for an import that failed, with what to install where that library is missing.

    ``library`` is what is imported, by default of the same name as the extra.
    """
    if error.name is None or error.name.partition(".")[0] != (library or extra):
        return error
    what = f'{extra} is not installed; to install it: pip install "schwimmen[{extra}]"'
    return ModuleNotFoundError(what, name=error.name)


ANSWERS: Final = ("penalty", "raise")
"""What an environment may do about an illegal action."""

ILLEGAL: Final = -1.0
"""What a seat gets that wants to do what is illegal, where that ends the episode."""

LARGEST_SEED: Final = 2**64 - 1


def rules_of(preset: str | RuleSet, options: Mapping[str, Any] | None) -> RuleSet:
    """The rules by the name of a preset, of which ``options`` change some, or as they are.

    Raises ``RuleSetError`` for rules that cannot be, and for options beside a rule set.
    """
    if not isinstance(preset, RuleSet):
        if not isinstance(options, Mapping | None):
            raise RuleSetError('options: a mapping is wanted, such as {"lives": 5}', "options")
        return RuleSet(preset, parse_options(options or {}))
    if options:
        raise RuleSetError("options go with a preset, not with a rule set", *options)
    return preset


def check_choice(name: str, value: object, choices: tuple[str, ...]) -> None:
    """Raises ``SchwimmenError`` unless the value is one of the choices."""
    if value not in choices:
        hint = suggest(str(value), choices)
        raise SchwimmenError(f"{name}: {quote(value)} is not known: {hint}")
