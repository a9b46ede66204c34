"""People at the tables of two workers, who play slowly while a fault lasts."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from time import monotonic

from tests.processes import PATIENCE

from ..guests import Guest
from ..persistent_players import LATE, Player

MOVE_S = 5
"""Seconds for a move, after which the clock acts for people who sleep."""

SETTINGS = {"clock": {"move": MOVE_S, "reserve": 0}, "visibility": "link"}
"""Settings of the tables; few of an address may be open at once."""

LOOK_S = 0.1
"""Seconds between looks whether people are to hurry."""


class Person(Player):
    """Person who may act too late, since a clock or a bot has acted meanwhile."""

    late = LATE | {"not_your_turn", "illegal_action", "away", "not_away", "already_started"}
    dozes = 0.04
    """Share of the commands before which the person sleeps until the clock has acted."""
    pause_s = 0.0
    """Longest pause before a command; people who pause sometimes sleep, too."""

    async def _pause(self, link: Guest) -> None:
        """Wait before a command, and go on reading."""
        dozes = self._chance.random() < self.dozes
        end = monotonic() + (MOVE_S + 1 if dozes else self._chance.uniform(0, self.pause_s))
        while self.pause_s and (left := end - monotonic()) > 0:
            with suppress(TimeoutError):
                async with asyncio.timeout(min(left, LOOK_S)):
                    await link.receive()

    @property
    def plays(self) -> bool:
        """Whether a round was dealt to this person."""
        return self.over or bool(self.links and self.links[-1].view)

    def plays_on(self, events: int) -> bool:
        """Return whether everyone at the table must have had a turn after some events.

        Nobody keeps a match going who is out of it.
        """
        view = self.links[-1].view
        out = bool(view) and view["seats"][self.seat]["status"] == "out"
        return self.over or out or len(self.events) > events + len(self.links[-1].table["seats"])

    def __str__(self) -> str:
        state = f"{len(self.events)} events, asks {self._asked}"
        return f"seat {self.seat} of {self.table_id} at {self.url}: {state}"

    def move(self, url: str) -> None:
        """Connect to a worker, or to the balancer, at a URL."""
        self.url = url
        if self.links:
            self.links[-1].socket.transport.abort()


async def until(people: Sequence[Person], condition: Callable[[Person], bool]) -> None:
    """Wait until a condition is true of all people."""
    end = monotonic() + PATIENCE
    while waiting := [one for one in people if not condition(one)]:
        assert monotonic() < end, [str(one) for one in waiting]
        await asyncio.sleep(0.05)
