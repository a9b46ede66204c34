"""Factory of players by the name of their level."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .levels import BY_NAME, check_character, check_player_name

if TYPE_CHECKING:
    from .player import Player


def make_player(level: str, seed: int | None = None, character: str | None = None) -> Player:
    """Return a player of a level, of a name in ``GREEDY_BASELINES``, or of ``blueprint``.

    Equal seeds give equal play; for ``expert`` and ``master`` only while at most one of them
    searches on each processor. ``character`` is one of ``CHARACTERS``, for the levels in
    ``LEVELS_WITH_CHARACTERS``; without it, the player is one of the plain level.

    Raises ``SchwimmenError`` for an unknown level or character, a level without characters, and a
    seed that is not a whole number.

    >>> make_player("greedy").name
    'greedy'
    >>> make_player("gredy")
    Traceback (most recent call last):
    ...
    schwimmen.rules.errors.SchwimmenError: unknown level "gredy": did you mean greedy?
    """
    check_player_name(level)
    check_character(level, character)
    # Imported late: players load compiled code, which takes about a second.
    from .level_players import BlueprintPlayer, GreedyPlayer, HeuristicPlayer, RandomPlayer
    from .search_player import SearchPlayer

    match BY_NAME[level].policy:
        case "random":
            return RandomPlayer(seed)
        case "greedy":
            return GreedyPlayer(BY_NAME[level].close_value)
        case "heuristic":
            return HeuristicPlayer(level, seed, character)
        case "blueprint":
            return BlueprintPlayer(seed)
        case "search":
            return SearchPlayer(level, seed)
