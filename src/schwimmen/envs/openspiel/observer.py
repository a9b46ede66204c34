"""What a player observes, as tensors and as text."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
import pyspiel
from numpy.typing import NDArray

from schwimmen.envs.layout import ObservationLayout
from schwimmen.envs.observation import observe
from schwimmen.rules.cards import NUMBER_OF_CARDS, card_names, cards_of
from schwimmen.rules.core import kernel
from schwimmen.rules.core.legal import ACTION_KINDS, KEEP
from schwimmen.rules.errors import SchwimmenError

from .config import Setting
from .position import Position, hands_text
from .transitions import Decision

if TYPE_CHECKING:
    from .game import SchwimmenState

_PRIVATE: Final = ("hand", "value")


class _Done(NamedTuple):
    """A decision of a seat: its kind, the cards given and taken openly, and the table after it."""

    seat: int
    kind: int
    given: int
    taken: int
    table: int


class Observer:
    """Observations of one kind, as OpenSpiel's interface for observers in Python has them.

    ``dict`` holds the parts, all of them views of ``tensor``: ``player``, and those of
    ``ObservationLayout``,
    each number divided by the most it can be. ``hand`` and ``value`` are private. Where the hands
    of all players are asked for, ``hands`` has them by seat.

    With perfect recall come ``dealt``, the hand that the player was dealt, and ``history``, a row
    for each decision in the round: who made it, of what kind it was, the cards given and taken,
    and the table after it. A match has no such tensor: it would grow with every round.

    A game with ``memory=summary`` has ``did``, ``gave`` and ``took`` in place of ``history``: for
    each player, the observer first and then clockwise, the kind of its last action in the round and
    all cards that it has given and taken openly. Such a tensor has no perfect recall.

    While chance is asked all is observed as it was before.
    """

    def __init__(self, setting: Setting, kind: Any, params: Any) -> None:
        if params:
            raise SchwimmenError(f"observers have no parameters here, not {dict(params)}")
        self._setting = setting
        self._kind = kind
        self._layout = ObservationLayout(setting.rules, setting.players)
        self._row = np.zeros(self._layout.size, np.int8)
        self.dict: dict[str, NDArray[np.float32]] = {}
        self.tensor: NDArray[np.float32] | None = None
        if kind.perfect_recall and not setting.has_tensor:
            return
        shapes = self._shapes()
        self.tensor = np.zeros(sum(map(prod, shapes.values())), np.float32)
        at = 0
        for name, shape in shapes.items():
            self.dict[name] = self.tensor[at : at + prod(shape)].reshape(shape)
            at += prod(shape)

    def _shapes(self) -> dict[str, tuple[int, ...]]:
        setting, kind = self._setting, self._kind
        types = pyspiel.PrivateInfoType
        shapes: dict[str, tuple[int, ...]] = {"player": (setting.players,)}
        for name, shape in self._layout.shapes.items():
            single = kind.private_info == types.SINGLE_PLAYER
            if single if name in _PRIVATE else kind.public_info:
                shapes[name] = shape
        if kind.private_info == types.ALL_PLAYERS:
            shapes["hands"] = (setting.players, NUMBER_OF_CARDS)
        if kind.perfect_recall:
            if kind.private_info == types.SINGLE_PLAYER:
                shapes["dealt"] = (NUMBER_OF_CARDS,)
            if kind.public_info and setting.summary:
                shapes["did"] = (setting.players, len(ACTION_KINDS))
                shapes["gave"] = shapes["took"] = (setting.players, NUMBER_OF_CARDS)
            elif kind.public_info:
                width = setting.players + len(ACTION_KINDS) + 3 * NUMBER_OF_CARDS
                shapes["history"] = (setting.decisions_of_round, width)
        return shapes

    def set_from(self, state: SchwimmenState, player: int) -> None:
        """Make ``tensor`` and ``dict`` those of a state, as a player sees it."""
        if self.tensor is None:
            raise SchwimmenError("a match has no tensor of what was seen; take the string")
        at, setting, layout = state.at, self._setting, self._layout
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        matches = setting.first_match if at.matches is None else at.matches
        observe(setting.numbers, at.rounds, matches, 0, player, self._row)
        for name in layout.shapes:
            if name in self.dict:
                np.divide(
                    layout.part(self._row, name), layout.part(layout.high, name), self.dict[name]
                )
        if "hands" in self.dict:
            for seat in range(setting.players):
                self.dict["hands"][seat, list(cards_of(at.rounds["hands"][0, seat]))] = 1
        last = at if isinstance(at, Decision) else at.before
        if last is not None and "dealt" in self.dict:
            self.dict["dealt"][list(cards_of(last.dealt["hands"][0, player]))] = 1
        if "history" in self.dict:
            self._write_history(at)
        elif "did" in self.dict:
            self._write_summary(at, player)

    def _write_history(self, at: Position) -> None:
        players = self._setting.players
        for row, done in zip(self.dict["history"], self._done(at), strict=False):
            row[done.seat] = 1
            row[players + done.kind] = 1
            for place, mask in enumerate((done.given, done.taken, done.table)):
                start = players + len(ACTION_KINDS) + place * NUMBER_OF_CARDS
                row[[start + card for card in cards_of(mask)]] = 1

    def _write_summary(self, at: Position, player: int) -> None:
        players = self._setting.players
        for done in self._done(at):
            place = (done.seat - player) % players
            self.dict["did"][place] = 0
            self.dict["did"][place, done.kind] = 1
            self.dict["gave"][place, list(cards_of(done.given))] = 1
            self.dict["took"][place, list(cards_of(done.taken))] = 1

    def _done(self, at: Position) -> list[_Done]:
        """What all have seen of every decision in the round so far, the first one first."""
        told = []
        while at.before is not None:
            before, after = at.before.rounds, at.rounds
            seat = int(before["to_act"][0])
            kind = kernel.kind(self._setting.numbers, at.action)
            had, has = int(before["hands"][0, seat]), int(after["hands"][0, seat])
            given, taken = (had & ~has, has & ~had) if kind < KEEP else (0, 0)
            told.append(_Done(seat, kind, given, taken, int(after["table"][0])))
            at = at.before
        return told[::-1]

    def string_from(self, state: SchwimmenState, player: int) -> str:
        """The observation as text."""
        at, types = state.at, pyspiel.PrivateInfoType
        private = self._kind.private_info == types.SINGLE_PLAYER
        told = f"seat {player}"
        if self._kind.private_info == types.ALL_PLAYERS:
            told += hands_text(at.rounds, int(at.rounds["active"][0]))
        if self._kind.perfect_recall:
            told += at.seen(player if private else None, self._kind.public_info)
            if private and not self._kind.public_info:  # from which alone the hand would follow
                told += f" now {card_names(cards_of(at.rounds['hands'][0, player]))}"
            return told
        setting = self._setting
        matches = setting.first_match if at.matches is None else at.matches
        observe(setting.numbers, at.rounds, matches, 0, player, self._row)
        for name in self._layout.shapes:
            if private if name in _PRIVATE else self._kind.public_info:
                told += f"; {name} {_text(self._layout.part(self._row, name))}"
        return told


def _text(part: NDArray[np.int8]) -> str:
    """A part of an observation in words: cards by their names, all else as numbers."""
    if part.ndim > 1:
        return ", ".join(map(_text, part))
    if len(part) == NUMBER_OF_CARDS:
        return card_names(np.flatnonzero(part))
    return " ".join(map(str, part))
