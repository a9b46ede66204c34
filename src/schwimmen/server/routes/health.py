"""Whether the server is well."""

from __future__ import annotations

from fastapi import APIRouter, Response

from ..services import Here
from ..wire.setup import Health

router = APIRouter()


@router.get("/healthz", responses={503: {"model": Health}})
async def health(here: Here, response: Response) -> Health:
    """Answers as soon as the server listens; with 503 where nobody could play."""
    answers, kernel = await here.database.answers(), here.kernel.state
    well = answers and kernel != "failed"
    response.status_code = 200 if well else 503
    return Health(
        status="ok" if well else "failing",
        kernel=kernel,
        database="ok" if answers else "failed",
    )
