"""What every player is: something that chooses an action from a view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from schwimmen.rules.errors import MAX_QUOTE_LENGTH, SchwimmenError, one_line, whole_number

if TYPE_CHECKING:
    from schwimmen.rules import Match, View


class Player(Protocol):
    """Sits at one seat. ``name`` is that of its level."""

    name: str

    def choose(self, view: View) -> str:
        """One of ``view.legal_actions``; the seat of the view is to act."""


@runtime_checkable
class ActionEvaluator(Player, Protocol):
    """A player who can say what it thinks of every action; ask with ``isinstance``.

    >>> from schwimmen.players import make_player
    >>> isinstance(make_player("club"), ActionEvaluator)
    True
    >>> isinstance(make_player("random"), ActionEvaluator)
    False
    """

    def action_values(self, view: View) -> Mapping[str, float]:
        """The value of every action of ``view.legal_actions``, in their order: more is better.

        Values are the level's own judgement of one view, in its own unit, which its class names.
        No chance is in them, so with slips a level may choose another than the best.
        """


def seeded_random(seed: int | None) -> Random:
    """Return the generator of a player. Raises ``SchwimmenError`` for a seed that is no integer."""
    return Random(None if seed is None else whole_number("seed", seed))


def check_to_act(view: View) -> None:
    """Raise ``SchwimmenError`` unless the seat of the view is to act."""
    if view.choices:
        return
    if view.to_act is None:
        raise SchwimmenError("no seat is to act, so a player has nothing to choose")
    seat = "a spectator" if view.seat is None else f"seat {view.seat}"
    raise SchwimmenError(
        f"{seat} is not to act: a player chooses from the view of seat {view.to_act}"
    )


def check_player(player: object, argument: str) -> None:
    """Raise ``SchwimmenError``, naming the argument, unless it is a ``Player``."""
    kind = type(player).__name__
    if isinstance(player, type):
        raise SchwimmenError(f"{argument}: {player.__name__} is a class; a player is made from it")
    if not callable(getattr(player, "choose", None)):
        raise SchwimmenError(f"{argument}: {kind} is not a player: it has no choose(view)")
    if not isinstance(getattr(player, "name", None), str):
        raise SchwimmenError(f"{argument}: {kind} is not a player: it has no name")


def chosen_action(player: Player, view: View) -> str:
    """Ask a player for its action. Raises ``SchwimmenError``, naming it, for an illegal answer."""
    answer: object = player.choose(view)
    if not isinstance(answer, bool):
        for choice in view.choices:
            if answer in (choice.action, choice.number, choice):
                return choice.action
    quoted = one_line(repr(answer))[:MAX_QUOTE_LENGTH]
    raise SchwimmenError(
        f"{player.name} (seat {view.seat}) answered {quoted}, "
        f"which is none of its legal actions: {', '.join(view.legal_actions)}"
    )


def play_match(match: Match, players: Sequence[Player]) -> Match:
    """Play a match to its end, one player a seat, dealing rounds as they come; returns the match.

    Raises ``SchwimmenError`` unless there is one player for every seat, and for one that answers
    with an illegal action.

    >>> from schwimmen.players import make_player
    >>> from schwimmen.rules import Match
    >>> match = Match("pagat", players=2, seed=1)
    >>> play_match(match, [make_player("greedy"), make_player("random", seed=2)]).over
    True
    """
    if len(players) != len(match.players):
        raise SchwimmenError(f"{len(players)} players for {len(match.players)} seats")
    for place, player in enumerate(players):
        check_player(player, f"player of seat {place}")
    while not match.over:
        seat = match.to_act
        if seat is None:
            match.deal()
        else:
            match.play(chosen_action(players[seat], match.view(seat)))
    return match
