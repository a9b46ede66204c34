"""Outermost middleware: host, path, origin and body size of requests, headers of responses."""

from __future__ import annotations

import logging
import re
from collections.abc import Sequence
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose

from ..runtime.addresses import LOCAL_HOSTS, path_below
from ..runtime.logs import HourlyWarnings
from .errors import ASSET_HEADERS, SECURITY_HEADERS, error_response, max_body_bytes

log = logging.getLogger(__name__)

MAX_HOST_LENGTH: Final = 253 + len(":65535")
"""Characters of the longest host name with its port (RFC 1035)."""

SAFE_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS"})

ANY_HOST: Final = ("/healthz", "/metrics")
"""Paths that balancers and Prometheus ask for by any address of the server."""

_PLAIN: Final = re.compile(r"[a-z0-9:/.\[\]_-]{1,300}")
"""Hosts and origins that are logged as they are; any client can send others."""


class OriginMiddleware:
    """ASGI middleware that refuses requests of other sites and adds the security headers.

    It logs the mistakes in a proxy's configuration that requests show. ``hosts``: names of this
    server, ``"*"`` for any. ``origin``: origin of its pages, if a proxy gives it a fixed address.
    ``hsts``: days for which browsers must use TLS. ``base_path``: path below which everything is,
    such as ``"/cards"``.
    """

    def __init__(
        self,
        app: ASGIApp,
        hosts: Sequence[str],
        origin: str | None = None,
        hsts: int = 0,
        base_path: str = "",
    ) -> None:
        self.app = app
        self._hosts = hosts
        self._origin = origin
        self._mistakes = HourlyWarnings(log)
        self._base_path = base_path
        tls = {"strict-transport-security": f"max-age={hsts * 24 * 3600}"} if hsts else {}
        self._headers = SECURITY_HEADERS | tls
        self._asset_headers = ASSET_HEADERS | tls

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer refused requests; pass on all others and add the headers to their responses."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if self._is_inside(scope):
            scope["root_path"] = self._base_path
        if scope["type"] == "websocket":
            refused = self._refusal(scope) is not None
            await (WebSocketClose() if refused else self.app)(scope, receive, send)
            return

        size, limit = 0, max_body_bytes(scope)

        async def receive_limited() -> Message:
            nonlocal size
            message = await receive()
            size += len(message.get("body", b""))
            if size > limit:
                raise HTTPException(413)
            return message

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                path = path_below(scope)
                is_asset = path.startswith("/assets/")
                for name, value in (self._asset_headers if is_asset else self._headers).items():
                    headers.setdefault(name, value)
                if path.startswith("/api/"):
                    headers.setdefault("cache-control", "no-store")
            await send(message)

        refusal = self._refusal(scope)
        if refusal is None:
            await self.app(scope, receive_limited, send_with_headers)
        else:
            await refusal(scope, receive, send_with_headers)

    def _refusal(self, scope: Scope) -> Response | None:
        """Return the response to a refused request or WebSocket handshake."""
        headers, host = Headers(scope=scope), _host(scope)
        is_socket = scope["type"] == "websocket"
        if not (self._knows_host(scope) or path_below(scope) in ANY_HOST):
            names = " or ".join(self._hosts).replace("*", "its own names")
            self._mistakes.warn(
                "unknown host name refused: give it as --public-url, or correct the Host header "
                "that the proxy sends (schwimmen doctor)",
                host=_shown(host),
            )
            return error_response(
                400,
                "wrong_host",
                f"this server answers only to {names}",
                details={"host": host[:MAX_HOST_LENGTH]},
            )
        if not _is_valid_path(scope):
            return error_response(404, "not_found", "there is no such address")
        if not self._is_inside(scope):
            if scope["path"] == self._base_path and not is_socket:
                return RedirectResponse(f"{self._base_path}/")
            line = f"the game is at {self._base_path}/ (a proxy has to pass on that path as well)"
            return error_response(404, "not_found", line)
        if not is_socket and "sec-websocket-key" in headers:
            self._mistakes.warn(
                "a WebSocket has lost its Upgrade or Connection header: the proxy must pass both "
                "on (schwimmen doctor)"
            )
            line = "a WebSocket needs the headers Upgrade and Connection, which a proxy has removed"
            return error_response(426, "upgrade_required", line, {"upgrade": "websocket"})
        if is_socket or scope["method"] not in SAFE_METHODS:
            self._check_scheme(scope, headers)
            if not self._same_origin(scope):
                self._mistakes.warn(
                    "a page of another origin refused: if it is this server's, correct "
                    "--public-url or the Host header that the proxy sends (schwimmen doctor)",
                    origin=_shown(headers["origin"]),
                    host=_shown(host),
                    public_url=self._origin,
                )
                line = "only this server's own page may do this"
                return error_response(403, "wrong_origin", line)
        return None

    def _check_scheme(self, scope: Scope, headers: Headers) -> None:
        """Log a warning if a request came by TLS and the server does not know."""
        if scope["scheme"] in ("https", "wss"):
            return
        if headers.get("x-forwarded-proto") in ("https", "wss"):
            self._mistakes.warn(
                "X-Forwarded-Proto ignored: name the proxy in --trust-proxy (schwimmen doctor)"
            )
        elif (self._origin or "").startswith("https:") and _name(_host(scope)) not in LOCAL_HOSTS:
            self._mistakes.warn(
                "X-Forwarded-Proto is missing: the proxy must send it (schwimmen doctor)"
            )

    def _knows_host(self, scope: Scope) -> bool:
        """Return whether the host is this server: another site's name may point at its address."""
        host = _host(scope)
        return len(host) <= MAX_HOST_LENGTH and (_name(host) in self._hosts or "*" in self._hosts)

    def _is_inside(self, scope: Scope) -> bool:
        """Return whether the path is below the base path."""
        path: str = scope["path"]
        return path.startswith(f"{self._base_path}/")

    def _same_origin(self, scope: Scope) -> bool:
        """Return whether the request comes from a page of this server, or from no browser.

        Behind a proxy the scheme must match as well, except for this machine's own names.
        """
        origin = Headers(scope=scope).get("origin")
        if origin is None:
            return True
        host = _host(scope)
        if self._origin is not None and _name(host) not in LOCAL_HOSTS:
            return origin.lower() == self._origin
        scheme, _, page = origin.lower().partition("://")
        return scheme in ("http", "https") and page == host


def _is_valid_path(scope: Scope) -> bool:
    """Return whether the path has no NUL, which PostgreSQL rejects in text."""
    return "\0" not in scope["path"]


def _shown(text: str) -> str:
    """Return a host or an origin for the log."""
    return text if _PLAIN.fullmatch(text.lower()) else "(malformed)"


def _host(scope: Scope) -> str:
    return Headers(scope=scope).get("host", "").lower()


def _name(host: str) -> str:
    """Return a host without its port."""
    return host[1:].partition("]")[0] if host.startswith("[") else host.partition(":")[0]
