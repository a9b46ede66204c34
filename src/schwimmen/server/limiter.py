"""Stands before the application: whoever asks for too much is told when to come back."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Final

from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from .cookies import is_program
from .errors import error_answer
from .limits import Buckets, Rate, place_of, try_again
from .scrapers import from_this_machine
from .services import Services

SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
"""Methods that change nothing."""

OPENING: Final = frozenset(
    ("POST", path) for path in ("/api/tables", "/api/tables/shared", "/api/lobby/quick")
)
"""What opens a table."""

NAMING: Final = ("PUT", "/api/me")
"""How somebody becomes known here, as by opening a table."""

NEW_TOKEN: Final = ("POST", "/api/bots")
"""How a program gets its token."""

FORGETTING: Final = ("DELETE", "/api/me")
"""How a player has all deleted that is known of them; every log is looked through for it."""

FORGOTTEN: Final = Rate(burst=40, every=10)
"""How often that may be, from one address."""

FORGOTTEN_PLAYER: Final = Rate(burst=3, every=60)
"""The same of one player: what fails may be tried again."""

LATER_S: Final = 10
"""When to come back where it depends on others when there will be room."""


class Limiter:
    """ASGI middleware: how many requests and WebSockets of an address, and of a player."""

    def __init__(self, app: ASGIApp, services: Services) -> None:
        self.app = app
        self._limits = services.limits
        self._cookies = services.cookies
        self._forgotten = Buckets(FORGOTTEN, self._limits.clock)
        self._forgotten_player = Buckets(FORGOTTEN_PLAYER, self._limits.clock)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Lets it pass, or answers with 429."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        address = self._address(connection)
        if scope["type"] == "http":
            refusal = self._request(connection, address)
            await (refusal or self.app)(scope, receive, send)
            return
        with ExitStack() as held:
            refusal = self._socket(connection, address, held)
            await (refusal or self.app)(scope, receive, send)

    def _address(self, connection: HTTPConnection) -> str | None:
        """Where a client is; ``None`` for one that is not limited."""
        if self._limits.local and from_this_machine(connection):
            return None
        return place_of(connection.client.host if connection.client else "")

    def _request(self, connection: HTTPConnection, address: str | None) -> Response | None:
        scope, limits = connection.scope, self._limits
        if address is None or not scope["path"].startswith("/api/"):
            return None
        player = self._cookies.player(connection)
        if is_program(player) and (wait := limits.requests_of_program.wait(player)):
            return _refusal(wait, "requests")
        if scope["method"] in SAFE:
            return _refusal(limits.reads.wait(address), "requests")
        wait = limits.changes.wait(address)
        what = scope["method"], scope["path"]
        if not wait and what == NEW_TOKEN:
            return _refusal(limits.tokens.wait(address), "new tokens")
        if not wait and what == FORGETTING and player is not None:
            wait = self._forgotten_player.wait(player) or self._forgotten.wait(address)
            return _refusal(wait, "deletions")
        if not wait and (what in OPENING or (what == NAMING and player is None)):
            if player is not None:
                wait = limits.tables_of_player.wait(player)
            return _refusal(wait or limits.tables.wait(address), "new tables")
        return _refusal(wait, "requests")

    def _socket(
        self, connection: HTTPConnection, address: str | None, held: ExitStack
    ) -> Response | None:
        limits = self._limits
        player = self._cookies.player(connection)
        if address is None:
            return None
        wait = limits.sockets.wait(address)
        if not wait and limits.sockets_at_once.full(address):
            wait = LATER_S
        if not wait and player is not None and limits.sockets_of_player.full(player):
            wait = LATER_S
        if wait:
            return _refusal(wait, "connections")
        held.enter_context(limits.sockets_at_once.holding(address))
        if player is not None:
            held.enter_context(limits.sockets_of_player.holding(player))
        return None


def _refusal(wait: float, what: str) -> Response | None:
    if not wait:
        return None
    seconds, again = try_again(wait)
    return error_answer(
        429,
        "too_many",
        f"too many {what}: {again}",
        headers={"retry-after": str(seconds)},
        details={"seconds": seconds},
    )
