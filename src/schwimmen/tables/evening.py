"""Evening: a table and its rematches, with the score of its people and one chat."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from .log import CreatedEvent, EveningScore, Seat

if TYPE_CHECKING:
    from schwimmen.rules import Match


def score_after(
    created: CreatedEvent, match: Match, seats: Sequence[Seat], forfeited: Collection[int]
) -> tuple[EveningScore, ...]:
    """Return the score of an evening after a finished match, best first.

    A match counts for the people in it, as won unless they ``forfeited`` it.
    """
    scores = {one.player: one for one in created.evening}
    for number, seat in enumerate(seats):
        if seat.player is None:
            continue
        before = scores.get(seat.player)
        scores[seat.player] = EveningScore(
            player=seat.player,
            name=seat.name,
            face=seat.face,
            matches=1 if before is None else before.matches + 1,
            wins=(number in match.winners and number not in forfeited)
            + (0 if before is None else before.wins),
            lives_lost=_sum(None if before is None else before.lives_lost, _lost(match, number)),
            chat_from=chat_from(created, seat.player),
        )
    return tuple(sorted(scores.values(), key=lambda one: (-one.wins, one.lives_lost or 0)))


def chat_from(created: CreatedEvent, player: str | None) -> int:
    """Return the number of the first line of the evening's chat that a client may read."""
    first = {one.player: one.chat_from for one in created.evening}
    return first.get(player or "", created.private_chat + 1)


def _lost(match: Match, seat: int) -> int | None:
    """Return the lives that a seat has lost in a match, ``None`` in one for points."""
    if match.lives is None:
        return None
    return sum((result.lost[seat] or 0) for result in match.results if result.lost is not None)


def _sum(before: int | None, lost: int | None) -> int | None:
    if before is None or lost is None:
        return before if lost is None else lost
    return before + lost
