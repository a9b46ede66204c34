"""Test vectors shared with the browser's verification: vectors.json."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from copy import deepcopy
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

VECTORS: Final[dict[str, Any]] = json.loads(
    (Path(__file__).parent / "vectors.json").read_text(encoding="utf-8")
)


def changed(of: str, changes: Iterable[tuple[Sequence[str | int], Any]]) -> dict[str, Any]:
    """Return a copy of a named record with changes."""
    record: dict[str, Any] = deepcopy(VECTORS["records"][of])
    for path, value in changes:
        inside: Any = record
        for key in path[:-1]:
            inside = inside[key]
        inside[path[-1]] = deepcopy(value)
    return record


def seed(name: object) -> str:
    """Return a seed that differs for each name."""
    return sha256(str(name).encode()).hexdigest()
