"""Tests that a change can reach: those of its own part, and of all parts above it.

The needs of a test are read from its imports and from the names of folders in its code, so that a
new test needs no entry anywhere. A change of a file that is in no folder of the tables below
reaches all tests.
"""

from __future__ import annotations

import ast
import subprocess
from collections.abc import Iterable
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Final, NamedTuple

from tests.layers import BELOW, LATE, SOURCES, imported, parsed

TESTS: Final = Path(__file__).parent
ROOT: Final = TESTS.parent
FOLDERS: Final = ("frontend", "js", "docs", "examples", "benchmarks", "packaging")
"""Folders that tests read or run, except for those of Python's packages."""
PAGE: Final = ("frontend", "js")
"""Folders from which the page is built."""
WITH_PAGE: Final = ("browser", "js")
"""Folders of tests that all need the page or its engine."""
NO_TESTS: Final = (".git/", ".gitignore", "LICENSE", "NOTICE")
"""Beginnings of paths that no test reads but those at the top of ``tests/``."""


class Affected(NamedTuple):
    """Tests that a change can reach."""

    tests: tuple[str, ...] | None
    """Files of tests, or ``None`` for all."""
    page: bool
    """Whether the tests of the front end are among them."""


class Needs(NamedTuple):
    """Needs of a module of the tests."""

    modules: frozenset[str]
    """Other modules of the tests, by their paths."""
    parts: frozenset[str]
    """Parts of ``schwimmen`` that it imports."""
    command: bool
    """Whether it imports the command line, which can start every part."""
    folders: frozenset[str]
    """Other folders that it names."""


def changed_files(base: str | None) -> list[str]:
    """Return all files that are new or have changed since this branch left another.

    The other is ``origin/main`` by default, or ``HEAD`` without one.
    """
    if base is None:
        known = git("rev-parse", "--verify", "--quiet", "origin/main", check=False)
        base = "origin/main" if known else "HEAD"
    start = git("merge-base", base, "HEAD").strip()
    names = git("diff", "--name-only", "--no-renames", "-z", start)
    names += git("ls-files", "--others", "--exclude-standard", "-z")
    return sorted(set(names.split("\0")) - {""})


def git(*arguments: str, check: bool = True) -> str:
    """Return the output of a git command in the checkout."""
    done = subprocess.run(["git", *arguments], cwd=ROOT, stdout=subprocess.PIPE, check=check)
    return done.stdout.decode()


def affected_by(changed: Iterable[str]) -> Affected:
    """Return the tests that changes of these files can reach, given by path in the repository."""
    changed = list(changed)
    if not changed:
        return Affected((), False)
    parts, folders, modules, chosen = set[str](), set[str](), set[str](), set[str]()
    for name in changed:
        path = PurePosixPath(name)
        top, second = (*path.parts, "")[:2]
        if name.startswith("src/schwimmen/") and path.parts[2] in BELOW:
            parts.add(path.parts[2])
        elif name in ("tests/conftest.py", "tests/affected.py"):
            return Affected(None, True)
        elif top == "tests" and path.suffix == ".py":
            modules.add(name)
        elif top == "tests" and (TESTS / second).is_dir():
            chosen.add(second)
        elif top in FOLDERS:
            folders.add(top)
        elif path.suffix == ".md" or name == "mkdocs.yml":
            folders.add("docs")
        elif not name.startswith(NO_TESTS):
            return Affected(None, True)
    tests = sorted(
        name
        for name in all_needs()
        if PurePosixPath(name).name.startswith("test_")
        and (
            name.count("/") == 1  # documentation, scripts and the command: of all parts
            or name.split("/")[1] in chosen
            or modules & needed_modules(name)
            or parts & needed_parts(name)
            or folders & needed_folders(name)
        )
    )
    return Affected(tuple(tests), bool(folders & {*PAGE}))


def needed_parts(name: str) -> set[str]:
    """Return all parts whose change can reach a test."""
    read = all_needs()
    needed = {part for one in needed_modules(name) for part in read[one].parts}
    folder = name.split("/")[1]
    if read[name].command:
        needed |= {*BELOW}
    needed |= {part for module, part in LATE if module.startswith(f"{folder}/")}
    needed |= {folder} & {*BELOW}
    return needed.union(*map(closed, needed))


def closed(part: str) -> set[str]:
    """Return all parts below a part."""
    below = BELOW[part] & {*BELOW}
    return below.union(*map(closed, below))


def needed_folders(name: str) -> set[str]:
    """Return the folders beside ``src`` whose change can reach a test."""
    read = all_needs()
    needed = {folder for one in needed_modules(name) for folder in read[one].folders}
    return needed | ({*PAGE} if name.split("/")[1] in WITH_PAGE else set())


@cache
def needed_modules(name: str) -> frozenset[str]:
    """Return a module of the tests, all that it imports, and the ``conftest`` modules over them."""
    read = all_needs()
    found: set[str] = set()
    waiting = {name}
    while waiting:
        one = waiting.pop()
        found.add(one)
        above = (f"{folder}/conftest.py" for folder in PurePosixPath(one).parents)
        waiting |= {*read[one].modules, *(other for other in above if other in read)} - found
    return frozenset(found - {"tests/conftest.py"})


@cache
def all_needs() -> dict[str, Needs]:
    """Return the needs of each module of the tests, by its path in the repository."""
    return {path.relative_to(ROOT).as_posix(): read_needs(path) for path in TESTS.rglob("*.py")}


def read_needs(path: Path) -> Needs:
    """Read the needs of a module of the tests itself."""
    modules, parts, command = set[str](), set[str](), False
    folders = {*folders_in(path)}
    for name, _ in imported(path, ROOT):
        first, *inner = name.split(".")
        if first == "tests":
            modules |= {*module_files(inner)}
        elif first in FOLDERS:
            folders.add(first)
        elif first == "schwimmen" and inner:
            if inner[0] in BELOW:
                parts.add(inner[0])
            elif (SOURCES / f"{inner[0]}.py").exists():
                command |= inner[0].endswith("cli")
            else:
                parts.add("rules")  # a name that the package exports
    return Needs(frozenset(modules), frozenset(parts), command, frozenset(folders))


def module_files(names: list[str]) -> Iterable[str]:
    """Yield the files of a module of the tests, of which the last name may be inside it."""
    for length in range(1, len(names) + 1):
        place = "/".join(["tests", *names[:length]])
        for file in (f"{place}.py", f"{place}/__init__.py"):
            if (ROOT / file).exists():
                yield file


def folders_in(path: Path) -> Iterable[str]:
    """Yield the folders that the strings and fixtures of a module name."""
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            if (top := node.value.split("/")[0]) in FOLDERS:
                yield top
        elif isinstance(node, ast.arg) and node.arg == "documentation":
            yield "docs"
        elif isinstance(node, ast.Name) and node.id == "STATIC":  # the folder of the built page
            yield from PAGE
