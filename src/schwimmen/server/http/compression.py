"""Compression of bodies by gzip, of some in advance, and which clients take them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from io import BufferedIOBase
from typing import IO, Final

from starlette.datastructures import Headers
from starlette.middleware.gzip import GZipMiddleware, IdentityResponder
from starlette.types import ASGIApp, Receive, Scope, Send

PART_BYTES: Final = 2**16
"""Bytes of a large body that are made and handed to the connection at a time."""

COMPRESSED_INLINE: Final = 2**14
"""Bytes from which a part of a body is compressed in a thread; fewer take about 1 ms."""


class CompressionMiddleware(GZipMiddleware):
    """ASGI middleware that compresses bodies which are not compressed in advance.

    It is safe from BREACH: no response contains both a secret and text chosen by the client.
    """

    def __init__(self, app: ASGIApp) -> None:
        super().__init__(app, 1000, compresslevel=6, thread_minimum_size=COMPRESSED_INLINE)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Compress the response, or pass it on to a client that does not accept gzip."""
        if scope["type"] == "http" and not accepts("gzip", scope):
            await IdentityResponder(self.app, self.minimum_size)(scope, receive, send)
        else:
            await super().__call__(scope, receive, send)


def accepts(encoding: str, scope: Scope) -> bool:
    """Return whether the client accepts an encoding; Brotli only over https and on localhost."""
    encodings = Headers(scope=scope).get("accept-encoding", "").replace(" ", "").split(",")
    return any(
        it == encoding or (it.startswith(f"{encoding};") and it != f"{encoding};q=0")
        for it in encodings
    )


def parts_of(opened: Callable[[], BufferedIOBase | IO[bytes]]) -> Iterator[bytes]:
    """Open a file, which ``gzip`` or ``zipfile`` may unpack, and yield its parts."""
    with opened() as file:
        while part := file.read(PART_BYTES):
            yield part


async def joined(texts: AsyncIterator[str]) -> AsyncIterator[bytes]:
    """Yield texts as parts of a body, each of several short texts."""
    part = b""
    async for text in texts:
        part += text.encode()
        if len(part) >= PART_BYTES:
            yield part
            part = b""
    yield part
