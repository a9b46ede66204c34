"""Identity of clients: signed cookies of browsers, tokens of programs, signing out devices."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Final, NamedTuple

from itsdangerous import BadSignature, Signer
from starlette.requests import HTTPConnection
from starlette.responses import Response

from schwimmen.rules.errors import SchwimmenError

from ..player_ids import PROGRAM_PREFIX, is_program
from ..runtime.logs import log_failures
from ..storage import Database, NewGeneration, NewRecovery, PeopleQueries, WriteBatch
from ..storage.batched_query import MAX_KEYS, BatchedQuery

COOKIE_LIFETIME_S: Final = 400 * 24 * 3600
"""Lifetime of a cookie, the longest that browsers allow."""


class Claim(NamedTuple):
    """Identity that a browser or program has proved, and the generation of its cookie."""

    player: str
    generation: int = 0


def token_of(connection: HTTPConnection) -> str | None:
    """Return the bearer token of a request, valid or not."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else None


class Cookies:
    """Signer and reader of cookies, tokens and recovery links, with the database's secret.

    With ``secure``, all cookies are sent over TLS only; otherwise only those set over TLS. They
    are sent to the server's ``base_path`` only.
    """

    def __init__(self, secret: bytes, secure: bool = False, base_path: str = "") -> None:
        self._secure = secure
        self._path = f"{base_path}/"
        self._signer = Signer(secret, salt="player", digest_method=hashlib.sha256)
        self._programs = Signer(secret, salt="program", digest_method=hashlib.sha256)
        self._recovery = Signer(secret, salt="recovery", digest_method=hashlib.sha256)
        # Cookies ignore ports: servers with different databases need different names.
        self.name = f"schwimmen-{hashlib.sha256(secret).hexdigest()[:8]}"

    def claim(self, connection: HTTPConnection) -> Claim | None:
        """Return the claim of a request's token or else cookie, ``None`` without a valid one.

        ``DeviceSessions`` checks whether the generation of a cookie is still valid.
        """
        token, cookie = token_of(connection), connection.cookies.get(self.name)
        signer, signed = (self._signer, cookie) if token is None else (self._programs, token)
        if signed is None:
            return None
        try:
            proved = signer.unsign(signed).decode()
        except (BadSignature, UnicodeError):
            return None
        if is_program(proved):
            return Claim(proved)
        player, _, generation = proved.partition(".")
        return Claim(player, int(generation or 0))

    def new_player(self) -> str:
        """Return a new player id that cannot be guessed."""
        return secrets.token_urlsafe(16)

    def new_program(self) -> str:
        """Return a new player id for a program."""
        return PROGRAM_PREFIX + self.new_player()

    def token(self, program: str) -> str:
        """Return the permanent token of a program."""
        return self._programs.sign(program).decode()

    def recovery(self, player: str, number: str) -> str:
        """Return a player's recovery token, valid as long as its number is the newest."""
        return self._recovery.sign(f"{player}.{number}").decode()

    def read_recovery(self, token: str) -> tuple[str, str]:
        """Return the player and the number of a recovery token.

        Raises ``SchwimmenError`` if its signature is invalid.
        """
        try:
            player, _, number = self._recovery.unsign(token).decode().partition(".")
        except (BadSignature, UnicodeError):
            line = "this link is damaged, or belongs to another server"
            raise SchwimmenError(line, "bad_recovery") from None
        return player, number

    def clear(self, response: Response) -> None:
        """Delete the browser's cookie."""
        response.delete_cookie(
            self.name, self._path, httponly=True, samesite="lax", secure=self._secure
        )

    def set(self, response: Response, claim: Claim, secure: bool) -> None:
        """Set or renew the player's cookie; programs need none."""
        player, generation = claim
        if is_program(player):
            return
        response.set_cookie(
            self.name,
            self._signer.sign(f"{player}.{generation}" if generation else player).decode(),
            max_age=COOKIE_LIFETIME_S,
            path=self._path,
            httponly=True,
            samesite="lax",
            secure=secure or self._secure,
        )


log = logging.getLogger(__name__)

SIGNED_OUT: Final = "signed_out"
"""Setting that changes whenever any server signs out devices."""

POLL_S: Final = 1.0
"""Seconds between polls of that setting."""

STALE_S: Final = 2.0
"""Seconds after the last poll for which cached generations are trusted."""

MAX_CACHED: Final = 20_000
"""Players whose generation is cached."""


class DeviceSessions:
    """Validity of cookies by their generation; signed-out devices are disconnected."""

    def __init__(self, database: Database, clock: Callable[[], float] = monotonic) -> None:
        self._database = database
        self._people = PeopleQueries(database)
        self._clock = clock
        self._cached: dict[str, int] = {}
        self._sockets: dict[str, list[tuple[int, Callable[[], None]]]] = {}
        self._mark: str | None = None
        self._polls = 0
        self._polled = -STALE_S
        self._generations = BatchedQuery(lambda players: self._people.generations(players), 0)

    async def is_valid(self, claim: Claim) -> bool:
        """Return whether a claim is of the current generation; tokens of programs always are.

        Raises ``StorageError`` if the database cannot be read.
        """
        if is_program(claim.player):
            return True
        current = await self._current(claim.player)
        if claim.generation > current:  # another server has just started a new one
            self._cached.pop(claim.player, None)
            current = await self._current(claim.player)
        return claim.generation == current

    async def sign_out_others(self, claim: Claim) -> Claim:
        """Invalidate all cookies and recovery links of a known player; return the new claim.

        Raises ``Conflict`` if another device did so first, ``StorageError`` if the database fails.
        """
        new = Claim(claim.player, claim.generation + 1)
        await self._database.write(
            WriteBatch(
                generations=[NewGeneration(*new)],
                recoveries=[NewRecovery(claim.player, secrets.token_urlsafe(12))],
                settings=[(SIGNED_OUT, secrets.token_urlsafe(12))],
            )
        )
        self._cached.pop(claim.player, None)
        return new

    @contextmanager
    def connected(self, claim: Claim, end: Callable[[], None]) -> Iterator[None]:
        """Call ``end`` if the device is signed out before the block ends."""
        socket = claim.generation, end
        self._sockets.setdefault(claim.player, []).append(socket)
        try:
            yield
        finally:
            mine = self._sockets[claim.player]
            mine.remove(socket)
            if not mine:
                del self._sockets[claim.player]

    async def poll(self) -> None:
        """Disconnect devices that any server has signed out. Raises ``StorageError`` on failure."""
        now = self._clock()
        mark = (await self._database.settings_with_prefix(SIGNED_OUT)).get(SIGNED_OUT)
        if mark != self._mark:
            self._cached.clear()
            self._polls += 1
            connected = list(self._sockets)
            for start in range(0, len(connected), MAX_KEYS):
                players = connected[start : start + MAX_KEYS]
                current = await self._people.generations(players)
                for player in players:
                    for generation, end in list(self._sockets.get(player, ())):
                        if generation < current.get(player, 0):
                            end()
            self._mark = mark
        self._polled = now

    async def run(self) -> None:
        """Poll for sign-outs until cancelled."""
        while True:
            with log_failures(log, "could not process sign-outs"):
                await self.poll()
            await asyncio.sleep(POLL_S)

    async def _current(self, player: str) -> int:
        known = self._cached.get(player)
        if known is not None and self._clock() < self._polled + STALE_S:
            return known
        polls = self._polls
        found = await self._generations.get(player)
        if polls == self._polls:  # otherwise the result may predate a sign-out
            if len(self._cached) >= MAX_CACHED:
                self._cached.clear()
            self._cached[player] = found
        return found
