"""Seats of a match: absence, bots that stand in, and readiness for the next round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from .commands import (
    Away,
    Back,
    BotCommand,
    BotFailed,
    BotRecovered,
    Deal,
    Leave,
    PersonCommand,
    Refusal,
    not_host,
)
from .log import ActionEvent, AwayEvent, BackEvent, LogEvent, ReadyEvent, Seat
from .public import AwayReason, PublicSeat


class Absentees(NamedTuple):
    """Seats of people for whom a bot made more than half of the moves at that seat.

    ``sent_away`` are those for whom that is so only with moves made after another player, the host,
    had asked for a bot; all others ``left``.
    """

    left: frozenset[int]
    sent_away: frozenset[int]


def absentees(log: Iterable[LogEvent]) -> Absentees:
    """Return the absentees of a match from the log of its table."""
    away: dict[int, bool] = {}
    moves, after_leaving, stood_in = Counter[int](), Counter[int](), Counter[int]()
    for event in log:
        match event:
            case AwayEvent(reason="failed" | "replaced"):
                pass  # a bot's
            case AwayEvent():
                away[event.seat] = event.reason == "host" and event.requested_by != event.seat
            case BackEvent():
                away.pop(event.seat, None)
            case ActionEvent():
                moves[event.seat] += 1
                if event.seat in away:
                    stood_in[event.seat] += 1
                    after_leaving[event.seat] += not away[event.seat]
    left = frozenset(seat for seat in moves if 2 * after_leaving[seat] > moves[seat])
    absent = frozenset(seat for seat in moves if 2 * stood_in[seat] > moves[seat])
    return Absentees(left, absent - left)


MAX_EXPIRED: Final = 2
"""Expired moves in a row after which a bot plays for the player."""


class MatchSeats:
    """Seats of a match; ``arrived`` lists the players in the order in which they sat down.

    ``stand_in`` is the level of the bots that play for people who are away, if people can be.
    Only a person's own move resets the count of expired moves.
    """

    def __init__(
        self, seats: tuple[Seat, ...], arrived: Sequence[str], stand_in: str | None = None
    ) -> None:
        self.occupants = seats
        self.stand_in = stand_in
        self.away: dict[int, AwayReason] = {}
        self._arrived = tuple(arrived)
        self.ready: frozenset[int] = frozenset()
        """Seats that have asked for the next round."""
        self._expired: dict[int, int] = {}
        self._seat_of = {seat.player: number for number, seat in enumerate(seats) if seat.player}
        self.people = tuple(number for number, seat in enumerate(seats) if seat.level is None)
        """Seats of people, away or not."""
        self.not_away: frozenset[int]
        """Seats of people for whom no bot plays."""
        self.remaining: frozenset[int]
        """Seats of people who have not left, including those who are away for other reasons."""
        self.public: tuple[PublicSeat, ...]
        """Public form of the seats."""
        self.host: int | None
        """Seat of the longest-seated player who is not away, or of all if all are away."""
        self._update_public()

    def player_at(self, seat: int) -> str | None:
        """Return the player of a seat, if it is a person's."""
        return self.occupants[seat].player if 0 <= seat < len(self.occupants) else None

    def seat_of(self, player: str) -> int | None:
        """Return the player's seat, if they have one."""
        return self._seat_of.get(player)

    def played_by_bot(self, seat: int) -> bool:
        """Return whether a bot plays the seat, as its own or for a person who is away."""
        return self.occupants[seat].level is not None or seat in self.away

    def level_of_bot(self, seat: int) -> str | None:
        """Return the level of the bot that plays a seat, ``None`` if its person does."""
        level = self.occupants[seat].level
        if level is None and seat in self.away:
            assert self.stand_in is not None, "nobody is away at a table for one person"
            return self.stand_in
        return level

    def bot_at(self, seat: int) -> str | None:
        """Return the name of the host's bot that is to choose at a seat, if any."""
        return None if self.away.get(seat) == "replaced" else self.occupants[seat].bot

    def require_seat(self, seat: int) -> None:
        """Raise ``Refusal`` unless the table has that seat."""
        if not 0 <= seat < len(self.occupants):
            raise Refusal("no_such_seat", f"the seats here are 0 to {len(self.occupants) - 1}")

    def require_seat_of(self, player: str) -> int:
        """Return the player's seat. Raises ``Refusal`` for a player without one."""
        seat = self.seat_of(player)
        if seat is None:
            raise Refusal("not_seated", "you have no seat here")
        return seat

    def require_host(self, player: str) -> int:
        """Return the host's seat. Raises ``Refusal`` for any other player."""
        host = self.host
        if host is None or self.occupants[host].player != player:
            raise not_host(None if host is None else self.occupants[host].name)
        return host

    def seats_not_ready(self, deal: Deal, playing: Iterable[int]) -> frozenset[int]:
        """Return the seats that play in the next round and must still ask for it.

        Raises ``Refusal`` if the request makes no difference.
        """
        asked = self.not_away.intersection(playing)
        if deal.present is not None:
            asked &= deal.present | {deal.seat}
        waiting = asked - self.ready - {deal.seat}
        if waiting and (deal.seat in self.ready or deal.seat not in asked):
            names = ", ".join(self.occupants[seat].name for seat in sorted(waiting))
            if deal.seat in self.ready:
                raise Refusal("others_looking", f"you have asked already; waiting for: {names}")
            raise Refusal("not_playing", f"only players of the next round can ask for it: {names}")
        return waiting

    def decide(
        self, command: PersonCommand | BotCommand, over: bool, seq: int, at: str
    ) -> LogEvent:
        """Return the event that a command leads to. Raises ``Refusal``."""
        match command:
            case BotFailed():
                self._require_bot(command.seat, over)
                reason: AwayReason = "replaced" if command.final else "failed"
                return AwayEvent(seq=seq, at=at, seat=command.seat, reason=reason)
            case BotRecovered():
                self._require_bot(command.seat, over)
                if command.seat not in self.away:
                    raise Refusal("not_away", "the bot has not failed")
                return BackEvent(seq=seq, at=at, seat=command.seat)
            case Leave():
                seat = self.require_seat_of(command.player)
                self._require_not_away(seat, over)
                return AwayEvent(
                    seq=seq, at=at, seat=seat, reason="left", client_id=command.client_id
                )
            case Away():
                return self._mark_away(command, over, seq, at)
            case Back():
                seat = self.require_seat_of(command.player)
                if seat not in self.away:
                    raise Refusal("not_away", "no bot plays for you")
                return BackEvent(seq=seq, at=at, seat=seat, client_id=command.client_id)
            case _:
                raise Refusal("already_started", "the match has begun already")

    def next(self, seq: int, at: str) -> AwayEvent | None:
        """Return the event that marks a person with too many expired moves as away, if any."""
        for seat, times in self._expired.items():
            if times >= MAX_EXPIRED:
                return AwayEvent(seq=seq, at=at, seat=seat, reason="clock")
        return None

    def apply(self, event: ReadyEvent | AwayEvent | BackEvent) -> None:
        """Apply an event to the seats."""
        if event.seat not in self.people and (
            isinstance(event, ReadyEvent) or self.occupants[event.seat].bot is None
        ):
            raise ValueError(f"no person sits at seat {event.seat}")
        match event:
            case ReadyEvent():
                self.ready |= {event.seat}
            case AwayEvent():
                self.away[event.seat] = event.reason
                expired = self._expired.pop(event.seat, 0)
                if expired:
                    self._expired[event.seat] = min(expired, MAX_EXPIRED - 1)
            case BackEvent():
                del self.away[event.seat]
        self._update_public()

    def apply_action(self, event: ActionEvent) -> None:
        """Count the expired moves of the seat that has acted."""
        if event.acted_by == "clock":
            self._expired[event.seat] = self._expired.get(event.seat, 0) + 1
        elif event.acted_by != "bot":
            self._expired.pop(event.seat, None)

    def clear_ready(self) -> None:
        """Forget the requests for the next round, which has been dealt."""
        self.ready = frozenset()

    def _update_public(self) -> None:
        """Compute the public seats and the host, which every event needs and few events change."""
        self.not_away = frozenset(self.people).difference(self.away)
        self.remaining = frozenset(
            seat
            for seat in self.people
            if self.occupants[seat].player is not None and self.away.get(seat) != "left"
        )
        self.public = tuple(
            PublicSeat(
                number, seat.name, seat.level, self.away.get(number), face=seat.face, bot=seat.bot
            )
            for number, seat in enumerate(self.occupants)
        )
        seats = [seat for player in self._arrived if (seat := self.seat_of(player)) is not None]
        not_away = (seat for seat in seats if seat not in self.away)
        self.host = next(not_away, seats[0] if seats else None)

    def _mark_away(self, away: Away, over: bool, seq: int, at: str) -> LogEvent:
        requester = self.require_seat_of(away.player)
        self.require_seat(away.seat)
        if requester != away.seat and away.seat != self.host:
            requester = self.require_host(away.player)
        if self.occupants[away.seat].level is not None:
            raise Refusal("is_bot", f"{self.occupants[away.seat].name} is a bot")
        self._require_not_away(away.seat, over)
        if away.present:
            raise Refusal("not_absent", f"{self.occupants[away.seat].name} is here")
        return AwayEvent(
            seq=seq,
            at=at,
            seat=away.seat,
            reason="host",
            requested_by=requester,
            client_id=away.client_id,
        )

    def _require_bot(self, seat: int, over: bool) -> None:
        self.require_seat(seat)
        if over:
            raise Refusal("match_over", "the match is over")
        if self.bot_at(seat) is None:
            raise Refusal("no_bot", "no bot of the host plays there")

    def _require_not_away(self, seat: int, over: bool) -> None:
        if over:
            raise Refusal("match_over", "the match is over")
        if seat in self.away:
            raise Refusal("is_away", f"a bot plays for {self.occupants[seat].name} already")
