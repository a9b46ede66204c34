"""Signatures of the entry points, from their annotations."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Any, Final, TypeAlias, get_args, get_origin, get_type_hints

import numpy as np

import schwimmen
from schwimmen.engine import ENTRIES, Array, Entry, LengthOf, Range, Times
from schwimmen.engine.library import LAYERS


@dataclass(frozen=True)
class Number:
    """Parameter that is a number: ``int64``, ``uint64``, ``float64`` or ``bool``."""

    path: str
    type: str
    ranges: tuple[Range, ...]


@dataclass(frozen=True)
class Records:
    """Parameter that is a C-contiguous array."""

    path: str
    item: np.dtype[Any]
    least: tuple[int | LengthOf, ...]
    read_only: bool


@dataclass(frozen=True)
class Group:
    """Parameter that is a tuple of others; ``cls`` is its class if it is a named tuple."""

    path: str
    cls: type[Any] | None
    parts: tuple[Parameter, ...]


Parameter: TypeAlias = Number | Records | Group


@dataclass(frozen=True)
class Signature:
    """Parameters of an entry point, and the types of the numbers that it returns."""

    name: str
    entry: Entry
    parameters: tuple[Parameter, ...]
    results: tuple[str, ...]

    def leaves(self) -> Iterator[Number | Records]:
        """Yield all numbers and arrays, as compiled code takes them one by one."""
        for parameter in self.parameters:
            yield from leaves_of(parameter)


def leaves_of(parameter: Parameter) -> Iterator[Number | Records]:
    """Yield the numbers and arrays of a parameter."""
    if isinstance(parameter, Group):
        for part in parameter.parts:
            yield from leaves_of(part)
    else:
        yield parameter


def limits_of(leaf: Number | Records) -> Iterator[int | LengthOf]:
    """Yield the limits of a number, or of the lengths of an array."""
    if isinstance(leaf, Records):
        yield from leaf.least
    else:
        for one in leaf.ranges:
            yield from (one.low, one.high)


NUMBERS: Final[dict[Any, str]] = {
    int: "int64",
    np.uint64: "uint64",
    float: "float64",
    bool: "bool",
}


def parameter_of(path: str, hint: Any) -> Parameter:
    """Return the parameter that an annotation declares. Raises ``TypeError`` for an unknown one."""
    base, *metadata = get_args(hint) if get_origin(hint) is Annotated else (hint,)
    arrays = [one for one in metadata if isinstance(one, Array)]
    if arrays:
        kind = arrays[-1]
        return Records(
            path, kind.item, tuple(_sibling(path, n) for n in kind.least), kind.read_only
        )
    if base in NUMBERS:
        ranges = tuple(one for one in metadata if isinstance(one, Range))
        return Number(path, NUMBERS[base], ranges)
    if get_origin(base) is tuple:
        times = [one.number for one in metadata if isinstance(one, Times)]
        hints = get_args(base)[:1] * times[-1] if times else get_args(base)
        parts = tuple(parameter_of(f"{path}.{place}", one) for place, one in enumerate(hints))
        return Group(path, None, parts)
    if isinstance(base, type) and issubclass(base, tuple):
        annotations = get_type_hints(base, include_extras=True)
        fields: tuple[str, ...] = base._fields  # type: ignore[attr-defined]
        return Group(
            path, base, tuple(parameter_of(f"{path}.{one}", annotations[one]) for one in fields)
        )
    raise TypeError(f"{path}: no kind of a parameter: {hint!r}")


def _sibling(path: str, least: int | LengthOf) -> int | LengthOf:
    """Return a least length, with the whole path of a field of the same named tuple."""
    if isinstance(least, LengthOf) and least.array.startswith("."):
        return LengthOf(path.rpartition(".")[0] + least.array, least.plus)
    return least


def signature_of(name: str, entry: Entry) -> Signature:
    """Return the signature of an entry point. Raises ``TypeError`` if it is not declared well."""
    hints = get_type_hints(entry.function, include_extras=True)
    returned = hints.pop("return")
    if returned is type(None):
        results: tuple[str, ...] = ()
    else:
        types = get_args(returned) if get_origin(returned) is tuple else (returned,)
        results = tuple(NUMBERS[one] for one in types)
    parameters = tuple(parameter_of(path, hint) for path, hint in hints.items())
    signature = Signature(name, entry, parameters, results)
    arrays = {one.path for one in signature.leaves() if isinstance(one, Records)}
    for leaf in signature.leaves():
        for limit in limits_of(leaf):
            if isinstance(limit, LengthOf) and limit.array not in arrays:
                raise TypeError(f"{name}: {leaf.path} is limited by {limit.array}, not an array")
    return signature


@lru_cache(maxsize=1)
def signatures() -> dict[str, Signature]:
    """Return the signatures of all entry points by name, importing all modules that have any."""
    for layer in LAYERS:
        package = importlib.import_module(f"{schwimmen.__name__}.{layer}")
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if _has_entries(module):
                importlib.import_module(module.name)
    return {name: signature_of(name, entry) for name, entry in sorted(ENTRIES.items())}


def _has_entries(module: pkgutil.ModuleInfo) -> bool:
    spec = module.module_finder.find_spec(module.name, None)
    if module.ispkg or spec is None or spec.origin is None:
        return False
    with open(spec.origin, encoding="utf-8") as source:
        return "@entry" in source.read()
