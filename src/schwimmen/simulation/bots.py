"""Who sits at the table: levels by name, or players of one's own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias, TypeVar

from schwimmen.players import Player, make_player
from schwimmen.players.levels import check_player_name
from schwimmen.players.player import check_player
from schwimmen.rules.errors import SchwimmenError, quote

Bot: TypeAlias = str | Callable[[int], Player]
"""A level by name, or what makes a player from a seed (a class or function, for other processes
one that can be pickled)."""


B = TypeVar("B", bound=Bot)


def seated(bots: Sequence[B], players: int) -> tuple[B, ...]:
    """One bot for every seat; a single one sits at all of them.

    Raises ``SchwimmenError`` for a level that is not there, what is no bot, and too many or few.
    """
    given = tuple(bots)
    if len(given) == 1:
        given *= players
    if len(given) != players:
        raise SchwimmenError(
            f"{len(given)} bots for {players} seats: one for all of them, or one for each"
        )
    for bot in given:
        _check(bot)
    return given


def check_opponents(bots: Sequence[Bot], players: int, together: bool) -> None:
    """Raises ``SchwimmenError`` unless these can be compared, ``together`` at one table or not."""
    for bot in bots:
        _check(bot)
    if len(bots) < 2:
        raise SchwimmenError(f"bots: {len(bots)}, but at least two are compared")
    if together and len(bots) != players:
        raise SchwimmenError(
            f"{len(bots)} bots for {players} seats: together there is one for each"
        )


def _check(bot: object) -> None:
    if isinstance(bot, str):
        check_player_name(bot)
    elif not callable(bot):
        raise SchwimmenError(f"{quote(bot)} is no bot: it is a level, or makes a player")


def player_of(bot: Bot, seed: int) -> Player:
    """The player that a bot is in one chunk of work.

    Raises ``SchwimmenError`` where what a bot makes is not a player.
    """
    if isinstance(bot, str):
        return make_player(bot, seed)
    player = bot(seed)
    check_player(player, f"bot {getattr(bot, '__name__', type(bot).__name__)}")
    return player


def names_of(bots: Sequence[Bot]) -> tuple[str, ...]:
    """What each is called."""
    return tuple(bot if isinstance(bot, str) else player_of(bot, 0).name for bot in bots)


def kinds_of(names: Sequence[str]) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """The different names, as they come, and for each seat the place of its own among them.

    >>> kinds_of(["greedy", "random", "greedy"])
    (('greedy', 'random'), (0, 1, 0))
    """
    kinds = tuple(dict.fromkeys(names))
    return kinds, tuple(kinds.index(name) for name in names)
