"""The ASGI application: routes, error handlers and middleware."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from functools import cache, partial
from typing import Any, Final

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic.json_schema import models_json_schema
from starlette.applications import Starlette
from starlette.types import Receive, Scope, Send

from schwimmen import __version__

from ..http.compression import CompressionMiddleware
from ..http.errors import add_handlers
from ..http.origin_middleware import OriginMiddleware
from ..http.rate_limit_middleware import RateLimitMiddleware
from ..http.services import Services
from ..routes import ROUTERS, SOCKET_ROUTES
from ..routes.pages import file_routes
from ..wire.messages import ClientMessage, ServerMessage

TITLE: Final = "schwimmen"


class Application(FastAPI):
    """FastAPI application whose schema also describes the messages of the WebSocket.

    WebSockets pass FastAPI by: its layers were a quarter of the cost of a client's return, and
    thousands return when a server has gone.
    """

    def __init__(self, sockets: Starlette, **options: Any) -> None:
        """``sockets``: application for WebSockets."""
        super().__init__(**options)
        self._sockets = sockets

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request or a WebSocket."""
        serve = self._sockets if scope["type"] == "websocket" else super().__call__
        await serve(scope, receive, send)

    def openapi(self) -> dict[str, Any]:
        """Return the OpenAPI schema."""
        return describe_api()


def create_app(
    services: Services | None = None,
    hosts: Sequence[str] = ("*",),
    origin: str | None = None,
    hsts: int = 0,
    base_path: str = "",
) -> FastAPI:
    """Return the application; all arguments but the first are for ``OriginMiddleware``.

    Absolute addresses in link previews begin with ``origin``. Without services the application can
    only describe its API.
    """
    sockets = Starlette(routes=SOCKET_ROUTES)
    app = Application(
        sockets,
        title=TITLE,
        version=__version__,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.state.services = services
    app.state.origin = origin
    for router in ROUTERS:
        # Unlike an included router, whose routes would be built again for every application.
        app.routes.extend(router.routes)
    app.routes.extend(file_routes())
    add_handlers(app)
    sockets.state, sockets.exception_handlers = app.state, app.exception_handlers
    if services is not None:
        app.add_middleware(RateLimitMiddleware, services=services)
        sockets.add_middleware(RateLimitMiddleware, services=services)
    app.add_middleware(CompressionMiddleware)
    guard = partial(OriginMiddleware, hosts=hosts, origin=origin, hsts=hsts, base_path=base_path)
    app.add_middleware(guard)
    sockets.add_middleware(guard)
    return app


@cache
def describe_api() -> dict[str, Any]:
    """Return the OpenAPI schema, with the WebSocket messages among its components.

    It is generated once, which takes as long as hundreds of moves.
    """
    routes = [route for router in ROUTERS for route in router.routes]
    described = get_openapi(title=TITLE, version="1", routes=routes)
    _, messages = models_json_schema(
        [(ClientMessage, "validation"), (ServerMessage, "serialization")],
        ref_template="#/components/schemas/{model}",
    )
    described["components"]["schemas"] |= messages["$defs"]
    described["components"]["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
    described["security"] = [{}, {"token": []}]
    described["components"] = _without_titles(described["components"])
    return described


def _without_titles(schema: Any) -> Any:
    """Return a schema without the titles that pydantic derives from field names."""
    match schema:
        case dict():
            return {
                key: _without_titles(value)
                for key, value in schema.items()
                if not (key == "title" and isinstance(value, str))
            }
        case list():
            return [_without_titles(value) for value in schema]
        case _:
            return schema


def main() -> None:
    """Write the OpenAPI schema as JSON to standard output."""
    json.dump(describe_api(), sys.stdout, indent=2)
    sys.stdout.write("\n")


if __name__ == "__main__":
    main()
