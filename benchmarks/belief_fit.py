"""Fit of the opponent models of the search to decisions of bots; see ``belief.py``.

The log-likelihood of each player's decisions in a match is computed under a grid of models.
Expectation maximization (EM) finds the shares of the models in a mixture, and greedy forward
selection the few models whose mixture has the highest likelihood.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import chain, product
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from benchmarks.belief_games import BOTS, LEVELS, Game, decisions_of, mixed, scaled
from benchmarks.habits import HABITS
from benchmarks.harness import mean_and_error, print_table
from schwimmen.players.level_players import BlueprintPlayer
from schwimmen.players.search import opponent_model
from schwimmen.players.search.opponent_model import (
    AS_FITTED,
    AT_RANDOM,
    BY_BLUEPRINT,
    CLOSE_THRESHOLDS,
    MIXTURES,
    MODELS,
    TREMBLES,
)
from schwimmen.rules import RuleSet, View
from schwimmen.rules.core.legal import EXCHANGE_ALL, RENEW, action_kind
from schwimmen.rules.core.state import rules_array

FITTED: Final = {
    3: {
        ("pagat", 2): 160,
        ("pagat", 4): 60,
        ("dutch", 2): 60,
        ("dutch", 4): 20,
        ("app-a9", 2): 80,
    },
    4: {("choy", 2): 120, ("choy", 4): 50},
}
"""Matches by cards of a hand, and by preset and players."""
NEVER: Final = 1 << 20  # a threshold that no value reaches
THRESHOLDS: Final = (33, 37, 40, 43, 46, 49, 52, 55, 58, 61, 64, 68, 72, 76, NEVER)
CLOSE_TEMPERATURES: Final = (0.7, 2.0, 5.0)
HAND_TEMPERATURES: Final = (0.7, 2.0, 6.0, 15.0)
GRID_TREMBLES: Final = (0.003, 0.02, 0.08, 0.25)
LEVEL_WEIGHTS: Final = {"random": 0.3}
"""Weights of levels in the fit other than 1: random play is rare."""
CANDIDATES: Final = 12  # models that are tried at each step of the selection
STEPS: Final = 60  # of EM

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]


class Threshold(NamedTuple):
    """Threshold model, in doubled points, as ``opponent_model.py`` explains it."""

    close: int
    close_temperature: float
    hand_temperature: float

    def __str__(self) -> str:
        close = "never" if self.close >= NEVER else str(self.close)
        return f"{close}, {self.close_temperature:g}, {self.hand_temperature:g}"


class Model(NamedTuple):
    """Opponent model: a threshold model or, without one, the blueprint, with trembles.

    A tremble of 1 makes it play at random.
    """

    threshold: Threshold | None
    tremble: float

    def __str__(self) -> str:
        if self.tremble == 1:
            return "random"
        return (
            f"blueprint, {self.tremble:g}"
            if self.threshold is None
            else (f"{self.threshold}, {self.tremble:g}")
        )


AT_RANDOM_MODEL: Final = Model(None, 1.0)
GRID: Final = (
    AT_RANDOM_MODEL,
    *(
        Model(threshold, tremble)
        for threshold in (
            None,
            *map(Threshold._make, product(THRESHOLDS, CLOSE_TEMPERATURES, HAND_TEMPERATURES)),
        )
        for tremble in GRID_TREMBLES
    ),
)


def present_models(hand_size: int) -> tuple[Model, ...]:
    """Return the models of ``opponent_model.py`` for hands of a size."""
    thresholds = map(
        Threshold,
        CLOSE_THRESHOLDS[hand_size - 3].tolist(),
        map(float, opponent_model._CLOSE_TEMPERATURES),
        map(float, opponent_model._HAND_TEMPERATURES),
    )
    return tuple(
        Model(None if place in (BY_BLUEPRINT, AT_RANDOM) else threshold, float(tremble))
        for place, (threshold, tremble) in enumerate(zip(thresholds, TREMBLES, strict=True))
    )


class Turn(NamedTuple):
    """Decision with the features of its legal actions, in arrays; values are doubled points."""

    own: float
    values: Floats
    kinds: NDArray[np.int64]
    closes: Bools
    blueprint: Floats
    chosen: int


def turn_of(view: View, action: str, blueprint: BlueprintPlayer) -> Turn:
    """Return the features of a decision."""
    rules, choices = rules_array(view.rules)[0], view.choices
    own = 2.0 * (view.value or 0)
    chances = blueprint.action_probabilities(view)
    return Turn(
        own,
        np.array([own if one.value is None else 2.0 * one.value for one in choices]),
        np.array([action_kind(rules, one.number) for one in choices]),
        np.array([one.closes for one in choices]),
        np.array([chances.get(one.action, 0.0) for one in choices]),
        view.legal_actions.index(action),
    )


def share_of_chosen(rules: RuleSet, turn: Turn, models: Sequence[Threshold]) -> Floats:
    """Return the probability of the chosen action by threshold models without trembles."""
    close, close_temperature, hand_temperature = np.array(models, float).T[:, :, None]

    def closing(value: Floats | float) -> Floats:
        more = np.clip((value - close) / close_temperature, -40, 40)
        return np.asarray(1 / (1 + np.exp(-more)))

    best = max(turn.own, turn.values.max())
    weights = np.exp((turn.values - best) / hand_temperature)
    if rules.close_timing == "instead":
        weights = np.where(turn.closes, closing(turn.own), weights * (1 - closing(turn.own)))
        if rules.close_effect == "until_one_open":
            last = np.exp((turn.values - best) / hand_temperature) * closing(turn.values)
            weights = np.where(turn.kinds == EXCHANGE_ALL, last, weights)
    else:
        chance = closing(turn.values)
        weights *= np.where(turn.closes, chance, 1 - chance)
    weights = np.where(turn.kinds == RENEW, opponent_model._RENEW_WEIGHT, weights)
    weights += opponent_model._MIN_WEIGHT
    return np.asarray(weights[:, turn.chosen] / weights.sum(1))


class Likelihoods(NamedTuple):
    """Log-likelihoods of a player's decisions in a match, by each model."""

    bot: str
    decisions: int
    by_grid: Floats
    by_present: Floats


def likelihoods_of(game: Game) -> list[Likelihoods]:
    """Return the log-likelihoods of all players of a match.

    The dealer's choice and last turns, in which all play alike, are left out.
    """
    rules, blueprint = RuleSet(game.preset), BlueprintPlayer(seed=0)
    models = (*GRID, *present_models(rules.hand_size))
    thresholds = [*{one.threshold: None for one in models if one.threshold}]
    places = [-1 if one.threshold is None else thresholds.index(one.threshold) for one in models]
    trembles = np.array([one.tremble for one in models])
    sums, numbers = np.zeros((len(game.bots), len(models))), [0] * len(game.bots)
    for view, action, _ in decisions_of(game):
        if view.last_turns or view.phase == "choice" or len(view.choices) == 1:
            continue
        assert view.seat is not None
        turn = turn_of(view, action, blueprint)
        by_threshold = share_of_chosen(rules, turn, thresholds)
        shares = np.append(by_threshold, turn.blueprint[turn.chosen])[places]
        sums[view.seat] += np.log((1 - trembles) * shares + trembles / len(turn.values))
        numbers[view.seat] += 1
    return [
        Likelihoods(bot, number, *np.split(total, [len(GRID)]))
        for bot, number, total in zip(game.bots, numbers, sums, strict=True)
        if number
    ]


def fit_shares(logs: Floats, weights: Floats) -> Floats:
    """Return the shares of models in a mixture by EM, given log-likelihoods of weighted players."""
    likelihoods = np.exp(logs - logs.max(1, keepdims=True))
    shares = np.full(logs.shape[1], 1 / logs.shape[1])
    for _ in range(STEPS):
        joint = likelihoods * shares
        shares = weights @ (joint / joint.sum(1, keepdims=True))
    return shares


def log_mixture(logs: Floats, shares: Floats) -> Floats:
    """Return the log-likelihood of each player by a mixture."""
    highest = logs.max(1, keepdims=True)
    return np.asarray(np.log(np.exp(logs - highest) @ shares) + highest[:, 0])


def select(logs: Floats, weights: Floats) -> list[int]:
    """Return the places of the models of the best mixture, in the order of their selection."""
    chosen: list[int] = []
    gains = weights @ logs
    while len(chosen) < MODELS:
        tried = [place for place in np.argsort(-gains) if place not in chosen][:CANDIDATES]
        mixtures = []
        for place in tried:
            found = logs[:, [*chosen, place]]
            by_mixture = log_mixture(found, fit_shares(found, weights))
            mixtures.append((float(weights @ by_mixture), int(place), by_mixture))
        _, best, by_mixture = max(mixtures, key=lambda one: one[:2])
        chosen.append(best)
        # The gain of a first small share of each further model.
        gains = weights @ np.exp(np.minimum(logs - by_mixture[:, None], 50))
    return chosen


def player_weights(bots: Sequence[str], without: Collection[str]) -> Floats:
    """Return the weights of players in the fit: levels count alike, those held out not at all."""
    weights = np.array(
        [0.0 if bot in without else LEVEL_WEIGHTS.get(bot, 1.0) / bots.count(bot) for bot in bots]
    )
    return np.asarray(weights / weights.sum())


def print_models(models: Sequence[Model], shares: Floats, hand_size: int) -> None:
    """Print the fitted models beside the present ones, each by its share."""
    columns = []
    for some, parts in (
        (models, shares),
        (present_models(hand_size), MIXTURES[AS_FITTED]),
    ):
        columns.append([(f"{parts[k]:.2f}", str(some[k])) for k in np.argsort(-parts)])
    print_table(
        ["fitted share", "model", "present share", "model"],
        [[*one, *other] for one, other in zip(*columns, strict=True)],
    )


def print_likelihoods(
    found: Sequence[Likelihoods], by_mixture: dict[str, Floats], without: Collection[str]
) -> None:
    """Print the bits a decision by which each mixture predicts better than random play.

    Each mixture has the log-likelihoods of all players.
    """
    uniform = np.array([one.by_grid[GRID.index(AT_RANDOM_MODEL)] for one in found])
    numbers = np.array([one.decisions for one in found])
    groups = {
        **{f"{bot} (held out)" if bot in without else bot: [bot] for bot in BOTS},
        "all fitted": [bot for bot in BOTS if bot not in without],
        "all levels held out": [bot for bot in LEVELS if bot in without],
        "all habits": [*HABITS],
    }
    rows = []
    for name, bots in groups.items():
        inside = np.array([one.bot in bots for one in found])
        if not inside.any():
            continue
        gains = [(logs - uniform)[inside] / np.log(2) for logs in by_mixture.values()]
        difference = (by_mixture["fitted"] - by_mixture["present"])[inside] / np.log(2)
        mean, error = mean_and_error(difference, numbers[inside])
        rows.append(
            [
                name,
                f"{numbers[inside].sum():,}",
                *(f"{gain.sum() / numbers[inside].sum():.3f}".replace("-", "−") for gain in gains),
                f"{mean:+.3f} ± {error:.3f}".replace("-", "−"),
            ]
        )
    print_table(["bits a decision", "decisions", *by_mixture, "fitted less present"], rows)


def print_fit(
    run: Callable[
        [Callable[[Game], list[Likelihoods]], Iterable[Game]], Iterator[list[Likelihoods]]
    ],
    share: float,
    without: Collection[str],
) -> None:
    """Fit the models and print them with their likelihoods, for hands of three and four cards."""
    held_out = {*without, *HABITS}
    for hand_size, settings in FITTED.items():
        games = (
            game
            for (preset, players), matches in settings.items()
            for game in mixed(BOTS, preset, players, scaled(matches, share))
        )
        found = [*chain.from_iterable(run(likelihoods_of, games))]
        logs = np.array([one.by_grid for one in found])
        weights = player_weights([one.bot for one in found], held_out)
        chosen = select(logs, weights)
        shares = fit_shares(logs[:, chosen], weights)
        print(f"hands of {hand_size} cards:\n")
        print_models([GRID[place] for place in chosen], shares, hand_size)
        print()
        present = np.array([one.by_present for one in found])
        by_mixture = {
            "present": log_mixture(present, MIXTURES[AS_FITTED]),
            "fitted": log_mixture(logs[:, chosen], shares),
            "whole grid": log_mixture(logs, fit_shares(logs, weights)),
        }
        print_likelihoods(found, by_mixture, held_out)
        print(flush=True)
