"""Who came where in a match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schwimmen.rules.errors import SchwimmenError

if TYPE_CHECKING:
    from schwimmen.rules import Match


def places_of(match: Match) -> tuple[int, ...]:
    """The place of every seat, from 1; seats that came equally far have the same.

    Whoever has won is first (R23, R24, R31). In a game for lives the others stand in the order in
    which they were out, the last of them first; in one for points by their points.

    Raises ``SchwimmenError`` while the match goes on.

    >>> from schwimmen.rules import Match
    >>> match = Match("pagat", players=3, seed=3, lives=1)
    >>> while not match.over:
    ...     if match.round.over:
    ...         match.deal()
    ...     match.play(match.round.legal_actions[-1])
    >>> places_of(match), match.winners
    ((2, 1, 3), (1,))
    """
    if not match.over:
        raise SchwimmenError("the match is not over yet")
    seats = range(len(match.players))
    if match.totals is not None:
        reached: list[float] = list(match.totals)
    else:
        reached = [
            sum(result.hands[seat] is not None for result in match.results) for seat in seats
        ]
    merits = [(seat in match.winners, reached[seat]) for seat in seats]
    return tuple(1 + sum(other > mine for other in merits) for mine in merits)
