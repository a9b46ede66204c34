"""Winnings of a local best response that starts from ``master``; see ``exploitability.py``."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial, reduce
from random import Random

import numpy as np

from benchmarks.habits import HABITS, Habit
from benchmarks.harness import kept, print_table
from schwimmen.analysis.local_best_response.player import LocalBestResponsePlayer
from schwimmen.analysis.local_best_response.queries import SLIPS, SearchPolicy
from schwimmen.arena.comparison import contender_of
from schwimmen.arena.duplicate_deals import UnitChunk, UnitSums, empty_sums, play_units
from schwimmen.players.blueprint.policy_table import blueprint_for
from schwimmen.players.search_player import SearchPlayer
from schwimmen.rules import RuleSet, View
from schwimmen.simulation.workers import Workers, run_chunks

CHUNK = 10  # deals of which a result is kept
MASTER = "master"
RULES = RuleSet("pagat")
OPPONENTS = (MASTER, *HABITS)


@dataclass(frozen=True)
class BaseDeals:
    """Deals number ``first`` to ``last`` against ``master`` or a habit, from both seats."""

    opponent: str
    margin: float
    seed: int
    first: int
    last: int


@dataclass
class Answers:
    """Results of deals: sums, the seconds of each decision, and whether it left the base."""

    sums: UnitSums
    seconds: list[float] = field(default_factory=list)
    left: list[bool] = field(default_factory=list)

    def plus(self, other: Answers) -> Answers:
        return Answers(
            self.sums.plus(other.sums), self.seconds + other.seconds, self.left + other.left
        )


@dataclass(frozen=True)
class HabitPolicy:
    """Policy of a bot with a fixed habit, which chooses by the view alone."""

    habit: str

    def action_probabilities(self, view: View, chance: Random) -> Mapping[str, float]:
        chosen = HABITS[self.habit].choose(view)
        return {action: float(action == chosen) for action in view.legal_actions}


class Base:
    """Player that plays as ``master`` and remembers its last action."""

    name = MASTER

    def __init__(self, seed: int) -> None:
        self._master = SearchPlayer(MASTER, seed)
        self.action = ""

    def choose(self, view: View) -> str:
        self.action = self._master.choose(view)
        return self.action


class BaseResponder(LocalBestResponsePlayer):
    """Responder that records the time of each decision, and whether it left the base."""

    def __init__(self, deals: BaseDeals, answers: Answers, seed: int) -> None:
        self._master = Base(seed)
        self._recorded = answers
        super().__init__(
            blueprint_for(RULES, 2),
            seed,
            policy=SearchPolicy() if deals.opponent == MASTER else HabitPolicy(deals.opponent),
            noise=SLIPS,
            base=self._master,
            margin=deals.margin,
        )

    def choose(self, view: View) -> str:
        start = time.process_time()
        chosen = super().choose(view)
        if len(view.choices) > 1:
            self._recorded.seconds.append(time.process_time() - start)
            self._recorded.left.append(chosen != self._master.action)
        return chosen


def respond_from_base(
    opponents: Sequence[str], deals: int, margin: float, seed: int, workers: Workers
) -> None:
    """Print what the responder wins from each opponent in a number of deals.

    The results of every few deals are kept, so that an interrupted run goes on.
    """
    print_table(
        [
            "opponent",
            "margin, lives",
            "deals",
            "won, lives a round",
            "95 %",
            "decisions that leave the base",
            "seconds a decision",
        ],
        (winnings(opponent, deals, margin, seed, workers) for opponent in opponents),
    )


def winnings(opponent: str, number: int, margin: float, seed: int, workers: Workers) -> list[str]:
    chunks = (
        BaseDeals(opponent, margin, seed, first, min(first + CHUNK, number) - 1)
        for first in range(0, number, CHUNK)
    )
    found = reduce(Answers.plus, run_chunks(partial(kept, play), chunks, workers))
    diff = contender_of(RULES, "", 0, found.sums, empty_sums(2)).diff
    assert diff is not None
    assert diff.low is not None
    assert diff.high is not None
    return [
        opponent,
        f"{margin:g}",
        f"{number:,}",
        f"{-diff.mean:.3f}",
        f"{-diff.high:.3f} to {-diff.low:.3f}",
        f"{np.mean(found.left):.1%} of {len(found.left):,}",
        f"{np.mean(found.seconds):.2f}",
    ]


def play(deals: BaseDeals) -> Answers:
    """Play the deals in this process."""
    answers = Answers(empty_sums(2))
    opponent = MASTER if deals.opponent == MASTER else partial(_habit, deals.opponent)
    bots = (partial(BaseResponder, deals, answers), opponent)
    answers.sums = play_units(
        UnitChunk(RULES, bots, False, deals.seed, deals.first, deals.last)
    ).sums
    return answers


def _habit(name: str, seed: int) -> Habit:
    return HABITS[name]
