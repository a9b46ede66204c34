"""Layers of the project: allowed imports of parts, and of rooms of a part, and actual imports."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

SOURCES = Path(__file__).parent.parent / "src" / "schwimmen"

BELOW: dict[str, set[str]] = {
    "engine": set(),
    "rules": {"engine"},
    "display": {"rules"},
    "records": {"rules"},
    "players": {"engine", "rules"},
    "analysis": {"engine", "rules", "extras", "records", "players"},
    "envs": {"engine", "rules", "extras", "players"},
    "bots": {"__version__", "rules", "players", "envs"},
    "simulation": {
        "engine",
        "__version__",
        "rules",
        "extras",
        "records",
        "players",
        "bots",
    },
    "arena": {
        "engine",
        "__version__",
        "rules",
        "players",
        "analysis",
        "bots",
        "simulation",
    },
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
        "bots",
        "analysis",
        "tables",
    },
}
"""Parts that each part may import."""

FLOORS: dict[str, tuple[set[str], ...]] = {
    "players": (
        {"budget", "cpu_count", "from_view", "greedy", "heuristic", "player", "random_play"}
        | {"rule_similarity"},
        {"levels"},
        {"blueprint", "equity"},
        {"policies"},
        {"search"},
        {"kernel"},
        {"level_players", "match_evidence"},
        {"search_player"},
        {"player_factory", "value_function"},
    ),
    "analysis": (
        {"decision", "kernel", "local_best_response", "luck", "match_review", "solving"}
        | {"statistics"},
        {"hints", "puzzles"},
    ),
    "server": (
        {"player_ids", "runtime"},
        {"limits", "storage", "wire"},
        {"errors"},
        {"live"},
        {"people"},
        {"http"},
        {"routes"},
        {"doctor", "operation"},
    ),
}
"""Floors of the rooms (modules and folders) of a part, from the bottom to the top.

A room may import those on lower floors, and none beside it.
"""

LATE = {
    ("envs/gymnasium.py", "bots"),  # opponents by words for other bots than levels
    ("rules/match.py", "records"),  # Match.from_record, Match.to_record
    ("rules/ruleset.py", "display"),  # str and HTML of rule sets
    ("rules/view.py", "display"),  # repr, str and pictures of matches, rounds and views
}
"""Modules that may import a part above their own, inside functions or for type checking only."""


def rooms_below(part: str, room: str) -> set[str]:
    """Return the rooms that a room of a part may import."""
    floors = FLOORS[part]
    own = next(number for number, rooms in enumerate(floors) if room in rooms)
    return set().union(*floors[:own])


def sources_of(*names: str) -> Iterator[Path]:
    """Yield the files of a part, or of a room of it: those of a folder, or a single module."""
    place = SOURCES.joinpath(*names)
    for suffix in (".py", ".pyi"):
        yield from place.rglob(f"*{suffix}")
        if (module := place.with_suffix(suffix)).is_file():
            yield module


def imported(path: Path, root: Path = SOURCES.parent) -> Iterator[tuple[str, bool]]:
    """Yield the absolute names of all modules that a file imports, and whether it does so late.

    ``root`` is the folder of the topmost package.
    """
    package = path.relative_to(root).parent.parts
    for node, late in statements(parsed(path).body):
        if isinstance(node, ast.Import):
            yield from ((name.name, late) for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join([*above, *([node.module] if node.module else [])])
            yield from ((f"{module}.{name.name}", late) for name in node.names)


@cache
def parsed(path: Path) -> ast.Module:
    """Return the syntax tree of a file."""
    return ast.parse(path.read_text(encoding="utf-8"))


def statements(body: list[ast.stmt], late: bool = False) -> Iterator[tuple[ast.stmt, bool]]:
    """Yield all statements of a block, and whether they run late; expressions import nothing."""
    for node in body:
        yield node, late
        inside = late or runs_late(node)
        for block in (node, *getattr(node, "handlers", ()), *getattr(node, "cases", ())):
            for field in ("body", "orelse", "finalbody"):
                yield from statements(getattr(block, field, []), inside)


def runs_late(node: ast.AST) -> bool:
    """Return whether the code of a node does not run while its module is imported."""
    if isinstance(node, ast.If):
        return ast.unparse(node.test) == "TYPE_CHECKING"
    return isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
