"""Settings of a table: its rules and, with several people, how they play there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    StrictBool,
    StrictInt,
    StrictStr,
    ValidationError,
    ValidatorFunctionWrapHandler,
    WrapValidator,
)
from pydantic_core import PydanticCustomError

from schwimmen.players.levels import DEFAULT_LEVEL, LEVELS
from schwimmen.rules.errors import SchwimmenError, quote, suggest
from schwimmen.rules.options import OptionValue
from schwimmen.rules.ruleset import RuleSet

Visibility: TypeAlias = Literal["link", "open"]

StrictOptionValue: TypeAlias = StrictBool | StrictInt | StrictStr | None
"""Value of an option in a client's message, without conversion."""


def _check_option(value: Any, check: ValidatorFunctionWrapHandler) -> Any:
    """Return a valid value; raise one error for an invalid one, not one for each type."""
    try:
        return check(value)
    except ValidationError:
        raise PydanticCustomError(
            "option", "a value is true, false, a whole number, a text or null"
        ) from None


Options: TypeAlias = dict[str, Annotated[StrictOptionValue, WrapValidator(_check_option)]]
"""Options in a client's message."""

MAX_MOVE_S: Final = 24 * 60 * 60
MIN_MOVE_S: Final = 5
MAX_PATIENCE_S: Final = 60 * 60


class LogModel(BaseModel):
    """Base of all models stored in logs; fields written by a newer version are errors."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Clock(LogModel):
    """Seconds for each move, and in reserve for the whole match when moves take longer."""

    move: int
    reserve: int = 0


class Settings(LogModel):
    """How several people play at a table.

    ``seats`` is the number of seats. With ``fill``, bots of the level ``bots`` take the seats that
    stay empty, or those named ``bot`` that the host of the server has declared. Bots of a fixed
    level play for people who are away, and for bots that fail, in any case. An ``open`` table is
    listed in the lobby, any other is reached by its link. With ``spectator_chat`` the spectators
    may write in the chat, too. After ``patience`` seconds the match starts by itself; without it,
    the host starts the match.
    """

    seats: int
    bots: str = DEFAULT_LEVEL
    bot: str | None = Field(default=None, exclude_if=lambda bot: bot is None)
    fill: bool = True
    visibility: Visibility = "link"
    spectators: bool = True
    chat: bool = True
    spectator_chat: bool = False
    clock: Clock | None = None
    patience: int | None = None


STAND_IN_LEVEL: Final = DEFAULT_LEVEL
"""Level of the bots that play for people who are away and for bots that fail, a modest one."""

MUTABLE_IN_MATCH: Final = frozenset({"visibility", "spectators", "chat", "spectator_chat"})
"""Settings that the host can change during the match."""


@dataclass(frozen=True, slots=True)
class TableTerms:
    """Rules and settings of a table; a table for one person with bots has no settings."""

    preset: str
    options: Mapping[str, OptionValue]
    settings: Settings | None

    @property
    def rules(self) -> RuleSet:
        """Rule set. Raises ``RuleSetError`` if this version does not know it."""
        return RuleSet(self.preset, self.options)


def check_level(level: str, seat: int | None = None) -> None:
    """Raise ``SchwimmenError`` unless there are bots of that level."""
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
    """Return the terms of a table if a match can be played by them.

    Raises ``RuleSetError`` for invalid rules and for more players than they allow, and
    ``SchwimmenError`` for an unknown level and for times out of range.
    """
    rules = RuleSet(preset, options)
    rules.check_players(settings.seats)
    check_level(settings.bots)
    if settings.clock is not None:
        _check_seconds("move", settings.clock.move, MIN_MOVE_S, MAX_MOVE_S)
        _check_seconds("reserve", settings.clock.reserve, 0, MAX_MOVE_S)
    if settings.patience is not None:
        _check_seconds("patience", settings.patience, 0, MAX_PATIENCE_S)
    return TableTerms(preset, dict(rules.changed), settings)


def _check_seconds(name: str, seconds: int, low: int, high: int) -> None:
    if not low <= seconds <= high:
        raise SchwimmenError(
            f"{name}: must be {low} to {high} seconds, not {seconds}",
            "bad_seconds",
            name=name,
            low=low,
            high=high,
        )
