"""What is played for a seat whose time is up."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from schwimmen.rules import View


def expired_action(view: View) -> str:
    """The action of a person who did not choose: keep, or pass, whichever is legal.

    Where neither is, the one that leaves the best hand (R16) without closing, if there is any such,
    and without turning up cards that nobody knows yet.

    >>> from schwimmen.rules import Match
    >>> match = Match("pagat", players=2, seed=1)
    >>> expired_action(match.view(match.to_act))
    'keep'
    """
    from schwimmen.players.last_turn import best_hand_action
    from schwimmen.rules import mask_of
    from schwimmen.rules.hands import numbers_of

    for name in ("keep", "pass"):
        if name in view.legal_actions:
            return name
    known = [choice for choice in view.choices if choice.value is not None]
    among = [choice for choice in known if not choice.closes] or known
    number = best_hand_action(
        numbers_of(view.rules)[0],
        mask_of(choice.number for choice in among),
        mask_of(view.hand),
        mask_of(view.table),
    )
    return next(choice.action for choice in among if choice.number == number)
