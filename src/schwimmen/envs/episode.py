"""Episodes of a single table, of which the environments of one table are made."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from operator import index
from typing import Any, Final, SupportsIndex

import numpy as np

from schwimmen.players.policies import Policies
from schwimmen.rules import (
    ILLEGAL_REASONS,
    IllegalAction,
    RuleSet,
    SchwimmenError,
    action_name,
    bits_of,
    cards_of,
)
from schwimmen.rules.core import kernel
from schwimmen.rules.core.rng import new_rng, next_bits
from schwimmen.rules.core.state import MATCH_DTYPE, NO_SEAT, ROUND_DTYPE, RecordArray, rules_array
from schwimmen.rules.errors import whole_number

from .bitmask_simd import write_mask
from .episode_kernel import (
    REFUSED,
    play_action,
    play_others,
    reward_match,
    reward_round,
    start_episode,
)
from .layout import ObservationLayout
from .observation import Bytes, observe
from .options import ILLEGAL_REWARD, MAX_SEED, check_choice, resolve_rules

LENGTHS: Final = ("round", "match", "rounds")


class Episode:
    """Single table that plays one episode after another.

    ``preset`` is a rule set or the name of a preset, with ``options`` that change it. ``length`` is
    the length of an episode: a ``round``, a ``match``, or ``rounds``, an endless series of single
    rounds.

    ``arrays`` are rules, round and match as compiled functions take them, with index 0. ``to_act``
    is the seat to act, ``NO_SEAT`` after the end. ``rewards`` are those of the last ``play``, one
    for each seat, or ``None`` if it ended no episode.

    Raises ``SchwimmenError`` for invalid rules, a wrong number of players or an unknown length.
    """

    def __init__(
        self,
        preset: str | RuleSet = "pagat",
        players: int = 3,
        options: Mapping[str, Any] | None = None,
        length: str = "round",
    ) -> None:
        self.rules = resolve_rules(preset, options)
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
        """Begin an episode; ``seed`` reseeds the random generator.

        Raises ``SchwimmenError`` for anything that is not a whole number from 0 to 2**64 - 1.
        """
        if seed is not None:
            self._seed(whole_number("seed", seed, 0, MAX_SEED))
        self._begin()

    def play(self, action: SupportsIndex) -> str | None:
        """Play an action for the seat to act, by its number.

        Returns the reason (a code of ``ILLEGAL_REASONS``) if the action is illegal, and then
        changes nothing. Raises ``SchwimmenError`` for an invalid action number, and if no seat is
        to act.
        """
        before = self.to_act
        if before == NO_SEAT:
            raise SchwimmenError("the episode is over or has not begun: call reset first")
        number = whole_number("action", action, 0, self.layout.actions - 1)
        seat = play_action(*self.arrays, self._cards, self._chance, self._by_match, number)
        if seat <= REFUSED:
            return ILLEGAL_REASONS[REFUSED - seat]
        self._set_to_act(seat)
        if seat == NO_SEAT and self.length == "rounds":
            self._begin_after(before)
        return None

    def play_others(self, policies: Policies, seat: int) -> None:
        """Play by compiled policies, one for each seat, until the turn of ``seat``."""
        self._set_to_act(
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
        """End the episode, or in ``rounds`` the round, after an illegal action of the seat to act.

        That seat gets the reward ``ILLEGAL_REWARD``, the others 0.
        """
        seat = self.to_act
        self.rewards = [ILLEGAL_REWARD if other == seat else 0.0 for other in range(self.players)]
        self.to_act = NO_SEAT
        if self.length == "rounds":
            self._begin_after(seat)

    def illegal_action(self, number: SupportsIndex, reason: str) -> IllegalAction:
        """Return the error for an action of the seat to act that is illegal for this reason."""
        rules, rounds, _ = self.arrays
        state = rounds[0]
        hand, table = cards_of(state.hands[self.to_act]), cards_of(state.table)
        names = [
            action_name(action, hand, table) for action in bits_of(kernel.legal(rules, rounds, 0))
        ]
        return IllegalAction(str(index(number)), reason, names)

    def observation(self, seat: int) -> Bytes:
        """Return the observation of a seat (R33), described by ``layout``, as a new array."""
        observation = np.empty(self.layout.size, np.int8)
        observe(*self.arrays, 0, seat, observation)
        return observation

    def mask(self) -> Bytes:
        """Return the mask of legal actions of the seat to act, 1 for each, as a new array."""
        mask = np.empty(self.layout.actions, np.int8)
        rules, rounds, _ = self.arrays
        write_mask(kernel.legal(rules, rounds, 0), mask)
        return mask

    def _seed(self, seed: int) -> None:
        self._chance = new_rng(seed)
        next_bits(self._chance)  # the batched environment seeds its policies with the first number

    def _set_to_act(self, seat: int) -> None:
        if seat != NO_SEAT:
            self.rewards = None
        elif self.to_act != NO_SEAT:
            rewards = np.zeros(self.players)
            rules, rounds, matches = self.arrays
            if self._by_match:
                reward_match(matches, 0, rewards)
            else:
                reward_round(rules, rounds, 0, rewards)
            self.rewards = rewards.astype(np.float32).tolist()
        self.to_act = seat

    def _begin(self, dealer: int = NO_SEAT) -> None:
        self.to_act = start_episode(
            *self.arrays, self._cards, self._chance, self.players, self._by_match, dealer
        )

    def _begin_after(self, seat: int) -> None:
        """Begin the next round so that the seat after this one acts first."""
        offset = 1 if self.rules.dealer_choice else 0
        self._begin((seat + offset) % self.players)
