"""The signed cookie that says which player a browser is, and the signed token of a program."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from logging import ERROR
from time import monotonic
from typing import Final, NamedTuple

from itsdangerous import BadSignature, Signer
from starlette.requests import HTTPConnection
from starlette.responses import Response

from schwimmen.rules.errors import SchwimmenError

from ..operation.logs import log_event
from ..storage import Database, NewGeneration, NewRecovery, PeopleQueries, WriteBatch

LIFETIME: Final = 400 * 24 * 3600
"""Seconds; browsers keep no cookie longer."""

PROGRAM_PREFIX: Final = "bot."
"""How the player ids of programs begin."""


class Claim(NamedTuple):
    """The player that a browser or a program has proved to be, by a cookie of that generation."""

    player: str
    generation: int = 0


def is_program(player: str | None) -> bool:
    """Whether it is the id of a program that plays by a token."""
    return player is not None and player.startswith(PROGRAM_PREFIX)


def token_of(connection: HTTPConnection) -> str | None:
    """The token that a request comes with, good or not."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else None


class Cookies:
    """Gives players their ids and knows them again. Signed with the database's secret.

    ``secure`` ones are sent over TLS only; so are those given over TLS.
    """

    def __init__(self, secret: bytes, secure: bool = False) -> None:
        self._secure = secure
        self._signer = Signer(secret, salt="player", digest_method=hashlib.sha256)
        self._programs = Signer(secret, salt="program", digest_method=hashlib.sha256)
        self._recovery = Signer(secret, salt="recovery", digest_method=hashlib.sha256)
        # Browsers do not tell ports apart: servers with different databases need different names.
        self.name = f"schwimmen-{hashlib.sha256(secret).hexdigest()[:8]}"

    def claim(self, connection: HTTPConnection) -> Claim | None:
        """The player of a request, by its token or else by its cookie.

        ``None`` without either, and with one that we did not sign. Whether the cookie's generation
        still serves is for ``DeviceSessions`` to say.
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
        """A player id that nobody can guess."""
        return secrets.token_urlsafe(16)

    def new_program(self) -> str:
        """The same for a program."""
        return PROGRAM_PREFIX + self.new_player()

    def token(self, program: str) -> str:
        """What proves to this server, for good, that whoever has it is that program."""
        return self._programs.sign(program).decode()

    def recovery(self, player: str, number: str | None = None) -> str:
        """Return what proves to this server who a player is, as long as its number is the last.

        Without a number it is a link as they once were.
        """
        return self._recovery.sign(player if number is None else f"{player}.{number}").decode()

    def read_recovery(self, token: str) -> tuple[str, str | None]:
        """Return the player that a token proves, and its number.

        Raises ``SchwimmenError`` for one we did not sign.
        """
        try:
            player, _, number = self._recovery.unsign(token).decode().partition(".")
        except (BadSignature, UnicodeError):
            line = "this link is damaged, or of another server"
            raise SchwimmenError(line, "bad_recovery") from None
        return player, number or None

    def clear(self, response: Response) -> None:
        """Lets the browser forget the cookie."""
        response.delete_cookie(self.name, httponly=True, samesite="lax", secure=self._secure)

    def set(self, response: Response, claim: Claim, secure: bool) -> None:
        """Sets the player's cookie, or makes it last longer; a program needs none."""
        player, generation = claim
        if is_program(player):
            return
        response.set_cookie(
            self.name,
            self._signer.sign(f"{player}.{generation}" if generation else player).decode(),
            max_age=LIFETIME,
            httponly=True,
            samesite="lax",
            secure=secure or self._secure,
        )


log = logging.getLogger(__name__)

SIGNED_OUT: Final = "signed_out"
"""The setting that changes whenever devices are signed out, on whichever server."""

POLL_S: Final = 1.0
"""Seconds between two looks at that setting."""

STALE_S: Final = 2.0
"""Seconds after the last look during which it is believed what was known then."""

MOST_KNOWN: Final = 20_000
"""Players whose generation is remembered at once."""

_AT_ONCE: Final = 500


class DeviceSessions:
    """Knows the generation of each player's cookies, and ends the connections of older ones."""

    def __init__(self, database: Database, clock: Callable[[], float] = monotonic) -> None:
        self._database = database
        self._register = PeopleQueries(database)
        self._clock = clock
        self._known: dict[str, int] = {}
        self._sockets: dict[str, list[tuple[int, Callable[[], None]]]] = {}
        self._mark: str | None = None
        self._looks = 0
        self._looked = -STALE_S

    async def is_valid(self, claim: Claim) -> bool:
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
            WriteBatch(
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

    async def poll(self) -> None:
        """Take notice of what other servers, too, have signed out. Raises ``StorageError``."""
        now = self._clock()
        mark = (await self._database.settings_with_prefix(SIGNED_OUT)).get(SIGNED_OUT)
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
                await self.poll()
            except SchwimmenError as error:
                log_event(log, ERROR, "could not look who is signed out", reason=str(error))
            except Exception:  # the next look may go well
                log_event(log, ERROR, "sign-outs could not be read", failure=True)
            await asyncio.sleep(POLL_S)

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
