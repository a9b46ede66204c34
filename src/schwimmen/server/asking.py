"""From what a client asks to the command that its table takes."""

from __future__ import annotations

from schwimmen import tables
from schwimmen.tables import Command, Refusal

from .wire.messages import (
    Away,
    Back,
    Change,
    Commit,
    Deal,
    Join,
    Leave,
    Play,
    Reveal,
    Start,
)

Asked = Play | Deal | Join | Leave | Change | Start | Away | Back | Commit | Reveal
"""All of ``TableMessage`` but what needs another table."""


def command_of(asked: Asked, player: str, seat: int | None, present: frozenset[int]) -> Command:
    """The command of a player who sits there, or nowhere; ``present`` are the seats of people who
    are connected.

    Raises ``Refusal`` for what only somebody with a seat can ask.
    """
    match asked:
        case Play():
            return tables.Play(_demand(seat), asked.action, asked.id, player=player)
        case Deal():
            return tables.Deal(_demand(seat), asked.id, present, player)
        case Join():
            return tables.Join(player, asked.name, asked.seat, asked.id)
        case Leave():
            return tables.Leave(player, asked.id)
        case Change():
            order = None if asked.order is None else tuple(asked.order)
            return tables.Change(
                player, asked.preset, asked.options, asked.settings, order, asked.id
            )
        case Start():
            return tables.Start(player, asked.id)
        case Away():
            return tables.Away(player, asked.seat, asked.seat in present, asked.id)
        case Back():
            return tables.Back(player, asked.id)
        case Commit():
            return tables.Commit(player, asked.server, asked.commitment, asked.id)
        case Reveal():
            return tables.Reveal(player, asked.seed, asked.id)


def _demand(seat: int | None) -> int:
    if seat is None:
        raise Refusal("not_seated", "you are watching, you have no seat here")
    return seat
