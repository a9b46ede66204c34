"""One episode at a time, seat by seat, whatever library asks for it."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from operator import index
from typing import Any, Final, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from schwimmen.players.policies import Policies
from schwimmen.rules import (
    ILLEGAL_REASONS,
    IllegalAction,
    RuleSet,
    SchwimmenError,
    action_name,
    cards_of,
)
from schwimmen.rules.core import kernel
from schwimmen.rules.core.rng import new_rng, next_bits
from schwimmen.rules.core.state import MATCH_DTYPE, NO_SEAT, ROUND_DTYPE, RecordArray, rules_array
from schwimmen.rules.errors import whole_number

from .bitmask_simd import write_mask
from .episode_kernel import REFUSED, begin, play_on, play_others, reward_match, reward_round
from .layout import ObservationLayout
from .observation import observe
from .options import ILLEGAL, LARGEST_SEED, check_choice, rules_of

LENGTHS: Final = ("round", "match", "rounds")

Bytes = NDArray[np.int8]


class Episode:
    """What every environment of one table at a time is made of: rules, chance and what is played.

    ``preset`` is the name of one, of which ``options`` changes single options, or a rule set.
    ``length`` says what an episode is: a ``round``, a ``match``, or ``rounds``, each by itself, one
    after another without end.

    ``records`` are rules, round and match as compiled functions take them, with index 0. ``to_act``
    is the seat to act, ``NO_SEAT`` after the end. ``rewards`` are those of the last ``play``, one a
    seat, or ``None`` where nobody earned anything.

    Raises ``SchwimmenError`` for rules that cannot be, a wrong number of players or an unknown
    length.
    """

    def __init__(
        self,
        preset: str | RuleSet = "pagat",
        players: int = 3,
        options: Mapping[str, Any] | None = None,
        length: str = "round",
    ) -> None:
        self.rules = rules_of(preset, options)
        check_choice("episode", length, LENGTHS)
        self.players = whole_number("players", players, 2)
        self.layout = ObservationLayout(self.rules, self.players)
        self.length = length
        self.arrays: tuple[RecordArray, RecordArray, RecordArray] = (
            rules_array(self.rules),
            np.zeros(1, ROUND_DTYPE),
            np.zeros(1, MATCH_DTYPE),
        )
        self.to_act = NO_SEAT
        self.rewards: list[float] | None = None
        self._by_match = length == "match"
        self._cards = np.array(self.rules.cards, np.int8)
        self._seed(secrets.randbits(64))

    def reset(self, seed: int | None = None) -> None:
        """Begin an episode; with ``seed`` chance begins anew, else it goes on.

        Raises ``SchwimmenError`` for anything that is not a whole number from 0 to 2**64 - 1.
        """
        if seed is not None:
            self._seed(whole_number("seed", seed, 0, LARGEST_SEED))
        self._begin()

    def play(self, action: SupportsIndex) -> str | None:
        """Play an action for the seat to act, by its number.

        Returns why it is illegal (a code of ``ILLEGAL_REASONS``), if it is; then nothing has
        changed.
        Raises ``SchwimmenError`` for what is no action at all, and when nobody is to act.
        """
        before = self.to_act
        if before == NO_SEAT:
            raise SchwimmenError("the episode is over, or has not begun: reset it first")
        number = whole_number("action", action, 0, self.layout.actions - 1)
        seat = play_on(*self.arrays, self._cards, self._chance, self._by_match, number)
        if seat <= REFUSED:
            return ILLEGAL_REASONS[REFUSED - seat]
        self._come_to(seat)
        if seat == NO_SEAT and self.length == "rounds":
            self._begin_after(before)
        return None

    def play_others(self, policies: Policies, seat: int) -> None:
        """Let compiled policies, one a seat, play for all but one until it has to act."""
        self._come_to(
            play_others(
                *self.arrays,
                self._cards,
                self._chance,
                self._by_match,
                policies,
                seat,
                self.to_act,
            )
        )

    def forfeit(self) -> None:
        """End the episode, in ``rounds`` the round: the seat to act wants what is illegal.

        That seat earns ``ILLEGAL``, the others nothing.
        """
        seat = self.to_act
        self.rewards = [ILLEGAL if other == seat else 0.0 for other in range(self.players)]
        self.to_act = NO_SEAT
        if self.length == "rounds":
            self._begin_after(seat)

    def illegal_action(self, number: SupportsIndex, reason: str) -> IllegalAction:
        """The error for an action of the seat to act that is illegal for that reason."""
        rules, rounds, _ = self.arrays
        state = rounds[0]
        hand, table = cards_of(state.hands[self.to_act]), cards_of(state.table)
        names = [
            action_name(action, hand, table) for action in cards_of(kernel.legal(rules, rounds, 0))
        ]
        return IllegalAction(str(index(number)), reason, names)

    def observation(self, seat: int) -> Bytes:
        """What the seat may know (R33), as ``layout`` says; a new array."""
        seen = np.empty(self.layout.size, np.int8)
        observe(*self.arrays, 0, seat, seen)
        return seen

    def mask(self) -> Bytes:
        """1 for every action that is legal for the seat to act; a new array."""
        mask = np.empty(self.layout.actions, np.int8)
        rules, rounds, _ = self.arrays
        write_mask(kernel.legal(rules, rounds, 0), mask)
        return mask

    def _seed(self, seed: int) -> None:
        self._chance = new_rng(seed)
        next_bits(self._chance)  # the batched environment has another use for the first number

    def _come_to(self, seat: int) -> None:
        if seat != NO_SEAT:
            self.rewards = None
        elif self.to_act != NO_SEAT:
            earned = np.zeros(self.players, np.float32)
            rules, rounds, matches = self.arrays
            if self._by_match:
                reward_match(matches, 0, earned)
            else:
                reward_round(rules, rounds, 0, earned)
            self.rewards = earned.tolist()
        self.to_act = seat

    def _begin(self, dealer: int = NO_SEAT) -> None:
        self.to_act = begin(
            *self.arrays, self._cards, self._chance, self.players, self._by_match, dealer
        )

    def _begin_after(self, seat: int) -> None:
        """The turn goes round from one round to the next: the seat after this one begins."""
        behind = 1 if self.rules.dealer_choice else 0
        self._begin((seat + behind) % self.players)
