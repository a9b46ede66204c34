"""What both checks must agree on, here and in the browser: vectors.json."""

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
    """The record of this name with changes made in it."""
    record: dict[str, Any] = deepcopy(VECTORS["records"][of])
    for path, value in changes:
        inside: Any = record
        for key in path[:-1]:
            inside = inside[key]
        inside[path[-1]] = deepcopy(value)
    return record


def seed(name: object) -> str:
    """A seed, other for every name."""
    return sha256(str(name).encode()).hexdigest()
