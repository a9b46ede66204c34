"""Round records built from views, so that compiled policies can play from views."""

from __future__ import annotations

from typing import Final

import numpy as np

from schwimmen.rules import View, mask_of
from schwimmen.rules.core.state import (
    CHOICE,
    KEYED_ROUND_DTYPE,
    NO_SEAT,
    OVER,
    RENEWED,
    ROUND_DTYPE,
    TURN,
    RecordArray,
)

_PHASES: Final = {"choice": CHOICE, "turn": TURN, "renewed": RENEWED, "over": OVER}


def round_from_view(view: View) -> RecordArray:
    """Return an array of one round that holds only what the view shows.

    ``hands`` has the seat's own hand and the open hands; other hands, the talon and the extra hand
    are empty. The closers for R20 and the end of a finished round are left out.
    """
    rounds = np.zeros(1, ROUND_DTYPE)
    state = rounds.view(KEYED_ROUND_DTYPE)[0]
    seats = view.seats
    for seat in seats:
        state["known"][seat.seat] = mask_of(seat.known)
        state["hands"][seat.seat] = mask_of(seat.shown or ())
        state["turns_of"][seat.seat] = seat.turns
    if view.seat is not None:
        state["hands"][view.seat] = mask_of(view.hand)
    state["table"] = mask_of(view.table)
    state["active"] = mask_of(seat.seat for seat in seats if seat.active)
    state["playing"] = mask_of(seat.seat for seat in seats if seat.playing)
    state["open"] = mask_of(seat.seat for seat in seats if seat.active and not seat.closed)
    state["shown"] = mask_of(seat.seat for seat in seats if seat.shown is not None)
    state["seats"] = len(seats)
    state["took"] = any(event.action == "take" for event in view.history)
    state["dealer"] = view.dealer
    state["leader"] = view.leader
    state["to_act"] = NO_SEAT if view.to_act is None else view.to_act
    state["phase"] = _PHASES[view.phase]
    state["last_turns"] = view.last_turns
    state["turns"] = view.turns
    state["passes"] = view.passes
    state["talon_end"] = view.talon
    state["aside"][: len(view.aside)] = view.aside
    state["aside_count"] = len(view.aside)
    return rounds
