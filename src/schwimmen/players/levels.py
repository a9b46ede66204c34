"""The levels of play by name, and the players that there are."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from types import MappingProxyType
from typing import Final

from schwimmen.rules.errors import SchwimmenError, nearest
from schwimmen.rules.quoting import shown

from .blueprint.player import BlueprintPlayer
from .greedy import YARDSTICKS, GreedyPlayer
from .human import HumanPlayer
from .player import Player
from .search.player import SearchPlayer
from .uniform import RandomPlayer

DESCRIPTIONS: Final = MappingProxyType(
    {
        "random": "plays any legal action, each as likely as the others",
        "beginner": "sees the obvious exchange, closes too early or too late, remembers nothing",
        "casual": "plays for the good hand in front of them, with slips",
        "greedy": "always takes the best hand there is and closes with a good one; a yardstick",
        "club": "has a plan and a second one, watches what the others take, closes in time",
        "expert": "reckons with the hands of the others and seldom errs",
        "master": "the strongest there is",
    }
)
"""What a level is, in one line; from weak to strong, the yardstick among them."""

LEVELS: Final = tuple(DESCRIPTIONS)

_PLAYERS: Final[dict[str, Callable[[int | None], Player]]] = {
    "random": RandomPlayer,
    "beginner": partial(HumanPlayer, "beginner"),
    "casual": partial(HumanPlayer, "casual"),
    "club": partial(HumanPlayer, "club"),
    "expert": partial(SearchPlayer, "expert"),
    "master": partial(SearchPlayer, "master"),
    "greedy": lambda seed: GreedyPlayer(),
}


def make_player(level: str, seed: int | None = None) -> Player:
    """A player of a level, of ``YARDSTICKS``, or ``blueprint``, who only looks its play up.

    With the same seed it plays the same again; those that look ahead only where not too many do so
    at once. Raises ``SchwimmenError`` for an unknown level, naming the nearest that is there, and
    for a seed that is not a whole number.

    >>> make_player("greedy").name
    'greedy'
    >>> make_player("gredy")
    Traceback (most recent call last):
    ...
    schwimmen.rules.errors.SchwimmenError: unknown level "gredy": did you mean greedy?
    """
    if not isinstance(level, str):
        raise SchwimmenError(f"level: {level!r} is not the name of a level, such as greedy")
    if level in _PLAYERS:
        return _PLAYERS[level](seed)
    if level in YARDSTICKS:
        return GreedyPlayer(YARDSTICKS[level])
    if level == BlueprintPlayer.name:
        return BlueprintPlayer(seed)
    hint = nearest(level, (*LEVELS, *YARDSTICKS, BlueprintPlayer.name))
    raise SchwimmenError(
        f"unknown level {shown(level)}: {hint}", "unknown_level", level=level, levels=list(LEVELS)
    )
