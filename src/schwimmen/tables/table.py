"""A table: the state that its log leads to."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Literal, TypeAlias

from schwimmen.records.fairness import Terms as FairTerms
from schwimmen.rules.errors import SchwimmenError

from .before_match import GatheringPhase
from .clocks import Clocks, ClockState, iso_time, milliseconds
from .commands import Command, Deal, Expire, Play, Refusal, ServerResumed
from .during_match import PlayingPhase
from .log import (
    AwayEvent,
    BackEvent,
    ClosedEvent,
    CreatedEvent,
    DealEvent,
    LogEvent,
    ReadyEvent,
    ResumedEvent,
    StartedEvent,
    idempotency_key,
    public_event,
)
from .match_seats import MatchSeats
from .public import PublicEvent, PublicSeat, PublicSeeds
from .settings import Settings, TableTerms
from .shuffles import Chance, FairShuffles

if TYPE_CHECKING:
    from schwimmen.rules import Match, OwnView, RoundEvent, View

Phase: TypeAlias = Literal["gathering", "playing", "over", "closed"]


class UnplayableLog(SchwimmenError):
    """A log that the rules of this version do not play to its end."""


class Table:
    """A table as its log leaves it. Made by ``replay``, changed by ``execute`` and ``apply``
    alone."""

    def __init__(self, created: CreatedEvent) -> None:
        self.created = created
        self.log: list[LogEvent] = [created]
        self.closed: ClosedEvent | None = None
        """Why the table goes on no more, if it does not."""
        self._plays = False
        self._taken: dict[tuple[str | int, str], int] = {}
        self._rounds = 0
        gathers = created.settings is not None
        self._gathering = GatheringPhase(created) if gathers else None
        self._people = None if gathers else MatchSeats(created.seats, (), created.logic)
        self._playing: PlayingPhase | None = None
        self._clocks: Clocks | None = None
        self.events = [self._told(created, ())]
        """What everybody was told, one for each event of the log."""

    @classmethod
    def replay(cls, log: Iterable[LogEvent]) -> Table:
        """The table of a log.

        Raises ``UnplayableLog`` where the rules of this version do not play it. The log of a
        closed table is not played: it has its events, up to the first that is missing, but no
        views.
        """
        events = list(log)
        if not events or not isinstance(events[0], CreatedEvent):
            raise UnplayableLog("the log does not begin with the table being opened")
        table = cls(events[0])
        if isinstance(events[-1], ClosedEvent):
            gap = next((n for n, event in enumerate(events[:-1]) if event.seq != n + 1), -1)
            del events[gap:-1]
        else:
            table._open()
        for event in events[1:]:
            table.apply(event)
        return table

    @property
    def seq(self) -> int:
        """The number of the last event."""
        return self.log[-1].seq

    @property
    def phase(self) -> Phase:
        """How far the table is."""
        if self.closed is not None:
            return "closed"
        if self._playing is None:
            return "gathering"
        return "over" if self._playing.over else "playing"

    @property
    def terms(self) -> TableTerms:
        """Rules and settings as they are agreed now."""
        if self._playing is not None:
            return self._playing.terms
        if self._gathering is not None:
            return self._gathering.terms
        return TableTerms(self.created.preset, self.created.options, None)

    @property
    def settings(self) -> Settings | None:
        """How several people play here; none where it is one."""
        return self.terms.settings

    @property
    def seats(self) -> tuple[PublicSeat, ...]:
        """Who sits where; before the match only the seats that are taken or kept."""
        if self._people is not None:
            return self._people.public
        assert self._gathering is not None
        return self._gathering.seats

    @property
    def host(self) -> int | None:
        """The seat of the host: who has been sitting longest, and is not away."""
        if self._people is not None:
            return self._people.host
        return None if self._gathering is None else self._gathering.host

    @property
    def ready(self) -> frozenset[int]:
        """The seats that have asked for the next round."""
        return frozenset() if self._people is None else self._people.ready

    @property
    def rematch(self) -> str | None:
        """The id of the table where the match goes on, if there is one."""
        return None if self._playing is None else self._playing.rematch

    @property
    def seeds(self) -> PublicSeeds | None:
        """How far the agreement on the shuffles is; none before the match, and where there is
        none."""
        if self._playing is None or self._playing.shuffles is None:
            return None
        return self._playing.shuffles.public

    @property
    def to_act(self) -> int | None:
        """The seat whose turn it is; none between rounds, at the end, and when closed."""
        return None if self._playing is None else self._playing.to_act

    @property
    def bot_to_act(self) -> tuple[int, str] | None:
        """The seat whose turn it is and the level of the bot that plays there, if one does."""
        seat = self.to_act
        if seat is None or self._people is None or not self._people.played_by_bot(seat):
            return None
        level = self._people.seats[seat].level
        if level is None:
            assert self.settings is not None
            level = self.settings.bots
        return seat, level

    @property
    def people(self) -> frozenset[int]:
        """The seats of people, whether they are there or not."""
        return frozenset(seat.seat for seat in self.seats if seat.level is None)

    @property
    def remaining(self) -> frozenset[int]:
        """The seats of people who still play: they have neither lost the match nor left it."""
        return self.people if self._playing is None else self._playing.remaining

    @property
    def abandoned(self) -> bool:
        """Whether a match goes on in which no person plays any more."""
        return self.phase == "playing" and not self.remaining

    @property
    def due(self) -> str | None:
        """The ISO time at which ``Expire`` is to be taken; none while nothing can happen."""
        due = None if self._clocks is None else self._clocks.due_ms
        return None if due is None else iso_time(due)

    @property
    def times(self) -> ClockState | None:
        """The clocks as all may see them; one person's table has none."""
        if self._clocks is None:
            return None
        return self._clocks.times(0 if self._people is None else len(self._people.seats))

    @property
    def used(self) -> dict[int, int]:
        """By seat, the milliseconds that people took for their moves in all."""
        return {} if self._clocks is None else dict(self._clocks.used)

    @property
    def over(self) -> bool:
        """Whether the match has been played to its end."""
        return self._playing is not None and self._playing.over

    @property
    def finished_match(self) -> Match | None:
        """The match when it is over: before, nobody may look at all of it."""
        return None if self._playing is None else self._playing.finished_match

    @property
    def open_to_all(self) -> bool:
        """Whether no pack of the log is a secret: no round is being played."""
        return self.closed is not None or self.to_act is None

    @property
    def round(self) -> int:
        """The number of the round, from 1; 0 before the first."""
        return self._rounds

    def player_at(self, seat: int) -> str | None:
        """The player whose seat it is, or for whom it is kept; a secret."""
        if self._people is not None:
            return self._people.player_at(seat)
        return None if self._gathering is None else self._gathering.player_at(seat)

    def seat_of(self, player: str) -> int | None:
        """Where the player sits; nowhere yet if the seat is only kept."""
        if self._people is not None:
            return self._people.seat_of(player)
        return None if self._gathering is None else self._gathering.seat_of(player)

    def seq_of(self, command: Command) -> int | None:
        """The number of the event that this command led to, if it has been taken before."""
        if isinstance(command, Expire | ServerResumed) or command.client_id is None:
            return None
        asker = self._who(command.seat) if isinstance(command, Play | Deal) else command.player
        return self._taken.get((asker, command.client_id))

    def view(self, seat: int | None) -> View | None:
        """What a seat may know, or a spectator (``None``); nothing before the first round."""
        return None if self._playing is None else self._playing.view(seat)

    def own_view(self, seat: int) -> OwnView | None:
        """Of the view of a seat what all others may not know."""
        return None if self._playing is None else self._playing.own_view(seat)

    def execute(self, command: Command, at: str, chance: Chance) -> tuple[LogEvent, ...]:
        """Plays the command and returns the events to be kept together, which are applied already.

        The first is what was asked for, others follow from it. What an action leads to (a shuffle
        needed, a special hand) is known only once it is played. So if the events cannot be kept,
        this table is of no use any more: replay the log.
        Raises ``Refusal``; then nothing has changed.
        """
        if self.closed is not None:
            raise Refusal("table_closed", f"this table is closed: {self.closed.notice}")
        before = len(self.log)
        try:
            if self._clocks is not None:
                milliseconds(at)
            self._take(command, at, chance)
        except (Refusal, UnplayableLog):
            raise
        except SchwimmenError as error:
            raise Refusal(error.code, str(error), details=error.details) from None
        while self._playing is not None:
            event = self._playing.next(self.seq + 1, at, chance)
            if event is None:
                break
            self.apply(event)
        return tuple(self.log[before:])

    def apply(self, event: LogEvent) -> None:
        """Takes in an event of the log.

        Raises ``UnplayableLog`` for an event that does not follow; the table is of no use then.
        """
        try:
            if self._plays and event.seq != self.seq + 1:
                raise UnplayableLog(f"it stands where event {self.seq + 1} should")
            asked_as = self._asked_as(event)
            self._note(event, self._follow(event))
            if asked_as is not None:
                self._taken[asked_as] = event.seq
        except Exception as error:
            # Whatever an old log makes today's rules do, the answer is the same: close the table.
            raise UnplayableLog(f"event {event.seq} cannot be played: {error}") from error

    def _take(self, command: Command, at: str, chance: Chance) -> None:
        seq = self.seq + 1
        match command:
            case Play(player=str(one)) | Deal(player=str(one)) if self.seat_of(one) != command.seat:
                # They sat there in another server's, older view of the table.
                raise Refusal("not_seated", "that seat is not yours any more")
            case Play():
                event, happenings = self._require_playing().play(command, seq, at, chance)
                self._note(event, happenings)
                if command.client_id is not None:
                    self._taken[self._who(command.seat), command.client_id] = seq
            case Deal():
                self.apply(self._require_playing().decide(command, seq, at, chance))
            case Expire() | ServerResumed():
                self._take_due(command, self._require_clocks(), seq, at, chance)
            case _:
                self._require_clocks()
                phase = self._playing or self._gathering
                assert phase is not None
                self.apply(phase.decide(command, seq, at, chance))

    def _take_due(
        self, command: Expire | ServerResumed, clocks: Clocks, seq: int, at: str, chance: Chance
    ) -> None:
        due = clocks.due_ms
        if due is None:
            raise Refusal("not_due", "nothing here happens by itself")
        if isinstance(command, ServerResumed):
            milliseconds(command.alive)
            self.apply(ResumedEvent(seq=seq, at=at, alive=command.alive))
        elif clocks.clock_jumped(at):
            # The server slept without saying so: nobody pays for it.
            self.apply(ResumedEvent(seq=seq, at=at, alive=self.log[-1].at))
        elif milliseconds(at) < due:
            raise Refusal("not_due", f"nothing happens here before {iso_time(due)}")
        elif self._playing is not None:
            event, happenings = self._playing.expire(seq, at, chance)
            self._note(event, happenings)
        else:
            assert self._gathering is not None
            self.apply(self._gathering.decide(command, seq, at, chance))

    def _require_playing(self) -> PlayingPhase:
        if self._playing is None:
            raise Refusal("not_started", "the match has not begun yet")
        return self._playing

    def _require_clocks(self) -> Clocks:
        if self._clocks is None:
            raise Refusal("one_person", "this table is for one person")
        return self._clocks

    def _open(self) -> None:
        created = self.created
        self._plays = True
        try:
            if self._people is None:
                self._clocks = Clocks(created.at, created.logic)
            else:
                if created.dealer is None:
                    raise UnplayableLog("nobody deals")
                terms = self.terms
                self._playing = PlayingPhase(terms, terms.rules, self._people, created.dealer)
        except SchwimmenError as error:
            raise UnplayableLog(f"the table cannot be opened: {error}") from error

    def _follow(self, event: LogEvent) -> tuple[RoundEvent, ...]:
        """What the event changes, and what all could see of it."""
        if isinstance(event, ClosedEvent):
            return ()
        if not self._plays:
            with suppress(Exception):  # it need not follow: what can be told of it is told
                self._look_at(event)
            return ()
        if isinstance(event, CreatedEvent):
            raise UnplayableLog("it opens the table again")
        if isinstance(event, StartedEvent) and self._gathering is not None:
            if self._playing is not None:
                raise UnplayableLog("the match begins again")
            terms = self._gathering.terms
            terms.rules.check_players(len(event.seats))
            self._look_at(event)
            assert self._people is not None
            assert self._clocks is not None
            assert terms.settings is not None
            shuffles = None
            if event.seed is not None and self.created.table is not None:
                names = tuple(seat.name for seat in event.seats)
                fair = FairTerms(self.created.table, terms.preset, terms.options, names)
                shuffles = FairShuffles(fair, event.seats, event.seed, event.committed)
            self._playing = PlayingPhase(terms, terms.rules, self._people, shuffles=shuffles)
            self._clocks.start(terms.settings.clock, self._people.people)
        elif self._playing is not None:
            return self._playing.apply(event)
        elif self._gathering is not None and not isinstance(event, ResumedEvent):
            self._gathering.apply(event)
        return ()

    def _look_at(self, event: LogEvent) -> None:
        """Who sits where after this event, without any rules."""
        match event:
            case StartedEvent() if self._gathering is not None:
                logic = self.created.logic
                self._people = MatchSeats(event.seats, self._gathering.arrived, logic)
            case ReadyEvent() | AwayEvent() | BackEvent() if self._people is not None:
                self._people.apply(event)
            case _ if self._gathering is not None:
                self._gathering.apply(event)

    def _note(self, event: LogEvent, happenings: tuple[RoundEvent, ...]) -> None:
        self._rounds += isinstance(event, DealEvent)
        if isinstance(event, ClosedEvent):
            self.closed = event
            self._playing = self._clocks = None
        self.log.append(event)
        self.events.append(self._told(event, happenings))
        if self._clocks is not None:
            self._clocks.advance_to(
                event.at, event.alive if isinstance(event, ResumedEvent) else None
            )
            phase = self._playing or self._gathering
            self._clocks.wait_for(None if phase is None else phase.wait)

    def _told(self, event: LogEvent, happenings: tuple[RoundEvent, ...]) -> PublicEvent:
        ended = any(one.kind == "end" for one in happenings)
        result = self._playing.result if ended and self._playing is not None else None
        return public_event(
            event, self.seats, self.host, self.terms, self._rounds, happenings, result
        )

    def _who(self, seat: int) -> str | int:
        """The player of a seat, or where there is none the seat itself."""
        return self.player_at(seat) or seat

    def _asked_as(self, event: LogEvent) -> tuple[str | int, str] | None:
        """By whom and by what client id an event was asked for that is about to be applied."""
        found = idempotency_key(event)
        if found is None:
            return None
        who, client_id = found
        return self._who(who) if isinstance(who, int) else who, client_id
