"""Training of blueprints: afterstate values, then MCCFR, then the packed average policy."""

from __future__ import annotations

import json
import platform
import time
from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError, ThreadPoolExecutor
from dataclasses import asdict, replace
from functools import partial
from importlib.metadata import version
from itertools import pairwise
from pathlib import Path
from threading import Event, Lock
from typing import Annotated, Final

import numpy as np
from numpy.typing import NDArray
from rich.console import Console

from schwimmen.engine import Array, LengthOf, entry, source_digest
from schwimmen.players.blueprint.policy_table import (
    PACKED_ACTIONS,
    POLICY_BITS,
    TOTAL_WEIGHT,
    Blueprint,
    BlueprintHeader,
    fingerprint,
    home_index,
    write_blueprint,
)
from schwimmen.players.cpu_count import cpu_count
from schwimmen.players.greedy import keep_threshold
from schwimmen.players.random_play import undealt_round
from schwimmen.rules.core.rng import new_rng
from schwimmen.rules.core.state import ROUND_DTYPE, rules_array
from schwimmen.rules.errors import SchwimmenError
from schwimmen.rules.ruleset import RuleSet
from schwimmen.simulation.workers import Workers, run_chunks

from .afterstates import learn_values, new_values
from .blueprint_specs import BlueprintSpec
from .mccfr import Regrets, learn_regrets, new_regrets

_TEMPERATURES: Final = (0.04, 0.012)
"""Softmax temperature while values are learnt, at the beginning and at the end."""

_STEPS: Final = 100  # of each stage, with a temperature or a weight of their own
_MIN_PROBABILITY: Final = 0.05  # of a packed action, except for the most likely one
_INVERSE_LOAD: Final = 1.6  # entries of a blueprint for each information set
_AFTERSTATES: Final = 2  # room for afterstates, relative to information sets


def learn_blueprint(
    spec: BlueprintSpec, seed: int, each_step: Callable[[], object] = lambda: None
) -> Blueprint:
    """Return a blueprint learnt by self-play; equal seeds give equal blueprints.

    ``each_step`` is called 200 times on the way; an exception that it raises ends the training.
    """
    table = train_by_self_play(
        RuleSet(spec.preset),
        spec.seats,
        spec.value_rounds,
        spec.regret_rounds,
        spec.table_size,
        _spec_seed(spec, seed),
        each_step,
    )
    return pack_average_policy(table, spec.infosets)


def train_by_self_play(
    rules: RuleSet,
    seats: int,
    value_rounds: int,
    regret_rounds: int,
    table_size: int,
    seed: int,
    each_step: Callable[[], object] = lambda: None,
) -> Regrets:
    """Return the regrets after numbers of rounds of self-play, under any rules.

    ``table_size`` is the room for information sets, a power of two from 8 on; there is twice as
    much for afterstates. ``each_step`` is called as by ``learn_blueprint``. Raises
    ``RuleSetError`` if the rules do not allow this number of seats.
    """
    rules.check_players(seats)
    record = rules_array(rules)
    rounds = np.zeros(2, ROUND_DTYPE)
    rounds[:1] = undealt_round(rules)
    cards = rounds[0].pack.copy()
    rng = new_rng(seed)
    keep = keep_threshold(rules)
    longest = 2 * rules.turn_cap * seats + 2  # renewing is a decision, but not a turn
    values = new_values(_AFTERSTATES * table_size, longest)
    table = new_regrets(table_size, values)
    with np.errstate(over="ignore"):  # generators wrap around
        for step, (first, last) in enumerate(_steps(value_rounds)):
            each_step()
            temperature = float(np.interp(step, (0, _STEPS - 1), _TEMPERATURES))
            learn_values(record, rounds, cards, values, seats, first, last, temperature, keep, rng)
        for step, (first, last) in enumerate(_steps(regret_rounds), 1):
            each_step()
            learn_regrets(record, rounds, cards, table, seats, first, last, float(step), rng)
    return table


def pack_average_policy(table: Regrets, size: int) -> Blueprint:
    """Return a blueprint of the average policy in the ``size`` most visited information sets."""
    visits = table.policy_sums.sum(axis=1, dtype=np.float64)
    chosen = np.argsort(-visits, kind="stable")[:size]
    chosen = chosen[visits[chosen] > 0]
    keys = table.keys[chosen]
    policy = table.policy_sums[chosen] / visits[chosen, None]
    best = np.argsort(-policy, axis=1, kind="stable")[:, :PACKED_ACTIONS]
    weights = np.take_along_axis(policy, best, axis=1)
    weights[:, 1:][weights[:, 1:] < _MIN_PROBABILITY] = 0
    weights *= TOTAL_WEIGHT / weights.sum(axis=1, keepdims=True)
    second, third = np.rint(weights[:, 1:]).astype(np.int64).T
    packed = best @ (1 << np.array([0, 5, 10])) | second << 15 | third << 21
    blueprint = np.zeros(1 << int(np.ceil(np.log2(len(keys) * _INVERSE_LOAD + 2))), np.uint64)
    fill_blueprint(blueprint, keys, packed)
    return blueprint


def _steps(rounds: int) -> list[tuple[int, int]]:
    edges = np.linspace(0, rounds, _STEPS + 1).astype(int).tolist()
    return list(pairwise(edges))


def _spec_seed(spec: BlueprintSpec, seed: int) -> int:
    """Return the seed of a blueprint, derived from the common seed."""
    sequence = np.random.SeedSequence([seed, *spec.name.encode()])
    return int(sequence.generate_state(1, np.uint64)[0])


@entry
def fill_blueprint(
    blueprint: Annotated[Blueprint, Array(np.uint64, 1)],
    keys: Annotated[NDArray[np.uint64], Array(np.uint64, 0)],
    packed: Annotated[NDArray[np.int64], Array(np.int64, LengthOf("keys"))],
) -> None:
    """Write packed policies into an empty blueprint, which has more places than there are keys."""
    for i in range(len(keys)):
        index = home_index(keys[i], len(blueprint))
        while blueprint[index] != 0:
            index = (index + 1) & (len(blueprint) - 1)
        blueprint[index] = np.uint64(fingerprint(keys[i]) << POLICY_BITS | packed[i])


LOG: Final = "training.jsonl"

_INTERRUPTED: Final = 130
_LIBRARIES: Final = ("schwimmen", "numpy")


def run_training(
    specs: Sequence[BlueprintSpec],
    folder: Path,
    seed: int,
    percent: int,
    workers: int | Workers | None,
) -> int:
    """Train blueprints in parallel and return the exit status.

    ``workers`` is a number of threads, by default one for each core, or the workers of a cluster.
    Threads write a blueprint as soon as it is complete, and Ctrl-C stops them at their next step.
    Those of a cluster are written in order. Raises ``SchwimmenError`` for an unwritable file, and
    ``WorkersLost`` when a cluster has no workers left.
    """
    console = Console(stderr=True, highlight=False, markup=False, soft_wrap=True)
    specs = [
        replace(
            spec,
            value_rounds=max(1, spec.value_rounds * percent // 100),
            regret_rounds=max(1, spec.regret_rounds * percent // 100),
        )
        for spec in specs
    ]
    number = workers.number if isinstance(workers, Workers) else workers or cpu_count()
    log = _Log(folder / LOG)
    console.print(f"{len(specs)} blueprints, {number} at a time; seed {seed}")
    start = time.monotonic()
    stopped = Event()

    def check_stopped() -> None:
        if stopped.is_set():
            raise CancelledError

    def write(spec: BlueprintSpec, blueprint: Blueprint) -> None:
        header = write_blueprint(
            folder,
            RuleSet(spec.preset),
            spec.seats,
            blueprint,
            seed,
            {"value_rounds": spec.value_rounds, "regret_rounds": spec.regret_rounds},
            source_digest("training"),
        )
        minutes = (time.monotonic() - start) / 60
        log.add(header, minutes)
        console.print(
            f"{header.name}: {header.entries:,} information sets, {header.sha256[:12]}, "
            f"after {minutes:.1f} minutes"
        )

    def learn_and_write(spec: BlueprintSpec) -> None:
        write(spec, learn_blueprint(spec, seed, check_stopped))

    try:
        if isinstance(workers, Workers):
            learnt = run_chunks(partial(learn_blueprint, seed=seed), specs, workers)
            for spec, blueprint in zip(specs, learnt, strict=True):
                write(spec, blueprint)
            return 0
        with ThreadPoolExecutor(number) as executor:
            try:
                for _ in run_chunks(learn_and_write, specs, Workers(executor, number)):
                    pass
            finally:
                stopped.set()
    except KeyboardInterrupt:
        console.print(f"interrupted; complete blueprints are in {folder}")
        return _INTERRUPTED
    return 0


class _Log:
    """Log with a line of JSON for each blueprint. Raises ``SchwimmenError`` if it is unwritable."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = Lock()
        self._append("")

    def add(self, header: BlueprintHeader, minutes: float) -> None:
        """Log a blueprint, the versions of the libraries, and the minutes since the start."""
        versions = {name: version(name) for name in _LIBRARIES}
        line = {
            **asdict(header),
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
