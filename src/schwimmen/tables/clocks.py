"""The clocks of a table with several people: they follow from the times in its log alone."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final, Literal, TypeAlias

from schwimmen.rules.errors import SchwimmenError, quote

from .settings import Clock

MAX_LATENESS_MS: Final = 15_000
"""So much later than it was due a thing can happen at a server that is busy. Whatever comes later
comes from one that slept, or whose own clock was set: such time is nobody's."""

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MS: Final = timedelta(milliseconds=1)

WaitKind: TypeAlias = Literal["start", "seeds", "deal", "move"]


def milliseconds(text: str) -> int:
    """Milliseconds since 1970 of an ISO time. Raises ``SchwimmenError`` for any other text.

    >>> milliseconds("1970-01-01T00:00:01.5+00:00")
    1500
    """
    try:
        time = datetime.fromisoformat(text)
    except ValueError:
        time = datetime.min
    if time.tzinfo is None:
        raise SchwimmenError(f"{quote(text)} is no ISO time with its zone")
    return (time - _EPOCH) // _MS


def iso_time(ms: int) -> str:
    """The ISO time in UTC of so many milliseconds since 1970.

    >>> iso_time(1500)
    '1970-01-01T00:00:01.500+00:00'
    """
    return (_EPOCH + ms * _MS).isoformat(timespec="milliseconds")


@dataclass(frozen=True, slots=True)
class Wait:
    """What a table waits for; another ``mark`` makes it another wait for the same.

    ``seat`` is that of a move, ``limit_ms`` how long it is waited for anything else. Nothing is due
    while a bot is to move, for itself or for a person who is away: ``runs`` is false.
    """

    what: WaitKind
    mark: int
    seat: int | None = None
    limit_ms: int | None = None
    runs: bool = True


@dataclass(frozen=True, slots=True)
class ClockState:
    """The clocks as all may see them.

    ``due``: when what is waited for happens by itself; ``None`` if it never does. ``reserve_from``:
    when the seat to act begins to use its reserve. ``reserves``: by seat the milliseconds that were
    left when this wait began, ``None`` for bots and where there is no clock.
    """

    awaited: WaitKind | None
    seat: int | None
    due: str | None
    reserve_from: str | None
    reserves: tuple[int | None, ...]


class Clocks:
    """Who has used how much time. Tell it of every event: ``advance_to``, then ``wait_for``.

    With ``logic`` 1 nobody gains time by leaving and coming back.
    """

    def __init__(self, at: str, logic: int) -> None:
        self._runs_on = logic >= 1
        self._now = milliseconds(at)
        self._clock: Clock | None = None
        self._wait: Wait | None = None
        self._spent = 0
        self._begun = False
        """Whether this wait has run at any time."""
        self._apart = 0
        """Milliseconds of this wait in which the person was away."""
        self._reserves: dict[int, int] = {}
        self.used: dict[int, int] = {}
        """By seat, the milliseconds that its person has taken for moves in all."""

    def start(self, clock: Clock | None, seats: Iterable[int]) -> None:
        """The match begins for the people at these seats."""
        self._clock = clock
        self.used = dict.fromkeys(seats, 0)
        if clock is not None:
            self._reserves = dict.fromkeys(self.used, clock.reserve * 1000)

    def advance_to(self, at: str, alive: str | None = None) -> None:
        """Time passes until an event; with ``alive`` the time from that moment on is nobody's.

        A clock that was set back, or far ahead, takes nobody's time. Whoever leaves in their turn
        and is back before the bot has moved has used the time between; one who was away when the
        turn began has, too, but for a bot that kept them waiting.
        """
        now = milliseconds(at)
        passed = (now if alive is None else milliseconds(alive)) - self._now
        left = self._left
        if self._runs and passed > 0 and (left is None or passed <= left + MAX_LATENESS_MS):
            self._spend(passed)
        elif not self._runs and passed > 0 and (self._begun or passed <= MAX_LATENESS_MS):
            self._apart += passed
        self._now = now

    def wait_for(self, wait: Wait | None) -> None:
        """What is waited for from now on; if it is what was before, its time runs on."""
        old = self._wait
        if old is None or wait is None or (wait.what, wait.mark) != (old.what, old.mark):
            if old is not None and old.seat in self._reserves and self._clock is not None:
                over = self._spent - self._clock.move * 1000
                self._reserves[old.seat] -= max(0, over)
            self._spent = self._apart = 0
            self._begun = False
        self._wait = wait
        if self._runs:
            if self._runs_on and self._left is not None:
                self._spend(self._apart)
            self._apart = 0
            self._begun = True

    def _spend(self, passed: int) -> None:
        """What is waited for takes so many milliseconds more, as far as there are any left."""
        left = self._left
        taken = passed if left is None else min(passed, left)
        self._spent += taken
        if self._wait is not None and self._wait.seat is not None:
            self.used[self._wait.seat] += taken

    @property
    def due_ms(self) -> int | None:
        """When what is waited for happens by itself, if it ever does."""
        left = self._left
        return None if left is None or not self._runs else self._now + left

    def clock_jumped(self, at: str) -> bool:
        """Whether a moment at which something is due shows that the server slept, or its clock was
        set."""
        due, now = self.due_ms, milliseconds(at)
        return due is not None and not self._now <= now <= due + MAX_LATENESS_MS

    def times(self, seats: int) -> ClockState:
        """The clocks of so many seats."""
        wait, due, reserve_from = self._wait, self.due_ms, None
        if due is not None and wait is not None and wait.what == "move":
            assert self._clock is not None
            reserve_from = iso_time(self._now + max(0, self._clock.move * 1000 - self._spent))
        return ClockState(
            awaited=None if wait is None else wait.what,
            seat=None if wait is None else wait.seat,
            due=None if due is None else iso_time(due),
            reserve_from=reserve_from,
            reserves=tuple(self._reserves.get(seat) for seat in range(seats)),
        )

    @property
    def _runs(self) -> bool:
        return self._wait is not None and self._wait.runs

    @property
    def _left(self) -> int | None:
        """Milliseconds until it is due, if it ever is."""
        wait = self._wait
        if wait is None:
            return None
        limit = wait.limit_ms
        if wait.what == "move":
            if self._clock is None or wait.seat not in self._reserves:
                return None
            limit = self._clock.move * 1000 + self._reserves[wait.seat]
        return None if limit is None else max(0, limit - self._spent)
