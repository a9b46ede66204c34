"""Every bot of the ladder against every other: differences, and matches won heads-up.

Run it with ``make ladder``. Each pair has a number of seconds for its deals, and again for its
matches, on all workers: slow levels play fewer of them and have wider intervals. Ctrl-C prints the
results so far. ``--freeze`` rewrites the digests of all bots and plays nothing.
"""

import argparse
import platform
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise, permutations
from statistics import NormalDist

from benchmarks.harness import print_table, processor, versions, workers_by_kind
from schwimmen.arena import (
    Contest,
    Interval,
    compare,
    freeze_ladder,
    frozen_ladder,
    ladder_bots,
    play_digest,
    players_digest,
)
from schwimmen.players import LEVELS
from schwimmen.players.policies import all_compiled
from schwimmen.rules import RuleSet, SchwimmenError
from schwimmen.simulation import Workers
from schwimmen.simulation.bots import check_opponents
from schwimmen.simulation.cli_arguments import add_worker_options
from schwimmen.simulation.console import progress_bar

SECONDS = 10.0
TABLES = (2, 4)  # players
MOST = {"deals": 1_000_000, "matches": 100_000}
FIRST = {"deals": (20_000, 16), "matches": (2_000, 4)}  # to estimate the speed
WARM_UP = 8  # deals or matches that start processes
SEED = 1
MINUS = "−"
TITLES = {
    "deals": "{players} players: {scores} a round, less the mean of the other seats, all of which "
    "are the column, ± 95 %",
    "matches": "{players} players: percentage of matches that the row wins against the column, "
    "± 95 %",
}


@dataclass
class Plan:
    """Rules, time and workers for all pairs."""

    preset: str
    seconds: float
    workers: Callable[[bool], Workers]

    def play(self, players: int, pair: tuple[str, str], kind: str) -> Contest:
        """Play as many deals, or matches, as there is time for."""
        compiled = all_compiled(pair)

        def played(number: int) -> Contest:
            comparison = compare(
                self.preset,
                players,
                pair,
                deals=number if kind == "deals" else None,
                matches=number if kind == "matches" else None,
                seed=SEED,
                workers=self.workers(compiled),
            )
            return comparison.contests[0]

        first = FIRST[kind][not compiled]
        played(WARM_UP)
        start = time.perf_counter()
        contest = played(first)
        seconds = time.perf_counter() - start
        number = min(MOST[kind], int(first * self.seconds / seconds))
        return played(number) if number > 2 * first else contest


def pairs_of(bots: Sequence[str], players: int) -> list[tuple[str, str]]:
    """Return the pairs of bots; with two players both orders are the same."""
    return list((combinations if players == 2 else permutations)(bots, 2))


def cell(interval: Interval | None, scale: int, places: int) -> str:
    """Format an interval; ``scale`` is 100 for a share, -1 for the other side."""
    if interval is None or interval.high is None or interval.low is None:
        return ""
    half = (interval.high - interval.low) / 2 * abs(scale)
    return f"{scale * interval.mean:.{places}f} ± {half:.{places}f}".replace("-", MINUS)


def print_matrix(
    bots: Sequence[str],
    cells: dict[tuple[str, str], str],
) -> None:
    """Print a table of rows against columns."""
    print_table(
        ["", *bots],
        (
            [bot, *("" if bot == other else cells.get((bot, other), "") for other in bots)]
            for bot in bots
        ),
    )


def deals_table(
    contests: dict[tuple[str, str], Contest], players: int
) -> dict[tuple[str, str], str]:
    """Return the cells of the differences, which are symmetric heads-up."""
    cells = {}
    for (one, other), contest in contests.items():
        diff = contest.contenders[0].diff
        cells[one, other] = cell(diff, 1, 3 if players == 2 else 4)
        if players == 2:
            cells[other, one] = cell(diff, -1, 3)
    return cells


def matches_table(contests: dict[tuple[str, str], Contest]) -> dict[tuple[str, str], str]:
    """Return the cells of the shares won, in percent, for both sides."""
    cells = {}
    for (one, other), contest in contests.items():
        won = contest.contenders[0].won
        cells[one, other] = cell(won, 100, 2)
        if won is not None and won.low is not None and won.high is not None:
            rest = Interval(1 - won.mean, won.error, 1 - won.high, 1 - won.low)
            cells[other, one] = cell(rest, 100, 2)
    return cells


def print_steps(
    bots: Sequence[str], contests: dict[tuple[str, str], Contest], for_points: bool
) -> None:
    """Print each level against the one below, with the p-value of the difference."""
    levels = [level for level in LEVELS if level in bots and level != "greedy"]
    rows = []
    for below, level in pairwise(levels):
        # Heads-up there is one contest for both, and either may be the first.
        turned = (level, below) not in contests
        contest = contests.get((below, level) if turned else (level, below))
        diff = contest.contenders[0].diff if contest else None
        if diff and diff.error:
            gain = diff.mean * (-1 if turned else 1) * (1 if for_points else -1)
            chance = NormalDist().cdf(-gain / diff.error)
            rows.append(
                [
                    level,
                    below,
                    cell(diff, -1 if turned else 1, 4),
                    "< .0001" if chance < 1e-4 else f"{chance:.4f}",
                ]
            )
    if rows:
        print()
        print_table(["level", "the level below", "difference", "p"], rows)


def print_bots(bots: Sequence[str]) -> None:
    """Print the digest of each bot of the ladder, and whether it is the frozen one."""
    frozen = frozen_ladder()
    rows = []
    for bot in (bot for bot in bots if bot in ladder_bots()):
        now, before = play_digest(bot), frozen.plays.get(bot)
        status = "as frozen" if now == before else f"changed, was {before}"
        rows.append([bot, now, status if before else "new"])
    print_table(["bot", "digest", ""], rows)
    same = players_digest() == frozen.sources
    print(f"\nSources and data of players {players_digest()}{', as frozen' if same else ''}.")


def main() -> int:
    """Play all pairs and print the tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--bots", nargs="+", default=ladder_bots(), metavar="BOT")
    parser.add_argument("--preset", default="pagat")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="for each pair")
    parser.add_argument("--freeze", action="store_true")
    add_worker_options(parser)
    options = parser.parse_args()
    try:
        rules = RuleSet(options.preset)
        check_opponents(options.bots, TABLES[0], together=False)
    except SchwimmenError as error:
        parser.error(str(error))
    if options.freeze:
        freeze_ladder()
        print_bots(ladder_bots())
        return 0

    contests_to_play = [
        (kind, players, pair)
        for kind, tables in (("deals", TABLES), ("matches", TABLES[:1]))
        for players in tables
        for pair in pairs_of(options.bots, players)
    ]
    results: dict[tuple[str, int], dict[tuple[str, str], Contest]] = {}
    interrupted = False
    with (
        workers_by_kind(options) as workers,
        progress_bar(len(contests_to_play)) as progress,
    ):
        plan = Plan(options.preset, options.seconds, workers)
        try:
            for number, (kind, players, pair) in enumerate(contests_to_play, 1):
                contests = results.setdefault((kind, players), {})
                contests[pair] = plan.play(players, pair, kind)
                progress(number)
        except KeyboardInterrupt:
            interrupted = True

    print(f"{processor()}; {platform.system()}")
    print(f"Python {platform.python_version()}, {versions(['numpy'])}")
    print(f"{options.preset}, {options.seconds:g} seconds a pair, seed {SEED}\n")
    print_bots(options.bots)
    scores = "points of the row" if rules.scoring == "points" else "lives that the row loses"
    for (kind, players), contests in results.items():
        numbers = [getattr(contest, kind) for contest in contests.values()] or [0]
        title = TITLES[kind].format(players=players, scores=scores)
        print(f"\n{title}; {min(numbers):,} to {max(numbers):,} {kind} a pair:\n")
        cells = deals_table(contests, players) if kind == "deals" else matches_table(contests)
        print_matrix(options.bots, cells)
        if kind == "deals":
            print_steps(options.bots, contests, rules.scoring == "points")
    return 130 if interrupted else 0


if __name__ == "__main__":
    sys.exit(main())
