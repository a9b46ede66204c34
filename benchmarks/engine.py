"""Speed of the native library, compared with Numba in the same run.

Run it with ``make benchmark-engine`` (ten minutes; the first run compiles everything with Numba).
Two engines cannot share a process, so each has one that lives as long as the benchmark. They play
the same subjects in turn, so that a slow minute of the machine affects all alike. If the library
also has code for older processors, another process runs that.
"""

from __future__ import annotations

import json
import math
import os
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import combinations_with_replacement, cycle
from typing import Final, NamedTuple

import numpy as np

from benchmarks.harness import Subject, arguments, engine, print_machine, print_table
from benchmarks.objects import matches_of, rounds_of
from schwimmen.envs import BatchEnv, uniform
from schwimmen.players import make_player
from schwimmen.players.levels import SEARCH_BUDGETS
from schwimmen.players.random_play import random_rounds
from schwimmen.players.search_player import Search
from schwimmen.rules import Match, Round, RuleSet, View
from schwimmen.rules.core import kernel
from schwimmen.rules.core.rng import new_rng
from schwimmen.rules.core.state import CHOICE_DTYPE, MAX_ACTIONS, NO_SEAT, VIEW_DTYPE
from schwimmen.rules.results import NO_MATCH
from schwimmen.simulation import simulate

REPETITIONS: Final = 10
ENVS: Final = 4096
DECISIONS: Final = 12
"""Number of decisions in the subject that searches."""
SETTINGS: Final = {
    "library": {"SCHWIMMEN_ENGINE": "library"},
    "numba": {"SCHWIMMEN_ENGINE": "numba"},
    "older": {"SCHWIMMEN_ENGINE": "library", "SCHWIMMEN_LEVEL": "2"},
}
"""Environment variables of each process."""

Play = Callable[[int], int]
"""Function that plays a number of rounds, steps or calls and returns the number of counted
units."""


class Measured(NamedTuple):
    """Subject: its unit, the least ratio to Numba wanted, and the function that makes its
    player."""

    unit: str
    wanted: float
    play: Callable[[], Play]


def legal_calls() -> Play:
    """Return a caller of the cheapest function that takes arrays of records."""
    records = Round("pagat", 3, seed=7).arrays

    def play(calls: int) -> int:
        for _ in range(calls):
            kernel.legal(*records, 0)
        return calls

    return play


def view_calls() -> Play:
    """Return a caller of the function that writes a view."""
    records = Round("pagat", 3, seed=7).arrays
    views, choices = np.zeros(1, VIEW_DTYPE), np.zeros(MAX_ACTIONS, CHOICE_DTYPE)

    def play(calls: int) -> int:
        for _ in range(calls):
            kernel.view(*records, 0, NO_MATCH, NO_SEAT, 0, views, choices)
        return calls

    return play


def rules_of(preset: str, players: int) -> Play:
    """Return a player of rounds between random players, all in one call."""
    rules = RuleSet(preset)
    return lambda rounds: random_rounds(rules, players, rounds, seed=1)[0]


def batch(preset: str, players: int) -> BatchEnv:
    """Return batched environments at their start."""
    env = BatchEnv(preset, players, ENVS, threads=1)
    env.reset(seed=1)
    return env


def runs_of(preset: str, players: int) -> Play:
    """Return a player of batched environments, all steps in one call."""
    env = batch(preset, players)

    def play(steps: int) -> int:
        env.run("random", steps)
        return ENVS * steps

    return play


def steps_of(preset: str, players: int) -> Play:
    """Return a player of batched environments, one call for each step."""
    env, rng = batch(preset, players), np.random.default_rng(1)

    def play(steps: int) -> int:
        for _ in range(steps):
            env.step(uniform(env.observations, env.masks, rng))
        return ENVS * steps

    return play


def simulations_of(preset: str) -> Play:
    """Return a player of simulated rounds between compiled bots."""
    return lambda rounds: simulate(preset, 3, "greedy", rounds, seed=1, workers=1).rounds


def searches_of(preset: str, players: int) -> Play:
    """Return a player that searches as ``master`` does, always for the same decisions."""
    bot, views = make_player("club", 1), list[View]()
    match = Match(preset, players, seed=3)
    while len(views) < DECISIONS and not match.over:
        if match.to_act is None:
            match.deal()
            continue
        view = match.view(match.to_act)
        if len(view.choices) > 1:
            views.append(view)
        match.play(bot.choose(view))

    def play(passes: int) -> int:
        for _ in range(passes):
            for number, view in enumerate(views):
                Search(view, SEARCH_BUDGETS["master"], new_rng(number))
        return passes * len(views)

    return play


def views_of(preset: str, players: int) -> Play:
    """Return a maker of views of all seats in turn."""
    seats, round_ = cycle(range(players)), Round(preset, players, seed=7)

    def play(number: int) -> int:
        for _ in range(number):
            round_.view(next(seats))
        return number

    return play


SUBJECTS: Final = {
    "call, legal": Measured("call", 1.0, legal_calls),
    "call, view": Measured("call", 1.0, view_calls),
    "rules, pagat, 3 players": Measured("decision", 0.95, lambda: rules_of("pagat", 3)),
    "rules, dutch, 4 players": Measured("decision", 0.95, lambda: rules_of("dutch", 4)),
    "rules, choy, 4 players": Measured("decision", 0.95, lambda: rules_of("choy", 4)),
    "batch, run, pagat, 3 players": Measured("step", 0.95, lambda: runs_of("pagat", 3)),
    "batch, run, choy, 4 players": Measured("step", 0.95, lambda: runs_of("choy", 4)),
    "batch, step, pagat, 3 players": Measured("step", 0.95, lambda: steps_of("pagat", 3)),
    "simulation, pagat, greedy": Measured("round", 0.95, lambda: simulations_of("pagat")),
    "simulation, choy, greedy": Measured("round", 0.95, lambda: simulations_of("choy")),
    "search, pagat, 2 players": Measured("move", 0.95, lambda: searches_of("pagat", 2)),
    "search, pagat, 4 players": Measured("move", 0.95, lambda: searches_of("pagat", 4)),
    "search, choy, 4 players": Measured("move", 0.95, lambda: searches_of("choy", 4)),
    "views, pagat, 3 players": Measured("view", 0.95, lambda: views_of("pagat", 3)),
    "objects, Round, pagat, 3 players": Measured("decision", 1.1, lambda: rounds_of("pagat", 3)),
    "objects, Round, choy, 4 players": Measured("decision", 1.1, lambda: rounds_of("choy", 4)),
    "objects, Match, pagat, 3 players": Measured("decision", 1.1, lambda: matches_of("pagat", 3)),
}


class Engine:
    """Process of an engine, which plays subjects on request."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process
        self.name = str(self._answer())

    def settle(self, subject: str, least: int) -> int:
        """Warm up and return the size of the subject that takes long enough."""
        return int(self._ask(subject, least, settle=True))

    def seconds(self, subject: str, size: int) -> float:
        """Return the processor time of one unit of a subject."""
        return self._ask(subject, size, settle=False)

    def _ask(self, subject: str, size: int, settle: bool) -> float:
        assert self._process.stdin is not None
        print(json.dumps([subject, size, settle]), file=self._process.stdin, flush=True)
        return float(self._answer())

    def _answer(self) -> str | float:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise SystemExit(f"an engine's process ended: exit status {self._process.wait()}")
        answer: str | float = json.loads(line)
        return answer


@contextmanager
def started(settings: dict[str, str]) -> Iterator[Engine]:
    """Run the process of an engine until the context ends."""
    command = [sys.executable, "-m", "benchmarks.engine", "--serve"]
    with subprocess.Popen(
        command,
        env=os.environ | settings,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        yield Engine(process)
        assert process.stdin is not None
        process.stdin.close()


def has_older() -> bool:
    """Return whether the library also has code for older processors."""
    command = [sys.executable, "-c", "from schwimmen.engine import library; library.load()"]
    return not subprocess.run(
        command, env=os.environ | SETTINGS["older"], capture_output=True
    ).returncode


def serve() -> None:
    """Play the subjects that standard input requests, and print their times."""
    print(json.dumps(engine()), flush=True)
    subjects: dict[str, Subject] = {}
    for line in sys.stdin:
        name, size, settle = json.loads(line)
        if name not in subjects:
            subjects[name] = Subject(name, SUBJECTS[name].play())
        subject = subjects[name]
        if settle:
            subject.settle(least=size)
            print(subject.size, flush=True)
        else:
            subject.size = size
            subject.time()
            print(1 / subject.rates[-1], flush=True)


class Ratio(NamedTuple):
    """Ratio of two speeds, and its 95 % confidence interval."""

    median: float
    low: float
    high: float


def ratio_of(pairs: Sequence[tuple[float, float]]) -> Ratio:
    """Return the ratio of the second to the first of each pair of times.

    It is the Hodges-Lehmann estimate of its logarithm, with the interval of the signed-rank test:
    a few disturbed runs change neither much.

    >>> ratio_of([(1, 2), (2, 4), (1, 2), (3, 6), (1, 2), (1, 200)])
    Ratio(median=2.0, low=2.0, high=20.0)
    """
    logs = [math.log(second / first) for first, second in pairs]
    means = sorted((one + other) / 2 for one, other in combinations_with_replacement(logs, 2))
    n = len(logs)
    spread = 1.96 * math.sqrt(n * (n + 1) * (2 * n + 1) / 24)
    outside = max(0, math.floor(n * (n + 1) / 4 - spread))
    middle = (means[(len(means) - 1) // 2] + means[len(means) // 2]) / 2
    figures = (middle, means[outside], means[-1 - outside])
    return Ratio(*(round(math.exp(figure), 3) for figure in figures))


def time_of(seconds: float) -> str:
    """Return a time with its unit.

    >>> time_of(6.43e-7), time_of(2.5e-5), time_of(0.0123)
    ('643 ns', '25.0 µs', '12.3 ms')
    """
    for unit, factor in (("ns", 1e9), ("µs", 1e6)):
        if seconds * factor < 1000:
            return f"{seconds * factor:.{0 if seconds * factor >= 100 else 1}f} {unit}"
    return f"{seconds * 1e3:.1f} ms"


@dataclass
class Row:
    """Times of a subject by process, in the order in which they were taken."""

    subject: str
    times: dict[str, list[float]]

    def cells(self, against: str) -> list[str]:
        """Return the cells of the table in which an engine is compared with Numba."""
        ratio = ratio_of(list(zip(self.times[against], self.times["numba"], strict=True)))
        medians = (statistics.median(self.times[one]) for one in (against, "numba"))
        measured = SUBJECTS[self.subject]
        met = "" if ratio.low >= measured.wanted else " (missed)"
        return [
            self.subject,
            measured.unit,
            *map(time_of, medians),
            f"{ratio.median:.2f}",
            f"{ratio.low:.2f} to {ratio.high:.2f}",
            f"{measured.wanted:.2f}{met}",
        ]


def main() -> None:
    """Time all subjects in turn and print a table for each comparison."""
    parser = arguments(__doc__)
    parser.set_defaults(repetitions=REPETITIONS)
    parser.add_argument("--only", nargs="+", default=[""], help="subjects that begin so")
    parser.add_argument("--serve", action="store_true", help="play what standard input asks for")
    options = parser.parse_args()
    if options.serve:
        serve()
        return
    names = [name for name in SUBJECTS if name.startswith(tuple(options.only))]
    with ExitStack() as stack:
        engines = {
            name: stack.enter_context(started(settings))
            for name, settings in SETTINGS.items()
            if name != "older" or has_older()
        }
        rows = []
        for name in names:
            size = 1
            for process in engines.values():  # all play the same
                size = max(size, process.settle(name, size))
            rows.append(Row(name, {one: [] for one in engines}))
            for number in range(options.repetitions):
                order = list(engines)[:: 1 if number % 2 else -1]
                for one in order:
                    rows[-1].times[one].append(engines[one].seconds(name, size))
            print(*rows[-1].cells("library"), sep="|", file=sys.stderr, flush=True)
    print_machine(", one used", ("numpy",))
    print(f"median of {options.repetitions} runs of each process, in turn\n")
    for against in list(engines)[::2]:
        print(f"{engines[against].name}, compared with {engines['numba'].name}:\n")
        head = ["subject", "unit", "library", "Numba", "ratio", "95 %", "wanted"]
        print_table(head, (row.cells(against) for row in rows))
        print()


if __name__ == "__main__":
    main()
