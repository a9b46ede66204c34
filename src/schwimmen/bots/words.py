"""Words that name bots on a command line: a level, a class, the file of a policy, or a program.

Such a word can run other people's code. Only commands and functions on one's own machine take it;
requests to a server name levels, and bots that its host has declared, by their display names.
"""

from __future__ import annotations

import os
import re
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from schwimmen.players.levels import BY_NAME
from schwimmen.players.player_factory import make_player

if TYPE_CHECKING:
    from schwimmen.players import Player
    from schwimmen.players.blueprint.policy_table import Blueprint

    from .network import Layer

FORMS: Final = (
    "a level, package.module:Class, the file of a policy (.npz, .blueprint), or a program "
    'such as "./mybot --fast"'
)
"""Forms of words, for help texts."""

_FILES: Final = (".npz", ".blueprint")
_CLASS: Final = re.compile(r"[^\W\d][\w.]*:[^\W\d][\w.]*")


def make_bot(word: str, seed: int | None = None) -> Player:
    """Return a new player for the word that names a bot.

    - ``greedy``: a level, as for ``make_player``
    - ``package.module:Class``: a class or function that makes a player, given the seed if it has a
      parameter ``seed`` or needs an argument; its module is installed, or in the current folder
    - ``policy.npz``: a network, as ``write_network`` writes it
    - ``pagat-2.blueprint``: a blueprint, as ``schwimmen train`` writes it
    - ``./mybot --fast``: the command line, with a ``/`` or a blank, of a program that speaks the
      engine protocol (docs/protocol.md)

    Raises ``SchwimmenError`` if there is no such bot.

    >>> make_bot("greedy").name
    'greedy'
    >>> make_bot("schwimmen.players:RandomPlayer", seed=1).name
    'schwimmen.players:RandomPlayer'
    """
    if word not in BY_NAME:
        if _CLASS.fullmatch(word):
            from .classes import class_player

            return class_player(word, seed)
        if word.endswith(".npz"):
            from .network import NetworkPlayer

            return NetworkPlayer(_network(word), word)
        if word.endswith(".blueprint"):
            from schwimmen.players.level_players import BlueprintPlayer

            return BlueprintPlayer(seed, _blueprint(word))
        if is_program(word):
            from .program import ProgramPlayer

            return ProgramPlayer(word, seed)
    return make_player(word, seed)


def is_program(word: str) -> bool:
    """Return whether the word is the command line of a program."""
    if word in BY_NAME or _CLASS.fullmatch(word) or word.endswith(_FILES):
        return False
    return any(sign in word for sign in (" ", "/", os.sep))


def check_bot(word: str) -> None:
    """Raise ``SchwimmenError`` unless the word names a bot; players of levels are not made."""
    if word not in BY_NAME:
        make_bot(word, 0)


@lru_cache(maxsize=8)
def _network(path: str) -> tuple[Layer, ...]:
    """Return the network in a file, which is read once in a process."""
    from .network import read_network

    return read_network(path)


@lru_cache(maxsize=8)
def _blueprint(path: str) -> Blueprint:
    """Return the blueprint in a file, which is read once in a process."""
    from schwimmen.players.blueprint.policy_table import read_blueprint

    return read_blueprint(Path(path))
