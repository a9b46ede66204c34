"""Decorators of compiled functions, and the choice of the engine that runs them."""

from __future__ import annotations

import importlib
import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TypeVar, cast, overload

from . import library

F = TypeVar("F", bound=Callable[..., Any])

ENGINES: Final = ("library", "numba", "python")
"""Engines: the native library, Numba, or Python without a compiler."""


def _chosen_engine() -> str:
    """Return the engine that ``SCHWIMMEN_ENGINE`` names, or the one that this installation has."""
    chosen = os.environ.get("SCHWIMMEN_ENGINE", "")
    if chosen and chosen not in ENGINES:
        one_of = ", ".join(ENGINES)
        raise library.EngineError(f"SCHWIMMEN_ENGINE must be one of {one_of}, not {chosen!r}")
    return chosen or ("numba" if library.numba_instead() else "library")


ENGINE: Final = _chosen_engine()
"""Engine of this process."""

if ENGINE == "numba":
    try:
        from . import witness
    except ImportError:
        raise library.EngineError(
            "SCHWIMMEN_ENGINE=numba needs Numba: pip install 'schwimmen[compile]'"
        ) from None


@dataclass(frozen=True)
class Entry:
    """Entry point: a compiled function that Python calls."""

    function: Callable[..., Any]
    """Function as it is written."""
    long: bool
    """Whether the function may run for long, and so releases the interpreter lock."""
    javascript: bool
    """Whether the function is also in the WebAssembly module."""
    inline: bool
    """Whether the function is inlined into compiled callers."""


ENTRIES: Final[dict[str, Entry]] = {}
"""Entry points by name, of the modules imported so far."""


def jit(function: F) -> F:
    """Mark a function as compiled, to be inlined into compiled callers.

    Inlining makes play a quarter faster.
    """
    return _compiled(function, inline=True)


def jit_noinline(function: F) -> F:
    """Mark a long function that is seldom called as compiled, without inlining."""
    return _compiled(function, inline=False)


@overload
def entry(function: F) -> F: ...
@overload
def entry(
    *, long: bool = False, javascript: bool = False, inline: bool = True
) -> Callable[[F], F]: ...
def entry(
    function: F | None = None,
    *,
    long: bool = False,
    javascript: bool = False,
    inline: bool = True,
) -> Any:
    """Mark a compiled function that Python calls; ``kinds.py`` explains its annotations.

    Its name must be unique among all entry points. Raises ``ValueError`` if it is not.
    """

    def mark(function: F) -> F:
        name = function.__name__
        other = ENTRIES.get(name)
        if other and other.function.__module__ != function.__module__:
            raise ValueError(f"there are two entry points named {name}")
        ENTRIES[name] = Entry(function, long, javascript, inline)
        if ENGINE == "library":
            return cast(F, library.entry_point(name))
        return _compiled(function, inline)

    return mark if function is None else mark(function)


def instructions(module: str, *functions: Callable[..., Any]) -> None:
    """Declare the module whose overloads replace these functions in compiled code."""
    for function in functions:
        function.__dict__["instructions"] = module
    if ENGINE == "numba":
        importlib.import_module(module)


def _compiled(function: F, inline: bool) -> F:
    if ENGINE == "numba":
        return cast(F, witness.compiled(function, inline))
    function.__dict__["inline"] = inline  # read by the builder
    return function
