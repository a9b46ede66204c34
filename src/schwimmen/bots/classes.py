"""Players of classes outside the package, named ``package.module:Class``."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from inspect import Parameter, signature
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from schwimmen.players.player import PolicyPlayer, check_player
from schwimmen.rules.errors import SchwimmenError, one_line, suggest

from .failures import BotFailure

if TYPE_CHECKING:
    from schwimmen.players import Player
    from schwimmen.rules import View

_LAST_LINES: Final = 6


class ClassPlayer:
    """Player of a class or factory outside the package; its name is the word that names it."""

    def __init__(self, word: str, player: Player) -> None:
        self.name = word
        self._player = player

    def choose(self, view: View) -> str:
        """Return the choice of the player. Raises ``BotFailure`` if its code fails."""
        chosen: str = _guarded(f"bot {self.name} failed", self._player.choose, view)
        return chosen


class ClassPolicyPlayer(ClassPlayer):
    """Player of a class outside the package that returns its policy, too."""

    _player: PolicyPlayer

    def action_probabilities(self, view: View) -> Mapping[str, float]:
        """Return the policy of the player. Raises ``BotFailure`` if its code fails."""
        found: Mapping[str, float] = _guarded(
            f"bot {self.name} failed", self._player.action_probabilities, view
        )
        return found


def class_player(word: str, seed: int | None) -> ClassPlayer:
    """Return a new player of the class or factory that a word names.

    Raises ``SchwimmenError`` if there is no such class, or if it does not make players, and
    ``BotFailure`` if its code fails.
    """
    factory = _with_seed(_factory_of(word), seed)
    player: Player = _guarded(f"bot {word} could not be made", factory)
    check_player(player, f"bot {word}")
    return (ClassPolicyPlayer if isinstance(player, PolicyPlayer) else ClassPlayer)(word, player)


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


def _with_seed(factory: Callable[..., Any], seed: int | None) -> Callable[[], Any]:
    """Return a factory with its seed, if it takes one."""
    try:
        parameters = signature(factory).parameters
    except ValueError:  # it is compiled, and does not say
        return partial(factory, seed)
    if "seed" in parameters:
        return partial(factory, seed=seed)
    needed = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
    if any(one.kind in needed and one.default is Parameter.empty for one in parameters.values()):
        return partial(factory, seed)
    return factory


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
