"""How the rules are compiled, and where the compiled code is kept.

Numba's cache does not notice that a called function in another file changed, so the cache lies in
a directory named by a hash of all sources that may be called: beside the rules, or in the user's
cache where the package is read-only. Where nothing can be written all is compiled anew every time.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import numba
import platformdirs

F = TypeVar("F", bound=Callable[..., Any])

LAYERS: Final = ("rules", "players", "arena", "envs")
"""The folders with compiled code; each calls its own and that of those before it."""


@lru_cache
def sources_digest(folder: str) -> str:
    """A short hash of all sources that code of a folder may call."""
    called = LAYERS[: LAYERS.index(folder) + 1]
    digest = hashlib.sha256()
    for layer in called:
        for source in sorted((Path(__file__).parents[1] / layer).rglob("*.py")):
            digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


@lru_cache
def cache_directory(folder: str) -> str | None:
    """Where the compiled code of a folder is kept: the first place that can be written."""
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    users = Path(platformdirs.user_cache_dir("schwimmen", appauthor=False))
    beside = Path(__file__).parent / "__pycache__"
    for base in [Path(chosen)] if chosen else [beside, users]:
        directory = base / f"compiled-{sources_digest(folder)}"
        with suppress(OSError):
            directory.mkdir(parents=True, exist_ok=True)
            if os.access(directory, os.W_OK):
                return str(directory)
    return None


def compiled(function: F) -> F:
    """Compile a function on its first call, without the interpreter lock.

    The setting for the cache is put back at once: it belongs to the program that imports us.
    """
    config: Any = numba.config
    before = config.CACHE_DIR
    folder = function.__module__.removeprefix("schwimmen.").partition(".")[0]
    directory = cache_directory(folder) if folder in LAYERS else None  # others' sources change, too
    config.CACHE_DIR = directory or before
    try:
        cache = directory is not None
        result: Any = numba.njit(cache=cache, nogil=True, error_model="numpy")(function)
    finally:
        config.CACHE_DIR = before
    return cast(F, result)
