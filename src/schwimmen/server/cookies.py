"""The signed cookie that says which player a browser is, and the signed token of a program."""

from __future__ import annotations

import hashlib
import secrets
from typing import Final, NamedTuple

from itsdangerous import BadSignature, Signer
from starlette.requests import HTTPConnection
from starlette.responses import Response

from schwimmen.rules.errors import SchwimmenError

LIFETIME: Final = 400 * 24 * 3600
"""Seconds; browsers keep no cookie longer."""

PROGRAM: Final = "bot."
"""How the player ids of programs begin."""


class Claim(NamedTuple):
    """The player that a browser or a program has proved to be, by a cookie of that generation."""

    player: str
    generation: int = 0


def is_program(player: str | None) -> bool:
    """Whether it is the id of a program that plays by a token."""
    return player is not None and player.startswith(PROGRAM)


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
        still serves is for ``Generations`` to say.
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
        return PROGRAM + self.new_player()

    def token(self, program: str) -> str:
        """What proves to this server, for good, that whoever has it is that program."""
        return self._programs.sign(program).decode()

    def recovery(self, player: str, number: str | None = None) -> str:
        """Return what proves to this server who a player is, as long as its number is the last.

        Without a number it is a link as they once were.
        """
        return self._recovery.sign(player if number is None else f"{player}.{number}").decode()

    def recovered(self, token: str) -> tuple[str, str | None]:
        """Return the player that a token proves, and its number.

        Raises ``SchwimmenError`` for one we did not sign.
        """
        try:
            player, _, number = self._recovery.unsign(token).decode().partition(".")
        except (BadSignature, UnicodeError):
            line = "this link is damaged, or of another server"
            raise SchwimmenError(line, "bad_recovery") from None
        return player, number or None

    def take_back(self, response: Response) -> None:
        """Lets the browser forget the cookie."""
        response.delete_cookie(self.name, httponly=True, samesite="lax", secure=self._secure)

    def give(self, response: Response, claim: Claim, secure: bool) -> None:
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
