"""A table at which one seat is the learner's, and others play at the rest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Protocol, TypeAlias

import numpy as np

from schwimmen.players import Player, make_player
from schwimmen.players.player import check_player, chosen_action
from schwimmen.players.policies import all_compiled, policies_of
from schwimmen.rules import IllegalAction, Match, RuleSet, SchwimmenError
from schwimmen.rules.state import NOBODY, Records

from .episode import Episode
from .rewards import reward_match, reward_round

Opponent: TypeAlias = str | Player
"""A level, or a player."""


class Table(Protocol):
    """What a learner plays at; when it is not ``over``, the learner is to act.

    ``records`` are rules, round and match as compiled functions take them, with index 0.
    ``rewards`` are those of the episode that is over, one a seat.
    """

    over: bool
    rewards: Sequence[float]

    @property
    def records(self) -> tuple[Records, Records, Records]: ...

    def begin(self, seat: int, seed: int) -> None:
        """Begin an episode with the learner at a seat; one in which it would never act is none."""

    def play(self, number: int) -> IllegalAction | None:
        """Play for the learner and then for all others; returns why it was refused, if so."""


def table_for(rules: RuleSet, opponents: Sequence[Opponent], by_match: bool) -> Table:
    """The table for these opponents, from the learner's left on: compiled ones, if all are."""
    levels = [opponent for opponent in opponents if isinstance(opponent, str)]
    if len(levels) == len(opponents) and all_compiled(levels):
        return LevelTable(rules, levels, by_match)
    return PlayerTable(rules, opponents, by_match)


def one_for_each(opponents: Opponent | Sequence[Opponent], number: int) -> list[Opponent]:
    """One opponent for each seat but the learner's. Raises ``SchwimmenError`` unless they fit."""
    if isinstance(opponents, Sequence) and not isinstance(opponents, str):
        each = list(opponents)
    else:
        each = [opponents] * number
    if len(each) != number:
        raise SchwimmenError(f"opponents: {len(each)} for {number} seats")
    for opponent in each:
        if isinstance(opponent, str):
            make_player(opponent)
        else:
            check_player(opponent, "opponents")
    return each


class LevelTable:
    """Against levels whose play is compiled: all of it is."""

    def __init__(self, rules: RuleSet, levels: Sequence[str], by_match: bool) -> None:
        players = len(levels) + 1
        self._episode = Episode(rules, players, length="match" if by_match else "round")
        clockwise = [levels[0], *levels]  # from the learner on, who has no use for a level
        self._policies = [
            policies_of(rules, [clockwise[(place - seat) % players] for place in range(players)])
            for seat in range(players)
        ]
        self.over = True
        self.rewards: Sequence[float] = ()

    @property
    def records(self) -> tuple[Records, Records, Records]:
        return self._episode.records

    def begin(self, seat: int, seed: int) -> None:
        self._seat = seat
        self._episode.reset(seed)
        self._play_others()
        while self.over:
            self._episode.reset()
            self._play_others()

    def play(self, number: int) -> IllegalAction | None:
        refused = self._episode.play(number)
        if refused is not None:
            return self._episode.illegal_action(number, refused)
        self._play_others()
        return None

    def _play_others(self) -> None:
        episode = self._episode
        episode.play_others(self._policies[self._seat], self._seat)
        self.over = episode.to_act == NOBODY
        self.rewards = episode.rewards or ()


class PlayerTable:
    """Against players who choose from views."""

    def __init__(self, rules: RuleSet, opponents: Sequence[Opponent], by_match: bool) -> None:
        self._rules = rules
        self._opponents = opponents
        self._by_match = by_match
        self._players: Mapping[int, Player] = {}
        self.over = True
        self.rewards: Sequence[float] = ()

    @property
    def records(self) -> tuple[Records, Records, Records]:
        return self._match.records

    def begin(self, seat: int, seed: int) -> None:
        chance = Random(seed)
        seats = len(self._opponents) + 1
        self._seat = seat
        self._players = {
            (seat + place) % seats: make_player(opponent, chance.getrandbits(64))
            if isinstance(opponent, str)
            else opponent
            for place, opponent in enumerate(self._opponents, start=1)
        }
        self.over = True
        while self.over:
            self._match = Match(self._rules, seats, chance=chance)
            self._play_others()

    def play(self, number: int) -> IllegalAction | None:
        try:
            self._match.play(number)
        except IllegalAction as error:
            return error
        self._play_others()
        return None

    def _play_others(self) -> None:
        """Play on to the learner's next turn, or to the end of the episode."""
        match = self._match
        while not match.over:
            seat = match.to_act
            if seat == self._seat:
                self.over = False
                return
            if seat is not None:
                match.play(chosen_action(self._players[seat], match.view(seat)))
            elif self._by_match:
                match.deal()
            else:
                break
        self.over = True
        earned = np.zeros(len(match.players), np.float32)
        rules, rounds, matches = match.records
        if self._by_match:
            reward_match(matches, 0, earned)
        else:
            reward_round(rules, rounds, 0, earned)
        self.rewards = earned.tolist()
