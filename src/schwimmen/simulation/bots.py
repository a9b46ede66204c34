"""Bots for simulations and comparisons: words that name them, or factories of players."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias, TypeVar

from schwimmen.bots import make_bot
from schwimmen.bots.words import check_bot
from schwimmen.players import Player
from schwimmen.players.player import check_player
from schwimmen.rules.errors import SchwimmenError, quote

Bot: TypeAlias = str | Callable[[int], Player]
"""Word for ``make_bot``, or a class or function that makes a player from a seed.

It must be picklable to be used in other processes.
"""


B = TypeVar("B", bound=Bot)


def bots_by_seat(bots: Sequence[B], players: int) -> tuple[B, ...]:
    """Return one bot for each seat; a single bot takes all seats.

    Raises ``SchwimmenError`` for an unknown bot, an object that is not a bot, and a wrong number
    of bots.
    """
    given = tuple(bots)
    if len(given) == 1:
        given *= players
    if len(given) != players:
        raise SchwimmenError(
            f"{len(given)} bots for {players} seats: one for all of them, or one for each"
        )
    check_bots(given)
    return given


def check_opponents(bots: Sequence[Bot], players: int, together: bool) -> None:
    """Raise ``SchwimmenError`` unless these bots can be compared.

    With ``together`` all of them play at one table.
    """
    check_bots(bots)
    if len(bots) < 2:
        raise SchwimmenError(f"bots: {len(bots)}, but at least two are compared")
    if together and len(bots) != players:
        raise SchwimmenError(f"{len(bots)} bots for {players} seats: together, each seat needs one")


def check_bots(bots: Iterable[Bot]) -> None:
    """Raise ``SchwimmenError`` for a word that names no bot, and for an object that is no bot."""
    for bot in bots:
        if isinstance(bot, str):
            check_bot(bot)
        elif not callable(bot):
            raise SchwimmenError(f"{quote(bot)} is not a bot: give a level or a factory of players")


def player_of(bot: Bot, seed: int) -> Player:
    """Return a new player for a bot.

    Raises ``SchwimmenError`` if the factory does not return a player.
    """
    if isinstance(bot, str):
        return make_bot(bot, seed)
    player = bot(seed)
    check_player(player, f"bot {getattr(bot, '__name__', type(bot).__name__)}")
    return player


def names_of(bots: Sequence[Bot]) -> tuple[str, ...]:
    """Return the names of bots; the name of a factory is that of its players."""
    return tuple(bot if isinstance(bot, str) else player_of(bot, 0).name for bot in bots)


def distinct_names(names: Sequence[str]) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Return the distinct names in order of appearance, and the index of each seat's name in them.

    >>> distinct_names(["greedy", "random", "greedy"])
    (('greedy', 'random'), (0, 1, 0))
    """
    distinct = tuple(dict.fromkeys(names))
    return distinct, tuple(distinct.index(name) for name in names)
