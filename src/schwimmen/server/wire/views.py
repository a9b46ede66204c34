"""Views of a round on the wire, for a seat or a spectator; the rules declare their fields."""

from __future__ import annotations

from schwimmen import rules
from schwimmen.rules.schema import Audience

from .base import CompactModel
from .declared import model_of


@model_of(rules.Choice)
class Choice(CompactModel):
    """Legal action and the value of the hand after it, ``null`` with unseen cards.

    ``closes`` marks an action without ``!`` that closes; one with ``!`` closes by its name.
    """


@model_of(rules.SeatView)
class SeatView(CompactModel):
    """Public view of a seat (R33)."""


@model_of(rules.RoundEvent)
class RoundEvent(CompactModel):
    """Public event of a round; ``rule`` is its number in RULES.md.

    ``closes``: the seat has closed by it.
    """


@model_of(rules.Loss)
class Loss(CompactModel):
    """Loss of a seat in a round for one reason: lives, or points in a game for points.

    ``against`` is the seat whose hand it failed to beat, ``decided`` the criterion by which those
    hands differ (R16), ``rule`` the number in RULES.md.
    """


@model_of(rules.RoundResult)
class RoundResult(CompactModel):
    """Result of a round as in RECORD.md: lists have one entry for each seat."""


@model_of(rules.View, Audience.OWNER)
class OwnView(CompactModel):
    """Private part of a seat's view, with its legal actions.

    ``refused`` explains on the seat's turn which of the table's kinds of action are not legal. At
    other times all are refused: as ``not_your_turn`` while another seat is to act, otherwise as
    ``round_over``.
    """


@model_of(rules.View)
class PublicView(CompactModel):
    """Public part of a view.

    ``all_closes``: exchanging all cards closes now. ``losses`` explain the result of a finished
    round; if the round is ``replayed`` they do not count. ``history`` has the events of the round,
    for a client that has asked for whole views.
    """
