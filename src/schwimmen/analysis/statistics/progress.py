"""Progress of a player over finished matches in their order: streaks, badges and records."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple, TypeAlias

from .ratings import RATING_FAMILIES, family_of

MatchBadge: TypeAlias = Literal[
    "first_win", "thirty_matches", "five_in_a_row", "unscathed", "fire", "survivor", "all_games"
]
"""Badge that is earned in matches."""

GAMES: Final = tuple(family for family in RATING_FAMILIES if family != "own")
"""Kinds of game without house rules."""

GOALS: Final[Mapping[MatchBadge, int]] = {
    "first_win": 1,
    "thirty_matches": 30,
    "five_in_a_row": 5,
    "unscathed": 1,
    "fire": 1,
    "survivor": 10,
    "all_games": len(GAMES),
}
"""Count at which each badge is earned."""


class FinishedMatch(NamedTuple):
    """Finished match as progress counts it; ``ended`` is the ISO time of its last move."""

    table_id: str
    ended: str
    variant: str
    won: bool
    unscathed: bool
    fires: int
    survived: int


@dataclass(frozen=True, slots=True)
class Record:
    """Highest count in one match, and the table of the first match that reached it."""

    count: int
    table: str


@dataclass(slots=True)
class Progress:
    """Progress after a number of matches; ``add`` counts the next one.

    ``wins`` and ``longest`` are the current and the longest streak. ``earned`` has the ISO time at
    which each badge was earned. ``swim`` and ``fires`` are records.
    """

    wins: int = 0
    longest: int = 0
    counts: dict[str, int] = field(default_factory=dict)
    earned: dict[str, str] = field(default_factory=dict)
    games: list[str] = field(default_factory=list)
    swim: Record | None = None
    fires: Record | None = None

    def add(self, match: FinishedMatch) -> None:
        """Count a match that follows all others."""
        self.wins = self.wins + 1 if match.won else 0
        self.longest = max(self.longest, self.wins)
        game = family_of(match.variant)
        if game in GAMES and game not in self.games:
            self.games.append(game)
        for badge, more in (
            ("first_win", match.won),
            ("thirty_matches", 1),
            ("unscathed", match.unscathed),
            ("fire", match.fires),
            ("survivor", match.survived),
        ):
            self.counts[badge] = self.counts.get(badge, 0) + more
        self.counts |= {"five_in_a_row": self.longest, "all_games": len(self.games)}
        for badge, goal in GOALS.items():
            if self.counts[badge] >= goal:
                self.earned.setdefault(badge, match.ended)
        self.swim = _higher(self.swim, Record(match.survived, match.table_id))
        self.fires = _higher(self.fires, Record(match.fires, match.table_id))


def _higher(record: Record | None, new: Record) -> Record | None:
    return new if new.count > (0 if record is None else record.count) else record
