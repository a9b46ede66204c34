"""Layers: imports run one way, from the server down to the rules."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCES = Path(__file__).parent.parent / "src" / "schwimmen"

BELOW: dict[str, set[str]] = {
    "engine": set(),
    "rules": {"engine"},
    "display": {"rules"},
    "records": {"rules"},
    "players": {"rules"},
    "analysis": {"rules", "extras", "records", "players"},
    "simulation": {"rules", "extras", "players"},
    "arena": {"rules", "players", "simulation"},
    "envs": {"rules", "extras", "players"},
    "training": {"rules", "records", "players", "analysis", "simulation", "arena", "envs"},
    "tables": {"rules", "records", "players", "analysis"},
    "server": {
        "__version__",
        "engine",
        "rules",
        "extras",
        "records",
        "players",
        "analysis",
        "tables",
    },
}
"""Parts that each part may import."""

LATE = {
    ("rules/match.py", "records"),  # Match.from_record, Match.to_record
    ("rules/ruleset.py", "display"),  # str and HTML of rule sets
    ("rules/view.py", "display"),  # repr, str and pictures of matches, rounds and views
}
"""Modules that may import a part above their own, inside functions or for type checking only."""


def imported(path: Path) -> Iterator[tuple[str, bool]]:
    """Yield the absolute names of all modules that a file imports, and whether it does so late."""
    package = ("schwimmen", *path.relative_to(SOURCES).parent.parts)
    tree = ast.parse(path.read_text(encoding="utf-8"))
    late = {inner for node in ast.walk(tree) if runs_late(node) for inner in ast.walk(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((name.name, node in late) for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join([*above, *([node.module] if node.module else [])])
            yield from ((f"{module}.{name.name}", node in late) for name in node.names)


def runs_late(node: ast.AST) -> bool:
    """Return whether the code of a node does not run while its module is imported."""
    if isinstance(node, ast.If):
        return ast.unparse(node.test) == "TYPE_CHECKING"
    return isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)


@pytest.mark.parametrize("part", BELOW)
def test_imports_run_one_way(part: str) -> None:
    found = {
        (path.relative_to(SOURCES).as_posix(), other.split(".")[1], late)
        for path in (SOURCES / part).rglob("*.py*")
        if path.suffix in (".py", ".pyi")
        for other, late in imported(path)
        if other.startswith("schwimmen.")
    }
    assert found or not BELOW[part], "a part imports at least itself"
    upward = {one for one in found if one[1] not in BELOW[part] | {part}}
    assert upward == {(name, other, True) for name, other in LATE if name.startswith(f"{part}/")}


def test_every_part_is_in_a_layer() -> None:
    assert {path.name for path in SOURCES.iterdir() if (path / "__init__.py").is_file()} == set(
        BELOW
    )
