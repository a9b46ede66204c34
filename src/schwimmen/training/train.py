"""One lesson, from nothing to the slots of a blueprint."""

from __future__ import annotations

import json
import platform
import time
from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError, ThreadPoolExecutor
from dataclasses import asdict, dataclass, replace
from importlib.metadata import version
from itertools import pairwise
from pathlib import Path
from threading import Event, Lock
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from rich.console import Console

from schwimmen.players.blueprint.policy_table import (
    POLICY_BITS,
    TOTAL_WEIGHT,
    BlueprintHeader,
    fingerprint,
    home_index,
    write_blueprint,
)
from schwimmen.players.cpu_count import cpu_count
from schwimmen.players.greedy import keep_threshold
from schwimmen.players.random_play import undealt_round
from schwimmen.rules.core.jit import jit, source_digest
from schwimmen.rules.core.rng import new_rng
from schwimmen.rules.core.state import ROUND_DTYPE, rules_array
from schwimmen.rules.errors import SchwimmenError
from schwimmen.rules.ruleset import RuleSet
from schwimmen.simulation.workers import Workers, run_chunks

from .afterstates import learn_values, new_values
from .blueprint_specs import BlueprintSpec
from .mccfr import Regrets, learn_regrets, new_regrets

_WARMTHS: Final = (0.04, 0.012)
"""How freely play varies while values are learnt, at the beginning and at the end."""

_STEPS: Final = 100  # of a lesson, each with a warmth or a weight of its own
_ACTIONS: Final = 3  # of a play
_RARE: Final = 0.05  # what is played less often is left out
_ROOM: Final = 1.6  # places for every situation
_AFTERSTATES: Final = 2  # places for them, for every one for a situation


@dataclass(frozen=True, slots=True)
class LearnedBlueprint:
    """What came of a lesson; the slots are those of ``players.blueprint.blueprint``."""

    lesson: BlueprintSpec
    blueprint: NDArray[np.uint64]


def learn_blueprint(
    lesson: BlueprintSpec, seed: int, each_step: Callable[[], object] = lambda: None
) -> LearnedBlueprint:
    """Learn by self-play; the same seed gives the same slots.

    ``each_step`` is called 200 times on the way; what it raises ends the lesson.
    """
    table = train_by_self_play(
        RuleSet(lesson.preset),
        lesson.seats,
        lesson.value_rounds,
        lesson.regret_rounds,
        lesson.places,
        _seed_of(lesson, seed),
        each_step,
    )
    return LearnedBlueprint(lesson, pack_average_policy(table, lesson.infosets))


def train_by_self_play(
    rules: RuleSet,
    seats: int,
    value_rounds: int,
    regret_rounds: int,
    places: int,
    seed: int,
    each_step: Callable[[], object] = lambda: None,
) -> Regrets:
    """What is known after so many rounds of self-play, by any rules, those of small games, too.

    ``places`` is the room for situations, a power of two from 8 on; for afterstates there is twice
    as much. ``each_step`` is called as by ``learn_blueprint``. Raises ``RuleSetError`` if so many
    cannot
    play.
    """
    rules.check_players(seats)
    numbers = rules_array(rules)
    rounds = np.zeros(2, ROUND_DTYPE)
    rounds[:1] = undealt_round(rules)
    cards = rounds[0].pack.copy()
    chance = new_rng(seed)
    keep = keep_threshold(rules)
    longest = 2 * rules.turn_cap * seats + 2  # to renew is a decision, but no turn
    values = new_values(_AFTERSTATES * places, longest)
    table = new_regrets(places, values)
    with np.errstate(over="ignore"):  # streams wrap around, which NumPy tells if not compiled
        for step, (first, last) in enumerate(_steps(value_rounds)):
            each_step()
            temperature = float(np.interp(step, (0, _STEPS - 1), _WARMTHS))
            learn_values(
                numbers, rounds, cards, values, seats, first, last, temperature, keep, chance
            )
        for step, (first, last) in enumerate(_steps(regret_rounds), 1):
            each_step()
            learn_regrets(numbers, rounds, cards, table, seats, first, last, float(step), chance)
    return table


def pack_average_policy(table: Regrets, most: int) -> NDArray[np.uint64]:
    """The slots of the average play of a table in the situations that came most often."""
    often = table.played.sum(axis=1, dtype=np.float64)
    kept = np.argsort(-often, kind="stable")[:most]
    kept = kept[often[kept] > 0]
    keys = table.keys[kept]
    play = table.played[kept] / often[kept, None]
    likeliest = np.argsort(-play, axis=1, kind="stable")[:, :_ACTIONS]
    shares = np.take_along_axis(play, likeliest, axis=1)
    shares[:, 1:][shares[:, 1:] < _RARE] = 0
    shares *= TOTAL_WEIGHT / shares.sum(axis=1, keepdims=True)
    second, third = np.rint(shares[:, 1:]).astype(np.int64).T
    packed = likeliest @ (1 << np.array([0, 5, 10])) | second << 15 | third << 21
    blueprint = np.zeros(1 << int(np.ceil(np.log2(len(keys) * _ROOM + 2))), np.uint64)
    _fill(blueprint, keys, packed)
    return blueprint


def _steps(rounds: int) -> list[tuple[int, int]]:
    edges = np.linspace(0, rounds, _STEPS + 1).astype(int).tolist()
    return list(pairwise(edges))


def _seed_of(lesson: BlueprintSpec, seed: int) -> int:
    """Every lesson has chance of its own."""
    of_lesson = np.random.SeedSequence([seed, *lesson.name.encode()])
    return int(of_lesson.generate_state(1, np.uint64)[0])


@jit
def _fill(blueprint: Any, keys: Any, packed: Any) -> None:
    for i in range(len(keys)):
        place = home_index(keys[i], len(blueprint))
        while blueprint[place] != 0:
            place = (place + 1) & (len(blueprint) - 1)
        blueprint[place] = np.uint64(fingerprint(keys[i]) << POLICY_BITS | packed[i])


LOG: Final = "training.jsonl"

_INTERRUPTED: Final = 130
_LIBRARIES: Final = ("schwimmen", "numba", "numpy")


def run_training(
    lessons: Sequence[BlueprintSpec], folder: Path, seed: int, percent: int, workers: int | None
) -> int:
    """Learn them and return the exit status.

    What came of a lesson is written as soon as it is done; Ctrl-C ends the others at their next
    step. Raises ``SchwimmenError`` for what cannot be written.
    """
    console = Console(stderr=True, highlight=False, markup=False, soft_wrap=True)
    asked = [
        replace(
            lesson,
            value_rounds=max(1, lesson.value_rounds * percent // 100),
            regret_rounds=max(1, lesson.regret_rounds * percent // 100),
        )
        for lesson in lessons
    ]
    number = workers or cpu_count()
    log = _Log(folder / LOG)
    console.print(f"{len(asked)} lessons, {number} at a time; seed {seed}")
    begun = time.monotonic()
    ended = Event()

    def go_on() -> None:
        if ended.is_set():
            raise CancelledError

    def work(lesson: BlueprintSpec) -> None:
        about = _write(learn_blueprint(lesson, seed, go_on), folder, seed)
        minutes = (time.monotonic() - begun) / 60
        log.add(about, minutes)
        console.print(
            f"{about.name}: {about.entries:,} situations, {about.sha256[:12]}, "
            f"after {minutes:.1f} minutes"
        )

    with ThreadPoolExecutor(number) as executor:
        try:
            for _ in run_chunks(work, asked, Workers(executor, number)):
                pass
        except KeyboardInterrupt:
            console.print(f"interrupted; what was learnt lies in {folder}")
            return _INTERRUPTED
        finally:
            ended.set()
    return 0


def _write(learnt: LearnedBlueprint, folder: Path, seed: int) -> BlueprintHeader:
    lesson = learnt.lesson
    return write_blueprint(
        folder,
        RuleSet(lesson.preset),
        lesson.seats,
        learnt.blueprint,
        seed,
        {"value_rounds": lesson.value_rounds, "regret_rounds": lesson.regret_rounds},
        source_digest("training"),
    )


class _Log:
    """A line of JSON for every lesson that is done. Raises ``SchwimmenError`` if none can be."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = Lock()
        self._append("")

    def add(self, about: BlueprintHeader, minutes: float) -> None:
        """Write down what was learnt, with what, and so many minutes after the beginning."""
        versions = {name: version(name) for name in _LIBRARIES}
        line = {
            **asdict(about),
            "minutes": round(minutes, 1),
            "python": platform.python_version(),
            **versions,
        }
        with self._lock:
            self._append(json.dumps(line, sort_keys=True) + "\n")

    def _append(self, text: str) -> None:
        try:
            with self._path.open("a", encoding="utf-8") as log:
                log.write(text)
        except OSError as error:
            raise SchwimmenError(
                f"{self._path}: cannot be written: {error.strerror or error}"
            ) from None
