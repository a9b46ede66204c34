"""How the rules are compiled, and where the compiled code is kept.

Numba's cache does not notice that a called function in another file changed, so the cache lies in
a directory named by a hash of the sources: of the part of the package that a function belongs to
and of those that it may call. It lies beside the rules, or in the user's cache where the package is
read-only. Where nothing can be written the functions are compiled anew every time.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import numba
import platformdirs

F = TypeVar("F", bound=Callable[..., Any])

PARTS: Final = ("rules", "players", "envs")
"""The parts of the package that have compiled functions, each calling only those before it."""


@cache
def cache_directory(part: str = "rules") -> str | None:
    """The first place for a part's compiled functions that can be written, if there is any."""
    here = Path(__file__).parent
    digest = hashlib.sha256()
    for called in PARTS[: PARTS.index(part) + 1]:
        for source in sorted((here.parent / called).rglob("*.py")):
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


def compiled(function: F) -> F:
    """Compile a function on its first call, without the interpreter lock.

    The setting for the cache is put back at once: it belongs to the program that imports us.
    """
    package, _, rest = function.__module__.partition(".")
    part = rest.partition(".")[0] if package == "schwimmen" else ""
    directory = cache_directory(part) if part in PARTS else None
    config: Any = numba.config
    before = config.CACHE_DIR
    config.CACHE_DIR = directory or before
    try:
        keep = directory is not None
        result: Any = numba.njit(cache=keep, nogil=True, error_model="numpy")(function)
    finally:
        config.CACHE_DIR = before
    return cast(F, result)
