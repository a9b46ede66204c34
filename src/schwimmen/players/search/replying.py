"""Heads-up: how much more the best actions are worth if the other looks ahead, too."""

from __future__ import annotations

from math import comb
from random import Random
from typing import Final

import numpy as np
from numpy.typing import NDArray

from schwimmen.rules import cards_of, mask_of
from schwimmen.rules.kernel import play
from schwimmen.rules.state import MAX_SEATS, ROUND_DTYPE, Records, copied
from schwimmen.rules.stream import Stream

from ..equity.outlook import Outlook
from .belief import Models, draw_hands, weigh
from .imagining import Imagined, hands_among
from .replies import WORLDS, Room, Suspected, replied
from .rollouts import Tally

_WEIGHED: Final = 400  # hands that the other thinks of
_SUSPECTED: Final = 48  # and reckons with
_ROOM: Final = 64  # for numbers of actions and of cards


class Replies:
    """One decision of a seat, and the answers of the only other one to its actions."""

    def __init__(
        self,
        rules: Records,
        imagined: Imagined,
        models: Models,
        outlook: Outlook,
        chance: Random,
        numbers: Stream,
    ) -> None:
        self._rules = rules
        self._imagined = imagined
        self._models = models
        self._outlook = outlook
        self._chance = chance
        self._seat = int(imagined.now[0].to_act)
        self._after = np.zeros(1, ROUND_DTYPE)
        self._room = Room(
            np.zeros(1, ROUND_DTYPE),
            np.zeros(WORLDS, ROUND_DTYPE),
            np.zeros((WORLDS, MAX_SEATS), np.int64),
            Tally(np.zeros(_ROOM), np.zeros((_ROOM, WORLDS)), np.zeros(_ROOM)),
            np.zeros(_ROOM, np.int64),
            numbers,
        )

    def change(
        self, action: int, worlds: Records, models_of: NDArray[np.int64], picked: NDArray[np.int64]
    ) -> float:
        """How much more an action is worth, on average over the worlds that are picked."""
        now, seat = self._imagined.now, self._seat
        after = copied(now)
        play(self._rules, after, 0, action)
        hidden = int(after[0].hands[seat] & ~after[0].known[seat])
        unseen = mask_of(self._imagined.unseen) | hidden
        candidates = self._possible(unseen, hidden.bit_count())
        weights = np.zeros((len(candidates), len(self._models.priors)))
        weigh(
            self._rules[0],
            after[0],
            np.concatenate([self._imagined.decisions, now]),
            np.array([*self._imagined.played, action], np.int64),
            hidden,
            seat,
            candidates,
            self._models,
            weights,
        )
        suspected = self._suspected(hidden, candidates, weights)
        return float(
            replied(
                self._rules, worlds, models_of, picked, action, self._after, suspected, unseen,
                self._models, self._outlook, self._room, np.uint64(self._chance.getrandbits(64)),
            )
        )  # fmt: skip

    def _suspected(
        self, hidden: int, candidates: NDArray[np.int64], weights: NDArray[np.float64]
    ) -> Suspected:
        """Some of the candidates, drawn by their weights, each as likely as the others."""
        if not weights.any():  # nobody would have played so with any of these
            weights[:] = self._models.priors
        likely = weights.sum(axis=1)
        at = (np.arange(_SUSPECTED) + self._chance.random()) / _SUSPECTED * likely.sum()
        drawn = np.minimum(np.searchsorted(likely.cumsum(), at, "right"), len(likely) - 1)
        seat = self._seat
        suspected = Suspected(
            np.zeros(MAX_SEATS, np.int64),
            np.zeros((MAX_SEATS, _SUSPECTED), np.int64),
            np.ones(MAX_SEATS, np.int64),
            np.zeros((MAX_SEATS, _SUSPECTED, weights.shape[1])),
            np.zeros((MAX_SEATS, _SUSPECTED)),
            np.zeros(_SUSPECTED),
        )
        suspected.hidden[seat] = hidden
        suspected.sizes[seat] = _SUSPECTED
        suspected.candidates[seat] = candidates[drawn]
        suspected.weights[seat] = weights[drawn] / likely[drawn, None]
        return suspected

    def _possible(self, unseen: int, hidden: int) -> NDArray[np.int64]:
        """Hidden cards that the seat may hold after its action, as the other sees it."""
        if comb(unseen.bit_count(), hidden) <= _WEIGHED:
            return hands_among(cards_of(unseen), hidden)
        hands = np.zeros(_WEIGHED, np.int64)
        draw_hands(unseen, hands, hidden, self._room.numbers)
        return hands
