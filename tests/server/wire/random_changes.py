"""Random sequences of JSON values and the changes between them, to test the page with.

python -m tests.server.wire.random_changes     rewrite frontend/src/api/changes.random.json
"""

import json
from pathlib import Path
from random import Random
from typing import Any, Final

from schwimmen.server.wire.changes import change_of

TARGET: Final = Path(__file__).parents[3] / "frontend" / "src" / "api" / "changes.random.json"

SEQUENCES: Final = 30
STEPS: Final = 6
MAX_DEPTH: Final = 3
MAX_PARTS: Final = 3

NAMES: Final = ("seats", "hand", "to_act", "0", "1", "10", "", "__proto__", "constructor", "length")
SCALARS: Final = (None, False, True, 0, 1, -7, 30.5, "", "TC", "[]", "{}", "über")


class RandomValues:
    """Source of random JSON values, the same for a seed in every version of Python."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def value(self, depth: int = 0) -> Any:
        """Return a random value."""
        kind = self._below(3) if depth < MAX_DEPTH else 0
        if kind == 1:
            return [self.value(depth + 1) for _ in range(self._below(MAX_PARTS + 1))]
        if kind == 2:
            count = self._below(MAX_PARTS + 1)
            return {self._pick(NAMES): self.value(depth + 1) for _ in range(count)}
        return self._pick(SCALARS)

    def successor(self, value: Any, depth: int = 0) -> Any:
        """Return a value that shares parts with another."""
        if not isinstance(value, dict | list) or not value or self._below(20) == 0:
            return self.value(depth)
        if isinstance(value, dict):
            return self._next_object(value, depth)
        return self._next_list(value, depth)

    def _next_object(self, value: dict[str, Any], depth: int) -> dict[str, Any]:
        members = dict(value)
        for name in value:
            match self._below(6):
                case 0:
                    del members[name]
                case 1 | 2:
                    members[name] = self.successor(value[name], depth + 1)
        if self._below(3) == 0:
            members[self._pick(NAMES)] = self.value(depth + 1)
        return members

    def _next_list(self, value: list[Any], depth: int) -> list[Any]:
        items = [self.successor(one, depth + 1) if self._below(3) == 0 else one for one in value]
        match self._below(4):
            case 0:
                return items[: self._below(len(items))]
            case 1:
                return [*items, self.value(depth + 1)]
            case 2:
                return items[1:]
        return items

    def _below(self, limit: int) -> int:
        return int(self._random.random() * limit)

    def _pick(self, values: Any) -> Any:
        return values[self._below(len(values))]


def sequence(seed: int) -> dict[str, Any]:
    """Return a first value, and steps with a change and the value after it."""
    source = RandomValues(seed)
    first = value = {name: source.value(1) for name in NAMES[seed % 5 :: 3]}
    steps = []
    for _ in range(STEPS):
        following = source.successor(value)
        steps.append({"change": change_of(value, following), "value": following})
        value = following
    return {"first": first, "steps": steps}


def generated_text() -> str:
    """Return the expected content of the generated file: one sequence per line."""
    lines = [
        json.dumps(sequence(seed), ensure_ascii=False, separators=(",", ":"))
        for seed in range(SEQUENCES)
    ]
    return "[\n" + ",\n".join(lines) + "\n]\n"


if __name__ == "__main__":
    TARGET.write_text(generated_text(), encoding="utf-8")
