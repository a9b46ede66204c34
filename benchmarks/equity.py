"""Estimated winning chances by seat, compared with matches that are played out.

Run it with ``make benchmark-equity`` (about ten minutes). All bots play ``greedy``, from whose
losses the chances were computed; the remaining differences are the approximations of the equity
tables and sampling error.
"""

import time
from collections.abc import Iterator
from math import sqrt
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from benchmarks.harness import arguments, print_table, processor, workers_of
from schwimmen.players.equity import equity, match_state
from schwimmen.players.equity.builder import equity_model
from schwimmen.rules import RuleSet
from schwimmen.simulation import run_chunks, threads
from schwimmen.simulation.cli_arguments import add_worker_options
from schwimmen.training import win_shares

TABLES = (
    *((RuleSet("pagat"), seats) for seats in (2, 3, 4, 6, 8)),
    *((RuleSet("app"), seats) for seats in (2, 3, 4, 6)),
    *((RuleSet("dutch"), seats) for seats in (2, 3, 4, 6, 8)),
    (RuleSet("pagat", lives=10), 8),
    (RuleSet("pagat", lives=30), 4),
    (RuleSet("pagat", pass_=False, replace_789=True), 4),
)
QUANTILE = 1.96  # half the width of a 95 % interval, in standard errors


class Start(NamedTuple):
    """Standing from which matches are played."""

    rules: RuleSet
    lives: tuple[int, ...]
    dealer: int
    matches: int
    seed: int


class Comparison(NamedTuple):
    """Estimated chances and shares won, by place from the leader to the dealer."""

    chance: NDArray[np.float64]
    share: NDArray[np.float64]
    matches: int

    @property
    def error(self) -> NDArray[np.float64]:
        """Standard error of the shares."""
        return np.sqrt(self.chance * (1 - self.chance) / self.matches)


def starts(rules: RuleSet, seats: int, number: int, matches: int) -> Iterator[Start]:
    """Yield the start of a match, then standings with random lives and dealers."""
    random = Random(f"{rules!r} {seats}")
    yield Start(rules, (rules.lives,) * seats, seats - 1, matches, 0)
    for seed in range(1, number):
        lives = [random.randint(1, rules.lives) for _ in range(seats)]
        if rules.last_chance == "all":
            lives = [left - (random.random() < 0.25) * left for left in lives]
        elif random.random() < 0.5:
            lives[random.randrange(seats)] = 0  # this seat has taken the chicken
        yield Start(rules, tuple(lives), random.randrange(seats), matches, seed)


def compare(start: Start) -> Comparison:
    """Play matches from a standing."""
    rules, lives, dealer, matches, seed = start
    match = match_state(rules, lives, dealer)
    won = win_shares(rules, "greedy", match, matches, seed)
    order = (np.arange(len(lives)) + int(match[0].leader)) % len(lives)
    return Comparison(np.array(equity(rules, lives, dealer))[order], won[order], matches)


def seconds_to_build(rules: RuleSet, seats: int) -> float:
    """Return the time to compute the equity table, once the engine is loaded."""
    equity_model(rules, seats)
    equity_model.cache_clear()
    start = time.perf_counter()
    equity_model(rules, seats)
    return time.perf_counter() - start


def main() -> None:
    """Play from the start and from random standings, and print two tables."""
    parser = arguments(__doc__)
    parser.add_argument("--matches", type=int, default=40_000, help="from each standing")
    parser.add_argument("--standings", type=int, default=20, help="for each table")
    add_worker_options(parser)
    options = parser.parse_args()
    print(processor())
    first, rest = [], []
    with workers_of(options, threads) as workers:
        for rules, seats in TABLES:
            built = seconds_to_build(rules, seats)
            chunks = starts(rules, seats, options.standings, options.matches)
            results = list(run_chunks(compare, chunks, workers))
            name = ", ".join([rules.preset, *(f"{k} {v}" for k, v in rules.changed.items())])
            start = results[0]
            first.append(
                [
                    name,
                    str(seats),
                    " ".join(f"{chance:.2%}" for chance in start.chance),
                    " ".join(f"{share:.2%}" for share in start.share),
                    f"± {QUANTILE * start.error.max():.2%}",
                ]
            )
            differences = np.concatenate([one.chance - one.share for one in results])
            errors = np.concatenate([one.error for one in results])
            spread, noise = (np.mean(values**2) for values in (differences, errors))
            worst = np.abs(differences).argmax()
            rest.append(
                [
                    name,
                    str(seats),
                    f"{sqrt(spread):.2%}",
                    f"{sqrt(noise):.2%}",
                    f"{sqrt(max(0, spread - noise)):.2%}",
                    f"{abs(differences[worst]):.2%} ± {QUANTILE * errors[worst]:.2%}",
                    f"{1000 * built:,.0f}",
                ]
            )
    print(f"{options.standings} standings for each table, {options.matches:,} matches from each\n")
    print("From the start, by place from the leader to the dealer:\n")
    print_table(["rules", "players", "chance to win", "matches won", "95 %"], first)
    print("\nFrom the start and from random standings:\n")
    head = ["rules", "players", "difference, rms", "sampling error", "without it"]
    print_table([*head, "largest, 95 %", "table computed in ms"], rest)


if __name__ == "__main__":
    main()
