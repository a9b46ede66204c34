"""Comparison of methods of learning by self-play.

Run it with ``make benchmark-methods``. *Values* always plays the action with the best afterstate
value. *Regrets* is Monte Carlo counterfactual regret minimization (MCCFR) from a blank start;
*values, then regrets* is how blueprints are trained. All are stored in policy tables and looked up
as blueprints are, so that only the policies differ. With ``--responder`` a local best response, a
search that knows the policy, plays against each heads-up: its winnings are a lower bound of those
of the best response.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Final
from unittest.mock import patch

import numpy as np
from numpy.typing import NDArray

from benchmarks.harness import print_machine, print_table
from schwimmen.analysis.local_best_response.player import LocalBestResponsePlayer
from schwimmen.arena import compare
from schwimmen.players import policies
from schwimmen.players.level_players import BlueprintPlayer
from schwimmen.rules import RuleSet
from schwimmen.simulation import simulate
from schwimmen.simulation.bots import Bot
from schwimmen.training.greedy_baseline import learn_greedy_baseline
from schwimmen.training.train import pack_average_policy, train_by_self_play

PLACES: Final = 1 << 22
SEED: Final = 31
ROUNDS: Final = 2_000_000
SITUATIONS: Final = {2: 900_000, 4: 350_000}
OTHERS: Final = ("greedy", "greedy-20", "greedy-27")

Slots = NDArray[np.uint64]


def train(rules: RuleSet, players: int, values: int, regrets: int) -> Slots:
    table = train_by_self_play(rules, players, values, regrets, PLACES, SEED)
    return pack_average_policy(table, SITUATIONS[players])


def methods(rules: RuleSet, players: int, million: float) -> dict[str, Callable[[], Slots]]:
    """Return the methods for the time of this many million rounds with values.

    A round with regrets takes four times as long.
    """
    rounds = int(1_000_000 * million)
    return {
        "values": partial(learn_greedy_baseline, rules, players, rounds, rounds, PLACES, SEED),
        "regrets": partial(train, rules, players, 0, rounds // 4),
        "values, then regrets": partial(train, rules, players, rounds // 2, rounds // 8),
    }


def cells(name: str, learn: Callable[[], Slots], players: int, deals: int) -> Iterator[str]:
    start = time.process_time()
    slots = learn()
    yield from (f"{players}", name, f"{(time.process_time() - start) / 60:.1f}")
    yield f"{np.count_nonzero(slots):,}"
    with patch.object(policies, "blueprint_for", lambda rules, seats: slots):
        for other in OTHERS:
            bots = ["blueprint", *[other] * (players - 1)]
            its, theirs = simulate("pagat", players, bots, ROUNDS, seed=SEED).by_bot
            yield f"{its.lost.mean - theirs.lost.mean:+.4f}".replace("-", "−")
    if not deals or players != 2:
        yield "–"
        return
    pair: list[Bot] = [
        partial(LocalBestResponsePlayer, slots),
        partial(BlueprintPlayer, blueprint=slots),
    ]
    diff = compare("pagat", 2, pair, deals, seed=SEED).contests[0].contenders[0].diff
    assert diff is not None
    assert diff.high is not None
    yield f"{-diff.mean:.3f} ± {diff.high - diff.mean:.3f}"


def main() -> None:
    """Train and play by every method, with two and with four players."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--million", type=float, default=8.0, help="million rounds with values")
    parser.add_argument(
        "--responder", type=int, default=0, metavar="DEALS", help="deals of a local best response"
    )
    parser.add_argument("--players", type=int, nargs="+", default=[2, 4], choices=SITUATIONS)
    chosen = parser.parse_args()
    print_machine(", one used", ("numpy",))
    print(f"a difference in lives a round, from {ROUNDS:,} rounds; below 0 is better\n")
    rules = RuleSet("pagat")
    rows = (
        list(cells(name, learn, players, chosen.responder))
        for players in chosen.players
        for name, learn in methods(rules, players, chosen.million).items()
    )
    head = ["players", "method", "minutes", "information sets", *OTHERS, "won by a responder"]
    print_table(head, rows)


if __name__ == "__main__":
    main()
