"""What the strongest player is worth, beside what was wanted of it.

Run it with ``python -m benchmarks.strength``. Every goal has so many seconds on all cores; then its
limits are told. The models of others that the search reckons with are none of these bots.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass
from typing import Final

from benchmarks.harness import print_machine, print_table
from schwimmen.arena import Interval, compare
from schwimmen.players.cpu_count import cpu_count
from schwimmen.players.policies import all_compiled
from schwimmen.rules import RuleSet
from schwimmen.simulation import Workers, threads
from schwimmen.simulation.workers import process_pool

SECONDS: Final = 60.0
SEED: Final = 7
MINUS: Final = "−"


@dataclass(frozen=True)
class Goal:
    """Something wanted: a difference over deals, or a share of matches, of the first bot."""

    wanted: str
    bots: tuple[str, str]
    players: int = 2
    preset: str = "pagat"
    matches: bool = False


GOALS: Final = (
    *(
        Goal(f"{MINUS}.15", ("master", bot))
        for bot in ("greedy", "greedy-20", "greedy-27", "greedy-30")
    ),
    Goal(f"{MINUS}.03; after {MINUS}.045", ("master", "greedy"), players=4),
    Goal("66 %; after 72 %", ("master", "greedy"), matches=True),
    *(
        Goal("better" if better else "", (bot, "greedy"), players, preset)
        for preset in ("dutch", "choy", "app-a9")
        for players in (2, 4)
        for bot, better in (("master", True), ("blueprint", False))
    ),
    Goal("better", ("blueprint", "greedy")),
    Goal("better", ("blueprint", "greedy"), players=4),
    Goal("70 %", ("casual", "beginner"), matches=True),
)


@dataclass(frozen=True)
class Found:
    """What came of a goal."""

    goal: Goal
    units: int
    rounds_a_second: float
    own: float
    figure: Interval


def play(goal: Goal, seconds: float, slow: Workers, fast: Workers) -> Found:
    """As many deals or matches as there is time for."""
    workers = fast if all_compiled(goal.bots) else slow

    def played(number: int) -> Found:
        start = time.perf_counter()
        contest = compare(
            goal.preset,
            goal.players,
            goal.bots,
            deals=None if goal.matches else number,
            matches=number if goal.matches else None,
            seed=SEED,
            workers=workers,
        ).contests[0]
        first = contest.contenders[0]
        figure = first.won if goal.matches else first.diff
        assert figure is not None
        rate = contest.rounds / (time.perf_counter() - start)
        return Found(goal, number, rate, first.score or 0.0, figure)

    number = 8
    played(number)  # in which code is compiled
    while True:
        start = time.perf_counter()
        found = played(number)
        taken = time.perf_counter() - start
        if taken > seconds / 20:
            break
        number *= 4
    more = int(number * seconds / taken)
    return played(more) if more > 2 * number else found


def row(found: Found) -> list[str]:
    """A line of the table."""
    goal, figure = found.goal, found.figure
    points = RuleSet(goal.preset).scoring == "points"
    if goal.matches:
        told = f"{100 * figure.mean:.1f} % of matches"
    else:
        told = f"{figure.mean:+.3f}{' points' if points else ''}"
    assert figure.high is not None
    assert figure.low is not None
    half = (figure.high - figure.low) / 2 * (100 if goal.matches else 1)
    return [
        goal.bots[0],
        goal.bots[1],
        goal.preset,
        str(goal.players),
        goal.wanted,
        f"{told} ± {half:.{1 if goal.matches else 3}f}".replace("-", MINUS),
        f"{found.units:,}",
        f"{found.rounds_a_second:,.0f}",
    ]


def main() -> None:
    """Play for all goals and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=SECONDS, help="for each goal")
    parser.add_argument("--only", default="", help="goals of this bot, preset or opponent")
    options = parser.parse_args()
    print_machine("", ("numba", "numpy"))
    print()
    goals = [
        goal
        for goal in GOALS
        if not options.only or options.only in (*goal.bots, goal.preset, str(goal.players))
    ]
    with process_pool(cpu_count()) as pool:
        slow = Workers(pool, cpu_count())
        rows = [row(play(goal, options.seconds, slow, threads(cpu_count()))) for goal in goals]
    print_table(
        ["bot", "others", "rules", "players", "wanted", "found", "deals or matches", "rounds/s"],
        rows,
    )


if __name__ == "__main__":
    main()
