"""Decorators that compile functions with Numba, and the cache of the compiled code.

Numba's cache does not notice changes to a called function in another file. Its directory is
therefore named by a hash of all sources that may be called; it lies beside the rules, or in the
user's cache if the package is read-only. If neither is writable, every process compiles again.
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

LAYERS: Final = ("rules", "players", "analysis", "simulation", "arena", "training", "envs")
"""Folders with compiled code; each calls only its own code and that of folders before it."""


@lru_cache
def source_digest(folder: str) -> str:
    """Return a short hash of all sources that the code of a folder may call."""
    digest = hashlib.sha256()
    for layer in LAYERS[: LAYERS.index(folder) + 1]:
        for source in sorted((Path(__file__).parents[2] / layer).rglob("*.py")):
            digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


@lru_cache
def cache_directory(folder: str) -> str | None:
    """Return the cache directory for a folder: the first one that is writable, if any."""
    configured = os.environ.get("NUMBA_CACHE_DIR")
    user_cache = Path(platformdirs.user_cache_dir("schwimmen", appauthor=False))
    package_cache = Path(__file__).parents[1] / "__pycache__"
    for base in [Path(configured)] if configured else [package_cache, user_cache]:
        directory = base / f"compiled-{source_digest(folder)}"
        with suppress(OSError):
            directory.mkdir(parents=True, exist_ok=True)
            if os.access(directory, os.W_OK):
                return str(directory)
    return None


def jit(function: F) -> F:
    """Compile a function on its first call, to run without the interpreter lock.

    It is inlined into compiled callers, which makes play a quarter faster.
    """
    return _compile(function, forceinline=True)


def jit_noinline(function: F) -> F:
    """Compile a long function that is seldom called, without inlining, to shorten compilation."""
    return _compile(function, forceinline=False)


def _compile(function: F, forceinline: bool) -> F:
    folder = function.__module__.removeprefix("schwimmen.").partition(".")[0]
    directory = cache_directory(folder) if folder in LAYERS else None  # sources outside the package
    options: dict[str, Any] = {
        "nogil": True,
        "error_model": "numpy",
        "forceinline": forceinline,
        "cache": directory is not None,
        # No allocation, so no reference counts, on which threads would contend.
        "_nrt": False,
    }
    config: Any = numba.config
    before = config.CACHE_DIR
    config.CACHE_DIR = directory or before
    try:
        result: Any = numba.njit(**options)(function)
    finally:
        config.CACHE_DIR = before  # the setting belongs to the importing program
    return cast(F, result)
