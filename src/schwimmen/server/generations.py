"""Devices that are signed out: cookies have a generation, and only a player's last one serves."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from logging import ERROR
from time import monotonic
from typing import Final

from schwimmen.rules.errors import SchwimmenError

from .cookies import Claim, is_program
from .logs import say
from .storage import Database, NewGeneration, NewRecovery, Register, Write

log = logging.getLogger(__name__)

SIGNED_OUT: Final = "signed_out"
"""The setting that changes whenever devices are signed out, on whichever server."""

LOOK_S: Final = 1.0
"""Seconds between two looks at that setting."""

STALE_S: Final = 2.0
"""Seconds after the last look during which it is believed what was known then."""

MOST_KNOWN: Final = 20_000
"""Players whose generation is remembered at once."""

_AT_ONCE: Final = 500


class Generations:
    """Knows the generation of each player's cookies, and ends the connections of older ones."""

    def __init__(self, database: Database, clock: Callable[[], float] = monotonic) -> None:
        self._database = database
        self._register = Register(database)
        self._clock = clock
        self._known: dict[str, int] = {}
        self._sockets: dict[str, list[tuple[int, Callable[[], None]]]] = {}
        self._mark: str | None = None
        self._looks = 0
        self._looked = -STALE_S

    async def serves(self, claim: Claim) -> bool:
        """Whether a cookie is of the generation that serves. Raises ``StorageError``.

        A program's token is the only one of its player.
        """
        if is_program(claim.player):
            return True
        current = await self._current(claim.player)
        if claim.generation > current:  # another server has just made a new one
            self._known.pop(claim.player, None)
            current = await self._current(claim.player)
        return claim.generation == current

    async def sign_out_others(self, claim: Claim) -> Claim:
        """Make all cookies of a player worthless but the one that is returned, and all links.

        The player must be known. Raises ``Conflict`` if another device was quicker, and
        ``StorageError``.
        """
        new = Claim(claim.player, claim.generation + 1)
        await self._database.write(
            Write(
                generations=[NewGeneration(*new)],
                recoveries=[NewRecovery(claim.player, secrets.token_urlsafe(12))],
                settings=[(SIGNED_OUT, secrets.token_urlsafe(12))],
            )
        )
        self._known.pop(claim.player, None)
        return new

    @contextmanager
    def connected(self, claim: Claim, end: Callable[[], None]) -> Iterator[None]:
        """Call ``end`` if the device of this connection is signed out before the block ends."""
        socket = claim.generation, end
        self._sockets.setdefault(claim.player, []).append(socket)
        try:
            yield
        finally:
            mine = self._sockets[claim.player]
            mine.remove(socket)
            if not mine:
                del self._sockets[claim.player]

    async def look(self) -> None:
        """Take notice of what other servers, too, have signed out. Raises ``StorageError``."""
        now = self._clock()
        mark = (await self._database.settings_named(SIGNED_OUT)).get(SIGNED_OUT)
        if mark != self._mark:
            self._known.clear()
            self._looks += 1
            connected = list(self._sockets)
            for start in range(0, len(connected), _AT_ONCE):
                players = connected[start : start + _AT_ONCE]
                current = await self._register.generations(players)
                for player in players:
                    for generation, end in list(self._sockets.get(player, ())):
                        if generation < current.get(player, 0):
                            end()
            self._mark = mark
        self._looked = now

    async def run(self) -> None:
        """Look again and again, until it is cancelled."""
        while True:
            try:
                await self.look()
            except SchwimmenError as error:
                say(log, ERROR, "could not look who is signed out", reason=str(error))
            except Exception:  # the next look may go well
                say(log, ERROR, "sign-outs could not be read", failure=True)
            await asyncio.sleep(LOOK_S)

    async def _current(self, player: str) -> int:
        known = self._known.get(player)
        if known is not None and self._clock() < self._looked + STALE_S:
            return known
        looks = self._looks
        found = (await self._register.generations([player])).get(player, 0)
        if looks == self._looks:  # else it may have been read before what was signed out since
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            self._known[player] = found
        return found
