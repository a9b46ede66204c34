"""A position in the tree of a round or a match: never changed, so that copies cost nothing."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Final, TypeAlias

from schwimmen.rules.cards import Card
from schwimmen.rules.state import Records

from .setting import Setting
from .telling import hands_text

if TYPE_CHECKING:
    from .course import Decision

CHANCE: Final = -1
TERMINAL: Final = -4

Step: TypeAlias = int | tuple[Card, ...]
"""An action, a card told by chance, or the whole order of cards that one outcome stands for."""


class Position(ABC):
    """A node of the tree; ``player`` is the seat to act, ``CHANCE`` or ``TERMINAL``.

    ``parent`` is the node above, ``step`` what led here from it. ``rounds`` is the round (where
    chance is asked, as it was before), ``matches`` the match around it, if one is played, ``past``
    the end of the round before. ``before`` is the decision in this round that led here, and
    ``action`` what was played there.
    """

    __slots__ = (
        "_public",
        "action",
        "before",
        "matches",
        "parent",
        "past",
        "player",
        "rounds",
        "setting",
        "step",
    )

    player: int
    setting: Setting
    matches: Records | None
    past: Decision | None

    def __init__(
        self,
        parent: Position | None,
        step: Step,
        rounds: Records,
        before: Decision | None,
        action: int,
    ) -> None:
        if parent is not None:
            self.setting = parent.setting
            self.matches = parent.matches
            self.past = parent.past
        self.parent = parent
        self.step = step
        self.rounds = rounds
        self.before = before
        self.action = action
        self._public: str | None = None

    def __deepcopy__(self, memo: object) -> Position:
        return self

    def __str__(self) -> str:
        """All that has happened, chance and hands included."""
        return self.seen(None) + hands_text(self.rounds, int(self.rounds["active"][0]))

    @property
    def path(self) -> tuple[Step, ...]:
        """All steps from the root."""
        steps = []
        at = self
        while at.parent is not None:
            steps.append(at.step)
            at = at.parent
        return tuple(reversed(steps))

    @property
    @abstractmethod
    def legal_actions(self) -> tuple[int, ...]:
        """The actions or outcomes that there are here, in ascending order."""

    @abstractmethod
    def after(self, step: Step) -> Position:
        """The position after an action or outcome.

        Raises ``IllegalAction`` or, for what is no outcome, ``SchwimmenError``.
        """

    @abstractmethod
    def name_of(self, step: int) -> str:
        """An action as a record has it, or the card that chance tells."""

    @property
    def public(self) -> str:
        """What all have seen in this round."""
        if self._public is None:
            self._public = self._told()
        return self._public

    @abstractmethod
    def _told(self) -> str:
        """What ``public`` is."""

    @abstractmethod
    def own(self, seat: int) -> str:
        """What in this round a seat alone has seen: its cards."""

    def seen(self, seat: int | None, public: bool = True) -> str:
        """What has been seen, in this round and those before: by a seat alone, and by all."""
        told = "" if self.past is None else f"{self.past.seen(seat, public)}\n"
        if seat is not None:
            told += self.own(seat)
        return f"{told} | {self.public}" if public else told

    def seen_by(self, seat: int) -> str:
        """All that a seat has seen: its information state."""
        return f"seat {seat}{self.seen(seat)}"
