"""Rate limit middleware: requests over a limit get 429 with ``Retry-After``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from typing import Final

from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..limits.buckets import RateLimited
from ..player_ids import is_program
from ..runtime.addresses import path_below
from ..storage import StorageError
from .compression import PART_BYTES
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


COSTLY: Final = re.compile(r"/api/(statistics|me/profile|players/.*|tables/.*/qr\.svg)")
"""Paths of reads that take as long as several others, though their answers are small."""

COST: Final = 8
"""Reads that such a request counts as."""

REVIEW: Final = "/review"
"""End of the path of a review, whose lines come as fast as the budget for bots allows."""

TURN_S: Final = 0.25
"""Seconds after which a file or a WebSocket handshake no longer blocks others of its address."""


class RateLimitMiddleware:
    """ASGI middleware that limits requests and WebSockets of each address and player.

    Requests to the API are in progress until their answer has been sent or the client is gone, all
    others until it begins. A read is charged before it is answered, and its size while it is sent:
    a client in debt has to wait before its next read.
    """

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
            elif _is_api(scope):
                await self._answer(scope, receive, send, address)
            else:
                await self._begin(scope, receive, send, address)

    async def _answer(self, scope: Scope, receive: Receive, send: Send, address: str) -> None:
        """Answer a request to the API in its turn, part by part."""
        limits = self._limits
        async with limits.requests_at_once.acquire((address, "api")) as end_turn:

            async def send_parts(message: Message) -> None:
                if path_below(scope).endswith(REVIEW):
                    end_turn()
                limits.charge_bytes(address, len(message.get("body", b"")))
                for part in _parts(message):
                    await send(part)

            refusal = None
            if scope["method"] in SAFE_METHODS:
                refusal = _refusal(limits.kilobytes.charge_or_delay(address, 0), "requests")
            await (refusal or self.app)(scope, receive, send_parts)

    async def _begin(self, scope: Scope, receive: Receive, send: Send, address: str) -> None:
        """Let a file or a WebSocket begin in its turn."""
        turns = self._limits.requests_at_once
        async with turns.acquire((address, scope["type"]), TURN_S) as end_turn:

            async def begin(message: Message) -> None:
                end_turn()
                await send(message)

            await self.app(scope, receive, begin)

    async def _refusal(
        self, connection: HTTPConnection, address: str, resources: ExitStack
    ) -> Response | None:
        """Return the refusal of a request; without one, ``resources`` holds its capacity."""
        scope = connection.scope
        if scope["type"] == "http" and not _is_api(scope):
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
            cost = COST if COSTLY.fullmatch(path_below(scope)) else 1
            return _refusal(limits.reads.charge_or_delay(address, cost), "requests")
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


def _is_api(scope: Scope) -> bool:
    return scope["type"] == "http" and path_below(scope).startswith("/api/")


def _parts(message: Message) -> Iterator[Message]:
    """Yield a message, or those that send its large body part by part.

    An empty one ends them, which a connection accepts once the client has read most of the body.
    """
    body = message.get("body", b"")
    if len(body) <= PART_BYTES:
        yield message
        return
    for start in range(0, len(body), PART_BYTES):
        yield {**message, "body": body[start : start + PART_BYTES], "more_body": True}
    if not message.get("more_body", False):
        yield {**message, "body": b""}


def _refusal(delay: float, items: str) -> Response | None:
    return response_for(RateLimited(items, delay)) if delay else None
