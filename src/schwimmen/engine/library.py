"""Native library of all entry points: loading it, and errors if it is missing or unfit.

The library lies beside this file, with a manifest of the sources that it was built from.
"""

from __future__ import annotations

import ast
import hashlib
import importlib
import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any, Final

FOLDER: Final = Path(__file__).parent
PACKAGE: Final = FOLDER.parent
FILE: Final = FOLDER / ("_engine.pyd" if os.name == "nt" else "_engine.abi3.so")
MANIFEST: Final = FOLDER / "manifest.json"
LAYERS: Final = ("rules", "players", "analysis", "simulation", "arena", "training", "envs")
"""Packages with compiled functions."""

FREE_THREADED: Final = "free-threading" in sys.version
"""Whether this Python has no global interpreter lock, so that no library of the stable ABI fits."""
_IN_CHECKOUT: Final = (PACKAGE.parent.parent / "builder").is_dir()
MENDING: Final = (
    "build it with: make engine"
    if _IN_CHECKOUT
    else "reinstall schwimmen, or compile it with Numba: pip install 'schwimmen[compile]'"
)
"""Remedy for a library that is missing or unfit."""


class EngineError(RuntimeError):
    """Engine that does not run; the message is one line with the cause and the remedy."""


class EngineMissing(EngineError):
    """Native library that has not been built yet."""


_library: ModuleType | None = None
_checks: Final[list[Callable[[], None]]] = []


def numba_instead() -> bool:
    """Return whether this installation has no fitting library, but Numba to compile instead."""
    if _IN_CHECKOUT or (FILE.exists() and not FREE_THREADED):
        return False
    with suppress(ValueError):  # a module in ``sys.modules`` without a specification
        return find_spec("numba") is not None
    return False


def is_ready() -> bool:
    """Return whether entry points can be called: the library exists and fits."""
    return not failure()


def failure() -> str:
    """Return the error, in one line, with which calls of entry points fail; empty if they work."""
    try:
        load()
    except EngineError as error:
        return str(error)
    return ""


def entry_point(name: str) -> Callable[..., Any]:
    """Return a function of the library, or a wrapper that loads the library when it is called.

    The wrapper lets programs start before the library is built. Raises ``EngineError`` in a Python
    that can never load the library, and for an unknown name.
    """
    if FREE_THREADED or _was_ready():
        return _function(load(), name)

    def wait(*arguments: Any) -> Any:
        return _function(load(), name)(*arguments)

    wait.__name__ = name
    return wait


@lru_cache(maxsize=1)
def _was_ready() -> bool:
    """Return whether the library could be loaded when this process first tried."""
    return is_ready()


def _function(library: ModuleType, name: str) -> Callable[..., Any]:
    try:
        function: Callable[..., Any] = getattr(library, name)
    except AttributeError:
        raise EngineError(f"{FILE.name} has no function {name}; {MENDING}") from None
    return function


def load() -> ModuleType:
    """Return the library, loaded and checked once in every process.

    Raises ``EngineMissing`` if it has not been built, and ``EngineError`` if it is unfit: made for
    another processor or kind of Python, built from other sources, or failing a check of
    ``on_load``.
    """
    global _library
    if _library is None:
        if FREE_THREADED:
            raise EngineError(
                "a free-threaded Python cannot load the engine library; "
                "use one with the global interpreter lock"
            )
        if not FILE.exists():
            raise EngineMissing(f"the engine library {FILE.name} is missing; {MENDING}")
        changed = first_change()
        if changed:
            raise EngineError(f"{FILE.name} was built before {changed} changed; {MENDING}")
        try:
            loaded = importlib.import_module("schwimmen.engine._engine")
        except ImportError as error:
            raise EngineError(f"{FILE.name} does not fit this Python: {error}; {MENDING}") from None
        if loaded.sources != _manifest().get("entries"):
            raise EngineError(f"{FILE.name} is not the one of {MANIFEST.name}; {MENDING}")
        _library = loaded
        try:
            for check in _checks:
                check()
        except EngineError:
            _library = None
            raise
    return _library


def on_load(check: Callable[[], None]) -> None:
    """Call a check when the library has been loaded, or at once if it already is."""
    _checks.append(check)
    if _library is not None:
        check()


def sources() -> Iterator[Path]:
    """Yield all modules of the packages with compiled functions."""
    for layer in LAYERS:
        yield from sorted((PACKAGE / layer).rglob("*.py"))


def digest_of(source: bytes) -> str:
    """Return a hash of a source."""
    return hashlib.blake2b(source, digest_size=12).hexdigest()


def code_digest(source: bytes) -> str:
    """Return a hash of the code of a module, which comments and docstrings do not change.

    >>> code_digest(b"x = 1") == code_digest(b"'Docstring.'\\nx = 1  # comment")
    True
    """
    return digest_of(ast.dump(without_texts(ast.parse(source))).encode())


def without_texts(tree: ast.Module) -> ast.Module:
    """Remove docstrings and other texts that are statements from a syntax tree; return the tree."""
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            node.body = [one for one in body if not _is_text(one)]  # type: ignore[attr-defined]
    return tree


def _is_text(node: ast.stmt) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


@lru_cache
def source_digest(layer: str) -> str:
    """Return a short hash of all sources that the compiled functions of a package may call."""
    digest = hashlib.sha256()
    for one in LAYERS[: LAYERS.index(layer) + 1]:
        for source in sorted((PACKAGE / one).rglob("*.py")):
            digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def _manifest() -> dict[str, Any]:
    """Return the manifest of the library, empty if it is missing or invalid."""
    try:
        content = json.loads(MANIFEST.read_bytes())
    except (OSError, ValueError):
        return {}
    return content if isinstance(content, dict) else {}


def module_sources() -> str | None:
    """Return the key of the sources that the WebAssembly module must be built from, if known."""
    return _manifest().get("javascript")


def first_change() -> str | None:
    """Return the name of a module whose code has changed since the library was built, if any."""
    built = _manifest().get("sources")
    if not isinstance(built, dict):
        return MANIFEST.name
    for path in sources():
        name = path.relative_to(PACKAGE).as_posix()
        source = path.read_bytes()
        whole, code = built.get(name, ("", ""))
        if digest_of(source) != whole and code_digest(source) != code:
            return name
    return None
