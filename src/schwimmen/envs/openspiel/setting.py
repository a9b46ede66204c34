"""What all positions of one game share: the rules, who sits there, and how chance is told."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

import numpy as np

from schwimmen.envs.rewards import reward_match, reward_round
from schwimmen.rules import kernel
from schwimmen.rules.actions import number_of_actions
from schwimmen.rules.cards import RANKS_PER_SUIT, SUITS, mask_of
from schwimmen.rules.errors import SchwimmenError
from schwimmen.rules.hands import numbers_of
from schwimmen.rules.ruleset import RuleSet
from schwimmen.rules.state import MATCH_DTYPE, Records, new_round

MOST_DEALS: Final = 100
"""Deals of a game with ``redeal`` before one that ends it at once is taken: the tree is finite."""


@dataclass(frozen=True)
class Setting:
    """``match``: a whole match is played, not one round; ``dealer`` deals first. ``sampled``: one
    outcome of chance tells a whole order of cards, drawn by the game's own generator. ``redeal``:
    an episode that ends before a seat was to act is followed by another deal. ``summary``: the
    tensor of an information state has a summary of the round in place of its history.

    ``first_match`` is a match before its first round, ``actions`` the number of actions, ``take``
    the last of them.

    Raises ``RuleSetError`` for a wrong number of players, ``SchwimmenError`` for a dealer who is
    not at the table.
    """

    rules: RuleSet
    players: int
    dealer: int
    match: bool = False
    sampled: bool = False
    redeal: bool = False
    summary: bool = False
    numbers: Records = field(init=False, repr=False, compare=False)
    first_match: Records = field(init=False, repr=False, compare=False)
    actions: int = field(init=False, repr=False)
    take: int = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self.rules.check_players(self.players)
        if not 0 <= self.dealer < self.players:
            raise SchwimmenError(f"dealer: {self.dealer}, but seats are 0 to {self.players - 1}")
        first_match = np.zeros(1, MATCH_DTYPE)
        numbers = numbers_of(self.rules)
        kernel.start_match(numbers, first_match, 0, self.players, self.dealer)
        actions = number_of_actions(self.rules.hand_size)
        for name, value in {
            "numbers": numbers,
            "first_match": first_match,
            "actions": actions,
            "take": actions - 1,
        }.items():
            object.__setattr__(self, name, value)

    def __reduce__(self) -> tuple[object, ...]:
        return Setting, (
            self.rules,
            self.players,
            self.dealer,
            self.match,
            self.sampled,
            self.redeal,
            self.summary,
        )

    @property
    def has_tensor(self) -> bool:
        """Whether an information state has a tensor: a history would grow with every round."""
        return self.summary or not self.match

    @property
    def in_order(self) -> bool:
        """Whether the talon is made anew without chance (R32)."""
        return self.rules.talon_short == "recycle" and self.rules.recycle == "in_order"

    def known_after(self, before: Records, after: Records, known: int) -> int:
        """How many cards of the pack chance has told: all, once they lie as all have seen them."""
        if self.in_order and after["recyclings"][0] != before["recyclings"][0]:
            return len(self.rules.cards)
        return known

    def new_round(self) -> Records:
        """A round before its deal."""
        rounds = new_round(self.rules.cards)
        rounds["seats"] = self.players
        return rounds

    def deal(self, rounds: Records, matches: Records | None) -> tuple[int, ...]:
        """Deal the pack that lies in the round (R4, R7); returns what the kernel does."""
        active = mask_of(range(self.players))
        dealer, leader = self.dealer, (self.dealer + 1) % self.players
        if matches is not None:
            active = kernel.active(matches, 0)
            dealer, leader = int(matches["dealer"][0]), int(matches["leader"][0])
        return kernel.deal_round(self.numbers, rounds, 0, self.players, active, dealer, leader)

    @property
    def decisions_of_round(self) -> int:
        """How many decisions a round has at most: the dealer's, and the turns (R13).

        A turn that renews the table is two decisions (R30).
        """
        turns = self.rules.turn_cap * self.players
        return self.rules.dealer_choice + turns * (1 + self.rules.renew)

    @property
    def most_rounds(self) -> int:
        """How many rounds are played at most.

        Every round costs somebody a life, save those that do not count (R24) and those in which
        all hold 31 (R19): so that no match is endless, it is shared by those left after twice as
        many rounds as there are lives to lose.
        """
        if not self.match:
            return 1
        if self.rules.scoring == "points":
            return self.rules.rounds
        free = self.rules.all_out == "replay" or self.rules.dealt_penalty == "harsh"
        return self.players * (self.rules.lives + 1) * (1 + free)

    @property
    def most_told(self) -> int:
        """How many outcomes of chance there are at most: a shuffle asks for all cards again."""
        rules = self.rules
        shuffles = rules.talon_short == "recycle" and not self.in_order
        most = self.most_rounds * self.told_by_deal * (1 + shuffles * self.decisions_of_round)
        return most + (self.told_by_deal * MOST_DEALS if self.redeal else 0)

    @property
    def told_by_deal(self) -> int:
        """How many outcomes of chance a deal takes at most."""
        return 1 if self.sampled else len(self.rules.cards)

    @property
    def most_utility(self) -> float:
        """No utility is above this, none below its negative."""
        if self.match:
            return 1.0
        if self.rules.scoring == "points":
            return 2 * self._best_value / (10 * self.rules.hand_size + 1)
        return 1.0 + (self.rules.dealt_penalty == "harsh" or self.rules.closer_penalty)

    @property
    def _best_value(self) -> float:
        """The most that a hand can be worth: it is all of one suit as far as can be, or a rank."""
        cards, size = self.rules.cards, self.rules.hand_size
        hands = []
        for suit in range(len(SUITS)):
            of_suit = [card for card in cards if card // RANKS_PER_SUIT == suit]
            others = [card for card in cards if card // RANKS_PER_SUIT != suit]
            hands.append((of_suit + others)[:size])
        ranks = [
            [card for card in cards if card % RANKS_PER_SUIT == rank][:size]
            for rank in range(RANKS_PER_SUIT)
        ]
        hands += [hand for hand in ranks if len(hand) == size]
        return max(kernel.measure_hand(self.numbers, mask_of(hand))[0] / 2 for hand in hands)

    def utilities(self, rounds: Records, matches: Records | None) -> list[float]:
        """What a finished round or match is worth to every seat, as all environments reward it."""
        rewards = np.zeros(self.players)
        if matches is None:
            reward_round(self.numbers, rounds, 0, rewards)
        else:
            reward_match(matches, 0, rewards)
        utilities: list[float] = rewards.tolist()
        return utilities
