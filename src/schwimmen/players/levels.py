"""Levels of play and characters by name."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from schwimmen.rules.errors import SchwimmenError, quote, suggest

from .budget import SearchBudget

Policy: TypeAlias = Literal["random", "greedy", "heuristic", "blueprint", "search"]
"""Kind of policy of a level; ``policies.py`` compiles all but the search."""


@dataclass(frozen=True)
class Likeness:
    """Points that a level loses for each one of ``beginner``, by kind of match.

    Fitted to measured rates (``make benchmark-review``).
    """

    lives: float
    points: float


@dataclass(frozen=True)
class Level:
    """Declaration of a level, or of a baseline that measures other players.

    A heuristic level has a profile of its name in ``heuristic/profiles.py``.
    """

    name: str
    policy: Policy
    line: str = ""
    """Description of a level that players can choose, in one line; empty for a baseline."""
    budget: SearchBudget | None = None
    """Amount of search of a level that searches."""
    close_value: int | None = None
    """Value of a hand from which a greedy level closes; ``None`` if that depends on the turn."""
    has_characters: bool = False
    """Whether players of the level may have a character."""
    likeness: Likeness | None = None
    """Error rates of the level, which a player's are compared with; ``None`` for no comparison."""
    rating: int = 0
    """Strength, which orders levels, and the ratings of puzzles that they solve."""
    solves: bool = False
    """Whether the level tries puzzles; those of the page are made again if another one does."""


DECLARED: Final = (
    Level("random", "random", "plays any legal action, each as likely as the others"),
    Level(
        "greedy",
        "greedy",
        "always takes the best hand on offer and closes with a good one; a baseline",
        rating=1300,
        solves=True,
    ),
    *(Level(f"greedy-{value}", "greedy", close_value=value) for value in (20, 27, 30)),
    Level(
        "beginner",
        "heuristic",
        "sees most good exchanges, closes on a whim, remembers nothing",
        has_characters=True,
        likeness=Likeness(lives=1.0, points=1.0),
        rating=1000,
        solves=True,
    ),
    Level(
        "casual",
        "heuristic",
        "plays for a good hand, takes its time to close, rarely slips",
        has_characters=True,
        likeness=Likeness(lives=0.9, points=0.96),
        rating=1200,
        solves=True,
    ),
    Level(
        "club",
        "heuristic",
        "keeps two plans open, watches what the others take, closes soon",
        has_characters=True,
        likeness=Likeness(lives=0.76, points=0.7),
        rating=1450,
        solves=True,
    ),
    Level("blueprint", "blueprint"),
    Level(
        "expert",
        "search",
        "estimates the other players' hands and rarely errs",
        SearchBudget(200, 60, 700),
        likeness=Likeness(lives=0.18, points=0.28),
        rating=1750,
        solves=True,
    ),
    Level(
        "master",
        "search",
        "the strongest level",
        SearchBudget(2000, 4000, 45000, 40),
        likeness=Likeness(lives=0.037, points=0.15),
        rating=1950,
        solves=True,
    ),
)
"""All levels and baselines, in the order of their codes."""

BY_NAME: Final = MappingProxyType({level.name: level for level in DECLARED})

DEFAULT_LEVEL: Final = "casual"
"""Level of a bot if no other is chosen."""

DESCRIPTIONS: Final = MappingProxyType(
    {
        level.name: level.line
        for level in sorted(DECLARED, key=lambda level: level.rating)
        if level.line
    }
)
"""Description of each level in one line, from weak to strong; ``greedy`` is also a baseline."""

LEVELS: Final = tuple(DESCRIPTIONS)
"""Names of all levels, from weak to strong."""

SOLVERS: Final = tuple(level for level in LEVELS if BY_NAME[level].solves)
"""Levels that try puzzles, from weak to strong."""

CHARACTERS: Final = MappingProxyType(
    {
        "hasty": "closes early",
        "patient": "closes late",
        "threes": "collects threes of a kind",
        "suits": "collects cards of one suit",
        "aces": "is fond of aces",
        "swapper": "likes to exchange all cards",
    }
)
"""Description of each character, the small bias of a player, in one line."""

LEVELS_WITH_CHARACTERS: Final = tuple(level.name for level in DECLARED if level.has_characters)
"""Levels whose players may have a character."""

LEVELS_WITH_DATA: Final = tuple(
    level.name for level in DECLARED if level.policy in ("blueprint", "search")
)
"""Levels whose players need data, such as blueprints."""

GREEDY_BASELINES: Final = MappingProxyType(
    {level.name: level.close_value for level in DECLARED if level.close_value is not None}
)
"""Hand value at which each greedy baseline closes, in any turn; baselines measure other players."""

SEARCH_BUDGETS: Final = MappingProxyType(
    {level.name: level.budget for level in DECLARED if level.budget is not None}
)
"""Amounts of search of the levels that search."""


def check_player_name(name: object) -> None:
    """Raise ``SchwimmenError``, with the nearest name, unless ``make_player`` knows this one."""
    if not isinstance(name, str):
        raise SchwimmenError(f"level: {name!r} is not the name of a level, such as greedy")
    if name not in BY_NAME:
        known = [*LEVELS, *(level for level in BY_NAME if level not in LEVELS)]
        raise SchwimmenError(
            f"unknown level {quote(name)}: {suggest(name, known)}",
            "unknown_level",
            level=name,
            levels=list(LEVELS),
        )


def check_character(level: str, character: str | None) -> None:
    """Raise ``SchwimmenError`` unless players of the level may have the character (or none)."""
    if character is None:
        return
    if character not in CHARACTERS:
        known = suggest(str(character), CHARACTERS)
        raise SchwimmenError(f"unknown character {quote(character)}: {known}")
    if level not in LEVELS_WITH_CHARACTERS:
        raise SchwimmenError(
            f"character: {level} has none, only {', '.join(LEVELS_WITH_CHARACTERS)} have"
        )
