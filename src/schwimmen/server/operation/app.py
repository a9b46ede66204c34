"""The ASGI application: routes, error handlers and middleware."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from functools import cache
from typing import Any, Final

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic.json_schema import models_json_schema
from starlette.middleware.gzip import GZipMiddleware

from schwimmen import __version__

from ..http.errors import add_handlers
from ..http.origin_middleware import OriginMiddleware
from ..http.rate_limit_middleware import RateLimitMiddleware
from ..http.services import Services
from ..routes import ROUTERS
from ..routes.pages import file_routes
from ..wire.messages import ClientMessage, ServerMessage

TITLE: Final = "schwimmen"


class Application(FastAPI):
    """FastAPI application whose schema also describes the messages of the WebSocket."""

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
    app = Application(
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
    # Safe from BREACH: no response contains both a secret and text chosen by the client.
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=6)
    if services is not None:
        app.add_middleware(RateLimitMiddleware, services=services)
    app.add_middleware(OriginMiddleware, hosts=hosts, origin=origin, hsts=hsts, base_path=base_path)
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
