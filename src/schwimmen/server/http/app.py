"""The application: routes, failures as JSON, and what stands before them."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from functools import cache, partial
from importlib.metadata import version
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic.json_schema import models_json_schema
from starlette.middleware.body_limit import RequestBodyLimitMiddleware
from starlette.middleware.gzip import GZipMiddleware

from ..limits.middleware import RateLimitMiddleware
from ..routes import ROUTERS
from ..routes.pages import STATIC, Files
from ..wire.base import ErrorResponse
from ..wire.messages import ClientMessage, ServerMessage
from .errors import MAX_BODY_BYTES, add_handlers
from .origin_middleware import OriginMiddleware
from .services import Services


def create_app(
    services: Services | None = None,
    hosts: Sequence[str] = ("*",),
    origin: str | None = None,
    hsts: int = 0,
) -> FastAPI:
    """The application, answering for the given host names only; the rest is as for
    ``OriginMiddleware``.

    Without services it can describe itself and nothing more.
    """
    app = FastAPI(
        title="schwimmen",
        version=version("schwimmen"),
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        responses={"4XX": {"model": ErrorResponse}, "5XX": {"model": ErrorResponse}},
    )
    app.state.services = services
    for router in ROUTERS:
        app.include_router(router)
    if STATIC.is_dir():
        app.routes.append(Files(STATIC))
    add_handlers(app)
    # Nothing that is answered mixes a secret with what the asker made up (BREACH).
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=6)
    app.add_middleware(RequestBodyLimitMiddleware, max_body_size=MAX_BODY_BYTES)
    if services is not None:
        app.add_middleware(RateLimitMiddleware, services=services)
    app.add_middleware(OriginMiddleware, hosts=hosts, origin=origin, hsts=hsts)
    # Made once: to make it takes as long as hundreds of moves.
    app.openapi = cache(partial(openapi_of, app))  # type: ignore[method-assign]
    return app


def openapi_of(app: FastAPI) -> dict[str, Any]:
    """The description of the interface, with the WebSocket's messages among its components."""
    described = get_openapi(title=app.title, version="1", routes=app.routes)
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
    """Pydantic titles every field with its own name once more."""
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
    """Writes the JSON to standard output."""
    json.dump(create_app().openapi(), sys.stdout, indent=2)
    sys.stdout.write("\n")


if __name__ == "__main__":
    main()
