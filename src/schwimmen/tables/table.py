"""A table: the state that its log leads to."""

from __future__ import annotations

from collections.abc import Iterable, MutableSequence, Sequence
from typing import TYPE_CHECKING, Any, Final, Protocol

import schwimmen.rules as rules
from schwimmen.rules.cards import Card, card_names
from schwimmen.rules.errors import IllegalAction, MissingShuffle, SchwimmenError
from schwimmen.rules.options import Value
from schwimmen.rules.ruleset import RULES_VERSION, RuleSet

from .commands import Command, Deal, Play, Refusal
from .log import ActionEvent, ClosedCode, ClosedEvent, CreatedEvent, LogEvent, RoundEvent, Seat
from .public import PublicEvent

if TYPE_CHECKING:
    from schwimmen.rules import Happening, Match, View


NOTICES: Final[dict[ClosedCode, str]] = {
    "rules_version": "this table was played by other rules and cannot go on; its record is kept",
    "damaged": "this table's log is damaged and cannot go on; its record is kept",
}
"""What a table says whose log no longer plays."""


class Chance(Protocol):
    """Where packs, shuffles and the first dealer come from; ``random.Random`` is one."""

    def shuffle(self, x: MutableSequence[Any]) -> None:
        """Puts the sequence into a random order."""

    def randrange(self, start: int) -> int:
        """A random whole number from 0 to below ``start``."""


class UnplayableLog(SchwimmenError):
    """A log that the rules of this version do not play to its end."""


def create(
    preset: str, options: dict[str, Value], seats: tuple[Seat, ...], at: str, chance: Chance
) -> tuple[LogEvent, ...]:
    """The first events of a new table: it is opened, and the first round dealt.

    Raises ``RuleSetError`` for rules that cannot be, or not with so many players.
    """
    chosen = RuleSet(preset, options)
    chosen.check_players(len(seats))
    dealer = chance.randrange(len(seats))
    created = CreatedEvent(
        seq=1,
        at=at,
        rules_version=RULES_VERSION,
        preset=preset,
        options=dict(chosen.changed),
        seats=seats,
        dealer=dealer,
    )
    pack = _in_random_order(chosen.cards, chance)
    return created, RoundEvent(seq=2, at=at, dealer=dealer, pack=pack)


def close(log: Sequence[LogEvent], at: str) -> ClosedEvent:
    """The event that closes the table of this log, which no longer plays."""
    created = log[0]
    foreign = isinstance(created, CreatedEvent) and created.rules_version != RULES_VERSION
    code: ClosedCode = "rules_version" if foreign else "damaged"
    return ClosedEvent(seq=len(log) + 1, at=at, code=code, notice=NOTICES[code])


class Table:
    """A table as its log leaves it. Made by ``replay``, changed by ``apply`` alone."""

    def __init__(self, created: CreatedEvent) -> None:
        self.created = created
        self.log: list[LogEvent] = [created]
        self.events = [PublicEvent(created.seq, created.at, created.type)]
        """What everybody was told, one for each event of the log."""
        self.closed: ClosedEvent | None = None
        """Why the table goes on no more, if it does not."""
        self._taken: dict[tuple[int, str], int] = {}
        self._rounds = 0
        self._match: Match | None = None

    @classmethod
    def replay(cls, log: Iterable[LogEvent]) -> Table:
        """The table of a log.

        Raises ``UnplayableLog`` where the rules of this version do not play it. The log of a
        closed table is not played: it has its events, but no views.
        """
        events = list(log)
        if not events or not isinstance(events[0], CreatedEvent):
            raise UnplayableLog("the log does not begin with the table being opened")
        table = cls(events[0])
        if not isinstance(events[-1], ClosedEvent):
            table._open()
        for event in events[1:]:
            table.apply(event)
        return table

    @property
    def seq(self) -> int:
        """The number of the last event."""
        return self.log[-1].seq

    @property
    def to_act(self) -> int | None:
        """The seat whose turn it is; none between rounds, at the end, and when closed."""
        return None if self._match is None else self._match.to_act

    @property
    def over(self) -> bool:
        """Whether the match has been played to its end."""
        return self._match is not None and self._match.over

    @property
    def open_to_all(self) -> bool:
        """Whether nothing of the log is a secret: no round is being played."""
        return self.closed is not None or self.to_act is None

    @property
    def round(self) -> int:
        """The number of the round, from 1; 0 before the first."""
        return self._rounds

    def taken(self, seat: int, client_id: str) -> int | None:
        """The number of the event that a seat's client id led to, if it has been taken."""
        return self._taken.get((seat, client_id))

    def view(self, seat: int | None) -> View | None:
        """What a seat may know, or a spectator (``None``); nothing before the first round."""
        return None if self._match is None or not self._rounds else self._match.view(seat)

    def take(self, command: Command, at: str, chance: Chance) -> LogEvent:
        """Plays the command and returns the event to be kept, which is applied already.

        What an action leads to (a shuffle needed, a special hand) is known only once it is played.
        So if the event cannot be kept, this table is of no use any more: replay the log.
        Raises ``Refusal``; then nothing has changed.
        """
        if self._match is None:
            assert self.closed is not None
            raise Refusal("table_closed", f"this table is closed: {self.closed.notice}")
        match command:
            case Play():
                return self._take_play(self._match, command, at, chance)
            case Deal():
                return self._take_deal(self._match, command, at, chance)

    def _take_play(self, match: Match, play: Play, at: str, chance: Chance) -> LogEvent:
        if match.to_act is not None and match.to_act != play.seat:
            name = self.created.seats[match.to_act].name
            raise Refusal("not_your_turn", f"it is the turn of {name}", "not_your_turn", ())
        told = len(match.round.history)
        shuffle = None
        try:
            match.play(play.action)
        except IllegalAction as error:
            raise Refusal("illegal_action", str(error), error.reason, error.legal) from None
        except MissingShuffle:
            shuffle = _in_random_order(match.round.aside, chance)
            match.recycle(shuffle)
        event = ActionEvent(
            seq=self.seq + 1,
            at=at,
            seat=play.seat,
            action=match.round.actions[-1],
            shuffle=shuffle,
            client_id=play.client_id,
        )
        self._note(event, match.round.history[told:])
        return event

    def _take_deal(self, match: Match, deal: Deal, at: str, chance: Chance) -> LogEvent:
        if match.over:
            raise Refusal("match_over", "the match is over: there is no next round")
        if match.to_act is not None:
            raise Refusal("round_running", "the round is not over yet")
        event = RoundEvent(
            seq=self.seq + 1,
            at=at,
            dealer=match.dealer,
            pack=_in_random_order(match.rules.cards, chance),
            seat=deal.seat,
            client_id=deal.client_id,
        )
        self.apply(event)
        return event

    def apply(self, event: LogEvent) -> None:
        """Takes in an event of the log.

        Raises ``UnplayableLog`` for an event that does not follow; the table is of no use then.
        """
        try:
            if event.seq != self.seq + 1:
                raise UnplayableLog(f"it stands where event {self.seq + 1} should")
            self._note(event, () if self._match is None else self._play(self._match, event))
        except Exception as error:
            # Whatever an old log makes today's rules do, the answer is the same: close the table.
            raise UnplayableLog(f"event {event.seq} cannot be played: {error}") from error

    def _play(self, match: Match, event: LogEvent) -> tuple[Happening, ...]:
        match event:
            case RoundEvent():
                _demand_seat(event.dealer, match.dealer)
                match.deal(pack=event.pack)
                return match.round.history
            case ActionEvent():
                _demand_seat(event.seat, match.to_act)
                told = len(match.round.history)
                match.play(event.action, shuffle=event.shuffle)
                return match.round.history[told:]
            case ClosedEvent():
                return ()
            case CreatedEvent():
                raise UnplayableLog("it opens the table again")

    def _note(self, event: LogEvent, happenings: tuple[Happening, ...]) -> None:
        seat = action = None
        if isinstance(event, RoundEvent | ActionEvent):
            seat = event.seat
            action = event.action if isinstance(event, ActionEvent) else None
            self._rounds += isinstance(event, RoundEvent)
            if event.client_id is not None and seat is not None:
                self._taken[seat, event.client_id] = event.seq
        elif isinstance(event, ClosedEvent):
            self.closed = event
            self._match = None
        match, ended = self._match, any(one.kind == "end" for one in happenings)
        result = match.results[-1] if match is not None and ended else None
        number = self._rounds or None
        self.log.append(event)
        self.events.append(
            PublicEvent(event.seq, event.at, event.type, seat, action, number, happenings, result)
        )

    def _open(self) -> None:
        created = self.created
        try:
            self._match = rules.Match(
                RuleSet(created.preset, created.options),
                players=[seat.name for seat in created.seats],
                dealer=created.dealer,
                deal=False,
            )
        except SchwimmenError as error:
            raise UnplayableLog(f"the table cannot be opened: {error}") from error


def _demand_seat(logged: int, expected: int | None) -> None:
    if logged != expected:
        raise UnplayableLog(f"it is by seat {logged}, but it is up to seat {expected}")


def _in_random_order(cards: Iterable[Card], chance: Chance) -> str:
    order = list(cards)
    chance.shuffle(order)
    return card_names(order)
