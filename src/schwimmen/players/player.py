"""What every player is: something that chooses an action from a view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from schwimmen.rules.errors import SchwimmenError

if TYPE_CHECKING:
    from schwimmen.rules import Match, View


class Player(Protocol):
    """Sits at one seat. ``name`` is that of its level."""

    name: str

    def choose(self, view: View) -> str:
        """One of ``view.legal_actions``; the seat of the view is to act."""


@runtime_checkable
class Reasoned(Player, Protocol):
    """A player who can say what it thinks of every action; ask with ``isinstance``.

    >>> from schwimmen.players import make_player
    >>> isinstance(make_player("club"), Reasoned), isinstance(make_player("random"), Reasoned)
    (True, False)
    """

    def reasons(self, view: View) -> Mapping[str, float]:
        """The value of every action of ``view.legal_actions``, in their order: more is better.

        Values are the level's own judgement of one view, in its own unit, which its class names.
        No chance is in them, so with slips a level may choose another than the best.
        """


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
