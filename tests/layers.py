"""Layers of the project: which part may import which, and what the files of it do import."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

SOURCES = Path(__file__).parent.parent / "src" / "schwimmen"

BELOW: dict[str, set[str]] = {
    "engine": set(),
    "rules": {"engine"},
    "display": {"rules"},
    "records": {"rules"},
    "players": {"engine", "rules"},
    "analysis": {"engine", "rules", "extras", "records", "players"},
    "simulation": {"engine", "rules", "extras", "players"},
    "arena": {"engine", "rules", "players", "simulation"},
    "envs": {"engine", "rules", "extras", "players"},
    "training": {
        "engine",
        "rules",
        "records",
        "players",
        "analysis",
        "simulation",
        "arena",
        "envs",
    },
    "tables": {"rules", "records", "players", "analysis"},
    "server": {
        "engine",
        "__version__",
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


def imported(path: Path, root: Path = SOURCES.parent) -> Iterator[tuple[str, bool]]:
    """Yield the absolute names of all modules that a file imports, and whether it does so late.

    ``root`` is the folder of the topmost package.
    """
    package = path.relative_to(root).parent.parts
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
