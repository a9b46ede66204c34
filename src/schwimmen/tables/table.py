"""Table: the state that a log of events leads to."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Literal, TypeAlias

from schwimmen.records.fairness import Terms
from schwimmen.rules.errors import SchwimmenError

from .before_match import GatheringPhase
from .clocks import Clocks, ClockState, iso_time, milliseconds
from .commands import (
    BotFailed,
    BotRecovered,
    Command,
    Deal,
    Expire,
    Play,
    Refusal,
    ServerResumed,
)
from .during_match import PlayingPhase
from .evening import chat_from, score_after
from .log import (
    ActionEvent,
    AwayEvent,
    BackEvent,
    ClosedEvent,
    CreatedEvent,
    DealEvent,
    EveningScore,
    LogEvent,
    ReadyEvent,
    ResumedEvent,
    StartedEvent,
    idempotency_key,
    public_event,
)
from .match_seats import MatchSeats, absentees
from .public import PublicEvent, PublicSeat, PublicSeeds
from .settings import Settings, TableTerms
from .shuffles import Chance, FairShuffles

if TYPE_CHECKING:
    from schwimmen.rules import Match, RoundEvent, View

Phase: TypeAlias = Literal["gathering", "playing", "over", "closed"]


class UnplayableLog(SchwimmenError):
    """Log that this version's rules cannot replay to its end."""


class Table:
    """Table after the events of its log.

    It is created by ``replay`` and changed by ``execute`` and ``apply`` alone.
    """

    phase: Phase
    """Phase of the table."""
    terms: TableTerms
    """Current rules and settings."""
    settings: Settings | None
    """Current settings, ``None`` for a table for one person."""
    seats: tuple[PublicSeat, ...]
    """Public seats; before the match only those that are taken or reserved."""
    host: int | None
    """Seat of the host: the longest-seated player who is not away."""
    ready: frozenset[int]
    """Seats that have asked for the next round."""
    people: frozenset[int]
    """Seats of people, away or not."""
    remaining: frozenset[int]
    """Seats of people who have neither lost the match nor left it."""
    abandoned: bool
    """Whether only bots play on in the match."""
    to_act: int | None
    """Seat whose turn it is; ``None`` between rounds, after the match, and when closed."""
    bot_to_act: tuple[int, str] | None
    """Seat whose turn it is and the level of its bot, if a bot plays there."""
    lives: tuple[int, ...] | None
    """Chips of each seat; ``None`` before the match and in one for points."""
    over: bool
    """Whether the match is over."""
    rematch: str | None
    """Id of the rematch's table, if there is one."""

    def __init__(self, created: CreatedEvent) -> None:
        self.created = created
        self.log: list[LogEvent] = [created]
        self.seq = created.seq
        """Number of the last event."""
        self.closed: ClosedEvent | None = None
        """Event that closed the table, if any."""
        self._is_open = False
        self._seq_by_key: dict[tuple[str | int, str], int] = {}
        self.round = 0
        """Number of the round, from 1; 0 before the first."""
        is_shared = created.settings is not None
        self._gathering = GatheringPhase(created) if is_shared else None
        self._seats = None if is_shared else MatchSeats(created.seats, ())
        self._playing: PlayingPhase | None = None
        self._clocks: Clocks | None = None
        self._update()
        self.events = [self._public(created, ())]
        """Public form of each event of the log."""

    @classmethod
    def replay(cls, log: Iterable[LogEvent]) -> Table:
        """Return the table of a log.

        Raises ``UnplayableLog`` if this version's rules cannot replay the log. The log of a closed
        table is not replayed: the table has its events up to the first gap, but no views.
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
    def evening(self) -> tuple[EveningScore, ...]:
        """Score of the evening, which includes the match once it is over."""
        match = self.finished_match
        if match is None or self._seats is None:
            return self.created.evening
        forfeited = absentees(self.log).left
        return score_after(self.created, match, self._seats.occupants, forfeited)

    def chat_from(self, player: str | None) -> int:
        """Return the number of the first line of the evening's chat that a client may read."""
        return chat_from(self.created, player)

    @property
    def seeds(self) -> PublicSeeds | None:
        """State of the agreement on fair shuffles, ``None`` before the match or without one."""
        if self._playing is None or self._playing.shuffles is None:
            return None
        return self._playing.shuffles.public

    def bot_seed(self, seat: int) -> int | None:
        """Return the seed of a bot's next choice in the deal of the day, ``None`` elsewhere.

        It depends on the round, the seat and the number of the seat's actions in the round.
        """
        deal = self.created.daily
        if deal is None:
            return None
        turn = 0
        for event in reversed(self.log):
            if isinstance(event, DealEvent):
                break
            turn += isinstance(event, ActionEvent) and event.seat == seat
        return deal.bot_seed(self.round, seat, turn)

    def bot_at(self, seat: int) -> str | None:
        """Return the name of the host's bot that is to choose at a seat, if any."""
        return None if self._seats is None else self._seats.bot_at(seat)

    def failed_at(self, seat: int) -> bool:
        """Return whether the bot at a seat has failed, and a level plays for it."""
        return self._seats is not None and seat in self._seats.away

    def character_at(self, seat: int) -> str | None:
        """Return the character of a seat's bot, ``None`` for the plain level and for people."""
        return None if self._seats is None else self._seats.occupants[seat].character

    @property
    def due(self) -> str | None:
        """ISO time at which ``Expire`` is due, ``None`` if nothing is."""
        due = None if self._clocks is None else self._clocks.due_ms
        return None if due is None else iso_time(due)

    @property
    def times(self) -> ClockState | None:
        """Public state of the clocks, ``None`` at a table for one person."""
        if self._clocks is None:
            return None
        return self._clocks.state(0 if self._seats is None else len(self._seats.occupants))

    @property
    def used(self) -> dict[int, int]:
        """Milliseconds that each person has used for moves, by seat."""
        return {} if self._clocks is None else dict(self._clocks.used)

    @property
    def finished_match(self) -> Match | None:
        """Match once it is over; before that it holds secrets."""
        return None if self._playing is None else self._playing.finished_match

    @property
    def open_to_all(self) -> bool:
        """Whether no pack of the log is secret, because no round is being played."""
        return self.closed is not None or self.to_act is None

    def player_at(self, seat: int) -> str | None:
        """Return the player of a seat, seated or invited. Player ids are secret."""
        if self._seats is not None:
            return self._seats.player_at(seat)
        return None if self._gathering is None else self._gathering.player_at(seat)

    def seat_of(self, player: str) -> int | None:
        """Return the seat of a seated player; an invited player has none yet."""
        if self._seats is not None:
            return self._seats.seat_of(player)
        return None if self._gathering is None else self._gathering.seat_of(player)

    def seq_of(self, command: Command) -> int | None:
        """Return the number of the event that this command led to, if it was executed before."""
        if (
            isinstance(command, Expire | ServerResumed | BotFailed | BotRecovered)
            or command.client_id is None
        ):
            return None
        if isinstance(command, Play | Deal):
            return self._seq_by_key.get((self._requester(command.seat), command.client_id))
        return self._seq_by_key.get((command.player, command.client_id))

    def view(self, seat: int | None) -> View | None:
        """Return the view of a seat, or of a spectator (``None``), after the first deal."""
        return None if self._playing is None else self._playing.view(seat)

    def open_view(self) -> View | None:
        """Return the view of a spectator with all hands open, for replays, after the first deal."""
        return None if self._playing is None else self._playing.open_view()

    def execute(self, command: Command, at: str, chance: Chance) -> tuple[LogEvent, ...]:
        """Execute a command; return its events, which are applied already.

        The first event is the one requested, the others follow from it; they must be stored
        together. As the outcome of an action (a shuffle, a special hand) is known only once it is
        played, a table whose events cannot be stored must be replayed from its log.
        Raises ``Refusal``; then nothing has changed.
        """
        if self.closed is not None:
            raise Refusal("table_closed", f"this table is closed: {self.closed.notice}")
        before = len(self.log)
        try:
            if self._clocks is not None:
                milliseconds(at)
            self._execute(command, at, chance)
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
        """Apply an event of the log.

        Raises ``UnplayableLog`` for an event that cannot follow; the table is unusable then.
        """
        try:
            if self._is_open and event.seq != self.seq + 1:
                raise UnplayableLog(f"event {self.seq + 1} is missing")
            key = idempotency_key(event)
            if key is not None and isinstance(key[0], int):
                key = self._requester(key[0]), key[1]  # before the event moves players
            self._append(event, self._change_state(event))
            if key is not None:
                self._seq_by_key[key] = event.seq
        except Exception as error:
            # However an old log fails under this version's rules, the table is closed.
            raise UnplayableLog(f"event {event.seq} cannot be played: {error}") from error

    def _execute(self, command: Command, at: str, chance: Chance) -> None:
        seq = self.seq + 1
        match command:
            case Play(player=str(one)) | Deal(player=str(one)) if self.seat_of(one) != command.seat:
                # Another server has changed the seats since the client's message.
                raise Refusal("not_seated", "that seat is not yours any more")
            case Play():
                event, history = self._require_playing().play(command, seq, at, chance)
                self._append(event, history)
                if command.client_id is not None:
                    self._seq_by_key[self._requester(command.seat), command.client_id] = seq
            case Deal() | BotFailed() | BotRecovered():
                self.apply(self._require_playing().decide(command, seq, at, chance))
            case Expire() | ServerResumed():
                self._execute_due(command, self._require_clocks(), seq, at, chance)
            case _:
                self._require_clocks()
                phase = self._playing or self._gathering
                assert phase is not None
                self.apply(phase.decide(command, seq, at, chance))

    def _execute_due(
        self, command: Expire | ServerResumed, clocks: Clocks, seq: int, at: str, chance: Chance
    ) -> None:
        due = clocks.due_ms
        if due is None:
            raise Refusal("not_due", "nothing is due at this table")
        if isinstance(command, ServerResumed):
            milliseconds(command.last_alive_at)
            self.apply(ResumedEvent(seq=seq, at=at, alive=command.last_alive_at))
        elif clocks.clock_jumped(at):
            # The server slept without noticing: no player is charged.
            self.apply(ResumedEvent(seq=seq, at=at, alive=self.log[-1].at))
        elif milliseconds(at) < due:
            raise Refusal("not_due", f"nothing is due before {iso_time(due)}")
        elif self._playing is not None:
            event, history = self._playing.expire(seq, at, chance)
            self._append(event, history)
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
        self._is_open = True
        try:
            if self._seats is None:
                self._clocks = Clocks(created.at)
            else:
                if created.dealer is None:
                    raise UnplayableLog("the first event names no dealer")
                terms = self.terms
                self._playing = PlayingPhase(
                    terms, terms.rules, self._seats, created.dealer, daily=created.daily
                )
            self._update()
        except SchwimmenError as error:
            raise UnplayableLog(f"the table cannot be opened: {error}") from error

    def _change_state(self, event: LogEvent) -> tuple[RoundEvent, ...]:
        """Change the state by an event; return the public events of the round in it."""
        if isinstance(event, ClosedEvent):
            return ()
        if not self._is_open:
            with suppress(Exception):  # the log of a closed table may be damaged
                self._change_seats(event)
            return ()
        if isinstance(event, CreatedEvent):
            raise UnplayableLog("it opens the table again")
        if isinstance(event, StartedEvent) and self._gathering is not None:
            if self._playing is not None:
                raise UnplayableLog("the match begins again")
            terms = self._gathering.terms
            terms.rules.check_players(len(event.seats))
            self._change_seats(event)
            assert self._seats is not None
            assert self._clocks is not None
            assert terms.settings is not None
            shuffles = None
            if event.seed is not None and self.created.table is not None:
                names = tuple(seat.name for seat in event.seats)
                fair_terms = Terms(self.created.table, terms.preset, terms.options, names)
                shuffles = FairShuffles(fair_terms, event.seats, event.seed, event.committed)
            self._playing = PlayingPhase(terms, terms.rules, self._seats, shuffles=shuffles)
            self._clocks.start(terms.settings.clock, self._seats.people)
        elif self._playing is not None:
            return self._playing.apply(event)
        elif self._gathering is not None and not isinstance(event, ResumedEvent):
            self._gathering.apply(event)
        return ()

    def _change_seats(self, event: LogEvent) -> None:
        """Change the seats by an event, without any rules."""
        match event:
            case StartedEvent() if self._gathering is not None:
                stand_in = event.stand_in or self._gathering.settings.bots
                self._seats = MatchSeats(event.seats, self._gathering.arrived, stand_in)
            case ReadyEvent() | AwayEvent() | BackEvent() if self._seats is not None:
                self._seats.apply(event)
            case _ if self._gathering is not None:
                self._gathering.apply(event)

    def _update(self) -> None:
        """Note what the table is like now, which every event needs several times."""
        playing, seats, gathering = self._playing, self._seats, self._gathering
        if playing is not None:
            self.terms = playing.terms
        elif gathering is not None:
            self.terms = gathering.terms
        else:
            self.terms = TableTerms(self.created.preset, self.created.options, None)
        self.settings = self.terms.settings
        if seats is not None:
            self.seats, self.host, self.ready = seats.public, seats.host, seats.ready
        elif gathering is not None:
            self.seats, self.host, self.ready = gathering.seats, gathering.host, frozenset()
        self.people = frozenset(seat.seat for seat in self.seats if seat.level is None)
        self.over = playing is not None and playing.over
        self.to_act = None if playing is None else playing.to_act
        level = None if seats is None or self.to_act is None else seats.level_of_bot(self.to_act)
        self.bot_to_act = None if self.to_act is None or level is None else (self.to_act, level)
        self.lives = None if playing is None else playing.lives
        self.remaining = self.people if playing is None else playing.remaining
        self.rematch = None if playing is None else playing.rematch
        if self.closed is not None:
            self.phase = "closed"
        elif playing is None:
            self.phase = "gathering"
        else:
            self.phase = "over" if playing.over else "playing"
        self.abandoned = self.phase == "playing" and not self.remaining

    def _append(self, event: LogEvent, history: tuple[RoundEvent, ...]) -> None:
        """Append an event to the log once the state has changed, and advance the clocks."""
        self.round += isinstance(event, DealEvent)
        if isinstance(event, ClosedEvent):
            self.closed = event
            self._playing = self._clocks = None
        self._update()
        self.seq = event.seq
        self.log.append(event)
        self.events.append(self._public(event, history))
        if self._clocks is not None:
            self._clocks.advance_to(
                event.at, event.alive if isinstance(event, ResumedEvent) else None
            )
            phase = self._playing or self._gathering
            self._clocks.set_awaited(None if phase is None else phase.awaited)

    def _public(self, event: LogEvent, history: tuple[RoundEvent, ...]) -> PublicEvent:
        ended = any(one.kind == "end" for one in history)
        result = self._playing.result if ended and self._playing is not None else None
        return public_event(event, self.seats, self.host, self.terms, self.round, history, result)

    def _requester(self, seat: int) -> str | int:
        """Return the player of a seat, or the seat itself without one."""
        return self.player_at(seat) or seat
