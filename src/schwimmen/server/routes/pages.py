"""The page: one file for every address of it, and what it is made of."""

from __future__ import annotations

import mimetypes
from pathlib import Path
from typing import Final

from fastapi import APIRouter
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Match, Mount
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

STATIC: Final = Path(__file__).parent.parent / "static"
"""The built front end; `make` builds it."""

FOR_EVER: Final = "public, max-age=31536000, immutable"
ASK_FIRST: Final = "no-cache"

TYPES: Final = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".webmanifest": "application/manifest+json",
    ".woff": "font/woff",
    ".woff2": "font/woff2",
}
"""What files are, whatever the machine's own list says: browsers look at nothing else."""

ADDRESSES: Final = (
    "/",
    "/t/{table_id}",
    "/t/{table_id}/replay",
    "/new",
    "/friends",
    "/lobby",
    "/learn",
    "/rules",
    "/statistics",
    "/matches",
    "/leaderboard",
    "/me",
    "/recover",
    "/settings",
    "/about",
)
"""Where the page is; what it shows, it reads from its address (frontend/src/router/route.ts)."""

NO_FILES: Final = ("/api/", "/healthz", "/metrics")
"""Where addresses begin that are of the interface, and no files of the page."""

for ending, kind in TYPES.items():
    mimetypes.add_type(kind, ending)

router = APIRouter(include_in_schema=False)


async def page() -> Response:
    """The page itself, the same for every address."""
    return _page(200)


def _page(status: int) -> Response:
    index = STATIC / "index.html"
    if not index.is_file():
        return PlainTextResponse(
            "The page has not been built yet: run `make play`, or `npm run build` in frontend/.\n",
            status_code=503,
        )
    return FileResponse(index, status, headers={"cache-control": ASK_FIRST})


for address in ADDRESSES:
    router.add_api_route(address, page, methods=["GET", "HEAD"])
    if address != "/":
        router.add_api_route(f"{address}/", page, methods=["GET", "HEAD"])


class Static(StaticFiles):
    """What the page is made of. Files under ``assets`` have a hash of their content as name."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file, and how long a browser may keep it."""
        try:
            response = await super().get_response(path, scope)
        except HTTPException as error:
            if error.status_code == 404 and _is_address(scope):
                return _page(404)
            raise
        hashed = Path(path).parts[:1] == ("assets",) and response.status_code < 400
        response.headers["cache-control"] = FOR_EVER if hashed else ASK_FIRST
        return response


class Files(Mount):
    """The files in a folder, at any address but those of the interface, which knows its own."""

    def __init__(self, directory: Path) -> None:
        super().__init__("/", Static(directory=directory))

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Whether the request is for a file."""
        if scope["type"] != "http" or scope["path"].startswith(NO_FILES):
            return Match.NONE, {}
        match, more = super().matches(scope)
        if match is Match.FULL and scope["method"] not in ("GET", "HEAD"):
            match = Match.PARTIAL
        return match, more


def _is_address(scope: Scope) -> bool:
    """Whether somebody has gone there with a browser: they get the page, which knows its way."""
    is_ours = not scope["path"].startswith(("/api/", "/assets/"))
    return is_ours and "text/html" in Headers(scope=scope).get("accept", "")
