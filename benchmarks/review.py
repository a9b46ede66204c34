"""Reviews of matches: calibration of the chances, error rates of the levels, stability and speed.

Run it with ``make benchmark-review``. Bots of mixed levels play matches of two to four players. For
every round and seat, one moment at random is compared with the result of the match.
"""

import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from math import sqrt
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from benchmarks.harness import arguments, print_table, processor
from schwimmen.analysis import EFFORTS, GRADE_LIMITS, ReviewedMoment, review
from schwimmen.players import make_player, play_match
from schwimmen.players.cpu_count import cpu_count
from schwimmen.rules import Match

LEVELS = ("beginner", "casual", "greedy", "club", "blueprint", "expert")
GAMES = tuple((preset, players) for preset in ("pagat", "dutch") for players in (2, 3, 4))
QUANTILE = 1.96  # half the width of a 95 % interval, in standard errors
GRADES = (None, *GRADE_LIMITS)


class Played(NamedTuple):
    """Match, and the level of every seat."""

    match: Match
    levels: tuple[str, ...]


def matches(number: int, seed: int) -> Iterator[Played]:
    """Yield matches between bots of mixed levels."""
    chance = Random(seed)
    for _ in range(number):
        preset, players = chance.choice(GAMES)
        match = Match(preset, players=players, seed=chance.getrandbits(32), lives=3)
        levels = tuple(chance.choice(LEVELS) for _ in range(players))
        bots = [make_player(level, chance.getrandbits(32)) for level in levels]
        yield Played(play_match(match, bots), levels)


def samples(
    moments: Sequence[ReviewedMoment], winners: Sequence[int], chance: Random
) -> Iterator[tuple[float, float, float]]:
    """Yield the chance at a moment, that before its round, and the share of the match won.

    There is one moment for each round and each seat that takes part in it.
    """
    rounds: dict[int, list[ReviewedMoment]] = defaultdict(list)
    for moment in moments:
        rounds[moment.round].append(moment)
    for number in range(1, max(rounds) + 1):
        (*_, before), during = rounds[number - 1], rounds[number][:-1]
        for seat, start in enumerate(before.chances):
            if start.value > 0 and during:
                won = (seat in winners) / len(winners)
                yield chance.choice(during).chances[seat].value, start.value, won


def print_calibration(found: NDArray[np.float64]) -> None:
    """Print predicted and realised frequencies in tenths, and Brier scores."""
    predicted, before, won = found.T
    rows = []
    for tenth in range(10):
        inside = (np.minimum(predicted * 10, 9).astype(int)) == tenth
        count = int(inside.sum())
        if count:
            share = won[inside].mean()
            rows.append(
                [
                    f"{tenth / 10:.1f} to {(tenth + 1) / 10:.1f}",
                    f"{count:,}",
                    f"{predicted[inside].mean():.1%}",
                    f"{share:.1%}",
                    f"± {QUANTILE * sqrt(share * (1 - share) / count):.1%}",
                ]
            )
    print_table(["chance", "moments", "predicted", "won", "95 %"], rows)
    scores = (("chance at the moment", predicted), ("chance by lives", before))
    print_table(
        ["Brier score", ""],
        [[name, f"{np.mean((values - won) ** 2):.4f}"] for name, values in scores],
    )


def main() -> None:
    """Review matches and print the tables."""
    parser = arguments(__doc__)
    parser.add_argument("--matches", type=int, default=400)
    parser.add_argument("--effort", choices=tuple(EFFORTS), default="decisions")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chance = Random(options.seed)
    found: list[tuple[float, float, float]] = []
    rates: dict[str, list[tuple[float, int]]] = defaultdict(list)
    seconds: dict[str, list[float]] = defaultdict(list)
    changed: list[int] = []
    for number, (match, levels) in enumerate(matches(options.matches, options.seed)):
        start = time.process_time()
        reviewed = review(match, options.effort, seed=number)
        if len(levels) == max(players for _, players in GAMES):
            seconds[options.effort].append(time.process_time() - start)
        found += samples(reviewed.moments, match.winners, chance)
        for player in reviewed.players:
            rates[levels[player.seat]].append((player.loss, player.decisions))
        again = review(match, options.effort, seed=number + options.matches)
        for one, other in zip(reviewed.decisions, again.decisions, strict=True):
            changed.append(abs(GRADES.index(one.grade) - GRADES.index(other.grade)))
    print(f"{processor()}, {cpu_count()} cores; {options.matches} matches, {options.effort}\n")
    print_calibration(np.array(found))
    rows = []
    for level in LEVELS:
        losses, decisions = np.array(rates[level]).T
        rate = 100 * losses.sum() / decisions.sum()
        spread = 100 * (losses - rate / 100 * decisions)
        error = sqrt(np.sum(spread**2)) / decisions.sum()
        rows.append([level, f"{int(decisions.sum()):,}", f"{rate:.0f} ± {QUANTILE * error:.0f}"])
    print_table(["level", "decisions", "points lost in 100, 95 %"], rows)
    more = np.array(changed)
    print_table(
        ["two seeds", "decisions"],
        [
            ["other grade", f"{np.mean(more > 0):.2%}"],
            ["more than one grade apart", f"{np.mean(more > 1):.2%}"],
        ],
    )
    for effort, taken in seconds.items():
        print(f"{effort}: {np.mean(taken):.2f} s of one core for a match of four")


if __name__ == "__main__":
    main()
