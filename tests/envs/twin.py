"""One environment of a batch, played with ``Round`` and ``Match`` from the same seed."""

from __future__ import annotations

from contextlib import suppress

import numpy as np

from schwimmen.rules import Match, MissingShuffle, Round, RuleSet, View
from schwimmen.rules.core.rng import new_rng, next_bits, randbelow, shuffle


class Twin:
    """Reference for an environment with this seed."""

    def __init__(self, rules: RuleSet, players: int, episode: str, seed: int) -> None:
        self.rules, self.players, self.by_match = rules, players, episode == "match"
        self.numbers = new_rng(seed)
        next_bits(self.numbers)  # the seed of the policies' generator
        self.table: Match | Round
        self.begin()
        self._finish_step()
        self.rewards, self.terminated = [0.0] * players, False

    @property
    def view(self) -> View:
        """View of the seat to act."""
        return self.table.view(self.table.to_act)

    def play(self, action: int) -> None:
        """Play an action and the chance events after it."""
        with suppress(MissingShuffle):  # the shuffle is drawn next
            self.table.play(action)
        self._finish_step()

    def begin(self) -> None:
        dealer = randbelow(self.numbers, self.players)
        if self.by_match:
            self.table = Match(self.rules, self.players, dealer=dealer, deal=False)
            self.table.deal(self.shuffled(self.rules.cards))
        else:
            self.table = Round(self.rules, self.players, self.shuffled(self.rules.cards), dealer)

    def _finish_step(self) -> None:
        self.rewards, self.terminated = [0.0] * self.players, False
        while self.table.to_act is None:
            round_ = self.table.round if isinstance(self.table, Match) else self.table
            if round_.needs_shuffle:
                self.table.recycle(self.shuffled(round_.aside))
            elif isinstance(self.table, Match) and not self.table.over:
                self.table.deal(self.shuffled(self.rules.cards))
            else:
                if not self.terminated:
                    self.rewards = relative(self.won())
                self.terminated = True
                self.begin()

    def shuffled(self, cards: tuple[int, ...]) -> list[int]:
        order = np.array(cards, np.int8)
        shuffle(self.numbers, order, len(order))
        drawn: list[int] = order.tolist()
        return drawn

    def won(self) -> list[float]:
        if isinstance(self.table, Match):
            winners = self.table.winners
            return [(seat in winners) / len(winners) for seat in range(self.players)]
        result = self.table.result
        assert result is not None
        if result.points is not None:
            return [points / (10 * self.rules.hand_size + 1) for points in result.points]
        assert result.lost is not None
        return [-float(lost or 0) for lost in result.lost]


def relative(won: list[float]) -> list[float]:
    """Return each result less the mean result of the others."""
    return [one - (sum(won) - one) / (len(won) - 1) for one in won]
