"""A table before its match: people sit down and stand up, the host changes what is agreed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from .clocks import Wait
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
from .names import check_no_link, free_bot_names, validate_name
from .public import PublicSeat
from .settings import Settings, TableTerms, checked_terms
from .shuffles import Chance, new_seed

MAX_EVENTS_BEFORE_MATCH: Final = 1000
"""Events before the match; then nobody joins and nothing is changed any more."""


@dataclass(frozen=True, slots=True)
class _Place:
    """A seat that is taken, or kept for somebody who has not come."""

    name: str
    player: str
    invited: bool = False


class GatheringPhase:
    """Who is at the table so far. Asked with ``decide``, changed by ``apply`` alone."""

    def __init__(self, created: CreatedEvent) -> None:
        assert created.settings is not None
        self._fair = created.table is not None
        self.terms = TableTerms(created.preset, created.options, created.settings)
        self._places = {
            kept.seat: _Place(kept.name, kept.player, invited=True) for kept in created.invited
        }
        self._arrived: list[str] = []  # the players who sit, longest first

    @property
    def settings(self) -> Settings:
        """How they will play."""
        assert self.terms.settings is not None
        return self.terms.settings

    @property
    def seats(self) -> tuple[PublicSeat, ...]:
        """Who sits there, and who is waited for."""
        return tuple(
            PublicSeat(seat, place.name, invited=place.invited)
            for seat, place in sorted(self._places.items())
        )

    @property
    def host(self) -> int | None:
        """The seat of who has been sitting longest."""
        return self.seat_of(self._arrived[0]) if self._arrived else None

    @property
    def arrived(self) -> tuple[str, ...]:
        """The players who sit, longest first."""
        return tuple(self._arrived)

    def player_at(self, seat: int) -> str | None:
        """Whose seat it is."""
        place = self._places.get(seat)
        return None if place is None else place.player

    def seat_of(self, player: str) -> int | None:
        """The seat where the player sits; one that is kept is not yet theirs."""
        seat = self._seat_for(player)
        return None if seat is None or self._places[seat].invited else seat

    @property
    def wait(self) -> Wait | None:
        """The match begins by itself once there are enough, and at once when nobody is missing."""
        people, settings = len(self._arrived), self.settings
        if settings.patience is None or people < (1 if settings.fill else 2):
            return None
        full = people == settings.seats
        return Wait("start", mark=0, limit_ms=0 if full else settings.patience * 1000)

    def decide(
        self, command: PersonCommand | Expire, seq: int, at: str, chance: Chance
    ) -> LogEvent:
        """The event that the command leads to.

        Raises ``Refusal``, and other ``SchwimmenError`` for names, rules and settings that cannot
        be.
        """
        match command:
            case Join() | Change() if seq > MAX_EVENTS_BEFORE_MATCH:
                line = "too much was changed here: let the match begin, or open another table"
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
        """Takes in an event."""
        match event:
            case JoinedEvent():
                kept = self._seat_for(event.player)
                if kept is not None:
                    del self._places[kept]
                if event.seat in self._places:
                    raise ValueError(f"seat {event.seat} is taken")
                self._places[event.seat] = _Place(event.name, event.player)
                self._arrived.append(event.player)
            case LeftEvent():
                place = self._places.pop(event.seat)
                if not place.invited:
                    self._arrived.remove(place.player)
            case ChangedEvent():
                self.terms = TableTerms(event.preset, event.options, event.settings)
                if event.order is not None:
                    self._places = {
                        seat: self._places[old]
                        for seat, old in enumerate(event.order)
                        if old is not None
                    }
            case _:
                raise ValueError("the match has not begun")

    def _seat_for(self, player: str) -> int | None:
        """The seat where the player sits, or that is kept for them."""
        found = (seat for seat, place in self._places.items() if place.player == player)
        return next(found, None)

    def _require_host(self, player: str) -> int:
        host = self.host
        if host is None or self._arrived[0] != player:
            raise not_host(None if host is None else self._places[host].name)
        return host

    def _join(self, join: Join, seq: int, at: str) -> LogEvent:
        own = self._seat_for(join.player)
        if own is not None and not self._places[own].invited:
            raise Refusal("already_seated", "you have a seat here already")
        number = self.settings.seats
        others = {seat: place for seat, place in self._places.items() if seat != own}
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
        name = None if own is None else self._places[own].name
        if name is None or join.name.strip() not in ("", name):  # by that they have played before
            name = validate_name(join.name, (place.name for place in others.values()))
        if self.settings.visibility == "open":
            check_no_link(name)
        return JoinedEvent(
            seq=seq,
            at=at,
            seat=seat,
            name=name,
            player=join.player,
            client_id=join.client_id,
        )

    def _free(self, away: Away, seq: int, at: str) -> LogEvent:
        asker = self.seat_of(away.player)
        place = self._places.get(away.seat)
        if asker is None or away.seat != self.host:
            asker = self._require_host(away.player)
        if place is None:
            raise Refusal("seat_empty", "nobody sits there")
        if away.present and not place.invited:
            raise Refusal("not_absent", f"{place.name} is here")
        return LeftEvent(seq=seq, at=at, seat=away.seat, asked_by=asker, client_id=away.client_id)

    def _change(self, change: Change, seq: int, at: str) -> LogEvent:
        host = self._require_host(change.player)
        preset, options = change.preset, change.options
        if options is None:
            options = self.terms.options if preset is None else {}
        settings = change.settings or self.settings
        terms = checked_terms(preset or self.terms.preset, options, settings)
        number = settings.seats
        if settings.visibility == "open" != self.settings.visibility:
            for place in self._places.values():
                check_no_link(place.name)
        if len(self._places) > number:
            raise Refusal("too_many_people", f"{len(self._places)} seats are taken here already")
        order = change.order
        if order is None:
            if max(self._places) >= number:
                order = tuple(sorted(self._places))  # they close up
        elif len(order) > number or sorted(seat for seat in order if seat is not None) != sorted(
            self._places
        ):
            raise Refusal("bad_order", "an order names every seat that is taken, each once")
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
        people = {seat: place for seat, place in self._places.items() if not place.invited}
        number = settings.seats if settings.fill else len(people)
        if number < 2:
            raise Refusal("too_few", "it takes two at least: wait for others, or let bots play")
        self.terms.rules.check_players(number)
        names = iter(free_bot_names((place.name for place in people.values()), chance))
        seats: list[Seat] = []
        for seat in range(settings.seats):
            if seat in people:
                seats.append(Seat(name=people[seat].name, player=people[seat].player))
            elif settings.fill:
                seats.append(Seat(name=next(names), level=settings.bots))
        return StartedEvent(
            seq=seq,
            at=at,
            seats=tuple(seats),
            seat=host,
            seed=new_seed(chance) if self._fair else None,
            client_id=client_id,
        )
