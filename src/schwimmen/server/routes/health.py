"""Whether the server is well."""

from __future__ import annotations

from fastapi import APIRouter

from ..services import Here
from ..wire import Health

router = APIRouter()


@router.get("/healthz")
async def health(here: Here) -> Health:
    """Answers as soon as the server listens."""
    return Health(status="ok", kernel=here.kernel.state)
