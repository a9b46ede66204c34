"""What was seen of a round, as text: the public part, from step to step, and the seat's own."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Final, TypeAlias

from schwimmen.rules.actions import action_name
from schwimmen.rules.cards import Card, card_names, cards_of
from schwimmen.rules.core.state import OVER, RecordArray

from .config import Setting

if TYPE_CHECKING:
    from .transitions import Decision


def hand_and_table(rounds: RecordArray) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """The hand of the seat to act, and the table."""
    seat = int(rounds["to_act"][0])
    return cards_of(rounds["hands"][0, seat]), cards_of(rounds["table"][0])


def name_of(rounds: RecordArray, action: int) -> str:
    """The name of an action of the seat to act, as a record has it."""
    return action_name(action, *hand_and_table(rounds))


def deal_text(rounds: RecordArray) -> str:
    """What all see of a deal."""
    dealer, leader = int(rounds["dealer"][0]), int(rounds["leader"][0])
    return f"dealer {dealer} leader {leader}{_seen(rounds, 0, 0, 0)}"


def step_text(before: RecordArray, action: int, after: RecordArray) -> str:
    """What all see of an action and of what came of it."""
    made_anew = after["recyclings"][0] != before["recyclings"][0]
    aside = 0 if made_anew else int(before["aside_count"][0])
    told = _seen(after, int(before["table"][0]), aside, int(before["shown"][0]))
    return f"; {name_of(before, action)}{' recycled' * bool(made_anew)}{told}"


def own_text(dealt: RecordArray, seat: int, took: bool) -> str:
    """What only a seat has seen: the hand it was dealt, and the extra hand it took (R5).

    ``dealt`` is the round just dealt, ``took`` whether the dealer took the extra hand.
    """
    hand = int(dealt["hands"][0, seat])
    if not hand:
        return ""
    told = f" hand {card_names(cards_of(hand))}"
    if took and seat == dealt["dealer"][0]:
        told += f" took {card_names(cards_of(dealt['extra'][0]))}"
    return told


def hands_text(rounds: RecordArray, seats: int) -> str:
    """The hands of a set of seats."""
    return "".join(
        f", {seat} has {card_names(cards_of(rounds['hands'][0, seat]))}" for seat in cards_of(seats)
    )


def _seen(rounds: RecordArray, table: int, aside: int, shown: int) -> str:
    """What is new: the table, the cards laid aside, and hands that lie open (R12, R28, R33)."""
    told = ""
    now = int(rounds["table"][0])
    if now != table:
        told += f", table {card_names(cards_of(now))}"
    count = int(rounds["aside_count"][0])
    if count > aside:
        told += f", aside {card_names(rounds['aside'][0, aside:count].tolist())}"
    if rounds["phase"][0] == OVER:
        return told + hands_text(rounds, int(rounds["active"][0]))
    return told + hands_text(rounds, int(rounds["shown"][0]) & ~shown)


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
    matches: RecordArray | None
    past: Decision | None

    def __init__(
        self,
        parent: Position | None,
        step: Step,
        rounds: RecordArray,
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
