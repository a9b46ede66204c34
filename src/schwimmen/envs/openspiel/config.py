"""Parameters of the OpenSpiel game, and the configuration that follows from them."""

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
from schwimmen.rules.core.settlement import may_cost_nothing, most_lives_lost
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

_SMALL_HAND_OPTIONS: Final = "three_of_a_kind:no fire:no"
REDUCED_GAMES: Final[dict[str, dict[str, Any]]] = {
    "one-card": {
        "players": 2,
        "pack": "KC 9C 8C KS 9S",
        "options": f"hand_size:1 turn_cap:2 dealer_choice:no exchange_all:no {_SMALL_HAND_OPTIONS}",
    },
    "two-cards": {
        "players": 2,
        "pack": "AC KC 9C 8C KS 9S 8S",
        "options": f"hand_size:2 turn_cap:1 dealer_choice:no exchange_all:no {_SMALL_HAND_OPTIONS}",
    },
    "three-cards": {
        "players": 2,
        "pack": "AC KC 9C 8C 7C AS KS 9S 8S 7S",
        "options": "turn_cap:1 dealer_choice:no exchange_all:no",
    },
}
"""Parameters of games small enough to solve exactly, from a few hundred information states up."""

_ALLOWED: Final = {
    "episode": ("round", "match"),
    "chance": ("cards", "sampled"),
    "redeal": ("auto", "yes", "no"),
    "memory": ("perfect", "summary"),
}


def game_config(parameters: Mapping[str, Any]) -> GameConfig:
    """Return the configuration for parameters, with defaults for missing ones.

    Raises ``SchwimmenError`` for invalid parameters.
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
    return GameConfig(
        rules,
        players,
        players - 1 if dealer == -1 else dealer,
        match=chosen["episode"] == "match",
        sampled=chosen["chance"] == "sampled",
        redeal=chosen["redeal"] == "yes" or (chosen["redeal"] == "auto" and not pack),
        summary=chosen["memory"] == "summary",
    )


def _options(text: str) -> Iterator[tuple[str, str]]:
    """Yield the options in a text such as ``lives:5 pass:no``."""
    for part in text.split():
        name, colon, value = part.partition(":")
        if not colon:
            raise SchwimmenError(f"options: {quote(part)} is not written as name:value")
        yield name, value


MAX_DEALS: Final = 100
"""Number of deals with ``redeal`` before one without decisions is accepted: the tree is finite."""


@dataclass(frozen=True)
class GameConfig:
    """Configuration of a game.

    ``dealer`` is the first dealer. With ``match`` the game is a whole match, otherwise one round.
    With ``sampled`` one chance outcome is a whole order of cards, drawn by the game's own random
    generator. With ``redeal`` an episode that ends before a seat was to act is followed by another
    deal. With ``summary`` the tensor of an information state has a summary of the round instead of
    its history.

    ``first_match`` is a match before its first round, ``actions`` the number of actions,
    ``take_action`` the last of them.

    Raises ``RuleSetError`` for a wrong number of players and ``SchwimmenError`` for an invalid
    dealer.
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
    take_action: int = field(init=False, repr=False)

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
            "take_action": actions - 1,
        }.items():
            object.__setattr__(self, name, value)

    def __reduce__(self) -> tuple[object, ...]:
        return GameConfig, (
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
        """Whether information states have a tensor; a match's history grows with every round."""
        return self.summary or not self.match

    @property
    def in_order(self) -> bool:
        """Whether the talon is recycled in order, without a chance event (R32)."""
        return self.rules.talon_short == "recycle" and self.rules.recycle == "in_order"

    def known_cards_after(self, before: RecordArray, after: RecordArray, known: int) -> int:
        """Return the number of known cards of the pack: all if it was recycled in a known order."""
        if self.in_order and after["recyclings"][0] != before["recyclings"][0]:
            return len(self.rules.cards)
        return known

    def new_round(self) -> RecordArray:
        """Return a round before its deal."""
        rounds = new_round(self.rules.cards)
        rounds["seats"] = self.players
        return rounds

    def deal(self, rounds: RecordArray, matches: RecordArray | None) -> tuple[int, ...]:
        """Deal the pack that is in the round (R4, R7) and return the status from the kernel."""
        active = mask_of(range(self.players))
        dealer, leader = self.dealer, (self.dealer + 1) % self.players
        if matches is not None:
            active = kernel.active(matches, 0)
            dealer, leader = int(matches["dealer"][0]), int(matches["leader"][0])
        return kernel.deal_round(self.numbers, rounds, 0, self.players, active, dealer, leader)

    @property
    def max_decisions_per_round(self) -> int:
        """Largest number of decisions in a round: the dealer's choice, and the turns (R13).

        A turn that renews the table has two decisions (R30).
        """
        turns = self.rules.turn_cap * self.players
        return self.rules.dealer_choice + turns * (1 + self.rules.renew)

    @property
    def max_rounds(self) -> int:
        """Largest number of rounds.

        Every round costs a life, except rounds that do not count (R24), those in which all hold 31
        (R19), and those in which all are tied (R36). To keep matches finite, the remaining players
        share the win after twice as many rounds as there are lives to lose.
        """
        if not self.match:
            return 1
        if self.rules.scoring == "points":
            return self.rules.rounds
        return self.players * (self.rules.lives + 1) * (1 + may_cost_nothing(self.rules))

    @property
    def max_chance_outcomes(self) -> int:
        """Largest number of chance outcomes in a history; a shuffle draws all cards again."""
        rules = self.rules
        shuffles = rules.talon_short == "recycle" and not self.in_order
        deals = 1 + shuffles * self.max_decisions_per_round
        outcomes = self.max_rounds * self.chance_outcomes_per_deal * deals
        return outcomes + (self.chance_outcomes_per_deal * MAX_DEALS if self.redeal else 0)

    @property
    def chance_outcomes_per_deal(self) -> int:
        """Largest number of chance outcomes in a deal."""
        return 1 if self.sampled else len(self.rules.cards)

    @property
    def max_utility(self) -> float:
        """Largest utility; the smallest is its negative."""
        if self.match:
            return 1.0
        if self.rules.scoring == "points":
            return 2 * self._best_value / (10 * self.rules.hand_size + 1)
        return float(most_lives_lost(self.rules))

    @property
    def _best_value(self) -> float:
        """Value of the best hand: of one suit as far as possible, or of one rank."""
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
        """Return the utilities of a finished round or match, equal to the environments' rewards."""
        rewards = np.zeros(self.players)
        if matches is None:
            reward_round(self.numbers, rounds, 0, rewards)
        else:
            reward_match(matches, 0, rewards)
        utilities: list[float] = rewards.tolist()
        return utilities
