"""Courses of play in which every array of an entry point ends at a page that must not be touched.

Reading or writing one byte behind an array ends the process. Run as a program with the arguments of
``tests.conformance.courses``.
"""

from __future__ import annotations

import ctypes
import mmap
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Any, Final

import numpy as np

from schwimmen.engine import library

PROT_NONE: Final = 0
PAGE: Final = mmap.PAGESIZE

_free: Final[dict[int, list[mmap.mmap]]] = defaultdict(list)
_entry_point: Final = library.entry_point


def new_region(size: int) -> mmap.mmap:
    """Return memory for an array, with a page behind it that cannot be read or written."""
    pages = -(-size // PAGE) * PAGE
    region = mmap.mmap(-1, pages + PAGE)
    start = ctypes.addressof(ctypes.c_char.from_buffer(region))
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.mprotect(ctypes.c_void_p(start + pages), ctypes.c_size_t(PAGE), PROT_NONE):
        raise OSError(ctypes.get_errno(), "mprotect")
    return region


class Guard:
    """Copies of the arrays of one call."""

    def __init__(self) -> None:
        self._copies: dict[int, tuple[Any, Any, int, mmap.mmap]] = {}

    def of(self, argument: Any) -> Any:
        """Return an argument with a copy of every array in it."""
        if isinstance(argument, np.ndarray):
            return self._copy(argument)
        if isinstance(argument, tuple):
            parts = [self.of(part) for part in argument]
            return type(argument)(*parts) if hasattr(argument, "_fields") else tuple(parts)
        return argument

    def write_back(self) -> None:
        """Copy the results to the arrays of the caller, and free the memory."""
        for original, copy, size, region in self._copies.values():
            if original.flags.writeable:
                original[...] = copy
            _free[size].append(region)

    def _copy(self, array: Any) -> Any:
        if id(array) not in self._copies:
            size = array.nbytes
            region = _free[size].pop() if _free[size] else new_region(size)
            start = -(-size // PAGE) * PAGE - size
            copy = np.frombuffer(region, array.dtype, array.size, start).reshape(array.shape)
            copy[...] = array
            self._copies[id(array)] = array, copy, size, region
        return self._copies[id(array)][1]


def guarded_entry_point(name: str) -> Callable[..., Any]:
    """Return an entry point that gets guarded copies of its arrays."""
    entry = _entry_point(name)

    def call(*arguments: Any) -> Any:
        guard = Guard()
        result = entry(*map(guard.of, arguments))
        guard.write_back()
        return result

    return call


def overruns() -> Iterator[str]:
    """Yield a line before touching a byte behind an array, which ends the process."""
    region = new_region(8)
    yield "guarded"
    yield str(region[PAGE])


if __name__ == "__main__":
    if sys.argv[1:] == ["overrun"]:
        for line in overruns():
            print(line, flush=True)
    else:
        library.entry_point = guarded_entry_point
        from tests.conformance.courses import main

        main(*sys.argv[1:])
