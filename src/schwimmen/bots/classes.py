"""Players of classes outside the package, named ``package.module:Class``."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable
from importlib import import_module
from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from schwimmen.players.player import check_player
from schwimmen.rules.errors import SchwimmenError, one_line, suggest

from .failures import BotFailure

if TYPE_CHECKING:
    from schwimmen.players import Player
    from schwimmen.rules import View

_LAST_LINES: Final = 6


class ClassPlayer:
    """Player of a class or factory outside the package; its name is the word that names it."""

    def __init__(self, word: str, seed: int | None) -> None:
        """Make the player, with the seed unless the class takes no argument.

        Raises ``SchwimmenError`` if there is no such class, or if it does not make players, and
        ``BotFailure`` if its code fails.
        """
        self.name = word
        factory = _factory_of(word)
        arguments = (seed,) if _takes_seed(factory) else ()
        self._player: Player = _guarded(f"bot {word} could not be made", factory, *arguments)
        check_player(self._player, f"bot {word}")

    def choose(self, view: View) -> str:
        """Return the choice of the player. Raises ``BotFailure`` if its code fails."""
        chosen: str = _guarded(f"bot {self.name} failed", self._player.choose, view)
        return chosen


def _factory_of(word: str) -> Callable[..., Any]:
    module_name, _, name = word.partition(":")
    folder = str(Path.cwd())
    if folder not in sys.path:
        sys.path.insert(0, folder)
    try:
        found: Any = import_module(module_name)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{module_name}.".startswith(f"{error.name}."):
            raise _failure(f"bot {word}: its module could not be imported", error) from error
        raise SchwimmenError(
            f"bot {word}: no module {error.name}: it must be installed or in this folder"
        ) from None
    except Exception as error:
        raise _failure(f"bot {word}: its module could not be imported", error) from error
    place = module_name
    for part in name.split("."):
        if not hasattr(found, part):
            known = [one for one in dir(found) if not one.startswith("_")]
            raise SchwimmenError(f"bot {word}: {place} has no {part}: {_nearest(part, known)}")
        found = getattr(found, part)
        place = f"{place}.{part}"
    if not callable(found):
        raise SchwimmenError(
            f"bot {word}: {place} is not a class or function that makes players with choose(view)"
        )
    factory: Callable[..., Any] = found
    return factory


def _nearest(name: str, known: list[str]) -> str:
    hint = suggest(name, known)
    return hint if hint.startswith("did") else "write package.module:Class"


def _takes_seed(factory: Callable[..., Any]) -> bool:
    try:
        signature(factory).bind(0)
    except TypeError:
        return False
    except ValueError:  # no signature is known
        pass
    return True


def _guarded(what: str, function: Callable[..., Any], *arguments: object) -> Any:
    """Call a function of a bot. Raises ``BotFailure`` in place of its errors."""
    try:
        return function(*arguments)
    except Exception as error:
        raise _failure(what, error) from error


def _failure(what: str, error: Exception) -> BotFailure:
    """Return the error of a bot whose code has failed, with the last lines that ran."""
    frames = "".join(traceback.format_tb(error.__traceback__)).splitlines()
    kind, reason = type(error).__name__, one_line(str(error))
    text = f"{what}: {kind}: {reason}" if reason else f"{what}: {kind}"
    return BotFailure(text, *frames[-_LAST_LINES:])
