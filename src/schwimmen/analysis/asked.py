"""Policies that can be asked how likely each action is where a seat sees so and so much."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import exp
from random import Random
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from schwimmen.players.blueprint.playing import blueprint_shares
from schwimmen.players.greedy import keep_from
from schwimmen.players.search.player import Effort
from schwimmen.players.search.searching import Search
from schwimmen.players.seen import seen_round
from schwimmen.rules import View, mask_of
from schwimmen.rules.hands import numbers_of

_ROOM: Final = 64  # for numbers of actions

QUARTER: Final = Effort(2000, 1000, 11000, 16)
"""Some of what ``master`` looks at; ``benchmarks/exploitability.py --responder`` measures
how often both choose the same."""


class Asked(Protocol):
    """A policy: it looks at nothing but a view."""

    def __hash__(self) -> int: ...

    def shares(self, view: View, chance: Random) -> Mapping[str, float]:
        """How likely each legal action of the seat to act is; in all 1."""


@dataclass(frozen=True, eq=False)
class AskedSlots:
    """The play of ``BlueprintPlayer`` by some slots, exactly."""

    slots: NDArray[np.uint64] = field(repr=False)

    def shares(self, view: View, chance: Random) -> dict[str, float]:
        shares = np.zeros(_ROOM)
        legal = mask_of(choice.number for choice in view.choices)
        with np.errstate(over="ignore"):  # keys wrap around, which is told if not compiled
            blueprint_shares(
                numbers_of(view.rules)[0],
                seen_round(view)[0],
                legal,
                self.slots,
                keep_from(view.rules),
                shares,
            )
        return {choice.action: float(shares[choice.number]) for choice in view.choices}


@dataclass(frozen=True)
class AskedSearch:
    """The play of a level that looks ahead, as far as looking ahead again tells.

    Chance is in what it looks at, so that of two actions about as good it plays now one and now the
    other: an action is e times as likely as one that is found worse by ``blur``.
    """

    effort: Effort = QUARTER
    blur: float = 0.015

    def shares(self, view: View, chance: Random) -> dict[str, float]:
        values = Search(view, self.effort, chance).values()
        best = max(values.values())
        weights = {action: exp((value - best) / self.blur) for action, value in values.items()}
        total = sum(weights.values())
        return {action: weight / total for action, weight in weights.items()}
