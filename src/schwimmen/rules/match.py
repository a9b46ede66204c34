"""Matches: rounds until one or more players have won (R7, R21 to R24, R31)."""

from __future__ import annotations

import random
from collections.abc import Sequence
from copy import deepcopy
from typing import TYPE_CHECKING, Any, NoReturn, Self, TypeVar

import numpy as np

from .arguments import chance_from, player_names
from .cards import bits_of
from .core import kernel
from .core.state import (
    KEYED_MATCH_DTYPE,
    MATCH_DTYPE,
    ROUND_DTYPE,
    RecordArray,
    copy_array,
    rules_array,
)
from .errors import MissingShuffle, RuleSetError, SchwimmenError, whole_number
from .position import OTHER_PLAYERS, Position
from .results import result_of
from .round import Action, Round
from .ruleset import RuleSet
from .schema import Points, points_of
from .view import STATUSES, Displayable, RoundResult, Status, View

if TYPE_CHECKING:
    from schwimmen.records import Record

T = TypeVar("T")


class MatchRound(Round):
    """Round of a match, which only the match may advance; a copy is a ``Round`` by itself."""

    def copy(self) -> Round:
        """Return an independent copy, which can be played on without the match."""
        return self._copy_as(Round, deepcopy(self._chance))

    __copy__ = copy

    def play(self, action: Action, shuffle: str | Sequence[int] | None = None) -> NoReturn:
        """Raise ``SchwimmenError``: only the match plays actions."""
        raise SchwimmenError(
            "a round of a match is played through the match: match.play, not round.play"
        )

    def recycle(self, order: str | Sequence[int]) -> NoReturn:
        """Raise ``SchwimmenError``: only the match recycles the talon."""
        raise SchwimmenError(
            "a round of a match is played through the match: match.recycle, not round.recycle"
        )


class Match(Displayable):
    """Match, of which the first round is dealt at once.

    ``rules`` is a rule set, or the name of a preset whose options keyword arguments change.
    ``players`` is a number of players or their names. Random numbers come from ``seed``, from
    ``chance`` (any ``random.Random``), or else from the system. With ``deal=False`` the first round
    is not dealt. Such a match without ``seed`` and ``chance`` draws nothing at random: it needs the
    first ``dealer``, a pack for each ``deal``, and a shuffle for each ``play`` that recycles.

    Raises ``RuleSetError`` for invalid rules, a wrong number of players, names that are not a list
    of text, a missing or invalid dealer, and for both ``seed`` and ``chance``; ``SchwimmenError``
    for an argument that is not the whole number it must be.

    Matches are equal if their rule sets, players, first dealers, packs, actions and shuffles are;
    the source of random numbers does not matter. ``print`` shows the table with all hands open, and
    a notebook draws it.

    >>> match = Match("pagat", players=3, seed=7)
    >>> match.view(match.to_act).legal_actions
    ('keep', 'take')
    >>> match.play("keep")
    >>> while not match.over:
    ...     if match.round.over:
    ...         match.deal()
    ...     else:
    ...         match.play(match.round.legal_actions[0])
    >>> len(match.winners)
    1
    """

    def __init__(
        self,
        rules: RuleSet | str = "pagat",
        players: int | Sequence[str] = 3,
        *,
        seed: int | None = None,
        dealer: int | None = None,
        chance: random.Random | None = None,
        deal: bool = True,
        **options: Any,
    ) -> None:
        self.rules = RuleSet.of(rules, **options)
        """Rules of the match."""
        self.players = player_names(self.rules, players)
        """Names of the players, by seat."""
        seats = len(self.players)
        self._chance = chance = chance_from(seed, chance, needed=deal)
        if dealer is None:
            if chance is None:
                raise RuleSetError("without chance the first dealer must be given", "dealer")
            dealer = chance.randrange(seats)
        dealer = whole_number("dealer", dealer)
        if not 0 <= dealer < seats:
            raise RuleSetError(f"dealer {dealer} is not a seat (0 to {seats - 1})", "dealer")
        self._encoded = rules_array(self.rules)
        self._matches: RecordArray = np.zeros(1, MATCH_DTYPE)
        self._match = self._matches.view(KEYED_MATCH_DTYPE)[0]
        kernel.start_match(self._encoded, self._matches, 0, seats, dealer)
        self.first_dealer = dealer
        """Dealer of the first round."""
        self._rounds: list[Round] = []
        self._results: tuple[RoundResult, ...] = ()  # those decoded so far
        self._course = [self._matches.tobytes()]  # before the first round and after each one
        self._ends: tuple[View, ...] = ()  # views at the ends of rounds, as far as decoded
        if deal:
            self.deal()

    @classmethod
    def from_position(
        cls,
        position: str | Position,
        players: Sequence[str] | None = None,
        *,
        seed: int | None = None,
        chance: random.Random | None = None,
    ) -> Self:
        """Return a match that goes on from a position with scores (docs/positions.md).

        ``players`` are the names of the players. Unknown cards, later rounds and shuffles are
        random: from ``seed``, from ``chance``, or else from the system. ``rounds``, ``results`` and
        the history begin at the position; such a match has no record.

        Raises ``PositionError`` that names the field at fault, and ``RuleSetError`` for a wrong
        number of names, or names that are not text, and for both ``seed`` and ``chance``.

        >>> match = Match.from_position(
        ...     "pagat ??????/9HADTd:1 7C8C9C 23 - turn:0 1 0 0 - 4 3/0", ["Ann", "Ben"], seed=7
        ... )
        >>> match.lives, match.status, match.view(1).number
        ((3, 0), ('in', 'swimming'), 4)
        """
        position = Position.of(position)
        seats = len(position.hands)
        if players is not None and len(players) != seats:
            raise RuleSetError(OTHER_PLAYERS.format(number=seats, other=len(players)), "players")
        match = cls(
            position.rules,
            seats if players is None else players,
            dealer=position.dealer,
            chance=chance_from(seed, chance, needed=True),
            deal=False,
        )
        round_ = MatchRound.from_position(position, chance=match._chance)
        match._rounds.append(round_)
        match._matches[:] = position.encode_match(round_.arrays[1])
        if round_.over:
            match._course.append(match._matches.tobytes())
        else:
            match._course = [match._matches.tobytes()]
        return match

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "_match"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._match = self._matches.view(KEYED_MATCH_DTYPE)[0]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Match):
            return NotImplemented
        return (
            (self.rules, self.players, self.first_dealer, self._rounds)
            == (other.rules, other.players, other.first_dealer, other._rounds)
        ) and self._matches.tobytes() == other._matches.tobytes()

    def copy(self) -> Match:
        """Return an independent copy, to try something out.

        It has a copy of the source of random numbers, so a match with a seed and its copy draw the
        same from here on. Rounds that are over are shared.

        >>> match = Match("pagat", players=3, seed=7)
        >>> trial = match.copy()
        >>> trial.play("take")
        >>> trial == match, match.round.actions
        (False, ())
        """
        other = object.__new__(type(self))
        chance = deepcopy(self._chance)
        other.__setstate__(
            self.__getstate__()
            | {
                "_chance": chance,
                "_matches": copy_array(self._matches),
                "_rounds": [
                    *self._rounds[:-1],
                    *(round_._copy_as(type(round_), chance) for round_ in self._rounds[-1:]),
                ],
                "_course": self._course.copy(),
            }
        )
        return other

    __copy__ = copy

    @staticmethod
    def from_record(record: dict[str, Any] | str | Record) -> Match:
        """Return the match of a record after its last action.

        ``record`` is an object or a text of JSON in the format of RECORD.md, or a ``Record``. The
        match draws nothing at random: further deals need packs.

        Raises ``RecordError`` (``schwimmen.records``), which names the fault and its place.

        >>> match = Match("pagat", players=["North", "East"], seed=1)
        >>> Match.from_record(match.to_record()) == match
        True
        """
        from schwimmen.records import Record, load, play, read_record

        if isinstance(record, str):
            record = load(record)
        return play(record if isinstance(record, Record) else read_record(record))

    def to_record(self, *, finished_only: bool = False, **further: Any) -> dict[str, Any]:
        """Return the match as a record (RECORD.md), with ``further`` keys at its end.

        An unfinished round comes last, unless ``finished_only`` omits it: its pack reveals cards
        that are still hidden (R33).

        Raises ``RecordError`` (``schwimmen.records``) for a study pack, which records do not allow,
        for a match set up from a position, of which the deal is unknown, and for a further key that
        is one of the record's own.

        >>> Match("dutch", players=2, seed=1).to_record(event="Stammtisch")["event"]
        'Stammtisch'
        """
        from schwimmen.records import record_of

        return record_of(self, finished_only=finished_only, **further)

    @property
    def rounds(self) -> tuple[Round, ...]:
        """All rounds dealt so far, in order."""
        return tuple(self._rounds)

    @property
    def round(self) -> Round:
        """Current round, or the last one played.

        Only the match can advance it; to try something out, use ``copy()`` of the match, or of the
        round. Raises ``SchwimmenError`` before the first deal.
        """
        if not self._rounds:
            raise SchwimmenError("no round has been dealt yet")
        return self._rounds[-1]

    @property
    def arrays(self) -> tuple[RecordArray, RecordArray, RecordArray]:
        """Read-only arrays of rules, round and match for compiled functions, with index 0.

        Raises ``SchwimmenError`` before the first deal.
        """
        return *self.round.arrays, self._matches

    @property
    def course_arrays(self) -> tuple[RecordArray, RecordArray, RecordArray]:
        """Read-only arrays of rules, of the rounds that are over, and of the match.

        The last has the match before the first of these rounds and after each of them.
        """
        rounds = bytearray().join(
            round_.arrays[1].tobytes() for round_ in self._rounds if round_.over
        )
        return (
            self._encoded,
            np.frombuffer(rounds, ROUND_DTYPE),
            np.frombuffer(bytearray().join(self._course), MATCH_DTYPE),
        )

    @property
    def position(self) -> str:
        """Position with all cards known and the scores of the match (docs/positions.md).

        Raises ``SchwimmenError`` before the first deal, and ``PositionError`` while the talon is
        being shuffled (R32).

        >>> match = Match("pagat", players=2, seed=7)
        >>> Match.from_position(match.position).position == match.position
        True
        """
        return str(self.round.position_in(self._matches))

    @property
    def results(self) -> tuple[RoundResult, ...]:
        """Results of the rounds played, as in RECORD.md."""
        known = self._results
        further = zip(self._rounds[len(known) :], self._course[len(known) + 1 :], strict=False)
        self._results = known + tuple(
            result_of(self.rules, round_.arrays[1], np.frombuffer(bytearray(after), MATCH_DTYPE))
            for round_, after in further
        )
        return self._results

    @property
    def over(self) -> bool:
        """Whether the match has been decided."""
        return bool(self._match["over"])

    @property
    def winners(self) -> tuple[int, ...]:
        """Seats that have won (R23, R24, R31); empty until the match is over."""
        return bits_of(self._match["winners"])

    @property
    def to_act(self) -> int | None:
        """Seat to act, ``None`` between rounds, after the end, and while a shuffle is missing."""
        return self._rounds[-1].to_act if self._rounds else None

    @property
    def dealer(self) -> int:
        """Dealer of the current round, or of the next one between rounds."""
        return self.round.dealer if self._running else int(self._match["dealer"])

    @property
    def leader(self) -> int:
        """Leader of the current round, or of the next one between rounds."""
        return self.round.leader if self._running else int(self._match["leader"])

    @property
    def lives(self) -> tuple[int, ...] | None:
        """Lives of each seat (R21), or ``None`` in a game for points."""
        return None if self._for_points else tuple(self._of_seats("lives"))

    @property
    def status(self) -> tuple[Status, ...] | None:
        """Status of each seat, or ``None`` in a game for points."""
        codes = self._of_seats("status")
        return None if self._for_points else tuple(STATUSES[code] for code in codes)

    @property
    def totals(self) -> tuple[Points, ...] | None:
        """Points of each seat (R31), or ``None`` in a game for lives."""
        return tuple(map(points_of, self._of_seats("totals"))) if self._for_points else None

    def deal(self, pack: str | Sequence[int] | None = None) -> None:
        """Deal the next round, from ``pack`` in the order of the deal (R4) or at random.

        Raises ``SchwimmenError`` during a round, after the end, and without a pack in a match that
        draws nothing at random; ``CardError`` for a pack that is not exactly the rule set's.
        """
        if self._running:
            raise SchwimmenError("the round is not over yet")
        if self.over:
            raise SchwimmenError("the match is over")
        if pack is None and self._chance is None:
            raise SchwimmenError("a match without chance needs a pack for each deal")
        active = bits_of(kernel.active(self._matches, 0))
        dealer, leader = int(self._match["dealer"]), int(self._match["leader"])
        round_ = MatchRound(
            self.rules, len(self.players), pack, dealer, leader, active, chance=self._chance
        )
        self._rounds.append(round_)
        self._settle_if_over()

    def play(self, action: Action, shuffle: str | Sequence[int] | None = None) -> None:
        """Play an action for the seat to act, by its name (RECORD.md), its number, or a ``Choice``.

        If the action recycles the talon (R32), the order of the cards laid aside is ``shuffle`` or
        drawn at random. Without either, the action is played and ``MissingShuffle`` raised:
        ``recycle`` must be called next.

        Raises ``IllegalAction`` with the reason and all legal actions; ``CardError`` for a shuffle
        that does not have exactly those cards; ``SchwimmenError`` for a shuffle that is not needed,
        for an action of another type, and before the first deal. These errors leave the match
        unchanged.
        """
        round_ = self.round
        Round.play(round_, action, shuffle)
        if round_.needs_shuffle:
            raise MissingShuffle("a shuffle of the cards laid aside is missing (R32)")
        self._settle_if_over()

    def recycle(self, order: str | Sequence[int]) -> None:
        """Recycle the talon of the current round in an order of the cards laid aside (R32).

        Raises ``CardError`` unless the order has exactly those cards, and ``SchwimmenError`` if no
        shuffle is needed or no round has been dealt.
        """
        Round.recycle(self.round, order)
        self._settle_if_over()

    def view(self, seat: int | None = None) -> View:
        """Return the view of a seat, or of a spectator for ``None`` (R33).

        Raises ``RuleSetError`` for an unknown seat, and ``SchwimmenError`` before the first deal.
        """
        return self._view(seat)

    def open_view(self) -> View:
        """Return the view of a spectator with all hands open, for replays and analysis.

        Raises ``SchwimmenError`` before the first deal.
        """
        return self._view(None, open_hands=True)

    def _view(self, seat: int | None, open_hands: bool = False) -> View:
        round_ = self.round
        result = self.results[-1] if round_.over else None
        return round_.view_in(self._matches, seat, result, self._earlier(), open_hands=open_hands)

    def _earlier(self) -> tuple[View, ...]:
        """Return the views of a spectator at the ends of all rounds before the last one dealt."""
        for place in range(len(self._ends), len(self._rounds) - 1):
            after = np.frombuffer(bytearray(self._course[place + 1]), MATCH_DTYPE)
            result = self.results[place]
            self._ends += (self._rounds[place].view_in(after, None, result, self._ends),)
        return self._ends[: len(self._rounds) - 1]

    @property
    def _running(self) -> bool:
        return bool(self._rounds) and not self._rounds[-1].over

    @property
    def _for_points(self) -> bool:
        return self.rules.scoring == "points"

    def _of_seats(self, field: str) -> list[int]:
        values: list[int] = self._match[field][: len(self.players)].tolist()
        return values

    def _settle_if_over(self) -> None:
        round_ = self.round
        if not round_.over:
            return
        round_.settle(self._matches)
        self._course.append(self._matches.tobytes())
