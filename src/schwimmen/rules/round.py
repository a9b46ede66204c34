"""Rounds (R4 to R20), from the deal to the showdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import deepcopy
from dataclasses import replace
from functools import cached_property
from operator import index
from random import Random
from typing import Any, Self, SupportsIndex, TypeAlias

from .actions import action_name, actions_of, kind_and_masks
from .arguments import action_number, chance_from, seats_dealt_in
from .cards import Card, as_cards, bits_of, cards_of, parse_order
from .core import kernel
from .core.legal import ILLEGAL_REASONS, LEGAL
from .core.state import (
    KEYED_ROUND_DTYPE,
    MAX_ACTIONS,
    NO_ACTION,
    OVER,
    SHUFFLE,
    RecordArray,
    copy_array,
    new_round,
    rules_array,
)
from .errors import IllegalAction, MissingShuffle, RuleSetError, SchwimmenError, whole_number
from .history import History, LogEntry
from .position import Position
from .results import NO_MATCH, losses_of, result_of
from .ruleset import RuleSet
from .view import Choice, Displayable, Loss, RoundEvent, RoundResult, View
from .view_builder import Outcome, view_of

Action: TypeAlias = str | SupportsIndex | Choice
"""Action by its name (RECORD.md) or number, or a ``Choice`` of a view."""


class Round(Displayable):
    """One round: deal a pack, play actions, see the result.

    ``pack`` is the whole pack in the order of the deal (R4), as text or card numbers; by default it
    is shuffled. ``active`` are the seats dealt in (by default all), ``leader`` is the first to play
    (by default the seat left of the dealer).

    Random numbers come from ``seed`` or from ``chance`` (any ``random.Random``), otherwise from the
    system. A round with a given ``pack`` but neither of the two needs the shuffles of the talon
    (R32) as well.

    Raises ``RuleSetError`` for a wrong number of players, a wrong seat, and for both ``seed`` and
    ``chance``; ``CardError`` for a pack that is not exactly the rule set's; ``SchwimmenError`` for
    an argument that is not the whole number it must be.

    Rounds are equal if their rule sets, deals, actions and shuffles are; the source of random
    numbers does not matter. ``print`` shows the table with all hands open, and a notebook draws it.

    >>> round = Round("pagat", 3, seed=7)
    >>> while not round.over:
    ...     round.play(round.legal_actions[0])

    >>> rules = RuleSet.study("AC KC QC JC AS KS QS JS AH", max_players=2)
    >>> round = Round(rules, 2, "AC KS QC JC KC QS AS JS AH", dealer=1)
    >>> round.to_act, round.view(1).legal_actions
    (1, ('keep', 'take'))
    >>> round.play("keep")
    >>> round.view(0).hand_names, round.view(0).value
    ('AC QC KS', 21)
    """

    def __init__(
        self,
        rules: RuleSet | str = "pagat",
        players: int = 3,
        pack: str | Sequence[int] | None = None,
        dealer: int = 0,
        leader: int | None = None,
        active: Iterable[int] | None = None,
        *,
        seed: int | None = None,
        chance: Random | None = None,
    ) -> None:
        self.rules = RuleSet.of(rules)
        """Rules of the round."""
        self.rules.check_players(players)
        self.players = players = index(players)
        """Number of seats, whether dealt in or not."""
        dealer = whole_number("dealer", dealer)
        dealt_in, leader = seats_dealt_in(players, dealer, leader, active)
        self._chance = chance = chance_from(seed, chance, needed=pack is None)
        if pack is None:
            assert chance is not None
            pack = chance.sample(self.rules.cards, len(self.rules.cards))
        self.pack = parse_order(pack, self.rules.cards, "pack")
        """Whole pack in the order of the deal (R4)."""
        self._encoded = rules_array(self.rules)
        rounds = new_round(self.pack)
        status = kernel.deal_round(self._encoded, rounds, 0, players, dealt_in, dealer, leader)
        self._start(rounds, status)

    def _start(
        self,
        rounds: RecordArray,
        status: tuple[int, int, int, int],
        position: str | None = None,
    ) -> None:
        """Start a round just dealt, or set up from a position, given its public part."""
        self._rounds = rounds
        self._phase, self._to_act, self._legal, _ = status
        self._log: list[LogEntry] = []
        self._first = rounds.tobytes()
        self._start_position = position
        self._history: History | None = None
        self._result: RoundResult | None = None

    @classmethod
    def from_position(
        cls, position: str | Position, *, seed: int | None = None, chance: Random | None = None
    ) -> Self:
        """Return a round set up from a position (docs/positions.md).

        Unknown cards are dealt at random: from ``seed``, from ``chance``, or else by the system. A
        round without unknown cards and without the two needs the shuffles of the talon (R32). The
        scores of a match are ignored. The history begins at the position, and ``pack`` is an order
        of the pack that ends with the talon.

        Raises ``PositionError`` that names the field at fault, ``RuleSetError`` for both ``seed``
        and ``chance``.

        >>> round = Round.from_position("pagat ??????/9HADTd:1 7C8C9C 23 - turn:0 1 0 0 -", seed=7)
        >>> round.view(1).hand_names, round.to_act
        ('9H AD TD', 0)
        >>> round.play("close")
        >>> round.view().position
        'pagat ??????:1c/Td????:1 9C8C7C 23 - turn:1 1 0 0 close:0'
        """
        position = Position.of(position)
        round_ = cls.__new__(cls)
        round_.rules, round_.players = position.rules, len(position.hands)
        round_._chance = chance = chance_from(seed, chance, needed=bool(position.unknown))
        public = str(replace(position.public, number=None, scores=None))
        if chance is not None:
            position = position.deal_unknown(chance)
        rounds = position.encode()
        round_.pack = as_cards(rounds["pack"][0, : len(position.rules.cards)].tolist())
        round_._encoded = rules_array(position.rules)
        round_._start(rounds, kernel.status(round_._encoded, rounds, 0), public)
        return round_

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "_state"}

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Round):
            return NotImplemented
        return (self.rules, self._first, self._log) == (other.rules, other._first, other._log)

    def copy(self) -> Round:
        """Return an independent copy, to try something out.

        It has a copy of the source of random numbers, so a round with a seed and its copy draw the
        same from here on.

        >>> round = Round("pagat", 3, seed=7)
        >>> trial = round.copy()
        >>> trial.play("take")
        >>> trial == round, round.actions
        (False, ())
        """
        return self._copy_as(type(self), deepcopy(self._chance))

    __copy__ = copy

    def _copy_as(self, kind: type[Round], chance: Random | None) -> Round:
        other = object.__new__(kind)
        vars(other).update(self.__getstate__())
        other._rounds = copy_array(self._rounds)
        other._log = self._log.copy()
        other._history = None  # derived from the log when it is needed
        other._chance = chance
        return other

    @cached_property
    def _state(self) -> Any:
        return self._rounds.view(KEYED_ROUND_DTYPE)[0]

    @property
    def arrays(self) -> tuple[RecordArray, RecordArray]:
        """Read-only arrays of rules and round for compiled functions, with index 0."""
        return self._encoded, self._rounds

    @property
    def position(self) -> str:
        """Position with all cards known, talon included (docs/positions.md).

        Raises ``PositionError`` while the talon is being shuffled (R32).

        >>> round = Round("dutch", 2, RuleSet("dutch").cards)
        >>> round.position.partition(" KS")[0]
        'dutch JCTC9C/ACKCQC:0s [8C7CAS]'
        >>> Round.from_position(round.position).position == round.position
        True
        """
        return str(self.position_in(NO_MATCH))

    def position_in(self, matches: RecordArray) -> Position:
        """Return the position with all cards known, in the match whose array is given."""
        return Position.of_view(self.view_in(matches, None, self.result), self._rounds)

    @property
    def dealer(self) -> int:
        """Seat that dealt."""
        return int(self._state["dealer"])

    @property
    def leader(self) -> int:
        """Seat that leads (R6, R31)."""
        return int(self._state["leader"])

    @property
    def over(self) -> bool:
        """Whether the round has ended."""
        return self._phase == OVER

    @property
    def to_act(self) -> int | None:
        """Seat to act, ``None`` if the round is over or awaits a shuffle."""
        return None if self._phase >= SHUFFLE else self._to_act

    @property
    def closed(self) -> tuple[int, ...]:
        """Seats that have closed as R20 counts it; they have no further turn."""
        return bits_of(self._state["closed"])

    @property
    def turns_of(self) -> tuple[int, ...]:
        """Number of turns of each seat."""
        return tuple(self._state["turns_of"][: self.players].tolist())

    @property
    def needs_shuffle(self) -> bool:
        """Whether the cards laid aside must be shuffled before play continues (R32)."""
        return self._phase == SHUFFLE

    @property
    def aside(self) -> tuple[Card, ...]:
        """Cards laid aside, in the order laid aside."""
        return as_cards(self._state["aside"][: self._state["aside_count"]].tolist())

    @property
    def actions(self) -> tuple[str, ...]:
        """Actions played, in the canonical form of a record."""
        return tuple(self._current_history().actions)

    @property
    def history(self) -> tuple[RoundEvent, ...]:
        """Public events, from the deal on."""
        return tuple(self._current_history().events)

    def events_since(self, since: int) -> tuple[RoundEvent, ...]:
        """Return the history from index ``since`` on, without copying earlier events.

        >>> round = Round("choy", 2, RuleSet("choy").cards)
        >>> round.play("close")
        >>> [event.kind for event in round.events_since(since=1)]
        ['close', 'end']
        """
        return tuple(self._current_history().events[since:])

    @property
    def shuffles(self) -> tuple[tuple[Card, ...], ...]:
        """Orders in which the cards laid aside became the talon (R32)."""
        return tuple(entry for entry in self._log if isinstance(entry, tuple))

    @property
    def legal_actions(self) -> tuple[str, ...]:
        """Names of the legal actions of the seat to act."""
        if self.to_act is None:
            return ()
        hand, table = self._hand_and_table()
        return tuple(action_name(number, hand, table) for number in self.legal_numbers)

    @property
    def legal_numbers(self) -> tuple[int, ...]:
        """Numbers of the legal actions, in ascending order; many times faster than their names.

        >>> Round("choy", 2, RuleSet("choy").cards).legal_numbers[-4:]
        (15, 32, 35, 36)
        """
        return actions_of(self._legal)

    @property
    def action_numbers(self) -> tuple[int, ...]:
        """Numbers of the actions played."""
        return tuple(entry for entry in self._log if isinstance(entry, int))

    def play(self, action: Action, shuffle: str | Sequence[int] | None = None) -> None:
        """Play an action for the seat to act, by its name (RECORD.md), its number, or a ``Choice``.

        If the action recycles the talon (R32), the order of the cards laid aside is ``shuffle`` or
        drawn at random; if the round has no source of random numbers, ``recycle`` must be called
        next.

        Raises ``IllegalAction``, with the reason and all legal actions; ``MissingShuffle`` if
        ``recycle`` must be called first; the errors of ``recycle`` for ``shuffle``; and
        ``SchwimmenError`` for a value of another type. An error leaves the round unchanged.
        """
        if self._phase == SHUFFLE:
            raise MissingShuffle("the cards laid aside must be shuffled first (R32)")
        number = action if type(action) is int else self._number_of(action)
        if not 0 <= number < MAX_ACTIONS:
            number = NO_ACTION  # compiled code takes 64-bit numbers only
        before = None
        if shuffle is not None:
            before = copy_array(self._rounds), self._phase, self._to_act, self._legal
        code, self._phase, self._to_act, self._legal, _ = kernel.play(
            self._encoded, self._rounds, 0, number
        )
        if code != LEGAL:
            raise self._illegal(_name_of(action), ILLEGAL_REASONS[code])
        self._log.append(number)
        if shuffle is None:
            if self._phase == SHUFFLE and self._chance is not None:
                aside = self.aside
                Round.recycle(self, self._chance.sample(aside, len(aside)))
        elif before is not None:
            try:
                Round.recycle(self, shuffle)
            except SchwimmenError:
                self._rounds[:], self._phase, self._to_act, self._legal = before
                self._log.pop()
                raise

    def recycle(self, order: str | Sequence[int]) -> None:
        """Recycle the talon in an order of the cards laid aside, top first (R32).

        Raises ``CardError`` unless the order has exactly the cards laid aside, and
        ``SchwimmenError`` if ``needs_shuffle`` is false.
        """
        if not self.needs_shuffle:
            raise SchwimmenError("a shuffle was given but none is needed")
        shuffled = parse_order(order, self.aside, "shuffle")
        self._state["aside"][: len(shuffled)] = shuffled
        self._phase, self._to_act, self._legal, _ = kernel.recycle(self._encoded, self._rounds, 0)
        self._log.append(shuffled)

    def view(self, seat: int | None = None) -> View:
        """Return the view of a seat, or of a spectator for ``None`` (R33).

        Raises ``RuleSetError`` for an unknown seat.
        """
        return self.view_in(NO_MATCH, seat, self.result)

    def open_view(self) -> View:
        """Return the view of a spectator with all hands open, for replays and analysis.

        >>> round = Round("choy", 2, RuleSet("choy").cards)
        >>> [seat.shown for seat in round.open_view().seats]
        [(TC, 9C, 8C, 7C), (AC, KC, QC, JC)]
        """
        return self.view_in(NO_MATCH, None, self.result, open_hands=True)

    def view_in(
        self,
        matches: RecordArray,
        seat: int | None,
        result: RoundResult | None,
        earlier: tuple[View, ...] = (),
        *,
        open_hands: bool = False,
    ) -> View:
        """Return the view of a seat in the match whose array is given, with its result.

        ``earlier`` are the views at the ends of the earlier rounds of the match. With
        ``open_hands`` the view shows all hands. Raises ``RuleSetError`` for an unknown seat.
        """
        if seat is not None:
            seat = whole_number("seat", seat)
            if not 0 <= seat < self.players:
                raise RuleSetError(f"there is no seat {seat}; seats are 0 to {self.players - 1}")
        return view_of(
            self.rules,
            (*self.arrays, matches),
            self._current_history().past(),
            Outcome(result, self.losses),
            seat,
            earlier,
            acts=seat is not None and seat == self.to_act,
            open_hands=open_hands,
        )

    @property
    def result(self) -> RoundResult | None:
        """Result without its match, or ``None`` until the round is over."""
        if self._result is None and self.over:
            self._result = result_of(self.rules, self._rounds)
        return self._result

    @property
    def losses(self) -> tuple[Loss, ...]:
        """Losses with their reasons, even if the round does not count; empty until it is over."""
        return losses_of(self) if self.over else ()

    @property
    def replayed(self) -> bool:
        """Whether the match does not count the round (R24)."""
        return bool(self._state["replayed"])

    def settle(self, matches: RecordArray) -> None:
        """Settle the round, which is over, in the array of its match."""
        kernel.settle_round(self._encoded, matches, self._rounds, 0)
        self._result = None

    def _current_history(self) -> History:
        if self._history is None:
            self._history = History(self._encoded, self._first, self._start_position)
        self._history.catch_up(self._log)
        return self._history

    def _hand_and_table(self) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        hand = self._state["hands"][self._state["to_act"]]
        return cards_of(hand), cards_of(self._state["table"])

    def _illegal(self, action: str, reason: str) -> IllegalAction:
        seat = self.to_act
        position = "" if seat is None else self.view(seat).position
        return IllegalAction(action, reason, self.legal_actions, position)

    def _number_of(self, action: Action) -> int:
        """Return the number of an action; raise ``IllegalAction`` if its name is illegal here."""
        if isinstance(action, Choice):
            action = action.action
        elif not isinstance(action, str):
            return action_number(action)
        code, number = kernel.named_action(self._encoded, self._rounds, 0, *kind_and_masks(action))
        if code != LEGAL:
            raise self._illegal(action, ILLEGAL_REASONS[code])
        return int(number)  # not a NumPy integer, even if the code is not compiled


def _name_of(action: Action) -> str:
    return action.action if isinstance(action, Choice) else str(action)
