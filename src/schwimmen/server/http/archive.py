"""Files of a site in a ZIP archive: a fifth of the room that they take unpacked."""

from __future__ import annotations

import mimetypes
from pathlib import Path
from typing import Final
from zipfile import ZipFile

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import URL, Headers
from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response
from starlette.types import Receive, Scope, Send

from ..runtime.addresses import path_below

INDEX: Final = "index.html"
MISSING: Final = "404.html"


class ArchiveFiles:
    """Application that serves the site in an archive; a folder's page is its ``index.html``."""

    def __init__(self, archive: Path, cache_control: str) -> None:
        self._archive = ZipFile(archive)  # threads may read it at once
        self._names = frozenset(self._archive.namelist())
        self._cache_control = cache_control

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        response = await self._response(scope)
        await response(scope, receive, send)

    async def _response(self, scope: Scope) -> Response:
        if scope["method"] not in ("GET", "HEAD"):
            raise HTTPException(405)
        name = path_below(scope).lstrip("/")
        if name == "" or name.endswith("/"):
            name += INDEX
        if name in self._names:
            return await self._file(name, 200, scope)
        if f"{name}/{INDEX}" in self._names:
            url = URL(scope=scope)
            return RedirectResponse(url.replace(path=f"{url.path}/"))
        if MISSING in self._names:
            return await self._file(MISSING, 404, scope)
        raise HTTPException(404)

    async def _file(self, name: str, status: int, scope: Scope) -> Response:
        etag = f'"{self._archive.getinfo(name).CRC:08x}"'
        headers = {"cache-control": self._cache_control, "etag": etag}
        if status == 200 and etag in Headers(scope=scope).get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        content = await run_in_threadpool(self._archive.read, name)
        kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
        return Response(content, status, headers, kind)
