"""Layers: imports run one way, from the server down to the rules."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCES = Path(__file__).parent.parent / "src" / "schwimmen"

BELOW: dict[str, set[str]] = {
    "rules": set(),
    "records": {"rules"},
    "players": {"rules"},
    "analysis": {"rules", "extras", "records", "players"},
    "simulation": {"rules", "extras", "players"},
    "arena": {"rules", "players", "simulation"},
    "envs": {"rules", "extras", "players"},
    "training": {"rules", "records", "players", "analysis", "simulation", "arena", "envs"},
    "tables": {"rules", "records", "players", "analysis"},
    "server": {"rules", "extras", "records", "players", "analysis", "tables"},
}
"""Parts that each part may import."""


def imported(path: Path) -> Iterator[str]:
    """Yield the absolute names of all modules that a file imports."""
    package = ("schwimmen", *path.relative_to(SOURCES).parent.parts)
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join([*above, *([node.module] if node.module else [])])
            yield from (f"{module}.{name.name}" for name in node.names)


@pytest.mark.parametrize("part", BELOW)
def test_imports_run_one_way(part: str) -> None:
    found = {
        (path.name, other.split(".")[1])
        for path in (SOURCES / part).rglob("*.py*")
        if path.suffix in (".py", ".pyi")
        for other in imported(path)
        if other.startswith("schwimmen.")
    }
    assert found, "a part imports at least itself"
    assert {(name, other) for name, other in found if other not in BELOW[part] | {part}} == set()


def test_every_part_is_in_a_layer() -> None:
    assert {path.name for path in SOURCES.iterdir() if (path / "__init__.py").is_file()} == set(
        BELOW
    )
