"""The levels of play by name, and the players that there are."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from schwimmen.rules.errors import SchwimmenError, quote, suggest

if TYPE_CHECKING:
    from .player import Player

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

GREEDY_BASELINES: Final = MappingProxyType({f"greedy-{value}": value for value in (20, 27, 30)})
"""Greedy players by name that close from one value on, in whatever turn; they measure others."""


def check_player_name(name: object) -> None:
    """Raise ``SchwimmenError`` unless ``make_player`` knows the name, and name the nearest."""
    if not isinstance(name, str):
        raise SchwimmenError(f"level: {name!r} is not the name of a level, such as greedy")
    known = (*LEVELS, *GREEDY_BASELINES, "blueprint")
    if name not in known:
        raise SchwimmenError(
            f"unknown level {quote(name)}: {suggest(name, known)}",
            "unknown_level",
            level=name,
            levels=list(LEVELS),
        )


def make_player(level: str, seed: int | None = None) -> Player:
    """Return a player of a level, of ``GREEDY_BASELINES``, or ``blueprint``, which only looks
    actions up.

    Players of the same seed play the same, those that search as long as few of them search at once.
    Raises ``SchwimmenError`` for an unknown level and for a seed that is not a whole number.

    >>> make_player("greedy").name
    'greedy'
    >>> make_player("gredy")
    Traceback (most recent call last):
    ...
    schwimmen.rules.errors.SchwimmenError: unknown level "gredy": did you mean greedy?
    """
    check_player_name(level)
    # Players need compiled code, which takes its time to load; names alone do not.
    from .blueprint.player import BlueprintPlayer
    from .greedy import GreedyPlayer
    from .heuristic.policy import HeuristicPlayer
    from .random_play import RandomPlayer
    from .search.search import SearchPlayer

    match level:
        case "random":
            return RandomPlayer(seed)
        case "beginner" | "casual" | "club":
            return HeuristicPlayer(level, seed)
        case "greedy":
            return GreedyPlayer()
        case "expert" | "master":
            return SearchPlayer(level, seed)
        case "blueprint":
            return BlueprintPlayer(seed)
        case _:
            return GreedyPlayer(GREEDY_BASELINES[level])
