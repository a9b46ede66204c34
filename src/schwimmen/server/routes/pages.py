"""Routes of the web page: one HTML file for all its paths, and the static files.

The documentation is a site of its own under ``/docs/``. All paths are below the server's base path,
which is the ``root_path`` of requests.
"""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import json
import mimetypes
from collections.abc import Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Final
from urllib.parse import quote

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import (
    FileResponse,
    PlainTextResponse,
    RedirectResponse,
    Response,
    StreamingResponse,
)
from starlette.routing import BaseRoute, Match, Mount, Route
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Scope

from ..http.archive import ArchiveFiles
from ..http.compression import accepts, parts_of
from ..http.engine_data_folder import CATALOGUE
from ..http.error_page import is_page_visit
from ..http.link_previews import Invitation, LinkPreviews, invitation_of
from ..http.services import ServicesDep
from ..runtime.addresses import path_below
from ..storage import StorageError

STATIC: Final = Path(__file__).parent.parent / "static"
"""Built front end; `make` builds it."""

DOCUMENTATION: Final = Path(__file__).parent.parent / "docs.zip"
"""Built documentation; wheels contain it."""

ENDINGS: Final[Mapping[str, str]] = {"br": ".br", "gzip": ".gz"}
"""Endings of files by the encoding in which they are sent."""

UNPACKED: Final = "identity"
"""Encoding for clients that know none, of a file that is there only compressed."""

KEPT_BYTES: Final = 2**18
"""Bytes up to which a file of the build is kept in memory once it has been sent."""

READING: Final = ("GET", "HEAD")
"""Methods by which files are read."""

IMMUTABLE: Final = "public, max-age=31536000, immutable"
REVALIDATE: Final = "no-cache"

MIME_TYPES: Final = {
    ".css": "text/css",
    ".jpg": "image/jpeg",
    ".js": "text/javascript",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".woff": "font/woff",
    ".woff2": "font/woff2",
}
"""MIME types by file ending; the machine's own ones may differ."""

TABLE_PATH: Final = "/t/{table_id}"
"""Path of the page of a table, which others get as a link."""

PAGE_PATHS: Final = (
    "/",
    TABLE_PATH,
    "/t/{table_id}/replay",
    "/together",
    "/study",
    "/you",
    "/new",
    "/friends",
    "/lobby",
    "/daily",
    "/learn",
    "/rules",
    "/odds",
    "/puzzles",
    "/statistics",
    "/matches",
    "/record",
    "/leaderboard",
    "/me",
    "/players/{profile}",
    "/recover",
    "/challenge",
    "/settings",
    "/about",
)
"""Paths of the page, which chooses its content by the path."""

PRELOADS: Final = {"/": "start", TABLE_PATH: "table"}
"""Names in the build's `preloads.json` of the pages that have preloads, by their paths."""

PREVIEW_TIMEOUT_S: Final = 1.0
"""Seconds that the page of a table waits for its preview."""

API_PREFIXES: Final = ("/api/", "/healthz", "/metrics")
"""Beginnings of paths that belong to the API."""

for ending, kind in MIME_TYPES.items():
    mimetypes.add_type(kind, ending)

router = APIRouter(include_in_schema=False)


async def page(request: Request) -> Response:
    """Return the page with a general link preview, the same for every path."""
    return _with_head(request, None)


async def table_page(table_id: str, request: Request, services: ServicesDep) -> Response:
    """Return the page of a table; its link preview names the variant and the host."""
    try:
        async with asyncio.timeout(PREVIEW_TIMEOUT_S):
            summary = await services.database.summary(table_id)
    except (StorageError, TimeoutError):  # the page opens without the database, too
        summary = None
    return _with_head(request, invitation_of(summary))


def _with_head(request: Request, invitation: Invitation | None) -> Response:
    """Return the page with the link preview and the preloads of its path in its head."""
    base = request.scope["root_path"]
    try:
        html = _index(base)
        previews = LinkPreviews((STATIC / "link-previews.json").read_bytes())
        preloads = json.loads((STATIC / "preloads.json").read_bytes())
    except FileNotFoundError:
        return _page(200, base)
    chosen = request.query_params.get("lang")
    language = previews.language(chosen, request.headers.get("accept-language", ""))
    path = quote(path_below(request.scope)) + (f"?lang={language}" if chosen else "")
    origin: str | None = request.app.state.origin
    tags = previews.tags(language, path, origin and f"{origin}{base}", invitation)
    if (name := PRELOADS.get(request.scope["route"].path.rstrip("/") or "/")) is not None:
        tags += preload_tags(name, preloads[name][language], base)
    body = html.replace(b"  </head>", tags.encode() + b"  </head>", 1)
    return Response(
        body,
        media_type="text/html",
        headers={
            "cache-control": REVALIDATE,
            "etag": f'"{hashlib.sha256(body).hexdigest()[:32]}"',
            "vary": "Accept-Language",
        },
    )


def preload_tags(page: str, files: Sequence[str], base: str) -> str:
    """Return the tags that load files of a page beside its first bundle.

    The files are given by their paths below the base path.
    """
    tags = [
        f'<link rel="preload" as="style" crossorigin href="{base}{file}" />'
        if file.endswith(".css")
        else f'<link rel="modulepreload" crossorigin href="{base}{file}" />'
        for file in files
    ]
    if page == "start":
        tags.append(f'<link rel="preload" as="fetch" crossorigin href="{base}/api/setup" />')
    return "".join(f"    {tag}\n" for tag in tags)


def _page(status: int, base: str) -> Response:
    try:
        body = _index(base)
    except FileNotFoundError:
        return PlainTextResponse(
            "The page has not been built yet: run `make play`, or `npm run build` in frontend/.\n",
            status_code=503,
        )
    return Response(body, status, {"cache-control": REVALIDATE}, "text/html")


def _index(base: str) -> bytes:
    """Return the built page, with the base path in the addresses of the files beside it.

    Raises ``FileNotFoundError`` if it has not been built.
    """
    return (STATIC / "index.html").read_bytes().replace(b'="./', f'="{base}/'.encode())


for path in PAGE_PATHS:
    endpoint = table_page if path == TABLE_PATH else page
    router.add_api_route(path, endpoint, methods=["GET", "HEAD"])
    if path != "/":
        router.add_api_route(f"{path}/", endpoint, methods=["GET", "HEAD"])


@router.api_route("/engine-data/{name}", methods=["GET", "HEAD"])
async def engine_data(name: str, request: Request, services: ServicesDep) -> Response:
    """Return a file of the data of the strong levels, which the page unpacks itself."""
    folder = await services.engine_data.path()
    response = await StaticFiles(directory=folder).get_response(name, request.scope)
    is_catalogue = name == CATALOGUE
    response.headers["cache-control"] = REVALIDATE if is_catalogue else IMMUTABLE
    response.headers["content-type"] = "application/json" if is_catalogue else "application/gzip"
    return response


class _CachedFiles(StaticFiles):
    """Static files of a site; names in the folder ``hashed`` contain a hash of the content.

    A file in that folder may have a copy that is compressed by Brotli, ``x.js.br``, and wheels have
    ``x.js.gz`` in place of ``x.js``. Small files of it are read once: from the disk a file costs
    several times as much as the rest of a request.
    """

    def __init__(self, directory: Path, hashed: str) -> None:
        super().__init__(directory=directory)
        self._hashed = hashed
        self._kept: dict[tuple[str, bool, bool], tuple[bytes, MutableHeaders]] = {}
        """Bodies and headers of small files, by their paths and what the client accepts."""
        self._body = cache(Path.read_bytes)

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return a file with its cache-control; the page with status 404 for an unknown path."""
        wanted = path, accepts("br", scope), accepts("gzip", scope)
        if wanted not in self._kept or scope["method"] not in READING:
            response = await self._read(path, scope)
            size = int(response.headers.get("content-length", KEPT_BYTES + 1))
            hashed = response.headers.get("cache-control") == IMMUTABLE
            if not (hashed and isinstance(response, FileResponse) and size <= KEPT_BYTES):
                return response
            headers = MutableHeaders(raw=[*response.raw_headers])
            del headers["accept-ranges"]
            self._kept[wanted] = await run_in_threadpool(self._body, Path(response.path)), headers
        body, headers = self._kept[wanted]
        if self.is_not_modified(headers, Headers(scope=scope)):
            return NotModifiedResponse(headers)
        return Response(body, headers=headers)

    async def _read(self, path: str, scope: Scope) -> Response:
        hashed = Path(path).parts[:1] == (self._hashed,)
        encoding = await run_in_threadpool(self._encoding, path, scope) if hashed else None
        response: Response
        try:
            if encoding == UNPACKED:
                packed = self.lookup_path(f"{path}.gz")[0]
                parts = parts_of(partial(gzip.open, packed))
                response = StreamingResponse(parts, media_type=mimetypes.guess_type(path)[0])
            else:
                ending = ENDINGS.get(encoding or "", "")
                response = await super().get_response(f"{path}{ending}", scope)
        except HTTPException as error:
            if error.status_code == 404 and is_page_visit(scope):
                return _page(404, scope["root_path"])
            raise
        if encoding is not None and encoding in ENDINGS:
            response.headers["content-encoding"] = encoding
            response.headers.add_vary_header("Accept-Encoding")
        immutable = hashed and response.status_code < 400
        response.headers["cache-control"] = IMMUTABLE if immutable else REVALIDATE
        return response

    def _encoding(self, path: str, scope: Scope) -> str | None:
        """Return the encoding in which a file is sent, or ``None`` for the file as it is."""
        if accepts("br", scope) and self._has(f"{path}.br"):
            return "br"
        if self._has(path) or not self._has(f"{path}.gz"):
            return None
        return "gzip" if accepts("gzip", scope) else UNPACKED

    def _has(self, path: str) -> bool:
        try:
            return self.lookup_path(path)[1] is not None
        except (OSError, ValueError):  # a path that no file can have
            return False


class StaticMount(Mount):
    """Static files at every path of the mount that is outside of the API."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Return whether the request is for a file."""
        if scope["type"] != "http" or path_below(scope).startswith(API_PREFIXES):
            return Match.NONE, {}
        match, more = super().matches(scope)
        if match is Match.FULL and scope["method"] not in READING:
            match = Match.PARTIAL
        return match, more


def has_documentation() -> bool:
    """Return whether the documentation has been built."""
    return DOCUMENTATION.is_file()


def file_routes() -> list[BaseRoute]:
    """Return the routes of the built sites: the documentation, and the page at all other paths."""
    routes: list[BaseRoute] = []
    if has_documentation():
        routes.append(
            Route("/docs", lambda request: RedirectResponse(f"{request.scope['root_path']}/docs/"))
        )
        routes.append(StaticMount("/docs", ArchiveFiles(DOCUMENTATION, REVALIDATE)))
    if STATIC.is_dir():
        routes.append(StaticMount("/", _CachedFiles(STATIC, hashed="assets")))
    return routes
