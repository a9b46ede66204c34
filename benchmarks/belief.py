"""Beliefs about hidden hands: calibration, fit of the opponent models, and what they withhold.

Run it with ``make benchmark-belief`` (``ARGS="--parts fit --without casual expert"`` for one part,
fitted without some levels). Bots of all levels and bots with habits play the matches.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from typing import Final, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from benchmarks.belief_fit import print_fit
from benchmarks.belief_games import BOTS, LEVELS, Game, decisions_of, mixed, pairs, scaled
from benchmarks.harness import (
    arguments,
    mean_and_error,
    print_machine,
    print_table,
    workers_of,
)
from schwimmen.analysis import EFFORTS, GRADE_LIMITS, Scale
from schwimmen.analysis.match_review.efforts import DEFAULT_EFFORT
from schwimmen.players.budget import SearchBudget
from schwimmen.players.match_evidence import MatchEvidence
from schwimmen.players.search.opponent_model import AS_FITTED, MIXTURES
from schwimmen.players.value_function import ActionEstimate, ValueFunction
from schwimmen.rules import SeatView, View, mask_of
from schwimmen.simulation import run_chunks
from schwimmen.simulation.cli_arguments import add_worker_options

R = TypeVar("R")

PARTS: Final = ("calibration", "fit", "withheld")
BUDGET: Final = SearchBudget(9000, worlds=16, rollouts=16)
PAIRED: Final = {
    ("pagat", 2): 24,
    ("pagat", 4): 10,
    ("dutch", 2): 10,
    ("choy", 2): 10,
    ("app-a9", 2): 16,
}
"""Matches about each bot, by preset and players."""
REVIEWED: Final = {
    ("pagat", 2): 24,
    ("pagat", 4): 8,
    ("dutch", 2): 8,
    ("choy", 2): 6,
    ("app-a9", 2): 16,
}
"""Matches of which all decisions are valued, by preset and players."""
BELIEFS: Final = ("as it is", "without earlier rounds", "strong", "weak")
LEAST: Final = 1e-9  # probability for the logarithm
EDGES: Final = (0, 0.001, 0.01, 0.03, *(tenth / 10 for tenth in range(1, 10)), 1)
TURNS: Final = (1, 2, 3, 4, 7, 13, 51)  # first ones of each interval
QUANTILE: Final = 1.96  # half the width of a 95 % interval, in standard errors

Floats = NDArray[np.float64]


class Beliefs(ValueFunction):
    """Value function that also returns the weights of the candidates of its last search."""

    def weights(self, seat: int) -> tuple[NDArray[np.int64], Floats]:
        """Return the distinct candidates for a seat's hidden cards, and their joint weights.

        The weights have a column for each opponent model.
        """
        work = self._space.searches[0]
        first, size = int(work["first"][seat]), int(work["sizes"][seat])
        found = self._space.candidates[first : first + size]
        cards, places = np.unique(found["cards"], return_index=True)
        return cards, found["weights"][places]

    def factors(self, view: View, seat: int) -> Floats:
        """Return the factors of the opponent models that lead to each of the ``BELIEFS``."""
        evidence = MatchEvidence().before(view)["of"][0, seat]
        strong, weak = np.delete(MIXTURES, AS_FITTED, axis=0) / MIXTURES[AS_FITTED]
        return np.array((np.ones_like(evidence), 1 / evidence, strong, weak))


class Measured(NamedTuple):
    """Beliefs of a match about one bot.

    ``gains`` are the bits by which each of the ``BELIEFS`` is better about the true cards than one
    by which all cards are equally probable, and ``turns`` the turns that the bot had taken in the
    round. ``bins`` has a row for each interval of ``EDGES``:
    number of candidates, sum of their probabilities, and how many of them were the true cards.
    """

    game: Game
    gains: Floats
    turns: NDArray[np.int64]
    bins: Floats


def beliefs_of(game: Game) -> Measured:
    """Return the beliefs of the even seats about the odd ones, at all decisions of a match."""
    values = Beliefs(BUDGET)
    gains, turns, bins = [], [], np.zeros((len(EDGES) - 1, 3))
    for view, _, open_view in decisions_of(game):
        if view.seat is None or view.seat % 2:
            continue
        others = [one for one in view.seats if one.seat % 2 and one.turns and hides_cards(one)]
        if not others:
            continue
        values.search_actions(view, seed=1)
        for one in others:
            cards, weights = values.weights(one.seat)
            hidden = mask_of(open_view.seats[one.seat].shown or ()) & ~mask_of(one.known)
            place = np.searchsorted(cards, hidden)
            if place == len(cards) or cards[place] != hidden:
                continue  # the candidates are a sample
            likelihoods = values.factors(view, one.seat) @ weights.T
            chances = likelihoods / likelihoods.sum(1, keepdims=True)
            gains.append(np.log2(np.maximum(chances[:, place], LEAST) * len(cards)))
            turns.append(one.turns)
            bins += np.transpose(
                (
                    np.histogram(chances[0], EDGES)[0],
                    np.histogram(chances[0], EDGES, weights=chances[0])[0],
                    np.histogram(chances[0, place], EDGES)[0],
                )
            )
    return Measured(game, np.reshape(gains, (-1, len(BELIEFS))), np.array(turns, int), bins)


def hides_cards(seat: SeatView) -> bool:
    """Return whether a seat has hidden cards."""
    return not seat.shown and len(seat.known) < seat.cards


def gain_cell(found: Iterable[Measured], belief: int = 0) -> str:
    """Return the mean gain by one of the ``BELIEFS``, with its standard error."""
    gains = [one.gains[:, belief] for one in found if len(one.gains)]
    if not gains:
        return "–"
    mean, error = mean_and_error([one.sum() for one in gains], [len(one) for one in gains])
    return f"{mean:.2f} ± {error:.2f}".replace("-", "−")


def gain_row(name: str, found: Sequence[Measured]) -> list[str]:
    """Return the row with the number of beliefs and the gains by all of the ``BELIEFS``."""
    number = sum(len(one.gains) for one in found)
    return [name, f"{number:,}", *(gain_cell(found, place) for place in range(len(BELIEFS)))]


def print_calibration(found: Sequence[Measured]) -> None:
    """Print the gains by bot, setting and turns, and the reliability of the probabilities."""
    by_bot: dict[str, list[Measured]] = defaultdict(list)
    for one in found:
        by_bot[one.game.bots[1]].append(one)
    groups = {
        **by_bot,
        "all levels but random": [one for level in LEVELS[1:] for one in by_bot[level]],
        "all habits": [one for bot in BOTS[len(LEVELS) :] for one in by_bot[bot]],
    }
    print_table(
        ["bits gained about", "beliefs", *BELIEFS],
        [gain_row(bot, group) for bot, group in groups.items()],
    )
    print()
    settings = dict.fromkeys(one.game.setting for one in found)
    print_table(
        ["bits gained about", *settings],
        [
            [bot, *(gain_cell(one for one in group if one.game.setting == x) for x in settings)]
            for bot, group in groups.items()
        ],
    )
    print()
    rows = []
    for first, last in pairwise(TURNS):
        some = [
            one._replace(gains=one.gains[(one.turns >= first) & (one.turns < last)])
            for one in found
        ]
        rows.append(gain_row(f"{first}" if last == first + 1 else f"{first} to {last - 1}", some))
    print_table(["turns of the bot", "beliefs", *BELIEFS], rows)
    print()
    rows = []
    for place, (low, high) in enumerate(pairwise(EDGES)):
        numbers, chances, held = np.transpose([one.bins[place] for one in found])
        if not numbers.any():
            continue
        mean, error = mean_and_error(held, numbers)
        rows.append(
            [
                f"{low:.1%} to {high:.1%}",
                f"{int(numbers.sum()):,}",
                f"{chances.sum() / numbers.sum():.2%}",
                f"{mean:.2%}",
                f"± {QUANTILE * error:.2%}",
            ]
        )
    print_table(["probability", "hands", "predicted", "held", "95 %"], rows)


class Judged(NamedTuple):
    """Numbers of the decisions of a match, and the processor time of their estimates.

    ``mistakes`` are those by the mixture as fitted, ``single`` the decisions in which one action is
    the best by it; the withheld ones of them do not hold by all mixtures.
    """

    decisions: float
    mistakes: float
    mistakes_withheld: float
    single: float
    single_withheld: float
    seconds: float


def judged(game: Game) -> Judged:
    """Return what is judged, and withheld, of the decisions of a match."""
    budget = EFFORTS[DEFAULT_EFFORT].decision
    assert budget is not None
    values, total = ValueFunction(budget), np.zeros(len(Judged._fields))
    for view, action, _ in decisions_of(game):
        if len(view.choices) == 1:
            continue
        scale = Scale.of(view.rules)
        limit = scale.limit(GRADE_LIMITS["mistake"]) / (scale.points * scale.value)
        start = time.process_time()
        estimates = values.of_actions(view, seed=1)
        seconds = time.process_time() - start
        played = next(one for one in estimates if one.action == action)
        mistake = certain_loss(played) > limit
        single = all(certain_loss(one) > 0 for one in estimates[1:])
        total += Judged(
            1,
            mistake,
            mistake and played.least_loss <= limit,
            single,
            single and any(one.least_loss <= 0 for one in estimates[1:]),
            seconds,
        )
    return Judged(*total.tolist())


def certain_loss(action: ActionEstimate) -> float:
    """Return the lower end of the 95 % interval of a loss by the mixture as fitted."""
    return action.loss - QUANTILE * action.loss_error


def print_withheld(run: Callable[[Iterable[Game]], Iterator[Judged]], share: float) -> None:
    """Print how many mistakes and single best actions are withheld, by preset and players."""
    rows = []
    for (preset, players), matches in REVIEWED.items():
        found = [*run(mixed(BOTS, preset, players, scaled(matches, share)))]
        *numbers, seconds = np.sum(found, axis=0)
        decisions, mistakes, mistakes_withheld, single, single_withheld = map(int, numbers)
        rows.append(
            [
                f"{preset}, {players}",
                f"{decisions:,}",
                f"{mistakes:,}",
                share_of(mistakes_withheld, mistakes),
                f"{single:,}",
                share_of(single_withheld, single),
                f"{1000 * seconds / decisions:.1f}",
            ]
        )
    head = ["rules, players", "decisions", "mistakes", "withheld", "single best action", "withheld"]
    print_table([*head, "ms a decision"], rows)


def share_of(part: int, whole: int) -> str:
    """Return a number with its share of another one."""
    return f"{part:,} ({part / whole:.1%})" if whole else "–"


def main() -> None:
    """Play matches and print the tables."""
    parser = arguments(__doc__)
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=PARTS)
    add_worker_options(parser)
    parser.add_argument("--share", type=float, default=1.0, help="of the usual numbers of matches")
    parser.add_argument(
        "--without", nargs="+", choices=LEVELS, default=(), help="levels that are not fitted"
    )
    options = parser.parse_args()

    print_machine("", ("numpy",))
    with workers_of(options) as workers:
        run = partial(run_chunks, workers=workers)
        for part in options.parts:
            print(f"\n{part}:\n", flush=True)
            start = time.monotonic()
            if part == "calibration":
                games = (
                    game
                    for (preset, players), matches in PAIRED.items()
                    for bot in BOTS
                    for game in pairs(bot, preset, players, scaled(matches, options.share))
                )
                print_calibration([*run(beliefs_of, games)])
            elif part == "fit":
                print_fit(run, options.share, options.without)
            else:
                print_withheld(partial(run, judged), options.share)
            print(f"({time.monotonic() - start:.0f} s)", flush=True)


if __name__ == "__main__":
    main()
