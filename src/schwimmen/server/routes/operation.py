"""Routes of operation and set-up: health check, metrics, connection, presets and rule sets."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Final, Literal

from fastapi import APIRouter, Request, Response, WebSocket, WebSocketDisconnect
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.requests import HTTPConnection
from starlette.routing import WebSocketRoute

from schwimmen import __version__
from schwimmen.engine.library import module_sources
from schwimmen.players import DESCRIPTIONS
from schwimmen.rules.options import OPTIONS, PRESET_ALIASES, PRESETS
from schwimmen.rules.ruleset import RuleSet
from schwimmen.tables import BOT_NAMES

from ..http.errors import ERROR_RESPONSES, error_response
from ..http.services import PlayerId, ServicesDep, services_of
from ..runtime.clock import utc_now
from ..runtime.metrics import FORWARDED, REGISTRY
from ..wire.tables import (
    Health,
    Level,
    OptionInfo,
    Preset,
    RequestReport,
    RulesRequest,
    RulesResponse,
    Setup,
)
from .pages import has_documentation

router = APIRouter(responses=ERROR_RESPONSES)


@router.get("/healthz", responses={503: {"model": Health}})
async def health(services: ServicesDep, response: Response) -> Health:
    """Return the health of the server; with status 503 and the reason if play is impossible."""
    fault, kernel = await services.heartbeat.fault(), services.rules_loader.state
    reason = fault
    if kernel == "failed":
        obstacle = services.rules_loader.obstacle()
        why = getattr(obstacle, "reason", "the rules could not be loaded; see the log")
        reason = reason or why
    status: Literal["ok", "draining", "failing"] = "failing" if reason else "ok"
    if reason is None and services.hub.sockets.draining:
        status, reason = "draining", "the server is about to stop"
    response.status_code = 503 if reason else 200
    return Health(
        status=status,
        kernel=kernel,
        database="failed" if fault else "ok",
        reason=reason,
    )


@router.get("/metrics", include_in_schema=False)
async def metrics(services: ServicesDep, request: Request) -> Response:
    """Return the metrics of this process."""
    if not services.metrics_access.may_read(request):
        return error_response(403, "forbidden", "reading the metrics requires the server's token")
    return Response(generate_latest(REGISTRY), media_type=CONTENT_TYPE_LATEST)


HELD_S: Final = 120.0
"""Seconds for which a WebSocket without a table stays open."""


@router.post("/api/connection")
async def connection(request: Request, services: ServicesDep, player: PlayerId) -> RequestReport:
    """Return what the server sees of this request, and give the caller a cookie.

    Only the server's own page may send it, as any request that changes something: the page learns
    by it why its WebSocket is refused. ``schwimmen doctor`` compares the answer with the request.
    """
    services.hub.sockets.check_draining()
    return _report(request)


async def _held_connection(socket: WebSocket) -> None:
    """Send what the server sees of the handshake, and again after a message from the client.

    Between the two the server sends nothing but its pings, as at a table where nobody moves.
    """
    services_of(socket).hub.sockets.check_draining()
    await socket.accept()
    with suppress(WebSocketDisconnect, RuntimeError):  # the client is gone
        await socket.send_text(_report(socket).model_dump_json())
        with suppress(TimeoutError):
            async with asyncio.timeout(HELD_S):
                await socket.receive()
            await socket.send_text(_report(socket).model_dump_json())
        await socket.close()


SOCKET_ROUTE: Final = WebSocketRoute("/api/connection", _held_connection)


def _report(connection: HTTPConnection) -> RequestReport:
    headers, client = connection.headers, connection.client
    hops = [one.strip() for one in ",".join(headers.getlist("x-forwarded-for")).split(",")]
    host = client.host if client else ""
    with_port = f"{host}:", f"[{host}]"
    return RequestReport(
        version=__version__,
        time=utc_now(),
        address=host or None,
        scheme=connection.scope["scheme"],
        host=headers.get("host", ""),
        forwarded=[name for name in FORWARDED if name in headers],
        trusted=bool(host) and any(hop == host or hop.startswith(with_port) for hop in hops),
        origin=connection.app.state.origin,
        database=services_of(connection).database.mark,
    )


@router.get("/api/setup")
async def setup(services: ServicesDep) -> Setup:
    """Return the presets, options and bot levels, and whether ``/docs/`` exists."""
    return setup_of(
        services.limits.longest,
        has_documentation(),
        module_sources(),
        services.hub.host_bots.names,
    )


def setup_of(
    longest: Mapping[str, int],
    documentation: bool,
    module_sources: str | None = None,
    bots: Sequence[str] = (),
) -> Setup:
    """Return the set-up of a server with highest values of some options and bots of its host."""
    return Setup(
        version=__version__,
        presets=[
            Preset(name=name, options=dict(options))
            for name, options in PRESETS.items()
            if name not in PRESET_ALIASES
        ],
        options=[
            OptionInfo(
                name=spec.name,
                kind=spec.kind,
                choices=list(spec.choices) if spec.kind == "choice" else None,
                low=spec.low if spec.kind == "int" else None,
                high=longest.get(spec.name, spec.high) if spec.kind == "int" else None,
                nullable=spec.nullable,
                when=[{name: list(values) for name, values in case.items()} for case in spec.when],
            )
            for spec in OPTIONS.values()
        ],
        levels=[Level(name=level, line=line) for level, line in DESCRIPTIONS.items()],
        bots=list(bots),
        cast=list(BOT_NAMES),
        documentation=documentation,
        module_sources=module_sources,
    )


@router.post("/api/rules")
async def rules(body: RulesRequest, services: ServicesDep) -> RulesResponse:
    """Return all options of a preset with changes.

    The error ``contradiction`` lists the contradicting ``pairs`` and the ``rules`` with them.
    """
    services.limits.check_length(body.options)
    rules = RuleSet(body.preset, body.options)
    listed = PRESET_ALIASES.get(rules.preset, rules.preset)
    return RulesResponse(preset=listed, rules=dict(rules.options))
