"""Clocks of a table with several people, derived from the times in its log alone."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final, Literal, TypeAlias

from schwimmen.rules.errors import SchwimmenError, quote

from .settings import Clock

MAX_LATENESS_MS: Final = 15_000
"""Delay after the due time within which a busy server acts. A longer one means that the server
slept or its clock was set, and no player is charged for that time."""

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MS: Final = timedelta(milliseconds=1)

AwaitedKind: TypeAlias = Literal["start", "seeds", "deal", "move"]


def milliseconds(text: str) -> int:
    """Return the milliseconds since 1970 of an ISO time. Raises ``SchwimmenError``.

    >>> milliseconds("1970-01-01T00:00:01.5+00:00")
    1500
    """
    try:
        time = datetime.fromisoformat(text)
    except ValueError:
        time = datetime.min
    if time.tzinfo is None:
        raise SchwimmenError(f"{quote(text)} is not an ISO time with a time zone")
    return (time - _EPOCH) // _MS


def iso_time(ms: int) -> str:
    """Return the ISO time in UTC of a number of milliseconds since 1970.

    >>> iso_time(1500)
    '1970-01-01T00:00:01.500+00:00'
    """
    return (_EPOCH + ms * _MS).isoformat(timespec="milliseconds")


@dataclass(frozen=True, slots=True)
class Awaited:
    """Next step that a table waits for; ``mark`` distinguishes waits of one ``kind``.

    ``seat`` is that of a move; ``limit_ms`` is the limit of any other wait. The clock does not run
    while a bot is to move, for itself or for a person who is away: ``runs`` is false.
    """

    kind: AwaitedKind
    mark: int
    seat: int | None = None
    limit_ms: int | None = None
    runs: bool = True


@dataclass(frozen=True, slots=True)
class ClockState:
    """Public state of the clocks.

    ``awaited`` is the kind of the current wait, ``due`` the time at which it ends by itself,
    ``None`` if never. From ``reserve_from`` on the seat to act uses its reserve. ``reserves`` are
    the milliseconds left by seat when this wait began, ``None`` for bots and without a clock.
    """

    awaited: AwaitedKind | None
    seat: int | None
    due: str | None
    reserve_from: str | None
    reserves: tuple[int | None, ...]


class Clocks:
    """Time used by each seat. For every event call ``advance_to``, then ``set_awaited``.

    Players gain no time by leaving and coming back.
    """

    def __init__(self, at: str) -> None:
        self._now = milliseconds(at)
        self._clock: Clock | None = None
        self._awaited: Awaited | None = None
        self._spent = 0
        self._has_run = False
        """Whether the clock has run at any time in this wait."""
        self._absent = 0
        """Milliseconds of this wait in which the seat's person was away."""
        self._reserves: dict[int, int] = {}
        self.used: dict[int, int] = {}
        """Milliseconds that each person has used for moves, by seat."""

    def start(self, clock: Clock | None, seats: Iterable[int]) -> None:
        """Start the match for the people at these seats."""
        self._clock = clock
        self.used = dict.fromkeys(seats, 0)
        if clock is not None:
            self._reserves = dict.fromkeys(self.used, clock.reserve * 1000)

    def advance_to(self, at: str, last_alive_at: str | None = None) -> None:
        """Advance to the time of an event; charge no time after ``last_alive_at``.

        A clock that was set back, or far ahead, charges no time. Players who leave in their turn
        and return before the bot has moved are charged for the time between; so are players who
        were away when the turn began, unless the bot was late.
        """
        now = milliseconds(at)
        passed = (now if last_alive_at is None else milliseconds(last_alive_at)) - self._now
        left = self._left
        if self._runs and passed > 0 and (left is None or passed <= left + MAX_LATENESS_MS):
            self._spend(passed)
        elif not self._runs and passed > 0 and (self._has_run or passed <= MAX_LATENESS_MS):
            self._absent += passed
        self._now = now

    def set_awaited(self, awaited: Awaited | None) -> None:
        """Set the awaited step; if it equals the last one, its clock keeps running."""
        old = self._awaited
        if old is None or awaited is None or (awaited.kind, awaited.mark) != (old.kind, old.mark):
            if old is not None and old.seat in self._reserves and self._clock is not None:
                over = self._spent - self._clock.move * 1000
                self._reserves[old.seat] -= max(0, over)
            self._spent = self._absent = 0
            self._has_run = False
        self._awaited = awaited
        if self._runs:
            if self._left is not None:
                self._spend(self._absent)
            self._absent = 0
            self._has_run = True

    def _spend(self, passed: int) -> None:
        """Charge the current wait with milliseconds, at most with those left."""
        left = self._left
        charged = passed if left is None else min(passed, left)
        self._spent += charged
        if self._awaited is not None and self._awaited.seat is not None:
            self.used[self._awaited.seat] += charged

    @property
    def due_ms(self) -> int | None:
        """Time at which the current wait ends by itself, ``None`` if never."""
        left = self._left
        return None if left is None or not self._runs else self._now + left

    def clock_jumped(self, at: str) -> bool:
        """Return whether ``at`` shows that the server slept or its clock was set during a wait."""
        due, now = self.due_ms, milliseconds(at)
        return due is not None and not self._now <= now <= due + MAX_LATENESS_MS

    def state(self, seats: int) -> ClockState:
        """Return the public state of the clocks of a number of seats."""
        awaited, due, reserve_from = self._awaited, self.due_ms, None
        if due is not None and awaited is not None and awaited.kind == "move":
            assert self._clock is not None
            reserve_from = iso_time(self._now + max(0, self._clock.move * 1000 - self._spent))
        return ClockState(
            awaited=None if awaited is None else awaited.kind,
            seat=None if awaited is None else awaited.seat,
            due=None if due is None else iso_time(due),
            reserve_from=reserve_from,
            reserves=tuple(self._reserves.get(seat) for seat in range(seats)),
        )

    @property
    def _runs(self) -> bool:
        return self._awaited is not None and self._awaited.runs

    @property
    def _left(self) -> int | None:
        """Milliseconds left of the current wait, ``None`` without a limit."""
        awaited = self._awaited
        if awaited is None:
            return None
        limit = awaited.limit_ms
        if awaited.kind == "move":
            if self._clock is None or awaited.seat not in self._reserves:
                return None
            limit = self._clock.move * 1000 + self._reserves[awaited.seat]
        return None if limit is None else max(0, limit - self._spent)
