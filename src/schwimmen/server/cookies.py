"""The signed cookie that says which player a browser is."""

from __future__ import annotations

import hashlib
import secrets
from typing import Final

from itsdangerous import BadSignature, Signer
from starlette.requests import HTTPConnection
from starlette.responses import Response

LIFETIME: Final = 400 * 24 * 3600
"""Seconds; browsers keep no cookie longer."""


class Cookies:
    """Gives players their ids and knows them again. Signed with the database's secret."""

    def __init__(self, secret: bytes) -> None:
        self._signer = Signer(secret, salt="player", digest_method=hashlib.sha256)
        # Browsers do not tell ports apart: servers with different databases need different names.
        self.name = f"schwimmen-{hashlib.sha256(secret).hexdigest()[:8]}"

    def player(self, connection: HTTPConnection) -> str | None:
        """The player id of a request, ``None`` without a cookie or with one we did not sign."""
        cookie = connection.cookies.get(self.name)
        if cookie is None:
            return None
        try:
            return self._signer.unsign(cookie).decode()
        except (BadSignature, UnicodeDecodeError):
            return None

    def new_player(self) -> str:
        """A player id that nobody can guess."""
        return secrets.token_urlsafe(16)

    def give(self, response: Response, player: str, secure: bool) -> None:
        """Sets the player's cookie, or makes it last longer."""
        response.set_cookie(
            self.name,
            self._signer.sign(player).decode(),
            max_age=LIFETIME,
            httponly=True,
            samesite="lax",
            secure=secure,
        )
