"""The parameters of the game as OpenSpiel hands them over, and the setting they stand for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from schwimmen.envs.episode_kernel import reward_match, reward_round
from schwimmen.envs.options import check_choice
from schwimmen.rules.actions import number_of_actions
from schwimmen.rules.cards import RANKS_PER_SUIT, SUITS, mask_of
from schwimmen.rules.core import kernel
from schwimmen.rules.core.state import MATCH_DTYPE, RecordArray, new_round, rules_array
from schwimmen.rules.errors import SchwimmenError, quote, whole_number
from schwimmen.rules.options import parse_options
from schwimmen.rules.ruleset import RuleSet

DEFAULTS: Final[dict[str, Any]] = {
    "players": 3,
    "preset": "pagat",
    "options": "",
    "pack": "",
    "dealer": -1,
    "episode": "round",
    "chance": "cards",
    "rng_seed": -1,
    "redeal": "auto",
    "memory": "perfect",
}

_SMALL_HANDS: Final = "three_of_a_kind:no fire:no"
REDUCED_GAMES: Final[dict[str, dict[str, Any]]] = {
    "one-card": {
        "players": 2,
        "pack": "KC 9C 8C KS 9S",
        "options": f"hand_size:1 turn_cap:2 dealer_choice:no exchange_all:no {_SMALL_HANDS}",
    },
    "two-cards": {
        "players": 2,
        "pack": "AC KC 9C 8C KS 9S 8S",
        "options": f"hand_size:2 turn_cap:1 dealer_choice:no exchange_all:no {_SMALL_HANDS}",
    },
    "three-cards": {
        "players": 2,
        "pack": "AC KC 9C 8C 7C AS KS 9S 8S 7S",
        "options": "turn_cap:1 dealer_choice:no exchange_all:no",
    },
}
"""Parameters of games small enough for exact work, from a few hundred information states up."""

_ALLOWED: Final = {
    "episode": ("round", "match"),
    "chance": ("cards", "sampled"),
    "redeal": ("auto", "yes", "no"),
    "memory": ("perfect", "summary"),
}


def setting_of(parameters: Mapping[str, Any]) -> Setting:
    """The setting that a set of parameters stands for; what is missing has its default.

    Raises ``SchwimmenError`` for anything in them that is not valid.
    """
    chosen = DEFAULTS | dict(parameters)
    for name, allowed in _ALLOWED.items():
        check_choice(name, chosen[name], allowed)
    whole_number("rng_seed", chosen["rng_seed"], -1)
    players, preset, pack = chosen["players"], chosen["preset"], chosen["pack"]
    options = parse_options(dict(_options(chosen["options"])))
    if pack:
        options = {"max_players": players} | options
        rules = RuleSet.study(pack, preset, **options)
    else:
        rules = RuleSet(preset, options)
    dealer = chosen["dealer"]
    return Setting(
        rules,
        players,
        players - 1 if dealer == -1 else dealer,
        match=chosen["episode"] == "match",
        sampled=chosen["chance"] == "sampled",
        redeal=chosen["redeal"] == "yes" or (chosen["redeal"] == "auto" and not pack),
        summary=chosen["memory"] == "summary",
    )


def _options(text: str) -> Iterator[tuple[str, str]]:
    """Options written as ``lives:5 pass:no``, with blanks between them."""
    for part in text.split():
        name, colon, value = part.partition(":")
        if not colon:
            raise SchwimmenError(f"options: {quote(part)} is not written as name:value")
        yield name, value


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
    numbers: RecordArray = field(init=False, repr=False, compare=False)
    first_match: RecordArray = field(init=False, repr=False, compare=False)
    actions: int = field(init=False, repr=False)
    take: int = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self.rules.check_players(self.players)
        if not 0 <= self.dealer < self.players:
            raise SchwimmenError(f"dealer: {self.dealer}, but seats are 0 to {self.players - 1}")
        first_match = np.zeros(1, MATCH_DTYPE)
        numbers = rules_array(self.rules)
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

    def known_after(self, before: RecordArray, after: RecordArray, known: int) -> int:
        """How many cards of the pack chance has told: all, once they lie as all have seen them."""
        if self.in_order and after["recyclings"][0] != before["recyclings"][0]:
            return len(self.rules.cards)
        return known

    def new_round(self) -> RecordArray:
        """A round before its deal."""
        rounds = new_round(self.rules.cards)
        rounds["seats"] = self.players
        return rounds

    def deal(self, rounds: RecordArray, matches: RecordArray | None) -> tuple[int, ...]:
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
        return max(kernel.hand_value_and_suit(self.numbers, mask_of(hand))[0] / 2 for hand in hands)

    def utilities(self, rounds: RecordArray, matches: RecordArray | None) -> list[float]:
        """What a finished round or match is worth to every seat, as all environments reward it."""
        rewards = np.zeros(self.players)
        if matches is None:
            reward_round(self.numbers, rounds, 0, rewards)
        else:
            reward_match(matches, 0, rewards)
        utilities: list[float] = rewards.tolist()
        return utilities
