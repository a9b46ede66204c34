"""Extras: the split of the packages is true, and a missing extra is named in one line."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from collections.abc import Iterable
from functools import cache
from importlib.metadata import PackageNotFoundError, packages_distributions, requires
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from schwimmen.extras import EXTRA_MODULES, MissingExtra, require_extra
from schwimmen.rules import SchwimmenError
from tests.processes import PATIENCE

PROJECT = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text("utf-8"))
EXTRAS: dict[str, list[Requirement]] = {
    extra: [Requirement(line) for line in lines]
    for extra, lines in PROJECT["project"]["optional-dependencies"].items()
}

COMMANDS = {
    ("play", "--no-browser", "--port", "1"): ("play", "table"),
    ("serve", "--port", "1"): ("serve", "table"),
    ("doctor", "http://127.0.0.1:1"): ("doctor", "table"),
    ("backup", "copy.db"): ("backup", "table"),
    ("restore", "copy.db"): ("restore", "table"),
    ("copy-database", "one.db", "two.db"): ("copy-database", "table"),
    ("simulate", "--format", "parquet", "--output", "rounds"): ("--format parquet", "parquet"),
    ("dataset", "--matches", "1", "--output", "x.parquet"): ("x.parquet", "parquet"),
    ("arena", "random", "greedy", "--decisions", "x.parquet"): ("x.parquet", "parquet"),
    ("simulate", "--cluster", "localhost:1"): ("a cluster", "cluster"),
    ("arena", "random", "greedy", "--cluster", "localhost:1"): ("a cluster", "cluster"),
    ("exploit", "--bot", "random", "--cluster", "localhost:1"): ("a cluster", "cluster"),
    ("review", "record", "--cluster", "localhost:1"): ("a cluster", "cluster"),
}
"""Commands that need an extra: the first words of the message without it, and the extra."""

CORE_COMMANDS = (
    ("--help",),
    ("play", "--help"),
    ("replay", "record"),
    ("simulate", "--rounds", "10", "--seed", "1"),
    ("arena", "random", "greedy", "--deals", "2", "--seed", "1"),
    ("dataset", "--matches", "1", "--seed", "1", "--output", "x.jsonl"),
)
"""Commands that need no extra."""

PARTS = {
    "schwimmen.server": "table",
    "schwimmen.envs.gymnasium": "gymnasium",
    "schwimmen.envs.pettingzoo": "pettingzoo",
    "schwimmen.envs.openspiel": "openspiel",
}
"""Packages and modules that need an extra and say so when they are imported."""

INTERNAL_PARTS = {
    "schwimmen.tables": "table",
    "schwimmen.envs.scene": "gymnasium",
    "schwimmen.envs.picture": "pictures",
    "schwimmen.engine.witness": "compile",
    "schwimmen.rules.core.bit_instructions": "compile",
    "schwimmen.envs.bitmask_instructions": "compile",
}
"""Packages and modules that need an extra and that only these parts import."""

RECORD = (
    '{"format": "schwimmen-match/1", "rules": {"preset": "pagat"}, '
    '"players": ["A", "B"], "dealer": 0, "rounds": []}'
)

PROGRAM = """
import contextlib, importlib, io, json, pkgutil, sys

given = json.load(sys.stdin)
sys.modules |= dict.fromkeys(given["missing"])
import schwimmen
from schwimmen.cli import main

def run(arguments):
    out, errors = io.TextIOWrapper(io.BytesIO()), io.TextIOWrapper(io.BytesIO())
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(errors):
        try:
            status = main(arguments)
        except SystemExit as ended:
            status = ended.code
    errors.seek(0)
    return [status, errors.read()]

commands = [run(arguments) for arguments in given["commands"]]
errors = {}
for module in pkgutil.walk_packages(schwimmen.__path__, "schwimmen.", onerror=lambda name: None):
    if not module.name.endswith("__main__") and "migrations" not in module.name:
        try:
            importlib.import_module(module.name)
        except ImportError as error:
            errors[module.name] = [type(error).__name__, str(error)]
json.dump({"commands": commands, "errors": errors}, sys.stdout)
"""
"""Program that runs commands and imports all modules while some modules are missing."""


owners_of_modules = cache(packages_distributions)
"""Return the distributions that provide each module, which takes reading all their files."""


def with_extras(*extras: str) -> set[str]:
    """Return these extras and those that they include."""
    included = [one for extra in extras for one in EXTRAS[extra] if one.name == "schwimmen"]
    return {*extras, *(name for one in included for name in with_extras(*one.extras))}


def own_requirements(extras: Iterable[str]) -> list[Requirement]:
    """Return the requirements that the extras name themselves."""
    return [one for extra in extras for one in EXTRAS[extra] if one.name != "schwimmen"]


def distributions(requirements: list[Requirement]) -> set[str]:
    """Return the names of all distributions that these requirements install."""
    found: set[tuple[str, str]] = set()
    waiting = [(one.name, extra) for one in requirements for extra in {"", *one.extras}]
    while waiting:
        name, extra = waiting.pop()
        if (canonicalize_name(name), extra) in found:
            continue
        found.add((canonicalize_name(name), extra))
        try:
            lines = requires(name) or []
        except PackageNotFoundError:  # not needed on this platform
            continue
        for one in map(Requirement, lines):
            if one.marker is None or one.marker.evaluate({"extra": extra}):
                waiting += [(one.name, more) for more in {"", *one.extras}]
    return {name for name, _ in found}


def outcome(extras: set[str], commands: list[tuple[str, ...]]) -> dict[str, Any]:
    """Run commands and import all modules in a process with only these extras.

    The result has status and standard error of the ``commands``, and the ``errors`` of imports.
    """
    core = [Requirement(line) for line in PROJECT["project"]["dependencies"]]
    installed = distributions(core + own_requirements(extras)) | {"schwimmen"}
    missing = [
        module
        for module, owners in owners_of_modules().items()
        if not installed & set(map(canonicalize_name, owners))
    ]
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        input=json.dumps({"missing": missing, "commands": commands}),
        capture_output=True,
        text=True,
        timeout=3 * PATIENCE,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("extras", [(), ("table",), ("study",)])
def test_commands_and_modules_need_only_their_extra(
    extras: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "record").write_text(RECORD)
    installed = with_extras(*extras)
    expected = {
        command: f'schwimmen: {what} needs more packages: pip install "schwimmen[{extra}]"\n'
        for command, (what, extra) in COMMANDS.items()
        if extra not in installed
    }
    found = outcome(installed, [*expected, *CORE_COMMANDS])
    ended = dict(zip([*expected, *CORE_COMMANDS], found["commands"], strict=True))
    assert {command: ended[command] for command in expected} == {
        command: [2, message] for command, message in expected.items()
    }
    assert {command: ended[command][0] for command in CORE_COMMANDS} == dict.fromkeys(
        CORE_COMMANDS, 0
    )

    errors = found["errors"]
    unusable = {part: extra for part, extra in PARTS.items() if extra not in installed}
    assert {part: errors.get(part) for part in unusable} == {
        part: ["MissingExtra", f'{part} needs more packages: pip install "schwimmen[{extra}]"']
        for part, extra in unusable.items()
    }
    internal = {part for part, extra in INTERNAL_PARTS.items() if extra not in installed}
    assert errors.keys() - unusable.keys() == internal


def test_the_error_is_that_of_a_missing_module_and_of_a_user(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    require_extra("table", "this")
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    with pytest.raises(MissingExtra) as raised:
        require_extra("table", "this")
    assert str(raised.value) == 'this needs more packages: pip install "schwimmen[table]"'
    assert raised.value.code == "not_installed"
    assert isinstance(raised.value, ModuleNotFoundError)
    assert isinstance(raised.value, SchwimmenError)


def test_the_modules_are_those_of_the_packages_that_extras_name() -> None:
    owners = owners_of_modules()
    listed = {
        extra: {canonicalize_name(owner) for module in modules for owner in owners[module]}
        for extra, modules in EXTRA_MODULES.items()
    }
    for_examples = {"notebook", "learning"}
    assert listed == {
        extra: {canonicalize_name(one.name) for one in own_requirements([extra])}
        for extra in EXTRAS.keys() - for_examples
        if own_requirements([extra])
    }


def test_study_includes_everything_for_study_and_all_everything() -> None:
    assert with_extras("all") == set(EXTRAS)
    assert with_extras("study") == set(EXTRAS) - {"all", "table", "learning", "compile"}
