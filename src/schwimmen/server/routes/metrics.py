"""What is counted and timed, as Prometheus reads it."""

from __future__ import annotations

from fastapi import APIRouter, Request
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.responses import Response

from ..errors import error_answer
from ..metrics import REGISTRY
from ..services import Here

router = APIRouter(include_in_schema=False)


@router.get("/metrics")
async def metrics(here: Here, request: Request) -> Response:
    """All figures since the server was started."""
    if not here.scrapers.may_read(request):
        return error_answer(403, "forbidden", "the metrics need the token of this server")
    return Response(generate_latest(REGISTRY), media_type=CONTENT_TYPE_LATEST)
