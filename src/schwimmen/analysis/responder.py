"""A player who knows the policy of its only opponent: what it takes bounds the best answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import Final

import numpy as np
from numpy.typing import NDArray

from schwimmen.players.blueprint.file import NO_SLOTS
from schwimmen.players.greedy import keep_from
from schwimmen.players.search.imagining import imagine
from schwimmen.rules import SchwimmenError, View, mask_of
from schwimmen.rules.hands import numbers_of
from schwimmen.rules.state import ROUND_DTYPE
from schwimmen.rules.stream import stream

from .responding import Belief, Policy, expected, play_out, settles, weigh

SEATS: Final = 2
_ROOM: Final = 64  # for numbers of actions and of cards


@dataclass(frozen=True, slots=True)
class Budget:
    """How many worlds actions are played out in: all of them, and then ever fewer in ever more.

    ``stages`` has worlds in all, and how many of the best actions are tried in the new ones.
    """

    stages: tuple[tuple[int, int], ...] = ((100, _ROOM), (400, 6), (1400, 3), (3000, 2))


class Responder:
    """Answers a policy by search, in a round of two by itself: for lives lost, or points.

    What the other may hold is weighed by how likely the policy would have done what it did; actions
    are played out to the end with the other by the policy and the player itself by each of some
    slots, of which the better counts. What settles a round is reckoned exactly.
    """

    name = "responder"

    def __init__(
        self,
        slots: NDArray[np.uint64],
        seed: int | None = None,
        *,
        own: Sequence[NDArray[np.uint64]] = (),
        slips: float = 0.0,
        budget: Budget | None = None,
    ) -> None:
        """``slots`` are the policy answered, ``slips`` how often it is not kept to.

        ``own`` are more slots for the player's own later turns, besides the policy's own and greedy
        play.
        """
        self._slots = slots
        self._own = (slots, NO_SLOTS, *own)
        self._slips = slips
        self._budget = budget or Budget()
        self._random = Random(seed)

    def choose(self, view: View) -> str:
        if len(view.choices) == 1:
            return view.choices[0].action
        gains = self.gains(view)
        return max(gains, key=gains.__getitem__)

    def gains(self, view: View) -> dict[str, float]:
        """What every legal action gains on the other, as far as it was looked at.

        Raises ``SchwimmenError`` for a table of more than two, and where the talon is made anew.
        """
        if sum(seat.active for seat in view.seats) != len(view.seats) or len(view.seats) != SEATS:
            raise SchwimmenError(f"seats: {len(view.seats)}, but this is for rounds of two")
        if view.rules.talon_short == "recycle":
            raise SchwimmenError("talon_short: recycle is not for exact answers; take another")
        rules = numbers_of(view.rules)
        imagined = imagine(view, self._random)
        assert view.seat is not None
        other = 1 - view.seat
        hidden = imagined.hidden[other]
        held = combinations(imagined.unseen, hidden.bit_count())
        candidates = np.array([mask_of(cards) for cards in held], np.int64)
        zeros = np.zeros(len(candidates))
        belief = Belief(candidates, zeros, zeros.copy(), mask_of(imagined.unseen), hidden)
        keep = keep_from(view.rules)
        policy = Policy(self._slots, keep, self._slips, np.zeros(_ROOM))
        played = np.array(imagined.played, np.int64)
        numbers = stream(self._random.getrandbits(64))
        scratch = np.zeros(2, ROUND_DTYPE)
        cards = np.zeros(_ROOM, np.int64)
        seed = np.uint64(self._random.getrandbits(64))
        now = imagined.now
        open_actions, gains = [], {}
        with np.errstate(over="ignore"):  # streams wrap around, which NumPy tells if not compiled
            weigh(rules[0], imagined.decisions, played, other, policy, belief)
            for choice in view.choices:
                number = choice.number
                if settles(rules, now, scratch, number):
                    gains[number] = expected(rules, now, scratch, belief, policy, number, numbers)
                else:
                    open_actions.append(number)
            sums = np.zeros((len(self._own), _ROOM))
            done = 0
            for worlds, most in self._budget.stages:
                open_actions = open_actions[:most]
                for row, own in zip(sums, self._own, strict=True):
                    play_out(
                        rules, now, scratch, belief, policy, own, mask_of(open_actions),
                        done, worlds, seed, numbers, cards, row,
                    )  # fmt: skip
                done = worlds
                gains.update({n: float(sums[:, n].max()) / done for n in open_actions})
                open_actions.sort(key=gains.__getitem__, reverse=True)
        return {choice.action: gains[choice.number] for choice in view.choices}
