"""Whether the server is well."""

from __future__ import annotations

from fastapi import APIRouter, Response

from ..services import Here
from ..wire.setup import Health

router = APIRouter()


@router.get("/healthz", responses={503: {"model": Health}})
async def health(here: Here, response: Response) -> Health:
    """Answers as soon as the server listens; with 503 and the reason where nobody could play."""
    fault, kernel = await here.pulse.fault(), here.kernel.state
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
