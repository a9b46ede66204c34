"""What every player is: something that chooses an action from a view."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from schwimmen.rules.errors import SchwimmenError

if TYPE_CHECKING:
    from schwimmen.rules import Match, View


class Player(Protocol):
    """Sits at one seat. ``name`` is that of its level."""

    name: str

    def choose(self, view: View) -> str:
        """One of ``view.legal_actions``; the seat of the view is to act."""


def play_match(match: Match, players: Sequence[Player]) -> Match:
    """Play a match to its end, one player a seat, dealing rounds as they come; returns the match.

    Raises ``SchwimmenError`` unless there is one player for every seat.

    >>> from schwimmen.players import make_player
    >>> from schwimmen.rules import Match
    >>> match = Match("pagat", players=2, seed=1)
    >>> play_match(match, [make_player("greedy"), make_player("random", seed=2)]).over
    True
    """
    if len(players) != len(match.players):
        raise SchwimmenError(f"{len(players)} players for {len(match.players)} seats")
    while not match.over:
        seat = match.to_act
        if seat is None:
            match.deal()
        else:
            match.play(players[seat].choose(match.view(seat)))
    return match
