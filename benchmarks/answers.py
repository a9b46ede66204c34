"""Winnings of a local best response in the full game; see ``exploitability.py``."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial
from math import exp, log
from random import Random

import numpy as np
from numpy.typing import NDArray

from benchmarks.harness import print_table
from schwimmen.analysis.local_best_response.player import LocalBestResponsePlayer, ResponseBudget
from schwimmen.analysis.local_best_response.queries import (
    SLIPS,
    BlueprintPolicy,
    SearchPolicy,
    ViewPolicy,
)
from schwimmen.arena.comparison import compare
from schwimmen.players.blueprint.policy_table import blueprint_for
from schwimmen.players.level_players import BlueprintPlayer
from schwimmen.players.search_player import SearchPlayer
from schwimmen.rules import Round, RuleSet, View
from schwimmen.simulation.bots import Bot
from schwimmen.training.greedy_baseline import learn_greedy_baseline

PLAIN_ROUNDS = 8_000_000  # to learn values, and again to record the policy
COMPARED_DECISIONS = 150  # of master
SEED = 31

Slots = NDArray[np.uint64]


class TimedResponder(LocalBestResponsePlayer):
    """Responder that records the time of each decision, except in last turns."""

    def __init__(
        self,
        slots: Slots,
        seconds: list[float],
        seed: int | None = None,
        policy: ViewPolicy | None = None,
        noise: float = 0.0,
    ) -> None:
        super().__init__(slots, seed, policy=policy, noise=noise)
        self._seconds = seconds

    def choose(self, view: View) -> str:
        start = time.perf_counter()
        chosen = super().choose(view)
        if not view.last_turns:
            self._seconds.append(time.perf_counter() - start)
        return chosen


def respond(deals: int, to_master: int) -> None:
    """Print the responder's budget and its winnings against each policy in the full game."""
    rules = RuleSet("pagat")
    blueprint = blueprint_for(rules, 2)
    plain = learn_greedy_baseline(rules, 2, PLAIN_ROUNDS, PLAIN_ROUNDS, 1 << 22, SEED)
    subjects: list[tuple[str, Bot, Slots, ViewPolicy | None, int]] = [
        ("plain self-taught, queried", _player(plain), blueprint, BlueprintPolicy(plain), deals),
        ("master, queried", "master", blueprint, SearchPolicy(), to_master),
        ("plain self-taught, policy known", _player(plain), plain, None, deals),
        ("blueprint, policy known", _player(blueprint), blueprint, None, deals),
    ]
    print_budget(rules)
    print_table(
        ["opponent", "deals", "won, lives a round", "95 %", "seconds a decision"],
        (
            winnings(name, opponent, slots, policy, number)
            for name, opponent, slots, policy, number in subjects
            if number
        ),
    )


def print_budget(rules: RuleSet) -> None:
    budget, policy = ResponseBudget(), SearchPolicy()
    first, *later = budget.stages
    best = ", ".join(f"the {most} best in {worlds:,}" for worlds, most in later)
    search = policy.budget
    print(f"worlds: all actions in {first[0]}, {best}")
    print(
        f"queries: {budget.hands} hands for the last {budget.turns} turns, every hand for the "
        f"dealer's choice, replies to the {budget.replied_actions} best actions in "
        f"{budget.reply_worlds} worlds, "
        f"played out {budget.reply_rollouts} times; none after {budget.max_turns} turns in total"
    )
    same, likely, again = agreement(rules, policy, COMPARED_DECISIONS)
    print(
        f"master is queried by its search with {search.worlds:,} worlds, {search.rollouts:,} "
        f"rollouts and replies in {search.replies} worlds, blurred by {policy.blur}: the query "
        f"names its action as the best in {same:.0%} of {COMPARED_DECISIONS} decisions, with a "
        f"probability of {likely:.2f} (geometric mean); searching again, master chooses the same "
        f"in {again:.0%}\n"
    )


def winnings(
    name: str, opponent: Bot, slots: Slots, policy: ViewPolicy | None, deals: int
) -> list[str]:
    seconds: list[float] = []
    slips = SLIPS if policy else 0.0
    responder = partial(TimedResponder, slots, seconds, policy=policy, noise=slips)
    comparison = compare("pagat", 2, [responder, opponent], deals, seed=SEED)
    diff = comparison.contests[0].contenders[0].diff
    assert diff is not None
    assert diff.low is not None
    assert diff.high is not None
    limits = f"{-diff.high:.3f} to {-diff.low:.3f}"
    return [name, f"{deals:,}", f"{-diff.mean:.3f}", limits, f"{np.mean(seconds):.2f}"]


def agreement(rules: RuleSet, policy: SearchPolicy, number: int) -> tuple[float, float, float]:
    """Compare the queried policy of ``master`` with its choices.

    Returns how often both have the same best action, the queried probability of ``master``'s action
    (geometric mean), and how often ``master`` chooses the same action in a second search.
    """
    chance = Random(SEED)
    master = SearchPlayer("master", SEED)
    same = again = logs = 0.0
    for view in _decisions(rules, number, chance):
        chosen = master.choose(view)
        probabilities = policy.action_probabilities(view, chance)
        same += max(probabilities, key=probabilities.__getitem__) == chosen
        again += master.choose(view) == chosen
        logs += log(max(probabilities[chosen], 1e-9))
    return same / number, exp(logs / number), again / number


def _decisions(rules: RuleSet, number: int, chance: Random) -> Iterator[View]:
    """Yield ``number`` views of one seat, before last turns, in rounds played by the blueprint."""
    player = BlueprintPlayer(SEED)
    dealer = 0
    while True:
        round_ = Round(rules, 2, chance.sample(rules.cards, len(rules.cards)), dealer)
        dealer = 1 - dealer
        while not round_.over:
            assert round_.to_act is not None
            view = round_.view(round_.to_act)
            if view.seat == 0 and not view.last_turns:
                yield view
                number -= 1
                if number == 0:
                    return
            round_.play(player.choose(view))


def _player(slots: Slots) -> Bot:
    return partial(BlueprintPlayer, blueprint=slots)
