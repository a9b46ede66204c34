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

LAYERS: Final = ("rules", "players", "analysis", "simulation", "arena", "training", "envs")
"""The folders with compiled code; each calls its own and that of those before it."""


@lru_cache
def source_digest(folder: str) -> str:
    """A short hash of all sources that code of a folder may call."""
    called = LAYERS[: LAYERS.index(folder) + 1]
    digest = hashlib.sha256()
    for layer in called:
        for source in sorted((Path(__file__).parents[2] / layer).rglob("*.py")):
            digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


@lru_cache
def cache_directory(folder: str) -> str | None:
    """Where the compiled code of a folder is kept: the first place that can be written."""
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    users = Path(platformdirs.user_cache_dir("schwimmen", appauthor=False))
    beside = Path(__file__).parents[1] / "__pycache__"
    for base in [Path(chosen)] if chosen else [beside, users]:
        directory = base / f"compiled-{source_digest(folder)}"
        with suppress(OSError):
            directory.mkdir(parents=True, exist_ok=True)
            if os.access(directory, os.W_OK):
                return str(directory)
    return None


def jit(function: F) -> F:
    """Compile a function on its first call, without the interpreter lock.

    It is copied into the compiled functions that call it: play is a quarter faster so.
    """
    return _compile(function, forceinline=True)


def jit_noinline(function: F) -> F:
    """The same for a long function that is seldom called; it is not copied, to compile sooner."""
    return _compile(function, forceinline=False)


def _compile(function: F, forceinline: bool) -> F:
    folder = function.__module__.removeprefix("schwimmen.").partition(".")[0]
    directory = cache_directory(folder) if folder in LAYERS else None  # others' sources change, too
    options: dict[str, Any] = {
        "nogil": True,
        "error_model": "numpy",
        "forceinline": forceinline,
        "cache": directory is not None,
        # Nothing is allocated, so references need no counting, for which threads would queue.
        "_nrt": False,
    }
    config: Any = numba.config
    before = config.CACHE_DIR
    config.CACHE_DIR = directory or before
    try:
        result: Any = numba.njit(**options)(function)
    finally:
        config.CACHE_DIR = before  # the setting belongs to the program that imports us
    return cast(F, result)
