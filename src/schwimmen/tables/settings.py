"""What is agreed about a table: its rules, and with several people how they play at it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict

from schwimmen.players import LEVELS
from schwimmen.rules.errors import SchwimmenError, quote, suggest
from schwimmen.rules.options import OptionValue
from schwimmen.rules.ruleset import RuleSet

Visibility: TypeAlias = Literal["link", "open"]

LONGEST_MOVE_S: Final = 24 * 60 * 60
SHORTEST_MOVE_S: Final = 5
LONGEST_PATIENCE_S: Final = 60 * 60


class LogModel(BaseModel):
    """Base of what logs are made of; what a newer version has written is an error."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Clock(LogModel):
    """Seconds: for every move, and in reserve for the whole match, where a move takes longer."""

    move: int
    reserve: int = 0


class Settings(LogModel):
    """How several people play at a table.

    ``seats`` is how many shall sit there; with ``fill`` bots of the level ``bots`` take those that
    stay empty, and in any case they play for people who are away. A table that is ``open`` is in
    the lobby, any other is found by its link. ``patience`` are the seconds after which the match
    begins by itself; it waits for the host without.
    """

    seats: int
    bots: str = "casual"
    fill: bool = True
    visibility: Visibility = "link"
    spectators: bool = True
    chat: bool = True
    clock: Clock | None = None
    patience: int | None = None


MUTABLE_IN_MATCH: Final = frozenset({"visibility", "spectators", "chat"})
"""The settings that can be changed while the match is played."""


@dataclass(frozen=True, slots=True)
class TableTerms:
    """Rules and settings of a table; without settings it is one person's, with bots."""

    preset: str
    options: Mapping[str, OptionValue]
    settings: Settings | None

    @property
    def rules(self) -> RuleSet:
        """The rules. Raises ``RuleSetError`` where today there are none such."""
        return RuleSet(self.preset, self.options)


def check_level(level: str, seat: int | None = None) -> None:
    """Raises ``SchwimmenError`` unless there are bots of that level."""
    if level not in LEVELS:
        raise SchwimmenError(
            f"there is no level {quote(level)} to play against: {suggest(level, LEVELS)}",
            "unknown_level",
            level=level,
            levels=LEVELS,
            seat=seat,
        )


def checked_terms(
    preset: str, options: Mapping[str, OptionValue], settings: Settings
) -> TableTerms:
    """The terms, if a match can be played by them.

    Raises ``RuleSetError`` for rules that cannot be, or not with so many players, and
    ``SchwimmenError`` for a level that is not there and for times that are too short or too long.
    """
    rules = RuleSet(preset, options)
    rules.check_players(settings.seats)
    check_level(settings.bots)
    if settings.clock is not None:
        _check_seconds("move", settings.clock.move, SHORTEST_MOVE_S, LONGEST_MOVE_S)
        _check_seconds("reserve", settings.clock.reserve, 0, LONGEST_MOVE_S)
    if settings.patience is not None:
        _check_seconds("patience", settings.patience, 0, LONGEST_PATIENCE_S)
    return TableTerms(preset, dict(rules.changed), settings)


def _check_seconds(name: str, seconds: int, low: int, high: int) -> None:
    if not low <= seconds <= high:
        raise SchwimmenError(
            f"{name}: {seconds} seconds, but it is {low} to {high}",
            "bad_seconds",
            name=name,
            low=low,
            high=high,
        )
