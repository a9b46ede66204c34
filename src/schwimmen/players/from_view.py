"""Round records made from views, so that policies play from the view of their seat (R33)."""

from __future__ import annotations

import numpy as np

from schwimmen.engine import entry, jit_noinline
from schwimmen.rules import View
from schwimmen.rules.core.state import (
    NO_SEAT,
    ROUND_DTYPE,
    RecordArray,
    RoundArray,
    RoundRecord,
    SeatOrNone,
    ViewArray,
    ViewRecord,
)
from schwimmen.rules.view_builder import record_of


@jit_noinline
def write_round(view: ViewRecord, seat: int, state: RoundRecord) -> None:
    """Write the part of a round that the view of a seat, or of a spectator, shows.

    ``hands`` has the seat's own hand and the open hands; other hands, the extra hand and the scores
    are empty. The talon has the right number of cards, but ``pack`` is left as it is.
    """
    state.table = view.table
    state.extra = 0
    state.took = view.took
    state.leaving = 0
    state.active = 0
    state.playing = 0
    state.open = 0
    state.closed = view.closers
    state.shown = 0
    state.seats = view.seat_count
    state.dealer = view.dealer
    state.leader = view.leader
    state.to_act = view.to_act
    state.phase = view.phase
    state.last_turns = view.last_turns
    state.turns = view.turns
    state.passes = view.passes
    state.end = view.end
    state.by = view.by
    state.dealt_special = 0
    state.talon_top = 0
    state.talon_end = view.talon
    state.aside_count = view.aside_count
    state.recyclings = 0
    for place in range(view.aside_count):
        state.aside[place] = view.aside[place]
    for other in range(len(state.hands)):
        one = view.seats[other]
        dealt_in = other < view.seat_count and one.cards > 0
        state.hands[other] = one.hand if dealt_in else 0
        state.known[other] = one.known if dealt_in else 0
        state.turns_of[other] = one.turns if dealt_in else 0
        state.score[other] = 0
        if dealt_in:
            bit = 1 << other
            state.active |= bit
            state.playing |= bit if one.playing else 0
            state.open |= 0 if one.closed else bit
            state.shown |= bit if one.hand else 0
    if seat != NO_SEAT:
        state.hands[seat] = view.hand


@entry
def write_view_round(views: ViewArray, seat: SeatOrNone, rounds: RoundArray) -> None:
    """Write ``rounds[0]`` as ``write_round`` does, from ``views[0]``."""
    write_round(views[0], seat, rounds[0])


def round_from_view(view: View) -> RecordArray:
    """Return an array of one round as ``write_round`` makes it."""
    rounds = np.zeros(1, ROUND_DTYPE)
    write_view_round(record_of(view), NO_SEAT if view.seat is None else view.seat, rounds)
    return rounds
