"""Factory of players by the name of their level."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schwimmen.rules.errors import SchwimmenError

from .budget import Limit
from .levels import BY_NAME, SEARCH_BUDGETS, check_character, check_player_name

if TYPE_CHECKING:
    from .player import Player


def make_player(
    level: str,
    seed: int | None = None,
    character: str | None = None,
    *,
    earlier: bool = True,
    worlds: int | None = None,
    time: float | None = None,
    error: float | None = None,
) -> Player:
    """Return a player of a level, of a name in ``GREEDY_BASELINES``, or of ``blueprint``.

    Equal seeds give equal play; for ``expert`` and ``master`` only while at most one of them
    searches on each processor. ``character`` is one of ``CHARACTERS``, for the levels in
    ``LEVELS_WITH_CHARACTERS``; without it, the player is one of the plain level. Heads-up,
    ``expert`` and ``master`` count what the opponent did in earlier rounds of the match, unless
    ``earlier`` is false.

    ``worlds``, ``time`` in seconds and ``error`` limit each decision of ``expert`` or ``master`` as
    ``Limit`` describes, in place of the budget of the level. Play by time is not reproducible.

    Raises ``SchwimmenError`` for an unknown level or character, a level without characters, a limit
    of a level that does not search, and a seed or limit that is not a number in its range.

    >>> make_player("greedy").name
    'greedy'
    >>> make_player("gredy")
    Traceback (most recent call last):
    ...
    schwimmen.rules.errors.SchwimmenError: unknown level "gredy": did you mean greedy?
    """
    check_player_name(level)
    check_character(level, character)
    limit = Limit(worlds, time, error)
    if limit.any and level not in SEARCH_BUDGETS:
        raise SchwimmenError(
            f"{level} does not search, so it has no limits; those that do: "
            f"{', '.join(SEARCH_BUDGETS)}"
        )
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
            return SearchPlayer(level, seed, limit=limit, earlier=earlier)
