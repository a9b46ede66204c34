"""What is learnt: for which rules, at tables of how many, from how many rounds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from schwimmen.rules.errors import SchwimmenError, nearest
from schwimmen.rules.quoting import shown


@dataclass(frozen=True, slots=True)
class Lesson:
    """A blueprint to learn: values of afterstates from so many rounds, then regrets from so many.

    ``places`` is the room for situations and afterstates, a power of two; of the situations those
    that come most often are kept, so many of them.
    """

    preset: str
    seats: int
    value_rounds: int
    regret_rounds: int
    places: int = 1 << 22
    situations: int = 160_000

    @property
    def name(self) -> str:
        """What it is called on the command line and as a file."""
        return f"{self.preset}-{self.seats}"


_MILLION: Final = 1_000_000

LESSONS: Final = (
    Lesson("pagat", 2, 40 * _MILLION, 4 * _MILLION, situations=800_000),
    Lesson("pagat", 3, 16 * _MILLION, 3 * _MILLION, situations=350_000),
    Lesson("pagat", 4, 16 * _MILLION, 3 * _MILLION, situations=350_000),
    Lesson("pagat", 6, 8 * _MILLION, _MILLION),
    Lesson("pagat", 8, 6 * _MILLION, _MILLION),
    Lesson("app-a7", 2, 3 * _MILLION, 800_000),
    Lesson("app-a7", 3, 2 * _MILLION, 400_000),
    Lesson("app-a7", 4, 2 * _MILLION, 400_000),
    Lesson("app-a7", 6, _MILLION, 300_000),
    Lesson("app-a9", 2, 3 * _MILLION, 800_000),
    Lesson("app-a9", 4, 2 * _MILLION, 400_000),
    Lesson("app-a5", 2, 3 * _MILLION, 800_000),
    Lesson("app-a5", 4, 2 * _MILLION, 400_000),
    Lesson("dutch", 2, 3 * _MILLION, 800_000),
    Lesson("dutch", 3, 2 * _MILLION, 400_000),
    Lesson("dutch", 4, 2 * _MILLION, 400_000),
    Lesson("dutch", 8, _MILLION, 300_000),
    Lesson("choy", 2, 3 * _MILLION, 800_000),
    Lesson("choy", 4, 2 * _MILLION, 400_000),
    Lesson("choy", 8, _MILLION, 300_000),
)
"""What there is to learn; other tables and rules use what is most like them."""


def lessons_named(names: list[str]) -> tuple[Lesson, ...]:
    """Some of ``LESSONS``, each once, or all if none is named.

    Raises ``SchwimmenError`` for a name that is none of theirs.
    """
    known = {lesson.name: lesson for lesson in LESSONS}
    for name in names:
        if name not in known:
            raise SchwimmenError(f"unknown lesson {shown(name)}: {nearest(name, known)}")
    return tuple(known[name] for name in dict.fromkeys(names)) or LESSONS
