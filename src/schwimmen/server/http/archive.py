"""Files of a site in a ZIP archive: a fifth of the room that they take unpacked."""

from __future__ import annotations

import mimetypes
import struct
from collections.abc import Iterator
from copy import copy
from pathlib import Path
from typing import Final
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from starlette.datastructures import URL, Headers
from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from ..runtime.addresses import path_below
from .compression import accepts, parts_of

INDEX: Final = "index.html"
MISSING: Final = "404.html"

GZIP_HEAD: Final = b"\x1f\x8b\x08\0\0\0\0\0\x02\xff"
"""Header of a gzip file without time and name."""


class ArchiveFiles:
    """Application that serves the site in an archive; a folder's page is its ``index.html``."""

    def __init__(self, archive: Path, cache_control: str) -> None:
        self._archive = ZipFile(archive)  # threads may read it at once
        self._names = frozenset(self._archive.namelist())
        self._cache_control = cache_control

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        response = self._response(scope)
        await response(scope, receive, send)

    def _response(self, scope: Scope) -> Response:
        if scope["method"] not in ("GET", "HEAD"):
            raise HTTPException(405)
        name = path_below(scope).lstrip("/")
        if name == "" or name.endswith("/"):
            name += INDEX
        if name in self._names:
            return self._file(name, 200, scope)
        if f"{name}/{INDEX}" in self._names:
            url = URL(scope=scope)
            return RedirectResponse(url.replace(path=f"{url.path}/"))
        if MISSING in self._names:
            return self._file(MISSING, 404, scope)
        raise HTTPException(404)

    def _file(self, name: str, status: int, scope: Scope) -> Response:
        info = self._archive.getinfo(name)
        etag = f'"{info.CRC:08x}"'
        headers = {"cache-control": self._cache_control, "etag": etag}
        if status == 200 and etag in Headers(scope=scope).get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        if info.compress_type == ZIP_DEFLATED and accepts("gzip", scope):
            parts = self._gzip_parts(info)
            headers |= {"content-encoding": "gzip", "vary": "Accept-Encoding"}
        else:
            parts = parts_of(lambda: self._archive.open(info))
        kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
        return StreamingResponse(parts, status, headers, kind)

    def _gzip_parts(self, info: ZipInfo) -> Iterator[bytes]:
        """Yield a deflated file as gzip (RFC 1952), with the bytes that the archive holds."""
        stored = copy(info)
        stored.compress_type, stored.file_size = ZIP_STORED, info.compress_size
        del stored.CRC  # of the inflated bytes
        yield GZIP_HEAD
        yield from parts_of(lambda: self._archive.open(stored))
        yield struct.pack("<LL", info.CRC, info.file_size)
