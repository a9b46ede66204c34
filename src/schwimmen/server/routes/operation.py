"""Routes of operation and set-up: health check, metrics, presets and rule sets."""

from __future__ import annotations

from collections.abc import Mapping

from fastapi import APIRouter, Request, Response
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from schwimmen import __version__
from schwimmen.engine.library import module_sources
from schwimmen.players import DESCRIPTIONS
from schwimmen.rules.options import OPTIONS, PRESET_ALIASES, PRESETS
from schwimmen.rules.ruleset import RuleSet
from schwimmen.tables import BOT_NAMES

from ..http.errors import ERROR_RESPONSES, error_response
from ..http.services import ServicesDep
from ..runtime.metrics import REGISTRY
from ..wire.tables import Health, Level, OptionInfo, Preset, RulesRequest, RulesResponse, Setup
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
    response.status_code = 503 if reason else 200
    return Health(
        status="failing" if reason else "ok",
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


@router.get("/api/setup")
async def setup(services: ServicesDep) -> Setup:
    """Return the presets, options and bot levels, and whether ``/docs/`` exists."""
    return setup_of(services.limits.longest, has_documentation(), module_sources())


def setup_of(
    longest: Mapping[str, int], documentation: bool, module_sources: str | None = None
) -> Setup:
    """Return the set-up of a server with highest values of some options."""
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
