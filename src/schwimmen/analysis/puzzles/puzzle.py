"""Puzzles: a decision with the losses of its actions, its themes and rating, as a line of text."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from string import ascii_lowercase, ascii_uppercase, digits
from typing import Final, Literal, TypeAlias

from schwimmen.players.levels import SOLVERS as SOLVERS
from schwimmen.rules import Card, Match, Points, Round, RuleSet
from schwimmen.rules.results import NO_MATCH

Theme: TypeAlias = Literal[
    "close",
    "keepOpen",
    "whichCard",
    "layDown",
    "swapAll",
    "pass",
    "renew",
    "dealersChoice",
    "lastTurn",
    "swimming",
]

THEME_LETTERS: Final[dict[Theme, str]] = {
    "close": "c",
    "keepOpen": "o",
    "whichCard": "w",
    "layDown": "l",
    "swapAll": "a",
    "pass": "p",
    "renew": "r",
    "dealersChoice": "d",
    "lastTurn": "t",
    "swimming": "s",
}
"""Letters of the themes in a line."""

THEMES: Final = tuple(THEME_LETTERS)
"""Themes in the order of their codes, the main ones first."""

ATTEMPTS: Final = 5
"""Number of attempts of each level at a puzzle."""

LETTERS: Final = ascii_uppercase + ascii_lowercase + digits + "-_"
"""Letters for numbers from 0 to 63 in a line: cards, actions and losses."""

MAX_LOSS: Final = len(LETTERS) - 1
"""Largest loss in a line, in points; it stands for larger ones, too."""

_NOTHING: Final = "."


@dataclass(frozen=True, slots=True)
class Puzzle:
    """Decision of one seat in a round of a match in which no player is out.

    ``scores`` are the lives or points of all seats before the round, ``actions`` the numbers of the
    actions since the deal. ``value`` is the value of the best action to the seat to act: the
    percentage of matches won, or the points that it is ahead after the round. ``losses`` are the
    losses of all legal actions against it, in order of their numbers; ``Scale`` describes the unit.
    All are rounded to whole numbers. ``found`` has, for each of ``SOLVERS``, the number of its
    ``ATTEMPTS`` that found the best action.
    """

    rules: RuleSet
    dealer: int
    leader: int
    scores: tuple[Points, ...]
    pack: tuple[Card, ...]
    actions: tuple[int, ...]
    value: int
    losses: tuple[int, ...]
    found: tuple[int, ...]
    themes: tuple[Theme, ...]
    rating: int

    @property
    def preset(self) -> str:
        """Preset of the rules."""
        return self.rules.preset

    @property
    def players(self) -> int:
        """Number of players."""
        return len(self.scores)

    def match(self) -> Match:
        """Return the match at the moment of the decision, without the rounds before it.

        Raises ``SchwimmenError`` for an invalid round or action.
        """
        dealt = Round(self.rules, self.players, self.pack, self.dealer, self.leader)
        position = replace(dealt.position_in(NO_MATCH), number=1, scores=self.scores)
        match = Match.from_position(position)
        for action in self.actions:
            match.play(action)
        return match

    @property
    def best(self) -> str:
        """Name of the best action."""
        return self.match().round.legal_actions[self.losses.index(0)]

    def to_line(self) -> str:
        """Return the puzzle as a line of text, without the rules.

        Cards that are not dealt yet are left out; ``from_line`` puts them in order.
        """
        dealt = len(self.pack) - self.match().view().talon
        return " ".join(
            [
                _letters(self.pack[:dealt]),
                f"{self.dealer}{self.leader}",
                ",".join(map(str, self.scores)),
                _letters(self.actions) or _NOTHING,
                str(self.value),
                _letters(self.losses),
                "".join(map(str, self.found)),
                "".join(THEME_LETTERS[theme] for theme in self.themes) or _NOTHING,
                str(self.rating),
            ]
        )

    @classmethod
    def from_line(cls, preset: str, line: str) -> Puzzle:
        """Return the puzzle of a line that ``to_line`` wrote, for a preset."""
        rules = RuleSet(preset)
        pack, seats, scores, actions, value, losses, found, themes, rating = line.split(" ")
        dealt = tuple(Card(number) for number in _numbers(pack))
        rest = tuple(card for card in rules.cards if card not in dealt)
        return cls(
            rules=rules,
            dealer=int(seats[0]),
            leader=int(seats[1]),
            scores=tuple(float(one) if "." in one else int(one) for one in scores.split(",")),
            pack=dealt + rest,
            actions=_numbers(actions.strip(_NOTHING)),
            value=int(value),
            losses=_numbers(losses),
            found=tuple(map(int, found)),
            themes=tuple(theme for theme, letter in THEME_LETTERS.items() if letter in themes),
            rating=int(rating),
        )


def _letters(numbers: Iterable[int]) -> str:
    return "".join(LETTERS[number] for number in numbers)


def _numbers(letters: str) -> tuple[int, ...]:
    return tuple(map(LETTERS.index, letters))
