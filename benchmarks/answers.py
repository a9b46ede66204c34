"""What a search takes that knows the policy of its opponent; see ``exploitability.py``."""

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
from schwimmen.analysis.local_best_response.queries import BlueprintPolicy, SearchPolicy, ViewPolicy
from schwimmen.arena.comparison import compare
from schwimmen.players.blueprint.player import BlueprintPlayer
from schwimmen.players.blueprint.policy_table import blueprint_for
from schwimmen.players.search.search import SearchPlayer
from schwimmen.rules import Round, RuleSet, View
from schwimmen.simulation.bots import Bot
from schwimmen.training.greedy_baseline import learn_greedy_baseline

PLAIN_ROUNDS = 8_000_000  # to learn values, and as many to write play down
SLIPS = 0.3
"""How often whoever is asked is taken to do anything else than the blueprint would, at first."""

LOOKED_AT = 150  # decisions of master
SEED = 31

Slots = NDArray[np.uint64]


class Timed(LocalBestResponsePlayer):
    """Notes how long each of its decisions takes, but for last turns."""

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
    """Print what the responder takes from each policy in the full game, and its budget."""
    rules = RuleSet("pagat")
    blueprint = blueprint_for(rules, 2)
    plain = learn_greedy_baseline(rules, 2, PLAIN_ROUNDS, PLAIN_ROUNDS, 1 << 22, SEED)
    subjects: list[tuple[str, Bot, Slots, ViewPolicy | None, int]] = [
        ("plain self-taught", _player(plain), blueprint, BlueprintPolicy(plain), deals),
        ("master", "master", blueprint, SearchPolicy(), to_master),
        ("plain self-taught, known by heart", _player(plain), plain, None, deals),
        ("blueprint, known by heart", _player(blueprint), blueprint, None, deals),
    ]
    print_budget(rules)
    print_table(
        ["opponent", "deals", "taken, lives a round", "95 %", "seconds a decision"],
        (
            taken(name, opponent, slots, asked, number)
            for name, opponent, slots, asked, number in subjects
            if number
        ),
    )


def print_budget(rules: RuleSet) -> None:
    budget, asked = ResponseBudget(), SearchPolicy()
    first, *later = budget.stages
    best = ", ".join(f"the {most} best in {worlds:,}" for worlds, most in later)
    effort = asked.budget
    print(f"worlds: all actions in {first[0]}, {best}")
    print(
        f"asked: {budget.hands} hands for the last {budget.turns} turns, every hand for the choice "
        f"of a dealer, the answers to the {budget.tried} best actions in {budget.answered} worlds, "
        f"played out {budget.times} times; nothing after {budget.longest} turns in all"
    )
    same, likely, again = agreement(rules, asked, LOOKED_AT)
    print(
        f"master is asked by its search with {effort.worlds:,} worlds, {effort.rollouts:,} "
        f"rollouts and answers in {effort.replies} worlds, blurred by {asked.blur}: what master "
        f"chooses is best in {same:.0%} of "
        f"{LOOKED_AT} decisions, and likely by {likely:.2f} (geometric mean); looking again, "
        f"master chooses the same in {again:.0%}\n"
    )


def taken(
    name: str, opponent: Bot, slots: Slots, asked: ViewPolicy | None, deals: int
) -> list[str]:
    seconds: list[float] = []
    slips = SLIPS if asked else 0.0
    responder = partial(Timed, slots, seconds, policy=asked, noise=slips)
    found = compare("pagat", 2, [responder, opponent], deals, seed=SEED)
    diff = found.contests[0].contenders[0].diff
    assert diff is not None
    assert diff.low is not None
    assert diff.high is not None
    limits = f"{-diff.high:.3f} to {-diff.low:.3f}"
    return [name, f"{deals:,}", f"{-diff.mean:.3f}", limits, f"{np.mean(seconds):.2f}"]


def agreement(rules: RuleSet, asked: SearchPolicy, number: int) -> tuple[float, float, float]:
    """How well asking tells what ``master`` chooses.

    How often both call the same action best, how likely asking calls what ``master`` chooses
    (geometric mean), and how often ``master`` chooses the same when it looks again.
    """
    chance = Random(SEED)
    master = SearchPlayer("master", SEED)
    same = again = logs = 0.0
    for view in _decisions(rules, number, chance):
        chosen = master.choose(view)
        shares = asked.action_probabilities(view, chance)
        same += max(shares, key=shares.__getitem__) == chosen
        again += master.choose(view) == chosen
        logs += log(max(shares[chosen], 1e-9))
    return same / number, exp(logs / number), again / number


def _decisions(rules: RuleSet, number: int, chance: Random) -> Iterator[View]:
    """So many views of one seat, before last turns, in rounds that the blueprint plays."""
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
