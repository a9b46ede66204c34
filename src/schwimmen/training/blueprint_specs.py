"""Blueprints to train: their rules, numbers of seats, and amounts of training."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from schwimmen.rules.errors import SchwimmenError, quote, suggest


@dataclass(frozen=True, slots=True)
class BlueprintSpec:
    """Specification of a blueprint: training rounds for afterstate values, then for regrets.

    ``table_size`` is the room for information sets, a power of two; there is twice as much for
    afterstates. The ``infosets`` visited most often go into the blueprint.
    """

    preset: str
    seats: int
    value_rounds: int
    regret_rounds: int
    table_size: int = 1 << 22
    infosets: int = 150_000

    @property
    def name(self) -> str:
        """Name on the command line and of the file."""
        return f"{self.preset}-{self.seats}"


_MILLION: Final = 1_000_000

BLUEPRINT_SPECS: Final = (
    BlueprintSpec("pagat", 2, 16 * _MILLION, 10 * _MILLION, infosets=900_000),
    BlueprintSpec("pagat", 3, 8 * _MILLION, 5 * _MILLION, infosets=350_000),
    BlueprintSpec("pagat", 4, 8 * _MILLION, 5 * _MILLION, infosets=350_000),
    BlueprintSpec("pagat", 6, 5 * _MILLION, 2 * _MILLION),
    BlueprintSpec("pagat", 8, 4 * _MILLION, 2 * _MILLION),
    BlueprintSpec("app-a7", 2, 6 * _MILLION, 4 * _MILLION),
    BlueprintSpec("app-a7", 3, 4 * _MILLION, 2 * _MILLION),
    BlueprintSpec("app-a7", 4, 4 * _MILLION, 2 * _MILLION),
    BlueprintSpec("app-a7", 6, 3 * _MILLION, _MILLION),
    BlueprintSpec("app-a9", 2, 4 * _MILLION, 1_200_000),
    BlueprintSpec("app-a9", 4, 4 * _MILLION, 2 * _MILLION),
    BlueprintSpec("app-a5", 2, 4 * _MILLION, 1_200_000),
    BlueprintSpec("app-a5", 4, 3 * _MILLION, 600_000),
    BlueprintSpec("dutch", 2, 4 * _MILLION, 1_200_000),
    BlueprintSpec("dutch", 3, 3 * _MILLION, 600_000),
    BlueprintSpec("dutch", 4, 3 * _MILLION, 600_000),
    BlueprintSpec("dutch", 8, 2 * _MILLION, 400_000),
    BlueprintSpec("choy", 2, 4 * _MILLION, 1_200_000),
    BlueprintSpec("choy", 4, 3 * _MILLION, 600_000),
    BlueprintSpec("choy", 8, 2 * _MILLION, 400_000),
)
"""Blueprints in the package; other rules and numbers of seats use the nearest one."""


def specs_named(names: list[str]) -> tuple[BlueprintSpec, ...]:
    """Return the named blueprints, each once, or all of ``BLUEPRINT_SPECS`` without names.

    Raises ``SchwimmenError`` for an unknown name.
    """
    known = {spec.name: spec for spec in BLUEPRINT_SPECS}
    for name in names:
        if name not in known:
            raise SchwimmenError(f"unknown blueprint {quote(name)}: {suggest(name, known)}")
    return tuple(known[name] for name in dict.fromkeys(names)) or BLUEPRINT_SPECS
