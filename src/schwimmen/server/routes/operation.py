"""Whether the server is well."""

from __future__ import annotations

from importlib.metadata import version

from fastapi import APIRouter, Request, Response
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from schwimmen.players import DESCRIPTIONS
from schwimmen.rules.options import OPTIONS, PRESET_ALIASES, PRESETS
from schwimmen.rules.ruleset import RuleSet
from schwimmen.tables import BOT_NAMES

from ..http.errors import error_response
from ..http.services import Here
from ..operation.metrics import REGISTRY
from ..wire.tables import Health, Level, OptionInfo, Preset, RulesRequest, RulesResponse, Setup

router = APIRouter()


@router.get("/healthz", responses={503: {"model": Health}})
async def health(here: Here, response: Response) -> Health:
    """Answers as soon as the server listens; with 503 and the reason where nobody could play."""
    fault, kernel = await here.heartbeat.fault(), here.rules_loader.state
    reason = fault
    if kernel == "failed":
        reason = reason or "the rules cannot be loaded: the log says why"
    response.status_code = 503 if reason else 200
    return Health(
        status="failing" if reason else "ok",
        kernel=kernel,
        database="failed" if fault else "ok",
        reason=reason,
    )


@router.get("/metrics", include_in_schema=False)
async def metrics(here: Here, request: Request) -> Response:
    """All figures since the server was started."""
    if not here.metrics_access.may_read(request):
        return error_response(403, "forbidden", "the metrics need the token of this server")
    return Response(generate_latest(REGISTRY), media_type=CONTENT_TYPE_LATEST)


@router.get("/api/setup")
async def setup(here: Here) -> Setup:
    """Presets, options, levels."""
    return Setup(
        version=version("schwimmen"),
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
                high=here.limits.longest.get(spec.name, spec.high) if spec.kind == "int" else None,
                nullable=spec.nullable,
                when=[{name: list(values) for name, values in case.items()} for case in spec.when],
            )
            for spec in OPTIONS.values()
        ],
        levels=[Level(name=level, line=line) for level, line in DESCRIPTIONS.items()],
        cast=list(BOT_NAMES),
    )


@router.post("/api/rules")
async def rules(asked: RulesRequest, here: Here) -> RulesResponse:
    """The whole set of options of a preset with changes, or why there is none.

    An error ``contradiction`` names all ``pairs`` that contradict, and has the ``rules`` with them.
    """
    here.limits.check_length(asked.options)
    rules = RuleSet(asked.preset, asked.options)
    listed = PRESET_ALIASES.get(rules.preset, rules.preset)
    return RulesResponse(preset=listed, rules=dict(rules.options))
