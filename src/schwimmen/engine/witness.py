"""Compilation of entry points in the process, by Numba: the second witness of the native library.

Numba's cache does not notice changes to a called function in another file. Its directory, in the
user's cache, is therefore named by a hash of all sources that may be called. If it is not writable,
every process compiles again.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import numba
import platformdirs

from . import library

OPTIONS: Final[dict[str, Any]] = {
    "nogil": True,
    "error_model": "numpy",
    "_nrt": False,  # no allocation, so no reference counts, on which threads would contend
}
NOTICE: Final = "schwimmen: compiling the engine with Numba (once, some minutes in all)"


@lru_cache
def cache_directory(layer: str) -> str | None:
    """Return the cache directory for the functions of a package, or ``None`` if none is writable.

    A new directory is announced on standard error.
    """
    base = os.environ.get("NUMBA_CACHE_DIR") or platformdirs.user_cache_dir("schwimmen", False)
    directory = Path(base) / f"compiled-{library.source_digest(layer)}"
    with suppress(OSError):
        if not directory.is_dir():
            directory.mkdir(parents=True)
            announce()
        if os.access(directory, os.W_OK):
            return str(directory)
    return None


@lru_cache
def announce() -> None:
    """Print once, on standard error, that functions are being compiled."""
    print(NOTICE, file=sys.stderr, flush=True)


def compiled(function: Callable[..., Any], inline: bool) -> Callable[..., Any]:
    """Return a function that Numba compiles on its first call."""
    layer = function.__module__.removeprefix("schwimmen.").partition(".")[0]
    directory = cache_directory(layer) if layer in library.LAYERS else None
    config: Any = numba.config
    before = config.CACHE_DIR
    config.CACHE_DIR = directory or before
    try:
        result: Callable[..., Any] = numba.njit(
            **OPTIONS, forceinline=inline, cache=directory is not None
        )(function)
    finally:
        config.CACHE_DIR = before  # the setting belongs to the importing program
    return result
