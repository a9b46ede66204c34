"""Positions, the nodes of the game tree, and their text: public and private information."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Final, TypeAlias

from schwimmen.rules.actions import action_name
from schwimmen.rules.cards import Card, bits_of, card_names, cards_of
from schwimmen.rules.core.state import OVER, RecordArray

from .config import GameConfig

if TYPE_CHECKING:
    from .transitions import DecisionNode


def hand_and_table(rounds: RecordArray) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Return the hand of the seat to act, and the table cards."""
    seat = int(rounds["to_act"][0])
    return cards_of(rounds["hands"][0, seat]), cards_of(rounds["table"][0])


def name_of(rounds: RecordArray, action: int) -> str:
    """Return the name of an action of the seat to act, as in a record."""
    return action_name(action, *hand_and_table(rounds))


def deal_text(rounds: RecordArray) -> str:
    """Return the public information of a deal."""
    dealer, leader = int(rounds["dealer"][0]), int(rounds["leader"][0])
    return f"dealer {dealer} leader {leader}{_revealed(rounds, 0, 0, 0)}"


def step_text(before: RecordArray, action: int, after: RecordArray) -> str:
    """Return the public information of an action and its effects."""
    recycled = after["recyclings"][0] != before["recyclings"][0]
    aside = 0 if recycled else int(before["aside_count"][0])
    text = _revealed(after, int(before["table"][0]), aside, int(before["shown"][0]))
    return f"; {name_of(before, action)}{' recycled' * bool(recycled)}{text}"


def private_text(dealt: RecordArray, seat: int, took: bool) -> str:
    """Return the private information of a seat: its dealt hand, and the extra hand it took (R5).

    ``dealt`` is the round just dealt, ``took`` whether the dealer took the extra hand.
    """
    hand = int(dealt["hands"][0, seat])
    if not hand:
        return ""
    text = f" hand {card_names(cards_of(hand))}"
    if took and seat == dealt["dealer"][0]:
        text += f" took {card_names(cards_of(dealt['extra'][0]))}"
    return text


def hands_text(rounds: RecordArray, seats: int) -> str:
    """Return the hands of a set of seats."""
    return "".join(
        f", {seat} has {card_names(cards_of(rounds['hands'][0, seat]))}" for seat in bits_of(seats)
    )


def _revealed(rounds: RecordArray, table: int, aside: int, shown: int) -> str:
    """Return newly public information: table, cards laid aside, open hands (R12, R28, R33)."""
    text = ""
    now = int(rounds["table"][0])
    if now != table:
        text += f", table {card_names(cards_of(now))}"
    count = int(rounds["aside_count"][0])
    if count > aside:
        text += f", aside {card_names(rounds['aside'][0, aside:count].tolist())}"
    if rounds["phase"][0] == OVER:
        return text + hands_text(rounds, int(rounds["active"][0]))
    return text + hands_text(rounds, int(rounds["shown"][0]) & ~shown)


CHANCE: Final = -1
TERMINAL: Final = -4

Step: TypeAlias = int | tuple[int, ...]
"""Step: an action, a card drawn by chance, or the whole order of cards of one sampled outcome."""


class Position(ABC):
    """Node of the game tree; ``player`` is the seat to act, ``CHANCE`` or ``TERMINAL``.

    ``parent`` is the parent node, ``step`` the step from there. ``rounds`` is the round, at a
    chance node as it was before it, ``matches`` the match, if one is played, ``past`` the end of
    the previous round. ``before`` is the last decision in this round, ``action`` its action.
    """

    __slots__ = (
        "_public",
        "action",
        "before",
        "config",
        "matches",
        "parent",
        "past",
        "player",
        "rounds",
        "step",
    )

    player: int
    config: GameConfig
    matches: RecordArray | None
    past: DecisionNode | None

    def __init__(
        self,
        parent: Position | None,
        step: Step,
        rounds: RecordArray,
        before: DecisionNode | None,
        action: int,
    ) -> None:
        if parent is not None:
            self.config = parent.config
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
        """Return the complete history, including chance and all hands."""
        return self.information(None) + hands_text(self.rounds, int(self.rounds["active"][0]))

    @property
    def path(self) -> tuple[Step, ...]:
        """Steps from the root."""
        steps = []
        at = self
        while at.parent is not None:
            steps.append(at.step)
            at = at.parent
        return tuple(reversed(steps))

    @property
    @abstractmethod
    def legal_actions(self) -> tuple[int, ...]:
        """Actions or outcomes at this node, in ascending order."""

    @abstractmethod
    def after(self, step: Step) -> Position:
        """Return the position after an action or outcome.

        Raises ``IllegalAction``, or ``SchwimmenError`` for an invalid outcome.
        """

    @abstractmethod
    def name_of(self, step: int) -> str:
        """Return the name of an action, as in a record, or of the card that chance draws."""

    @property
    def public(self) -> str:
        """Public information of this round."""
        if self._public is None:
            self._public = self._public_text()
        return self._public

    @abstractmethod
    def _public_text(self) -> str:
        """Return the public information of this round."""

    @abstractmethod
    def private(self, seat: int) -> str:
        """Return the private information of a seat in this round: its cards."""

    def information(self, seat: int | None, public: bool = True) -> str:
        """Return the private information of a seat and public information, of all rounds so far."""
        text = "" if self.past is None else f"{self.past.information(seat, public)}\n"
        if seat is not None:
            text += self.private(seat)
        return f"{text} | {self.public}" if public else text

    def information_state(self, seat: int) -> str:
        """Return the information state of a seat."""
        return f"seat {seat}{self.information(seat)}"
