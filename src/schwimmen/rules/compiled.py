"""How the rules are compiled, and where the compiled code is kept.

Numba's cache does not notice that a called function in another file changed, so the cache lies in
a directory named by a hash of all sources of the rules: beside them, or in the user's cache where
the package is read-only. Where nothing can be written the rules are compiled anew every time.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import numba
import platformdirs

F = TypeVar("F", bound=Callable[..., Any])


def _cache_directory() -> str | None:
    """The first place that can be written."""
    here = Path(__file__).parent
    digest = hashlib.sha256()
    for source in sorted(here.glob("*.py")):
        digest.update(source.read_bytes())
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    users = Path(platformdirs.user_cache_dir("schwimmen", appauthor=False))
    for base in [Path(chosen)] if chosen else [here / "__pycache__", users]:
        directory = base / f"compiled-{digest.hexdigest()[:16]}"
        with suppress(OSError):
            directory.mkdir(parents=True, exist_ok=True)
            if os.access(directory, os.W_OK):
                return str(directory)
    return None


CACHE_DIRECTORY: Final = _cache_directory()


def compiled(function: F) -> F:
    """Compile a function of the rules on its first call, without the interpreter lock.

    The setting for the cache is put back at once: it belongs to the program that imports us.
    """
    config: Any = numba.config
    before = config.CACHE_DIR
    cache = CACHE_DIRECTORY is not None
    config.CACHE_DIR = CACHE_DIRECTORY or before
    try:
        result: Any = numba.njit(cache=cache, nogil=True, error_model="numpy")(function)
    finally:
        config.CACHE_DIR = before
    return cast(F, result)
