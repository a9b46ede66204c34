"""Error responses in JSON, and the security headers of responses."""

from __future__ import annotations

import json
from collections.abc import Mapping
from http import HTTPStatus
from types import MappingProxyType
from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import Match
from starlette.types import Receive, Scope, Send

from schwimmen.engine.library import EngineMissing
from schwimmen.rules.errors import Detail, SchwimmenError

from ..errors import INTERNAL_ERROR, Draining, client_message, status_and_code
from ..limits.buckets import RateLimited
from ..runtime import metrics
from ..runtime.addresses import path_below
from ..runtime.rules_loader import EnginePreparing
from ..wire.base import ErrorBody, ErrorResponse
from ..wire.messages import first_error
from .error_page import PAGE_HEADERS, error_page, is_page_visit

SECURITY_HEADERS: Final = {
    "content-security-policy": "; ".join(
        (
            "default-src 'none'",
            "script-src 'self' 'wasm-unsafe-eval'",  # the rules as a WebAssembly module
            "style-src 'self'",
            "img-src 'self' data:",
            "font-src 'self'",
            "connect-src 'self'",
            "manifest-src 'self'",
            "worker-src 'self'",
            "base-uri 'none'",
            "form-action 'self'",
            "frame-ancestors 'none'",
        )
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}

ASSET_HEADERS: Final = {
    "content-security-policy": "default-src 'self' 'wasm-unsafe-eval'",  # for workers
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
}
"""Security headers of the page's scripts, styles and pictures, which are no documents.

A slow line needs a hundredth of a second for the others, with each file.
"""

ERROR_RESPONSES: Final[dict[int | str, dict[str, Any]]] = {
    "4XX": {"model": ErrorResponse},
    "5XX": {"model": ErrorResponse},
}
"""Responses that every described route may give besides its own."""

MAX_BODY_BYTES: Final = 64 * 2**10
"""Bytes of the largest request body accepted."""

MAX_DEVICE_TABLE_BYTES: Final = 200_000
"""Bytes of the largest match accepted from a device."""

NEW_DEVICE_TABLE: Final = ("POST", "/api/tables/device")
"""Request that hands over a match played on a device."""

INVALID_JSON: Final = "the body is not valid JSON"


def error_response(
    status: int,
    code: str,
    message: str,
    headers: Any = None,
    details: Mapping[str, Detail] = MappingProxyType({}),
) -> Response:
    """Return the response to a failed request."""
    metrics.REFUSALS.labels(code).inc()
    line = " ".join(message.split())
    error = {"code": code, "message": line, "details": details}
    body = ErrorResponse(error=ErrorBody.model_validate(error)).model_dump()
    # The message may quote half a surrogate pair, which cannot be encoded.
    text = json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode(errors="replace")
    return _ErrorResponse(text, status, headers, "application/json")


class _ErrorResponse(Response):
    """Error in JSON for programs and the page, or as a page for a browser that navigates to it."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the error."""
        if is_page_visit(scope):
            error = json.loads(bytes(self.body))["error"]
            page = error_page(error, Headers(scope=scope).get("accept-language", ""))
            if page is not None:
                kept = {
                    name: value
                    for name, value in self.headers.items()
                    if name not in ("content-length", "content-type")
                }
                answer = Response(page, self.status_code, kept | PAGE_HEADERS, "text/html")
                await answer(scope, receive, send)
                return
        await super().__call__(scope, receive, send)


def max_body_bytes(scope: Scope) -> int:
    """Return the size of the largest body that a request may have."""
    is_match = (scope["method"], path_below(scope)) == NEW_DEVICE_TABLE
    return MAX_DEVICE_TABLE_BYTES if is_match else MAX_BODY_BYTES


def too_large_response(scope: Scope) -> Response:
    """Return the response to a request whose body is over the limit."""
    return error_response(413, "too_large", f"a request has {max_body_bytes(scope)} bytes at most")


def response_for(error: SchwimmenError) -> Response:
    """Return the response to a request that failed with an error."""
    status, code = status_and_code(error)
    headers = None
    if isinstance(error, RateLimited | EnginePreparing | Draining):
        headers = {"retry-after": str(error.seconds)}
    return error_response(status, code, client_message(error), headers, error.details)


def add_handlers(app: FastAPI) -> None:
    """Make the application answer every failure with an error response."""

    @app.exception_handler(HTTPException)
    async def on_http(request: Request, error: HTTPException) -> Response:
        match error.status_code:
            case 400:
                return error_response(400, "invalid", INVALID_JSON, details={"field": ""})
            case 413:
                return too_large_response(request.scope)
            case 405:
                headers = {"allow": ", ".join(_methods(request))}
                return error_response(405, "method_not_allowed", str(error.detail), headers)
            case status:
                code = HTTPStatus(status).phrase.lower().replace(" ", "_")
                return error_response(status, code, str(error.detail), error.headers)

    @app.exception_handler(RequestValidationError)
    async def on_invalid(_: Request, error: RequestValidationError) -> Response:
        errors = error.errors()
        if errors[0]["type"] == "json_invalid":
            return error_response(422, "invalid", INVALID_JSON, details={"field": ""})
        field = ".".join(str(part) for part in errors[0]["loc"][1:])
        return error_response(422, "invalid", first_error(errors), details={"field": field})

    @app.exception_handler(SchwimmenError)
    async def on_known(_: Request, error: SchwimmenError) -> Response:
        return response_for(error)

    @app.exception_handler(EngineMissing)
    async def on_missing_engine(request: Request, _: EngineMissing) -> Response:
        obstacle = request.app.state.services.rules_loader.obstacle()
        return response_for(obstacle or EnginePreparing(1))  # it has been built meanwhile

    @app.exception_handler(Exception)
    async def on_bug(_: Request, __: Exception) -> Response:
        # Runs outside of all middleware, so it adds the headers itself.
        headers = SECURITY_HEADERS | {"cache-control": "no-store"}
        return error_response(500, "internal", INTERNAL_ERROR, headers)


def _methods(request: Request) -> list[str]:
    """Return the methods that the path of a request supports."""
    return [
        method
        for method in ("DELETE", "GET", "HEAD", "PATCH", "POST", "PUT")
        if any(
            route.matches(dict(request.scope, method=method))[0] is Match.FULL
            for route in request.app.routes
        )
    ]
