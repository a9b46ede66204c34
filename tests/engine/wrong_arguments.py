"""Arguments of entry points: right ones as small as possible, and wrong ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from builder.signatures import Group, Number, Parameter, Records, Signature
from schwimmen.engine import LengthOf


@dataclass(frozen=True)
class Mistake:
    """Wrong argument in the place of a right one, and the number or array that it is."""

    path: str
    what: str
    argument: Any


class Arguments:
    """Smallest right arguments of an entry point."""

    def __init__(self, signature: Signature) -> None:
        self._signature = signature
        self._arrays: dict[str, Any] = {}
        for leaf in signature.leaves():
            if isinstance(leaf, Records):
                self._array(leaf)

    def right(self) -> list[Any]:
        """Return right arguments."""
        return [self._value(parameter, {}) for parameter in self._signature.parameters]

    def mistakes(self) -> Iterator[tuple[Mistake, list[Any]]]:
        """Yield every wrong argument with all arguments, of which it is the only wrong one."""
        for leaf in self._signature.leaves():
            for mistake in self._wrong(leaf):
                changed = {mistake.path: mistake.argument}
                parameters = self._signature.parameters
                yield mistake, [self._value(one, changed) for one in parameters]

    def _array(self, leaf: Records) -> Any:
        if leaf.path not in self._arrays:
            length, *others = (self._limit(least) for least in leaf.least)
            shape = (max(length, self._indexed(leaf)), *others)
            self._arrays[leaf.path] = np.zeros(shape, leaf.item)
        return self._arrays[leaf.path]

    def _indexed(self, leaf: Records) -> int:
        """Return the length with which 0 is a right index of an array, wherever it is one."""
        highs = (
            one.high
            for other in self._signature.leaves()
            if isinstance(other, Number)
            for one in other.ranges
        )
        indices = (high for high in highs if isinstance(high, LengthOf) and high.array == leaf.path)
        return max((-high.plus for high in indices), default=0)

    def _limit(self, limit: int | LengthOf) -> int:
        if isinstance(limit, int):
            return limit
        leaves = self._signature.leaves()
        array = next(one for one in leaves if isinstance(one, Records) and one.path == limit.array)
        return len(self._array(array)) + limit.plus

    def _value(self, parameter: Parameter, changed: dict[str, Any]) -> Any:
        if parameter.path in changed:
            return changed[parameter.path]
        if isinstance(parameter, Group):
            parts = [self._value(part, changed) for part in parameter.parts]
            return parameter.cls(*parts) if parameter.cls else tuple(parts)
        if isinstance(parameter, Records):
            return self._array(parameter)
        return max((self._limit(one.low) for one in parameter.ranges), default=0)

    def _wrong(self, leaf: Number | Records) -> Iterator[Mistake]:
        if isinstance(leaf, Number):
            yield (
                Mistake(leaf.path, "a text", "1")
                if leaf.type != "bool"
                else Mistake(leaf.path, "no truth value", np.zeros(2))
            )
            for one in leaf.ranges:
                yield Mistake(leaf.path, "too low", self._limit(one.low) - 1)
                yield Mistake(leaf.path, "too high", self._limit(one.high) + 1)
            if leaf.type == "int64":
                yield Mistake(leaf.path, "a fraction", 0.5)
                yield Mistake(leaf.path, "65 bits", 1 << 64)
            return
        right = self._array(leaf)
        yield Mistake(leaf.path, "no array", None)
        yield Mistake(leaf.path, "other items", np.zeros(right.shape, f"V{leaf.item.itemsize + 1}"))
        yield Mistake(leaf.path, "one more dimension", np.zeros((1, *right.shape), leaf.item))
        if not leaf.read_only:
            fixed = right.copy()
            fixed.flags.writeable = False
            yield Mistake(leaf.path, "read-only", fixed)
        if right.size > 1:
            wide = np.zeros((*right.shape[:-1], 2 * right.shape[-1]), leaf.item)
            yield Mistake(leaf.path, "not contiguous", wide[..., ::2])
        for dimension, length in enumerate(right.shape):
            if length and not self._follows(leaf, dimension):
                yield Mistake(leaf.path, "too short", _shorter(right, dimension))

    def _follows(self, leaf: Records, dimension: int) -> bool:
        """Return whether others take their length from an array, which would be too short, too."""
        return dimension == 0 and any(
            isinstance(limit, LengthOf) and limit.array == leaf.path
            for other in self._signature.leaves()
            if isinstance(other, Number)
            for one in other.ranges
            for limit in (one.low, one.high)
        )


def _shorter(array: Any, dimension: int) -> Any:
    shape: Sequence[int] = [
        length - (place == dimension) for place, length in enumerate(array.shape)
    ]
    return np.zeros(shape, array.dtype)
