"""Everybody's chance to win a match for lives as it stands before a round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from schwimmen.rules.errors import SchwimmenError
from schwimmen.rules.ruleset import RuleSet
from schwimmen.rules.state import IN, MATCH_DTYPE, MAX_SEATS, OUT, SWIMMING, Records

from .building import build_model, model_of
from .frequencies import Frequencies
from .lookup import chances
from .model import new_work


def equity(
    rules: RuleSet,
    lives: Sequence[int | None],
    dealer: int,
    measured: Mapping[int, Frequencies] | None = None,
) -> tuple[float, ...]:
    """Everybody's probability to win a match for lives, before the round that ``dealer`` deals.

    ``lives`` is as for ``standing``. Who wins together with others has a part of the win.
    ``measured`` says what a round costs, for every number of seats from 2 on; if it is not given,
    what the package has is used.

    Raises ``SchwimmenError`` for a standing that no match by these rules can have, and where
    ``measured`` lacks a number of seats.

    >>> from schwimmen.rules import RuleSet
    >>> mine, yours = equity(RuleSet("pagat"), [3, 0], dealer=0)
    >>> mine > .8, round(mine + yours, 9)
    (True, 1.0)
    """
    matches = standing(rules, lives, dealer)
    seats = sum(left is not None for left in lives)
    if measured is not None and not set(range(2, seats + 1)) <= set(measured):
        raise SchwimmenError(f"what a round costs is needed for 2 to {seats} seats")
    model = model_of(rules, len(lives)) if measured is None else build_model(rules, measured)
    found = np.zeros((1, MAX_SEATS))
    chances(model, new_work(), matches[0], found, 0)
    return tuple(found[0, : len(lives)].tolist())


def standing(rules: RuleSet, lives: Sequence[int | None], dealer: int) -> Records:
    """An array of one match that stands so, before the round that ``dealer`` deals.

    ``lives`` has the chips of every seat: 0 for who swims, ``None`` for who is out.

    Raises ``SchwimmenError`` for a standing that no match for lives by these rules can have.
    """
    if rules.scoring == "points":
        raise SchwimmenError("a match for points has no lives")
    seats = range(len(lives))
    there = [seat for seat in seats if lives[seat] is not None]
    if len(there) < 2 or len(lives) > MAX_SEATS:
        raise SchwimmenError(f"{len(there)} of {len(lives)} seats: 2 to {MAX_SEATS} are in a match")
    if dealer not in there:
        raise SchwimmenError(f"dealer {dealer} is not a seat that is in the match")
    matches = np.zeros(1, MATCH_DTYPE)
    match: Any = matches[0]
    match.seats = len(lives)
    match.dealer = dealer
    match.leader = next((seat for seat in there if seat > dealer), there[0])
    for seat, left in enumerate(lives):
        if left is None:
            match.status[seat] = OUT
        elif 0 <= left <= rules.lives:
            match.lives[seat] = left
            match.status[seat] = IN if left else SWIMMING
        else:
            raise SchwimmenError(
                f"seat {seat} cannot have {left} lives: there are 0 to {rules.lives}"
            )
    # The chicken goes in the first round in which anyone runs out of lives (R29).
    match.chicken_taken = any(not left for left in lives)
    return matches
