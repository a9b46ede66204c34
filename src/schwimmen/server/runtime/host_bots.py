"""Bots that the host of the server has declared, by their display names."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from schwimmen.bots.program import SharedProgram
from schwimmen.bots.words import is_program
from schwimmen.rules.errors import SchwimmenError, quote, suggest
from schwimmen.tables import MAX_NAME_LENGTH, check_no_link, validate_name

if TYPE_CHECKING:
    from schwimmen.rules import View

_NAMED: Final = re.compile(r"([^\s=/:]+)=(.+)", re.DOTALL)
_LONGEST: Final = MAX_NAME_LENGTH - 4
"""Characters of the longest name, which several bots at one table follow with a number."""


class HostBots:
    """Bots of the host of a server, each run in processes of its own.

    Clients name them by their display names; the words that start them never leave the server.
    """

    def __init__(self, given: Iterable[str] = ()) -> None:
        """Declare bots by words for ``make_bot``, each after ``NAME=`` or with a name of its own.

        Without a name it is that of the class, the file or the program. Raises ``SchwimmenError``
        for an invalid name, and for one that two bots have.
        """
        self._programs: dict[str, SharedProgram] = {}
        for text in given:
            named = _NAMED.fullmatch(text)
            name, word = named.groups() if named else (_name_of(text), text)
            try:
                name = validate_name(name, self._programs)
                check_no_link(name)
            except SchwimmenError as error:
                raise SchwimmenError(f"--bot {text}: {error}; write --bot NAME=...") from None
            if len(name) > _LONGEST:
                raise SchwimmenError(
                    f"--bot {text}: its name has more than {_LONGEST} characters; write --bot "
                    "NAME=..."
                )
            self._programs[name] = SharedProgram(word)

    @property
    def names(self) -> tuple[str, ...]:
        """Display names, in the order of the declarations."""
        return tuple(self._programs)

    def start(self) -> None:
        """Start every bot once. Raises ``SchwimmenError`` for one that does not start."""
        for program in self._programs.values():
            program.start()

    def check(self, name: str | None) -> None:
        """Raise ``SchwimmenError`` unless a client may choose this bot, or none."""
        if name is not None and name not in self._programs:
            known = suggest(name, self._programs) if self._programs else "it has none"
            raise SchwimmenError(
                f"the host of this server has no bot {quote(name)}: {known}",
                "unknown_bot",
                bot=name,
                bots=list(self._programs),
            )

    def choose(self, name: str, view: View, seed: int) -> str:
        """Return the choice of a bot, which takes as long as the bot does, within its limit.

        Raises ``SchwimmenError`` if it makes none.
        """
        return self._programs[name].choose(view, seed)

    def close(self) -> None:
        """End all processes."""
        for program in self._programs.values():
            program.end()


def _name_of(word: str) -> str:
    """Return the name of a bot that the host has not named."""
    if is_program(word):
        word = next(iter(shlex.split(word)), word)
    elif ":" in word:
        word = word.rpartition(":")[2].rpartition(".")[2]
    return Path(word).stem
