"""Observations of a player, as tensors and as text."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
import pyspiel
from numpy.typing import NDArray

from schwimmen.envs.layout import ObservationLayout
from schwimmen.envs.observation import observe
from schwimmen.rules.actions import ACTION_KINDS
from schwimmen.rules.cards import NUMBER_OF_CARDS, card_names, cards_of
from schwimmen.rules.core import kernel
from schwimmen.rules.core.legal import KEEP
from schwimmen.rules.errors import SchwimmenError

from .config import GameConfig
from .position import Position, hands_text
from .transitions import DecisionNode

if TYPE_CHECKING:
    from .game import SchwimmenState

_PRIVATE: Final = ("hand", "value")


class _PublicAction(NamedTuple):
    """Public record of a decision: seat, kind, cards given and taken openly, table after it."""

    seat: int
    kind: int
    given: int
    taken: int
    table: int


class Observer:
    """Observer of one type, with OpenSpiel's interface for observers in Python.

    ``dict`` has the fields, all of them views of ``tensor``: ``player``, and those of
    ``ObservationLayout``, each number divided by its upper bound. ``hand`` and ``value`` are
    private. An observer of all players' private information also has ``hands``, by seat.

    With perfect recall there are also ``dealt``, the hand that the player was dealt, and
    ``history``, a row for each decision in the round: its seat and kind, the cards given and taken,
    and the table after it. A match has no such tensor, since it would grow with every round.

    A game with ``memory=summary`` has ``did``, ``gave`` and ``took`` instead of ``history``: for
    each player, the observer first and then clockwise, the kind of its last action in the round and
    all cards that it has given and taken openly. Such a tensor does not have perfect recall.

    A chance node is observed as the position before it.
    """

    def __init__(self, config: GameConfig, kind: Any, params: Any) -> None:
        if params:
            raise SchwimmenError(f"observers have no parameters here, not {dict(params)}")
        self._config = config
        self._kind = kind
        self._layout = ObservationLayout(config.rules, config.players)
        self._row = np.zeros(self._layout.size, np.int8)
        self.dict: dict[str, NDArray[np.float32]] = {}
        self.tensor: NDArray[np.float32] | None = None
        if kind.perfect_recall and not config.has_tensor:
            return
        shapes = self._shapes()
        self.tensor = np.zeros(sum(map(prod, shapes.values())), np.float32)
        at = 0
        for name, shape in shapes.items():
            self.dict[name] = self.tensor[at : at + prod(shape)].reshape(shape)
            at += prod(shape)

    def _shapes(self) -> dict[str, tuple[int, ...]]:
        config, kind = self._config, self._kind
        types = pyspiel.PrivateInfoType
        shapes: dict[str, tuple[int, ...]] = {"player": (config.players,)}
        for name, shape in self._layout.shapes.items():
            single = kind.private_info == types.SINGLE_PLAYER
            if single if name in _PRIVATE else kind.public_info:
                shapes[name] = shape
        if kind.private_info == types.ALL_PLAYERS:
            shapes["hands"] = (config.players, NUMBER_OF_CARDS)
        if kind.perfect_recall:
            if kind.private_info == types.SINGLE_PLAYER:
                shapes["dealt"] = (NUMBER_OF_CARDS,)
            if kind.public_info and config.summary:
                shapes["did"] = (config.players, len(ACTION_KINDS))
                shapes["gave"] = shapes["took"] = (config.players, NUMBER_OF_CARDS)
            elif kind.public_info:
                width = config.players + len(ACTION_KINDS) + 3 * NUMBER_OF_CARDS
                shapes["history"] = (config.max_decisions_per_round, width)
        return shapes

    def set_from(self, state: SchwimmenState, player: int) -> None:
        """Set ``tensor`` and ``dict`` to a player's observation of a state."""
        if self.tensor is None:
            raise SchwimmenError("a match has no tensor of its information states; use the string")
        position, config, layout = state.position, self._config, self._layout
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        matches = config.first_match if position.matches is None else position.matches
        observe(config.numbers, position.rounds, matches, 0, player, self._row)
        for name in layout.shapes:
            if name in self.dict:
                np.divide(
                    layout.part(self._row, name), layout.part(layout.high, name), self.dict[name]
                )
        if "hands" in self.dict:
            for seat in range(config.players):
                self.dict["hands"][seat, list(cards_of(position.rounds["hands"][0, seat]))] = 1
        last = position if isinstance(position, DecisionNode) else position.before
        if last is not None and "dealt" in self.dict:
            self.dict["dealt"][list(cards_of(last.dealt["hands"][0, player]))] = 1
        if "history" in self.dict:
            self._write_history(position)
        elif "did" in self.dict:
            self._write_summary(position, player)

    def _write_history(self, position: Position) -> None:
        players = self._config.players
        for row, action in zip(self.dict["history"], self._public_actions(position), strict=False):
            row[action.seat] = 1
            row[players + action.kind] = 1
            for place, mask in enumerate((action.given, action.taken, action.table)):
                start = players + len(ACTION_KINDS) + place * NUMBER_OF_CARDS
                row[[start + card for card in cards_of(mask)]] = 1

    def _write_summary(self, position: Position, player: int) -> None:
        players = self._config.players
        for action in self._public_actions(position):
            place = (action.seat - player) % players
            self.dict["did"][place] = 0
            self.dict["did"][place, action.kind] = 1
            self.dict["gave"][place, list(cards_of(action.given))] = 1
            self.dict["took"][place, list(cards_of(action.taken))] = 1

    def _public_actions(self, position: Position) -> list[_PublicAction]:
        """Return the public records of all decisions in the round, in order."""
        actions = []
        while position.before is not None:
            before, after = position.before.rounds, position.rounds
            seat = int(before["to_act"][0])
            kind = kernel.kind(self._config.numbers, position.action)
            had, has = int(before["hands"][0, seat]), int(after["hands"][0, seat])
            given, taken = (had & ~has, has & ~had) if kind < KEEP else (0, 0)
            actions.append(_PublicAction(seat, kind, given, taken, int(after["table"][0])))
            position = position.before
        return actions[::-1]

    def string_from(self, state: SchwimmenState, player: int) -> str:
        """Return the observation as text."""
        position, types = state.position, pyspiel.PrivateInfoType
        private = self._kind.private_info == types.SINGLE_PLAYER
        text = f"seat {player}"
        if self._kind.private_info == types.ALL_PLAYERS:
            text += hands_text(position.rounds, int(position.rounds["active"][0]))
        if self._kind.perfect_recall:
            text += position.information(player if private else None, self._kind.public_info)
            if private and not self._kind.public_info:  # public information would imply the hand
                text += f" now {card_names(cards_of(position.rounds['hands'][0, player]))}"
            return text
        config = self._config
        matches = config.first_match if position.matches is None else position.matches
        observe(config.numbers, position.rounds, matches, 0, player, self._row)
        for name in self._layout.shapes:
            if private if name in _PRIVATE else self._kind.public_info:
                text += f"; {name} {_text(self._layout.part(self._row, name))}"
        return text


def _text(part: NDArray[np.int8]) -> str:
    """Return a field of an observation as text: cards by name, others as numbers."""
    if part.ndim > 1:
        return ", ".join(map(_text, part))
    if len(part) == NUMBER_OF_CARDS:
        return card_names(np.flatnonzero(part))
    return " ".join(map(str, part))
