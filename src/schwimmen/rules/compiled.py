"""How the rules are compiled, and where the compiled code is kept.

Numba's cache does not notice that a called function in another file changed, so the cache lies in
a directory named by a hash of all sources of the rules: beside them, or in the user's cache where
the package is read-only.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import numba
import platformdirs

F = TypeVar("F", bound=Callable[..., Any])


def _cache_directory() -> str:
    here = Path(__file__).parent
    digest = hashlib.sha256()
    for source in sorted(here.glob("*.py")):
        digest.update(source.read_bytes())
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    if chosen:
        base = Path(chosen)
    elif os.access(here, os.W_OK):
        base = here / "__pycache__"
    else:
        base = Path(platformdirs.user_cache_dir("schwimmen", appauthor=False))
    return str(base / f"compiled-{digest.hexdigest()[:16]}")


CACHE_DIRECTORY: Final = _cache_directory()


def compiled(function: F) -> F:
    """Compile a function of the rules on its first call, without the interpreter lock.

    The setting for the cache is put back at once: it belongs to the program that imports us.
    """
    config: Any = numba.config
    before = config.CACHE_DIR
    config.CACHE_DIR = CACHE_DIRECTORY
    try:
        result: Any = numba.njit(cache=True, nogil=True, error_model="numpy")(function)
    finally:
        config.CACHE_DIR = before
    return cast(F, result)
