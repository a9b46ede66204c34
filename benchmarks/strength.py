"""Strength of the strongest levels, compared with the targets set for them.

Run it with ``make benchmark-strength``. Every target has a number of seconds on all workers; the
result has a 95 % interval. The opponent models of the search are none of these bots.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass
from typing import Final

from benchmarks.harness import print_machine, print_table, workers_by_kind
from schwimmen.arena import Interval, compare
from schwimmen.players.policies import all_compiled
from schwimmen.rules import RuleSet
from schwimmen.simulation import Workers
from schwimmen.simulation.cli_arguments import add_worker_options

SECONDS: Final = 60.0
SEED: Final = 7
MINUS: Final = "−"


@dataclass(frozen=True)
class Goal:
    """Target of the first bot: a difference over deals, or a share of matches."""

    target: str
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
class Result:
    """Result of a goal."""

    goal: Goal
    units: int
    rounds_a_second: float
    own: float
    figure: Interval


def play(goal: Goal, seconds: float, workers: Workers) -> Result:
    """Play as many deals or matches as there is time for."""

    def played(number: int) -> Result:
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
        return Result(goal, number, rate, first.score or 0.0, figure)

    number = 8
    played(number)  # loads data and computes match equity
    while True:
        start = time.perf_counter()
        result = played(number)
        taken = time.perf_counter() - start
        if taken > seconds / 20:
            break
        number *= 4
    more = int(number * seconds / taken)
    return played(more) if more > 2 * number else result


def row(result: Result) -> list[str]:
    """Return the row of a result."""
    goal, figure = result.goal, result.figure
    points = RuleSet(goal.preset).scoring == "points"
    if goal.matches:
        value = f"{100 * figure.mean:.1f} % of matches"
    else:
        value = f"{figure.mean:+.3f}{' points' if points else ''}"
    assert figure.high is not None
    assert figure.low is not None
    half = (figure.high - figure.low) / 2 * (100 if goal.matches else 1)
    return [
        goal.bots[0],
        goal.bots[1],
        goal.preset,
        str(goal.players),
        goal.target,
        f"{value} ± {half:.{1 if goal.matches else 3}f}".replace("-", MINUS),
        f"{result.units:,}",
        f"{result.rounds_a_second:,.0f}",
    ]


def main() -> None:
    """Play for all goals and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=SECONDS, help="for each goal")
    parser.add_argument("--only", default="", help="goals of this bot, preset or opponent")
    add_worker_options(parser)
    options = parser.parse_args()
    print_machine("", ("numpy",))
    goals = [
        goal
        for goal in GOALS
        if not options.only or options.only in (*goal.bots, goal.preset, str(goal.players))
    ]
    with workers_by_kind(options) as workers:
        rows = [
            row(play(goal, options.seconds, workers(all_compiled(goal.bots)))) for goal in goals
        ]
    print_table(
        ["bot", "others", "rules", "players", "target", "result", "deals or matches", "rounds/s"],
        rows,
    )


if __name__ == "__main__":
    main()
