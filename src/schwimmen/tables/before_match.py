"""Table before its match: people sit down and stand up, the host changes rules and settings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from schwimmen.rules.options import OptionValue

from .clocks import Awaited
from .commands import (
    Away,
    Change,
    Expire,
    Join,
    Leave,
    PersonCommand,
    Refusal,
    Start,
    not_host,
)
from .log import (
    ChangedEvent,
    CreatedEvent,
    JoinedEvent,
    LeftEvent,
    LogEvent,
    Seat,
    StartedEvent,
)
from .names import character_of, check_no_link, free_bot_names, numbered_name, validate_name
from .public import PublicSeat
from .settings import STAND_IN_LEVEL, Settings, TableTerms, checked_terms
from .shuffles import Chance, new_seed

MAX_EVENTS_BEFORE_MATCH: Final = 1000
"""Events before the match after which no player can join and nothing can change."""


@dataclass(frozen=True, slots=True)
class _Occupant:
    """Player of a seat, or the ``invited`` player for whom it is reserved."""

    name: str
    player: str
    invited: bool = False
    face: str | None = None


class GatheringPhase:
    """Players and terms of a table before its match.

    ``decide`` returns the event of a command; only ``apply`` changes the state.
    """

    def __init__(self, created: CreatedEvent) -> None:
        assert created.settings is not None
        self._fair = created.table is not None
        self.terms = TableTerms(created.preset, created.options, created.settings)
        self._occupants = {
            one.seat: _Occupant(one.name, one.player, invited=True, face=one.face)
            for one in created.invited
        }
        self._arrived: list[str] = []

    @property
    def settings(self) -> Settings:
        """Settings for the match."""
        assert self.terms.settings is not None
        return self.terms.settings

    @property
    def seats(self) -> tuple[PublicSeat, ...]:
        """Taken and reserved seats."""
        return tuple(
            PublicSeat(seat, occupant.name, invited=occupant.invited, face=occupant.face)
            for seat, occupant in sorted(self._occupants.items())
        )

    @property
    def host(self) -> int | None:
        """Seat of the player who sat down first."""
        return self.seat_of(self._arrived[0]) if self._arrived else None

    @property
    def arrived(self) -> tuple[str, ...]:
        """Seated players in the order in which they sat down."""
        return tuple(self._arrived)

    def player_at(self, seat: int) -> str | None:
        """Return the player of a seat, invited or seated."""
        occupant = self._occupants.get(seat)
        return None if occupant is None else occupant.player

    def seat_of(self, player: str) -> int | None:
        """Return the seat of a seated player; an invited player has none yet."""
        seat = self._seat_for(player)
        return None if seat is None or self._occupants[seat].invited else seat

    @property
    def awaited(self) -> Awaited | None:
        """Start of the match, if the match starts by itself with these players.

        With all seats taken it starts at once.
        """
        people, settings = len(self._arrived), self.settings
        if settings.patience is None or people < (1 if settings.fill else 2):
            return None
        full = people == settings.seats
        return Awaited("start", mark=0, limit_ms=0 if full else settings.patience * 1000)

    def decide(
        self, command: PersonCommand | Expire, seq: int, at: str, chance: Chance
    ) -> LogEvent:
        """Return the event that a command leads to.

        Raises ``Refusal``, and other ``SchwimmenError`` for invalid names, rules and settings.
        """
        match command:
            case Join() | Change() if seq > MAX_EVENTS_BEFORE_MATCH:
                line = "too many changes: start the match, or open another table"
                raise Refusal("too_many_changes", line)
            case Join():
                return self._join(command, seq, at)
            case Leave():
                seat = self._seat_for(command.player)
                if seat is None:
                    raise Refusal("not_seated", "you have no seat here")
                return LeftEvent(seq=seq, at=at, seat=seat, client_id=command.client_id)
            case Away():
                return self._free(command, seq, at)
            case Change():
                return self._change(command, seq, at)
            case Start():
                host = self._require_host(command.player)
                return self._start(seq, at, chance, host, command.client_id)
            case Expire():
                return self._start(seq, at, chance, None, None)
            case _:
                raise Refusal("not_started", "the match has not begun yet")

    def apply(self, event: LogEvent) -> None:
        """Apply an event to the players and terms."""
        match event:
            case JoinedEvent():
                reserved = self._seat_for(event.player)
                if reserved is not None:
                    del self._occupants[reserved]
                if event.seat in self._occupants:
                    raise ValueError(f"seat {event.seat} is taken")
                self._occupants[event.seat] = _Occupant(event.name, event.player, face=event.face)
                self._arrived.append(event.player)
            case LeftEvent():
                occupant = self._occupants.pop(event.seat)
                if not occupant.invited:
                    self._arrived.remove(occupant.player)
            case ChangedEvent():
                self.terms = TableTerms(event.preset, event.options, event.settings)
                if event.order is not None:
                    self._occupants = {
                        seat: self._occupants[old]
                        for seat, old in enumerate(event.order)
                        if old is not None
                    }
            case _:
                raise ValueError("the match has not begun")

    def _seat_for(self, player: str) -> int | None:
        """Return the seat where the player sits, or that is reserved for them."""
        seats = (seat for seat, occupant in self._occupants.items() if occupant.player == player)
        return next(seats, None)

    def _require_host(self, player: str) -> int:
        host = self.host
        if host is None or self._arrived[0] != player:
            raise not_host(None if host is None else self._occupants[host].name)
        return host

    def _join(self, join: Join, seq: int, at: str) -> LogEvent:
        own = self._seat_for(join.player)
        if own is not None and not self._occupants[own].invited:
            raise Refusal("already_seated", "you have a seat here already")
        number = self.settings.seats
        others = {seat: occupant for seat, occupant in self._occupants.items() if seat != own}
        free = [seat for seat in range(number) if seat not in others]
        if not free:
            raise Refusal("table_full", "all seats of this table are taken")
        seat = join.seat
        if seat is None:
            seat = free[0] if own is None else own
        if not 0 <= seat < number:
            raise Refusal("no_such_seat", f"the seats here are 0 to {number - 1}")
        if seat in others:
            raise Refusal("seat_taken", f"{others[seat].name} has that seat")
        name = None if own is None else self._occupants[own].name
        if name is None or join.name.strip() not in ("", name):  # else it was valid before
            name = validate_name(join.name, (occupant.name for occupant in others.values()))
        if self.settings.visibility == "open":
            check_no_link(name)
        return JoinedEvent(
            seq=seq,
            at=at,
            seat=seat,
            name=name,
            player=join.player,
            face=join.face,
            client_id=join.client_id,
        )

    def _free(self, away: Away, seq: int, at: str) -> LogEvent:
        requester = self.seat_of(away.player)
        occupant = self._occupants.get(away.seat)
        if requester is None or away.seat != self.host:
            requester = self._require_host(away.player)
        if occupant is None:
            raise Refusal("seat_empty", "that seat is empty")
        if away.present and not occupant.invited:
            raise Refusal("not_absent", f"{occupant.name} is here")
        return LeftEvent(
            seq=seq, at=at, seat=away.seat, requested_by=requester, client_id=away.client_id
        )

    def _change(self, change: Change, seq: int, at: str) -> LogEvent:
        host = self._require_host(change.player)
        preset, settings = change.preset, change.settings or self.settings
        options: Mapping[str, OptionValue] = self.terms.options if preset is None else {}
        if change.options is not None:
            options = change.options
        terms = checked_terms(preset or self.terms.preset, options, settings)
        number = settings.seats
        if settings.visibility == "open" != self.settings.visibility:
            for occupant in self._occupants.values():
                check_no_link(occupant.name)
        if len(self._occupants) > number:
            raise Refusal("too_many_people", f"{len(self._occupants)} seats are taken already")
        order = change.order
        if order is None:
            if max(self._occupants) >= number:
                order = tuple(sorted(self._occupants))  # close the gaps
        elif len(order) > number or sorted(seat for seat in order if seat is not None) != sorted(
            self._occupants
        ):
            raise Refusal("bad_order", "an order lists every taken seat once")
        return ChangedEvent(
            seq=seq,
            at=at,
            seat=host,
            preset=terms.preset,
            options=dict(terms.options),
            settings=settings,
            order=order,
            client_id=change.client_id,
        )

    def _start(
        self, seq: int, at: str, chance: Chance, host: int | None, client_id: str | None
    ) -> LogEvent:
        settings = self.settings
        people = {
            seat: occupant for seat, occupant in self._occupants.items() if not occupant.invited
        }
        number = settings.seats if settings.fill else len(people)
        if number < 2:
            raise Refusal(
                "too_few", "a match needs at least two players: wait for others, or add bots"
            )
        self.terms.rules.check_players(number)
        names = iter(free_bot_names((occupant.name for occupant in people.values()), chance))
        seats: list[Seat] = []
        for seat in range(settings.seats):
            if seat in people:
                person = people[seat]
                seats.append(Seat(name=person.name, player=person.player, face=person.face))
            elif settings.fill and settings.bot is not None:
                taken = [*(one.name for one in people.values()), *(seat.name for seat in seats)]
                name = numbered_name(settings.bot, taken)
                seats.append(Seat(name=name, level=STAND_IN_LEVEL, bot=settings.bot))
            elif settings.fill:
                name, level = next(names), settings.bots
                seats.append(Seat(name=name, level=level, character=character_of(name, level)))
        return StartedEvent(
            seq=seq,
            at=at,
            seats=tuple(seats),
            seat=host,
            seed=new_seed(chance) if self._fair else None,
            stand_in=STAND_IN_LEVEL,
            client_id=client_id,
        )
