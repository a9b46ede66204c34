"""Player protocols, checks of players and their answers, and matches between players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from schwimmen.rules.errors import MAX_QUOTE_LENGTH, SchwimmenError, one_line

if TYPE_CHECKING:
    from schwimmen.rules import Match, View


class Player(Protocol):
    """Player of one seat: chooses an action from a view. ``name`` is the name of its level."""

    name: str

    def choose(self, view: View) -> str:
        """Return one of ``view.legal_actions``; the seat of the view is to act."""


@runtime_checkable
class ActionEvaluator(Player, Protocol):
    """Player that can also return a value for every legal action; test with ``isinstance``.

    >>> from schwimmen.players import make_player
    >>> [isinstance(make_player(level), ActionEvaluator) for level in ("club", "random")]
    [True, False]
    """

    def action_values(self, view: View) -> Mapping[str, float]:
        """Return the value of each of ``view.legal_actions``, in their order; higher is better.

        Values are the level's own evaluation of one view; the class documents their unit. They
        contain no noise, so a level that makes mistakes may choose an action with a lower value.
        """


@runtime_checkable
class PolicyPlayer(Player, Protocol):
    """Player that can also return its policy; test with ``isinstance``.

    >>> from schwimmen.players import make_player
    >>> [isinstance(make_player(level), PolicyPlayer) for level in ("greedy", "club")]
    [True, False]
    """

    def action_probabilities(self, view: View) -> Mapping[str, float]:
        """Return the probability with which the player chooses each of ``view.legal_actions``.

        It depends on the view alone. Actions that are never chosen may be left out.
        """


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
    """Raise ``SchwimmenError``, naming the argument, unless the object is a ``Player``."""
    kind = type(player).__name__
    if isinstance(player, type):
        raise SchwimmenError(f"{argument}: {player.__name__} is a class; a player is made from it")
    if not callable(getattr(player, "choose", None)):
        raise SchwimmenError(f"{argument}: {kind} is not a player: it has no choose(view)")
    if not isinstance(getattr(player, "name", None), str):
        raise SchwimmenError(f"{argument}: {kind} is not a player: it has no name")


def chosen_action(player: Player, view: View) -> str:
    """Return a player's choice. Raises ``SchwimmenError``, naming the player, if it is illegal."""
    answer: object = player.choose(view)
    if not isinstance(answer, bool):
        for choice in view.choices:
            if answer in (choice.action, choice.number, choice):
                return choice.action
    quoted = one_line(repr(answer))[:MAX_QUOTE_LENGTH]
    raise SchwimmenError(
        f"{player.name} (seat {view.seat}) answered {quoted}, "
        f"which is not one of its legal actions: {', '.join(view.legal_actions)}"
    )


def play_match(match: Match, players: Sequence[Player]) -> Match:
    """Play a match to its end, one player per seat, dealing every round; return the match.

    Raises ``SchwimmenError`` unless there is one player for every seat, and for a player that
    answers with an illegal action.

    >>> from schwimmen.players import make_player
    >>> from schwimmen.rules import Match
    >>> match = Match("pagat", players=2, seed=1)
    >>> play_match(match, [make_player("greedy"), make_player("random", seed=2)]).over
    True
    """
    if len(players) != len(match.players):
        raise SchwimmenError(f"{len(players)} players for {len(match.players)} seats")
    for seat_number, player in enumerate(players):
        check_player(player, f"player of seat {seat_number}")
    while not match.over:
        seat = match.to_act
        if seat is None:
            match.deal()
        else:
            match.play(chosen_action(players[seat], match.view(seat)))
    return match
