"""``schwimmen train``: lessons on all cores, a file and a line of the log for each."""

from __future__ import annotations

import json
import platform
import time
from collections.abc import Sequence
from concurrent.futures import CancelledError, ThreadPoolExecutor
from dataclasses import asdict, replace
from importlib.metadata import version
from pathlib import Path
from threading import Event, Lock
from typing import Final

from rich.console import Console

from schwimmen.arena.work import Workers, run_chunks
from schwimmen.players.blueprint.file import About, write_blueprint
from schwimmen.players.cores import cores
from schwimmen.rules.compiled import sources_digest
from schwimmen.rules.errors import SchwimmenError
from schwimmen.rules.ruleset import RuleSet

from .learning import Learnt, learn
from .lessons import Lesson

LOG: Final = "training.jsonl"

_INTERRUPTED: Final = 130
_LIBRARIES: Final = ("schwimmen", "numba", "numpy")


def run_training(
    lessons: Sequence[Lesson], folder: Path, seed: int, percent: int, workers: int | None
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
    number = workers or cores()
    log = _Log(folder / LOG)
    console.print(f"{len(asked)} lessons, {number} at a time; seed {seed}")
    begun = time.monotonic()
    ended = Event()

    def go_on() -> None:
        if ended.is_set():
            raise CancelledError

    def work(lesson: Lesson) -> None:
        about = _write(learn(lesson, seed, go_on), folder, seed)
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


def _write(learnt: Learnt, folder: Path, seed: int) -> About:
    lesson = learnt.lesson
    return write_blueprint(
        folder,
        RuleSet(lesson.preset),
        lesson.seats,
        learnt.slots,
        seed,
        {"value_rounds": lesson.value_rounds, "regret_rounds": lesson.regret_rounds},
        sources_digest("training"),
    )


class _Log:
    """A line of JSON for every lesson that is done. Raises ``SchwimmenError`` if none can be."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = Lock()
        self._append("")

    def add(self, about: About, minutes: float) -> None:
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
