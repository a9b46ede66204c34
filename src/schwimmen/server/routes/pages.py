"""The page: one file for every address of it, and what it is made of."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from fastapi import APIRouter
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

STATIC: Final = Path(__file__).parent.parent / "static"
"""The built front end; `make` builds it."""

FOR_EVER: Final = "public, max-age=31536000, immutable"
ASK_FIRST: Final = "no-cache"

router = APIRouter(include_in_schema=False)


@router.api_route("/", methods=["GET", "HEAD"])
@router.api_route("/t/{table_id}/", methods=["GET", "HEAD"])
@router.api_route("/t/{table_id}", methods=["GET", "HEAD"])
async def page(table_id: str = "") -> Response:
    """The page itself; what it shows, it reads from its address."""
    index = STATIC / "index.html"
    if not index.is_file():
        return PlainTextResponse(
            "The page has not been built yet: run `make play`, or `npm run build` in frontend/.\n",
            status_code=503,
        )
    return FileResponse(index, headers={"cache-control": ASK_FIRST})


class Static(StaticFiles):
    """What the page is made of. Files under ``assets`` have a hash of their content as name."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file, and how long a browser may keep it."""
        response = await super().get_response(path, scope)
        hashed = Path(path).parts[:1] == ("assets",) and response.status_code < 400
        response.headers["cache-control"] = FOR_EVER if hashed else ASK_FIRST
        return response
