"""Who of those who play a match is there, and for whom a bot plays."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from .commands import Away, Back, Deal, Leave, PersonCommand, Refusal, not_host
from .log import ActionEvent, AwayEvent, BackEvent, LogEvent, ReadyEvent, Seat
from .public import AwayReason, PublicSeat

MOST_EXPIRED: Final = 2
"""Moves in a row that the clock makes for somebody before a bot plays for them."""


class MatchSeats:
    """The seats of a match; ``arrived`` are the players in the order in which they sat down.

    With ``logic`` 1 only a person's own move ends the count of those that the clock made.
    """

    def __init__(self, seats: tuple[Seat, ...], arrived: Sequence[str], logic: int) -> None:
        self.seats = seats
        self._counts_on = logic >= 1
        self.away: dict[int, AwayReason] = {}
        self._arrived = tuple(arrived)
        self._ready: set[int] = set()
        self._expired: dict[int, int] = {}
        self._seat_of = {seat.player: number for number, seat in enumerate(seats) if seat.player}
        self.public: tuple[PublicSeat, ...]
        """The seats as all may know them."""
        self.host: int | None
        """Who has been sitting longest of those who are not away; of all, if all are."""
        self._look()

    @property
    def ready(self) -> frozenset[int]:
        """The seats that have asked for the next round."""
        return frozenset(self._ready)

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of people, away or not."""
        return tuple(number for number, seat in enumerate(self.seats) if seat.level is None)

    @property
    def here(self) -> frozenset[int]:
        """The seats of people for whom no bot plays."""
        return frozenset(self.people).difference(self.away)

    @property
    def remaining(self) -> frozenset[int]:
        """The seats of people who have not left; a bot may play for them until they are back."""
        return frozenset(
            seat
            for seat in self.people
            if self.seats[seat].player is not None and self.away.get(seat) != "left"
        )

    def player_at(self, seat: int) -> str | None:
        """Whose seat it is, if it is a person's."""
        return self.seats[seat].player if 0 <= seat < len(self.seats) else None

    def seat_of(self, player: str) -> int | None:
        """The player's seat."""
        return self._seat_of.get(player)

    def played_by_bot(self, seat: int) -> bool:
        """Whether it is a bot's seat, or a bot plays for who sits there."""
        return self.seats[seat].level is not None or seat in self.away

    def require_seat(self, seat: int) -> None:
        """Raises ``Refusal`` for what is no seat here."""
        if not 0 <= seat < len(self.seats):
            raise Refusal("no_such_seat", f"the seats here are 0 to {len(self.seats) - 1}")

    def require_seat_of(self, player: str) -> int:
        """The player's seat; raises ``Refusal`` where they have none."""
        seat = self.seat_of(player)
        if seat is None:
            raise Refusal("not_seated", "you have no seat here")
        return seat

    def require_host(self, player: str) -> int:
        """The seat of the host; raises ``Refusal`` for anybody else."""
        host = self.host
        if host is None or self.seats[host].player != player:
            raise not_host(None if host is None else self.seats[host].name)
        return host

    def seats_not_ready(self, deal: Deal, playing: Iterable[int]) -> frozenset[int]:
        """Who is to ask for the next round still, of those who are there and play in it.

        Raises ``Refusal`` to somebody who does not help by asking.
        """
        looking = self.here.intersection(playing)
        if deal.present is not None:
            looking &= deal.present | {deal.seat}
        waiting = looking - self._ready - {deal.seat}
        if waiting:
            names = ", ".join(self.seats[seat].name for seat in sorted(waiting))
            if deal.seat in self._ready:
                raise Refusal("others_looking", f"you have asked; still looking: {names}")
            if deal.seat not in looking:
                raise Refusal("not_playing", f"it is up to those who play the next round: {names}")
        return waiting

    def decide(self, command: PersonCommand, over: bool, seq: int, at: str) -> LogEvent:
        """The event that leads to; raises ``Refusal``."""
        match command:
            case Leave():
                seat = self.require_seat_of(command.player)
                self._require_not_away(seat, over)
                return AwayEvent(seq=seq, at=at, seat=seat, why="left", client_id=command.client_id)
            case Away():
                return self._put_away(command, over, seq, at)
            case Back():
                seat = self.require_seat_of(command.player)
                if seat not in self.away:
                    raise Refusal("not_away", "you are here: nobody plays for you")
                return BackEvent(seq=seq, at=at, seat=seat, client_id=command.client_id)
            case _:
                raise Refusal("already_started", "the match has begun already")

    def next(self, seq: int, at: str) -> AwayEvent | None:
        """Somebody for whom the clock has moved too often is away."""
        for seat, times in self._expired.items():
            if times >= MOST_EXPIRED:
                return AwayEvent(seq=seq, at=at, seat=seat, why="clock")
        return None

    def apply(self, event: ReadyEvent | AwayEvent | BackEvent) -> None:
        """Takes in an event."""
        if event.seat not in self.people:
            raise ValueError(f"nobody sits at seat {event.seat}")
        match event:
            case ReadyEvent():
                self._ready.add(event.seat)
            case AwayEvent():
                self.away[event.seat] = event.why
                expired = self._expired.pop(event.seat, 0)
                if expired and self._counts_on:
                    self._expired[event.seat] = min(expired, MOST_EXPIRED - 1)
            case BackEvent():
                del self.away[event.seat]
        self._look()

    def acted(self, event: ActionEvent) -> None:
        """A seat played."""
        if event.by == "clock":
            self._expired[event.seat] = self._expired.get(event.seat, 0) + 1
        elif event.by != "bot" or not self._counts_on:
            self._expired.pop(event.seat, None)

    def dealt(self) -> None:
        """A round was dealt."""
        self._ready.clear()

    def _look(self) -> None:
        """Who is there now: asked for with every event, and hardly ever other than before."""
        self.public = tuple(
            PublicSeat(number, seat.name, seat.level, self.away.get(number))
            for number, seat in enumerate(self.seats)
        )
        seats = [seat for player in self._arrived if (seat := self.seat_of(player)) is not None]
        here = (seat for seat in seats if seat not in self.away)
        self.host = next(here, seats[0] if seats else None)

    def _put_away(self, away: Away, over: bool, seq: int, at: str) -> LogEvent:
        asker = self.require_seat_of(away.player)
        self.require_seat(away.seat)
        if asker != away.seat and away.seat != self.host:
            asker = self.require_host(away.player)
        if self.seats[away.seat].level is not None:
            raise Refusal("is_bot", f"{self.seats[away.seat].name} is a bot")
        self._require_not_away(away.seat, over)
        if away.present:
            raise Refusal("not_absent", f"{self.seats[away.seat].name} is here")
        return AwayEvent(
            seq=seq,
            at=at,
            seat=away.seat,
            why="host",
            asked_by=asker,
            client_id=away.client_id,
        )

    def _require_not_away(self, seat: int, over: bool) -> None:
        if over:
            raise Refusal("match_over", "the match is over")
        if seat in self.away:
            raise Refusal("is_away", f"a bot plays for {self.seats[seat].name} already")
