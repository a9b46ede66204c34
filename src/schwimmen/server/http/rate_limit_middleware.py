"""Rate limit middleware: requests over a limit get 429 with ``Retry-After``."""

from __future__ import annotations

from contextlib import ExitStack, suppress
from typing import Final

from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..limits.buckets import RateLimited
from ..player_ids import is_program
from ..runtime.addresses import path_below
from ..storage import StorageError
from .errors import NEW_DEVICE_TABLE, response_for
from .origin_middleware import SAFE_METHODS
from .services import Services

CREATING: Final = frozenset(
    {
        ("POST", "/api/tables"),
        ("POST", "/api/tables/shared"),
        ("POST", "/api/lobby/quick"),
        ("POST", "/api/daily"),
        ("PUT", "/api/me"),
    }
)
"""Requests that open a table or set a name, and so create a player."""

FRIENDS: Final = ("/api/friends", "/api/blocked", "/api/invitations")
"""Beginnings of the paths of friends, blocked players and invitations."""

NEW_TOKEN: Final = ("POST", "/api/bots")
"""Request for a program's token."""

DATA_DELETION: Final = ("DELETE", "/api/me")
"""Request to delete a player's data, which scans every log."""

RETRY_AFTER_S: Final = 10
"""Seconds in ``Retry-After`` if the wait depends on other clients."""


class RateLimitMiddleware:
    """ASGI middleware that limits requests and WebSockets of each address and player."""

    def __init__(self, app: ASGIApp, services: Services) -> None:
        self.app = app
        self._limits = services.limits
        self._cookies = services.cookies
        self._device_sessions = services.device_sessions

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer it with 429."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        address = self._limits.network_of(connection)
        if address is None:
            await self.app(scope, receive, send)
            return
        with ExitStack() as resources:
            refusal = await self._refusal(connection, address, resources)
            if refusal is not None:
                await refusal(scope, receive, send)
                return
            async with self._limits.requests_at_once.acquire(address) as end_turn:

                async def answer(message: Message) -> None:
                    end_turn()
                    await send(message)

                await self.app(scope, receive, answer)

    async def _refusal(
        self, connection: HTTPConnection, address: str, resources: ExitStack
    ) -> Response | None:
        """Return the refusal of a request; without one, ``resources`` holds its capacity."""
        scope = connection.scope
        if scope["type"] == "http" and not path_below(scope).startswith("/api/"):
            return _refusal(self._limits.files.charge_or_delay(address), "requests")
        player = await self._player(connection)
        if scope["type"] == "http":
            return self._request(connection, address, player)
        return self._socket(address, player, resources)

    async def _player(self, connection: HTTPConnection) -> str | None:
        """Return the player whose limits apply, ``None`` for a device that is signed out."""
        claim = self._cookies.claim(connection)
        with suppress(StorageError):
            if claim is not None and await self._device_sessions.is_valid(claim):
                return claim.player
        return None

    def _request(
        self, connection: HTTPConnection, address: str, player: str | None
    ) -> Response | None:
        scope, limits = connection.scope, self._limits
        if is_program(player) and (delay := limits.requests_of_program.charge_or_delay(player)):
            return _refusal(delay, "requests")
        if scope["method"] in SAFE_METHODS:
            return _refusal(limits.reads.charge_or_delay(address), "requests")
        delay = limits.changes.charge_or_delay(address)
        path = path_below(scope)
        target = scope["method"], path
        if not delay and target == NEW_TOKEN:
            return _refusal(limits.tokens.charge_or_delay(address), "new tokens")
        if not delay and target == DATA_DELETION and player is not None:
            delay = limits.deletions_of_player.charge_or_delay(player)
            return _refusal(delay or limits.deletions.charge_or_delay(address), "deletions")
        if not delay and player is not None and path.startswith(FRIENDS):
            return _refusal(limits.friends_of_player.charge_or_delay(player), "requests")
        if not delay and target == NEW_DEVICE_TABLE:
            if player is not None:
                delay = limits.device_matches_of_player.charge_or_delay(player)
            return _refusal(delay or limits.device_matches.charge_or_delay(address), "matches")
        if not delay and target in CREATING:
            if player is not None:
                delay = limits.tables_of_player.charge_or_delay(player)
            return _refusal(delay or limits.tables.charge_or_delay(address), "new tables and names")
        return _refusal(delay, "requests")

    def _socket(self, address: str, player: str | None, resources: ExitStack) -> Response | None:
        limits = self._limits
        delay = limits.sockets.charge_or_delay(address)
        if not delay and limits.sockets_at_once.is_full(address):
            delay = RETRY_AFTER_S
        if not delay and player is not None and limits.sockets_of_player.is_full(player):
            delay = RETRY_AFTER_S
        if delay:
            return _refusal(delay, "connections")
        resources.enter_context(limits.sockets_at_once.hold(address))
        if player is not None:
            resources.enter_context(limits.sockets_of_player.hold(player))
        return None


def _refusal(delay: float, items: str) -> Response | None:
    return response_for(RateLimited(items, delay)) if delay else None
