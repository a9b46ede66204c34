"""What every answer carries and every request must pass: headers against misuse, host, origin."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose

from ..operation.addresses import LOCAL_HOSTS
from .errors import MAX_BODY_BYTES, SECURITY_HEADERS, error_response, too_large_response

LONGEST_HOST: Final = 253 + len(":65535")
"""Characters of the longest name of a host with its port (RFC 1035)."""

_SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})


class OriginMiddleware:
    """ASGI middleware around the whole application; ``hosts`` are the names it answers to.

    ``origin`` is that of its pages, where the address is known that players use. ``hsts`` are the
    days for which browsers shall come over TLS only.
    """

    def __init__(
        self, app: ASGIApp, hosts: Sequence[str], origin: str | None = None, hsts: int = 0
    ) -> None:
        self.app = app
        self._hosts = hosts
        self._origin = origin
        self._headers = SECURITY_HEADERS | (
            {"strict-transport-security": f"max-age={hsts * 24 * 3600}"} if hsts else {}
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuses what another site's page sends, and adds the headers to every answer."""
        if scope["type"] == "websocket" and not (
            self._knows_host(scope) and self._same_origin(scope) and _can_be(scope)
        ):
            await WebSocketClose()(scope, receive, send)
            return
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self._headers.items():
                    headers.setdefault(name, value)
                if scope["path"].startswith("/api/"):
                    headers.setdefault("cache-control", "no-store")
            await send(message)

        refusal = self._refusal(scope)
        if refusal is None:
            await self.app(scope, receive, send_guarded)
        else:
            await refusal(scope, receive, send_guarded)

    def _refusal(self, scope: Scope) -> Response | None:
        """The answer to a request that goes no further."""
        if not self._knows_host(scope):
            names = " or ".join(self._hosts).replace("*", "its own names")
            return error_response(400, "wrong_host", f"this server is reached at {names} only")
        if not _can_be(scope):
            return error_response(404, "not_found", "there is no such address")
        if scope["method"] not in _SAFE and not self._same_origin(scope):
            return error_response(403, "wrong_origin", "only this server's own page may do this")
        length = Headers(scope=scope).get("content-length", "0")
        if not length.isdecimal() or int(length) > MAX_BODY_BYTES:
            return too_large_response()
        return None

    def _knows_host(self, scope: Scope) -> bool:
        """A name of another site may have been pointed at this address."""
        host = _host(scope)
        return len(host) <= LONGEST_HOST and (_name(host) in self._hosts or "*" in self._hosts)

    def _same_origin(self, scope: Scope) -> bool:
        """Browsers say where a page comes from; what says nothing is no browser.

        Behind a proxy only the page's own scheme will do. This machine's names need no proxy.
        """
        origin = Headers(scope=scope).get("origin")
        if origin is None:
            return True
        host = _host(scope)
        if self._origin is not None and _name(host) not in LOCAL_HOSTS:
            return origin.lower() == self._origin
        scheme, _, page = origin.lower().partition("://")
        return scheme in ("http", "https") and page == host


def _can_be(scope: Scope) -> bool:
    """No address has a NUL in it, which some databases refuse to be asked about."""
    return "\0" not in scope["path"]


def _host(scope: Scope) -> str:
    return Headers(scope=scope).get("host", "").lower()


def _name(host: str) -> str:
    """The name without its port."""
    return host[1:].partition("]")[0] if host.startswith("[") else host.partition(":")[0]
