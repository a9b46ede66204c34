"""Keys of the entry points: hashes of all that their compiled code depends on.

A key covers the syntax trees of an entry point and of all functions that it can reach, without
docstrings and comments; the values of the globals that they capture; and the kinds of the
parameters. So a new docstring changes no key, a change of one bot changes those of its callers, and
a changed table those of the functions that hold it.
"""

from __future__ import annotations

import ast
import hashlib
import inspect
import textwrap
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

import numpy as np

from schwimmen.engine.library import without_texts

from .signatures import Records, Signature

Function = Callable[..., Any]


def digest(*parts: str) -> str:
    """Return a hash of texts."""
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:32]


class Keys:
    """Keys of functions, computed once each; no function may reach itself."""

    def __init__(self) -> None:
        self._keys: dict[Function, str] = {}
        self._reached: dict[Function, frozenset[Function]] = {}

    def of_entry(self, signature: Signature) -> str:
        """Return the key of an entry point."""
        leaves = [
            (leaf.path, leaf.item.descr, len(leaf.least), leaf.read_only)
            if isinstance(leaf, Records)
            else (leaf.path, leaf.type)
            for leaf in signature.leaves()
        ]
        return digest(self.of(signature.entry.function), repr(leaves), repr(signature.results))

    def reached(self, function: Function) -> frozenset[Function]:
        """Return a function and all functions of the project that it can reach."""
        self.of(function)
        return self._reached[function]

    def of(self, function: Function) -> str:
        """Return the key of a function. Raises ``TypeError`` for a global it cannot capture."""
        if function not in self._keys:
            reached: set[Function] = {function}
            parts = [text_of(tree_of(function)), str(function.__dict__.get("inline"))]
            if instructions := function.__dict__.get("instructions"):
                parts.append(_module_digest(instructions))
            for name, value in _captured(function):
                parts += [name, self._token(value, f"{function.__module__}.{name}", reached)]
            self._keys[function] = digest(*parts)
            self._reached[function] = frozenset(reached)
        return self._keys[function]

    def _token(self, value: Any, name: str, reached: set[Function]) -> str:
        """Return a text that stands for a captured value."""
        if isinstance(value, FunctionType):
            key = self.of(value)
            reached |= self._reached[value]
            return key
        if isinstance(value, np.ndarray):
            content = hashlib.sha256(np.ascontiguousarray(value).tobytes()).hexdigest()
            return f"array {value.dtype.descr} {value.shape} {content}"
        if isinstance(value, tuple | list | frozenset):
            items: Iterable[Any] = sorted(value) if isinstance(value, frozenset) else value
            return repr([self._token(item, name, reached) for item in items])
        if isinstance(value, np.generic | int | float | str | bytes | None):
            return f"{type(value).__name__} {value!r}"
        if isinstance(value, np.dtype):
            return f"dtype {value.descr}"
        if isinstance(value, type):
            if issubclass(value, tuple) and hasattr(value, "_fields"):
                return f"tuple {value.__qualname__} {value._fields}"
            return f"type {value.__module__}.{value.__qualname__}"
        if isinstance(value, ModuleType) and not value.__name__.startswith("schwimmen"):
            return f"module {value.__name__}"
        if isinstance(value, BuiltinFunctionType | np.ufunc) or callable(value):
            return f"builtin {getattr(value, '__module__', '')}.{value.__name__}"
        raise TypeError(f"{name} is captured by a compiled function, but has no key: {value!r}")


@cache
def tree_of(function: Function) -> ast.Module:
    """Return the syntax tree of a function, without docstrings, annotations and decorators."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            node.decorator_list, node.returns = [], None
            if ast.get_docstring(node) is not None:
                node.body = node.body[1:]
        elif isinstance(node, ast.arg):
            node.annotation = None
    return tree


def text_of(node: object) -> str:
    """Return a syntax tree as text that is the same in every version of Python.

    >>> text_of(ast.parse("-1", mode="eval"))
    'Expression(body=UnaryOp(op=USub(),operand=Constant(value=1)))'
    """
    if isinstance(node, list):
        return f"[{','.join(map(text_of, node))}]"
    if not isinstance(node, ast.AST):
        return repr(node)
    fields = [
        f"{name}={text_of(value)}"
        for name, value in ast.iter_fields(node)
        if value is not None and value != [] and name not in ("ctx", "kind", "type_comment")
    ]
    return f"{type(node).__name__}({','.join(fields)})"


def _captured(function: Function) -> Iterator[tuple[str, Any]]:
    """Yield the names and values of the globals, and of the closure, that a function reads."""
    cells = function.__closure__ or ()
    for name, cell in zip(function.__code__.co_freevars, cells, strict=True):
        yield name, cell.cell_contents
    read = {node.id for node in ast.walk(tree_of(function)) if isinstance(node, ast.Name)}
    for name in sorted(read - set(function.__code__.co_varnames)):
        if name in function.__globals__:
            yield name, function.__globals__[name]


def _module_digest(name: str) -> str:
    """Return a hash of the code of a module, which is not imported."""
    spec = find_spec(name)
    assert spec is not None
    assert spec.origin is not None
    return digest(text_of(without_texts(ast.parse(Path(spec.origin).read_bytes()))))
