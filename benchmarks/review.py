"""Reviews of matches: calibration, error rates, mistakes found, stability, speed, other estimates.

Run it with ``make benchmark-review`` (``ARGS="--parts levels --workers 8"`` for some of it). Bots
of mixed levels play the matches; each part states how many.
"""

import time
from argparse import Namespace
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import chain, count, product
from math import erfc, sqrt
from random import Random
from typing import NamedTuple, TypeVar

import numpy as np

from benchmarks.harness import arguments, kept, print_table, processor, workers_of
from benchmarks.independent import Decision, print_checks
from schwimmen.analysis import EFFORTS, GRADE_LIMITS, Effort, review
from schwimmen.analysis.match_review.course import Estimator, course_of
from schwimmen.analysis.match_review.efforts import DEFAULT_EFFORT
from schwimmen.analysis.match_review.moments import reviewed_moment
from schwimmen.players import make_player, play_match
from schwimmen.players.budget import SearchBudget
from schwimmen.players.value_function import ValueFunction
from schwimmen.rules import Match, MissingShuffle, RuleSet, View
from schwimmen.simulation import Workers, run_chunks
from schwimmen.simulation.cli_arguments import add_worker_options

R = TypeVar("R")

PARTS = (
    "excess",
    "calibration",
    "levels",
    "blunders",
    "stability",
    "rates",
    "speed",
    "independent",
)
LEVELS = ("beginner", "casual", "club", "expert", "master")
LADDER = ("random", *LEVELS)
"""Levels from the weakest to the strongest, as the ladder orders them."""
MIXED = (*LEVELS, "greedy", "blueprint")
EVERYONE = ("random", *MIXED)
STRONG = ("expert", "master")
QUICK = ("beginner", "casual", "club", "greedy", "blueprint")
PRESETS = ("pagat", "dutch", "choy")
SUMMED = ("pagat", "app-a9", "dutch", "choy")
SUMMED_PLAYERS = (2, 3, 4)
QUANTILE = 1.96  # half the width of a 95 % interval, in standard errors
GRADES = (None, *GRADE_LIMITS)
REPEATED = 20
"""Searches of a decision whose mean judges a single one, which stops once it is precise enough."""
DECISIONS_ALONE = Effort(
    SearchBudget(200, worlds=16, rollouts=16), EFFORTS[DEFAULT_EFFORT].decision
)
PLANTED = 15.0  # points that a planted blunder loses by the repeated search
CLEARLY_WORSE = 2.0  # points that a mistake must lose by the repeated search
MISTAKES = 2  # mistakes of a match that are checked by an independent estimate
MOMENTS = 4  # moments of a match whose chances are compared with its result


RATED = {
    "1 life": ("pagat", 1),
    "3 lives": ("pagat", None),
    "6 lives": ("dutch", None),
    "points": ("choy", None),
}
"""Preset, and lives other than its own, of each kind of match whose error rates are compared."""
RATED_PLAYERS = (2, 3, 4, 6)


class Game(NamedTuple):
    """Match to be played and reviewed; ``lives`` are those of its preset if it is ``None``."""

    preset: str
    players: int
    number: int
    levels: tuple[str, ...] = MIXED
    lives: int | None = None

    def play(self) -> tuple[Match, tuple[str, ...]]:
        """Return a match between bots of levels drawn by chance, and the level of every seat."""
        chance = Random(f"{self.preset} {self.players} {self.number}")
        rules = RuleSet(self.preset)
        if self.lives is not None:
            rules = RuleSet(self.preset, lives=self.lives)
        match = Match(rules, players=self.players, seed=chance.getrandbits(32))
        levels = tuple(chance.choice(self.levels) for _ in range(self.players))
        bots = [make_player(level, chance.getrandbits(32)) for level in levels]
        return play_match(match, bots), levels


class Errors(NamedTuple):
    """Points that a level lost in its decisions of a match."""

    level: str
    loss: float
    decisions: int


def errors_of(game: Game) -> list[Errors]:
    """Return the points that every seat lost in a match."""
    match, levels = game.play()
    reviewed = review(match, seed=game.number, workers=1)
    return [Errors(levels[one.seat], one.loss, one.decisions) for one in reviewed.players]


def grade_changes(game: Game) -> list[int]:
    """Return the difference in grades between two seeds, for each decision."""
    match, _ = game.play()
    one, other = (review(match, seed=seed, workers=1).decisions for seed in (1, 2))
    return [
        abs(GRADES.index(first.grade) - GRADES.index(second.grade))
        for first, second in zip(one, other, strict=True)
    ]


class Prediction(NamedTuple):
    """Chance at a moment, the one before its round by lives, and the share of the match won."""

    chance: float
    before: float
    won: float


def predictions(game: Game) -> list[Prediction]:
    """Return the chances of the seats at some moments of a match, with the results."""
    match, _ = game.play()
    chance = Random(game.number)
    course = [*course_of(match, with_decisions=False)]
    during = [place for place, moment in enumerate(course) if moment.view is not None]
    estimate = Estimator(EFFORTS[DEFAULT_EFFORT], game.number)
    found = []
    for place in chance.sample(during, min(MOMENTS, len(during))):
        moment = course[place]
        start = next(
            earlier
            for earlier in reversed(course[:place])
            if earlier.round < moment.round and earlier.view is None
        )
        before = reviewed_moment(start, start.record).chances
        chances = reviewed_moment(moment, estimate(moment)).chances
        assert moment.view is not None
        for seat in (one.seat for one in moment.view.seats if one.active):
            won = (seat in match.winners) / len(match.winners)
            found.append(Prediction(chances[seat].value, before[seat].value, won))
    return found


def moments_during(match: Match) -> Iterator[Match]:
    """Yield a match before each of its actions."""
    replay = Match(match.rules, match.players, dealer=match.first_dealer, deal=False)
    for round_ in match.rounds:
        replay.deal(round_.pack)
        shuffles = iter(round_.shuffles)
        for action in round_.actions:
            yield replay
            with suppress(MissingShuffle):
                replay.play(action)
            if replay.round.needs_shuffle:
                replay.recycle(next(shuffles))


def views_during(match: Match) -> Iterator[list[View]]:
    """Yield the views of all seats dealt in at every moment of the rounds of a match."""
    for moment in moments_during(match):
        dealt_in = (one.seat for one in moment.view().seats if one.active)
        yield [moment.view(seat) for seat in dealt_in]


class Total(NamedTuple):
    """Sum of all seats' own estimates at a moment, and of their uncertainties."""

    seats: int
    value: float
    uncertainty: float


def totals(game: Game) -> list[Total]:
    """Return the sums at some moments of a match."""
    match, _ = game.play()
    chance = Random(game.number)
    during = [*views_during(match)]
    values = ValueFunction(EFFORTS[DEFAULT_EFFORT].moment)
    found = []
    for views in chance.sample(during, min(MOMENTS, len(during))):
        estimates = [
            values.search(view, chance.getrandbits(32))["seats"][0, view.seat].copy()
            for view in views
        ]
        found.append(
            Total(
                len(estimates),
                sum(float(one["value"]) for one in estimates),
                sum(float(one["uncertainty"]) for one in estimates),
            )
        )
    return found


class Judged(NamedTuple):
    """Loss of an action by the repeated search, and the code of its grade in a review."""

    loss: float
    grade: int


def judged_actions(game: Game) -> list[Judged]:
    """Return the actions of a match's decisions, graded by one search and judged by many."""
    match, _ = game.play()
    usual = review(match, seed=game.number, workers=1)
    scale = usual.scale
    seeds = range(REPEATED * (game.number + 1), REPEATED * (game.number + 2))
    repeated = [review(match, DECISIONS_ALONE, seed=seed, workers=1).decisions for seed in seeds]
    found = []
    for one, *others in zip(usual.decisions, *repeated, strict=True):
        values: dict[str, float] = defaultdict(float)
        for other in others:
            for action in other.actions:
                values[action.action] += scale.points * action.value / REPEATED
        best = max(values.values())
        found += [
            Judged(
                100 * (best - values[action.action]) / scale.whole,
                GRADES.index(action.grade),
            )
            for action in one.actions
        ]
    return found


def mistakes_of(game: Game) -> list[Decision]:
    """Return some decisions of a match that its review grades as mistakes or blunders."""
    match, _ = game.play()
    decisions = iter(review(match, seed=game.number, workers=1).decisions)
    found = []
    starts: dict[int, str] = {}
    for moment in moments_during(match):
        round_, number = moment.round, len(moment.rounds)
        if not round_.actions:
            starts[number] = moment.position
        if len(round_.legal_actions) == 1:
            continue
        one = next(decisions)
        if one.grade in ("mistake", "blunder") and not round_.shuffles:
            earlier = tuple(
                (start, match.rounds[before - 1].actions)
                for before, start in starts.items()
                if before < number and not match.rounds[before - 1].shuffles
            )
            loss = (one.chosen.action, one.chosen.loss)
            found.append(
                Decision(
                    "mistake", starts[number], round_.actions, one.best.action, (loss,), earlier
                )
            )
    return Random(game.number).sample(found, min(MISTAKES, len(found)))


def seconds_of(game: Game) -> float:
    """Return the processor time of a review."""
    match, _ = game.play()
    start = time.process_time()
    review(match, seed=game.number, workers=1)
    return time.process_time() - start


def print_calibration(found: Sequence[Prediction]) -> None:
    """Print predicted and realised frequencies in tenths, and Brier scores."""
    predicted, before, won = np.array(found).T
    rows = []
    for tenth in range(10):
        inside = np.minimum(predicted * 10, 9).astype(int) == tenth
        count = int(inside.sum())
        if count:
            share = won[inside].mean()
            rows.append(
                [
                    f"{tenth / 10:.1f} to {(tenth + 1) / 10:.1f}",
                    f"{count:,}",
                    f"{predicted[inside].mean():.1%}",
                    f"{share:.1%}",
                    f"± {QUANTILE * won[inside].std() / sqrt(count):.1%}",
                ]
            )
    rows.append(["all", f"{len(won):,}", f"{predicted.mean():.1%}", f"{won.mean():.1%}", ""])
    print_table(["chance", "predictions", "predicted", "won", "95 %"], rows)
    scores = (("chance at the moment", predicted), ("chance by lives", before))
    print_table(
        ["Brier score", ""],
        [[name, f"{np.mean((values - won) ** 2):.4f}"] for name, values in scores],
    )


def print_excess(run: Callable[[Iterable[Game]], Iterator[list[Total]]], matches: int) -> None:
    """Print the excess of the values of all seats, by preset and players dealt in."""
    rows = []
    for preset in SUMMED:
        whole = 0.0 if RuleSet(preset).scoring == "points" else 1.0
        by_seats: dict[int, list[Total]] = defaultdict(list)
        chosen = chain.from_iterable(
            games(preset, players, matches, QUICK) for players in SUMMED_PLAYERS
        )
        for one in chain.from_iterable(run(chosen)):
            by_seats[one.seats].append(one)
        for seats, all_of in sorted(by_seats.items()):
            _, values, uncertainties = np.array(all_of).T
            part = np.sum(values - whole) / uncertainties.sum()
            error = np.std(values - whole - part * uncertainties) * sqrt(len(values))
            rows.append(
                [
                    preset,
                    str(seats),
                    f"{len(values):,}",
                    f"{values.mean():.3f}",
                    f"{part:.2f} ± {QUANTILE * error / uncertainties.sum():.2f}",
                ]
            )
    print_table(["preset", "dealt in", "moments", "sum of values", "excess, of uncertainty"], rows)


def rate_of(found: Iterable[Errors]) -> tuple[float, float, int]:
    """Return the points lost in 100 decisions, the standard error, and the number of decisions."""
    losses, decisions = np.array([(one.loss, one.decisions) for one in found]).T
    rate = losses.sum() / decisions.sum()
    error = sqrt(np.sum((losses - rate * decisions) ** 2)) / decisions.sum()
    return 100 * rate, 100 * error, int(decisions.sum())


def print_levels(found: Iterable[Errors]) -> None:
    """Print the error rates of the levels, each compared with the one before it in the ladder."""
    by_level: dict[str, list[Errors]] = defaultdict(list)
    for one in found:
        by_level[one.level].append(one)
    rows = []
    for level in (level for level in EVERYONE if level in by_level):
        rate, error, decisions = rate_of(by_level[level])
        p = ""
        if level in LEVELS and LADDER[LADDER.index(level) - 1] in by_level:
            other, other_error, _ = rate_of(by_level[LADDER[LADDER.index(level) - 1]])
            p = f"{erfc((other - rate) / sqrt(2 * (error**2 + other_error**2))) / 2:.2g}"
        matches = len(by_level[level])
        rows.append(
            [level, f"{matches:,}", f"{decisions:,}", f"{rate:.1f} ± {QUANTILE * error:.1f}", p]
        )
    print_table(
        ["level", "seats", "decisions", "points lost in 100", "p against the level above"], rows
    )


def print_rates(
    run: Callable[[Iterable[Game]], Iterator[list[Errors]]],
    kinds: Iterable[str],
    numbers_of_players: Iterable[int],
    seats: int,
) -> None:
    """Print the levels' error rates by kind of match, for about this number of seats each."""
    rows = []
    for kind, players in product(kinds, numbers_of_players):
        preset, lives = RATED[kind]
        numbers = range(seats // players)
        chosen = [Game(preset, players, number, LEVELS, lives) for number in numbers]
        by_level: dict[str, list[Errors]] = defaultdict(list)
        for one in chain.from_iterable(run(chosen)):
            by_level[one.level].append(one)
        cells = [rate_of(by_level[level])[:2] for level in LEVELS]
        shown = [f"{rate:.1f} ± {QUANTILE * error:.1f}" for rate, error in cells]
        rows.append([kind, str(players), *shown])
        print(*rows[-1], flush=True)
    print_table(["match for", "players", *LEVELS], rows)


def print_judgement(found: Sequence[Judged]) -> None:
    """Print the recall of planted blunders and the precision of graded mistakes."""
    mistake = GRADES.index("mistake")
    planted = [one for one in found if one.loss >= PLANTED]
    graded = [one for one in found if one.grade >= mistake]
    seen = sum(one.grade >= mistake for one in planted)
    worst = sum(one.grade == len(GRADES) - 1 for one in planted)
    right = sum(one.loss >= CLEARLY_WORSE for one in graded)
    print_table(
        ["actions", "number", "share"],
        [
            ["judged by both searches", f"{len(found):,}", ""],
            [f"worse by {PLANTED:.0f} points or more", f"{len(planted):,}", ""],
            ["graded as mistakes or blunders", f"{seen:,}", f"{seen / len(planted):.2%}"],
            ["graded as blunders", f"{worst:,}", f"{worst / len(planted):.2%}"],
            ["graded as mistakes or blunders, of all", f"{len(graded):,}", ""],
            [
                f"worse by {CLEARLY_WORSE:.0f} points or more",
                f"{right:,}",
                f"{right / len(graded):.2%}",
            ],
        ],
    )


def print_changes(found: Sequence[int]) -> None:
    """Print the share of decisions that another seed grades differently."""
    more = np.array(found)
    print_table(
        ["two seeds", "decisions"],
        [
            ["all", f"{len(more):,}"],
            ["another grade", f"{np.mean(more > 0):.2%}"],
            ["more than one grade apart", f"{np.mean(more > 1):.2%}"],
        ],
    )


def games(
    preset: str, players: int, matches: int, levels: tuple[str, ...] = MIXED
) -> Iterator[Game]:
    """Yield games for a number of matches."""
    for number in range(matches):
        yield Game(preset, players, number, levels)


def unlimited_games(preset: str, players: int) -> Iterator[Game]:
    """Yield games without end."""
    return (Game(preset, players, number) for number in count())


def main() -> None:
    """Review matches and print the tables."""
    parser = arguments(__doc__)
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=PARTS)
    parser.add_argument("--share", type=float, default=1.0, help="of the usual numbers of matches")
    parser.add_argument("--kinds", nargs="+", choices=RATED, default=[*RATED], help="of rates")
    parser.add_argument(
        "--players",
        nargs="+",
        type=int,
        choices=RATED_PLAYERS,
        default=RATED_PLAYERS,
        help="of rates",
    )
    add_worker_options(parser)
    options = parser.parse_args()
    print(processor())
    with workers_of(options) as workers:
        print_parts(options, workers)


def print_parts(options: Namespace, workers: Workers) -> None:
    """Print the tables of some parts, from a share of the usual numbers of matches."""

    def number(usual: int) -> int:
        return max(1, int(usual * options.share))

    def run(function: Callable[[Game], R], chosen: Iterable[Game]) -> Iterator[R]:
        return run_chunks(partial(kept, function), chosen, workers)

    def all_of(function: Callable[[Game], list[R]], chosen: Iterable[Game]) -> list[R]:
        return [*chain.from_iterable(run(function, chosen))]

    start = time.monotonic()
    for part in options.parts:
        if part == "excess":
            print_excess(partial(run, totals), number(40))
        elif part == "calibration":
            for levels in (MIXED, STRONG):
                print(f"Chances in matches between {', '.join(levels)}:")
                chosen = (games("pagat", count, number(1000), levels) for count in (2, 3, 4))
                print_calibration(all_of(predictions, chain.from_iterable(chosen)))
        elif part == "levels":
            print("Matches between all levels:")
            print_levels(all_of(errors_of, games("pagat", 4, number(1000), EVERYONE)))
            print("Matches within each level:")
            chosen = (games("pagat", 4, number(400), (level,)) for level in LEVELS)
            print_levels(all_of(errors_of, chain.from_iterable(chosen)))
        elif part == "blunders":
            print_judgement(all_of(judged_actions, games("pagat", 4, number(20))))
        elif part == "stability":
            print_changes(all_of(grade_changes, games("pagat", 4, number(200))))
        elif part == "rates":
            print_rates(partial(run, errors_of), options.kinds, options.players, number(400))
        elif part == "speed":
            for preset in PRESETS:
                taken = [seconds_of(game) for game in games(preset, 4, number(20))]
                print(f"{preset}: median {np.median(taken):.2f} s of one core for a match of four")
        elif part == "independent":
            print_checks(unlimited_games, mistakes_of, number(100), workers)
        print(f"({part}: {time.monotonic() - start:.0f} s since the start)\n", flush=True)


if __name__ == "__main__":
    main()
