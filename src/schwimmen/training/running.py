"""``schwimmen train``: lessons on all cores, a file and a line of the log for each."""

from __future__ import annotations

import json
import platform
import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import asdict, replace
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Final

from rich.console import Console

from schwimmen.arena.work import run_chunks, threads
from schwimmen.players.blueprint.file import About, write_blueprint
from schwimmen.players.cores import cores
from schwimmen.rules.compiled import sources_digest
from schwimmen.rules.ruleset import RuleSet

from .learning import Learnt, learn
from .lessons import Lesson

LOG: Final = "training.jsonl"

_INTERRUPTED: Final = 130
_LIBRARIES: Final = ("schwimmen", "numba", "numpy")


def run(
    lessons: Sequence[Lesson], folder: Path, seed: int, percent: int, workers: int | None
) -> int:
    """Learn them, the longest first, and return the exit status."""
    console = Console(stderr=True, highlight=False)
    asked = [
        replace(
            lesson,
            value_rounds=max(1, lesson.value_rounds * percent // 100),
            regret_rounds=max(1, lesson.regret_rounds * percent // 100),
        )
        for lesson in lessons
    ]
    number = workers or cores()
    console.print(f"{len(asked)} lessons, {number} at a time; seed {seed}")
    begun = time.monotonic()
    learning = partial(learn, seed=seed)
    try:
        with closing(run_chunks(learning, asked, threads(number))) as learnt:
            for each in learnt:
                about = _write(each, folder, seed)
                minutes = (time.monotonic() - begun) / 60
                _log(folder, about, minutes)
                console.print(
                    f"{about.name}: {about.entries:,} situations, {about.sha256[:12]}, "
                    f"after {minutes:.1f} minutes"
                )
    except KeyboardInterrupt:
        console.print(f"interrupted; what was learnt lies in {folder}")
        return _INTERRUPTED
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


def _log(folder: Path, about: About, minutes: float) -> None:
    versions = {name: version(name) for name in _LIBRARIES}
    line = {
        **asdict(about),
        "minutes": round(minutes, 1),
        "python": platform.python_version(),
        **versions,
    }
    with (folder / LOG).open("a", encoding="utf-8") as log:
        log.write(json.dumps(line, sort_keys=True) + "\n")
