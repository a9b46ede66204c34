"""Plan of a build: files missing from the caches, and the division of work between processes."""

from __future__ import annotations

import json
import time
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Final

from .back_end import WEBASSEMBLY, Target
from .keys import Keys, digest
from .signatures import Signature, signatures

ROOT: Final = Path(__file__).parents[1]
CACHE: Final = ROOT / ".cache" / "engine"
IR: Final = CACHE / "ir"
OBJECTS: Final = CACHE / "objects"
COMPILERS: Final = ("numba", "llvmlite", "ziglang")
SEARCH: Final = tuple(
    f"schwimmen.{package}." for package in ("players.search", "players.equity", "analysis")
)
"""Packages of searches, reviews and reasons, which play up to the level ``club`` does not need."""


def compilers() -> str:
    """Return the versions of the compilers, on which all that they make depends.

    Raises ``SystemExit`` if one of them is missing.
    """
    try:
        return " ".join(f"{name} {version(name)}" for name in COMPILERS)
    except PackageNotFoundError as missing:
        raise SystemExit(f"the compiler's packages are missing ({missing.name})") from None


def source_of(module: str) -> str:
    """Return the source of a module of the builder, which is part of the keys of its files."""
    return (ROOT / __package__ / f"{module}.py").read_text(encoding="utf-8")


@dataclass(frozen=True)
class Job:
    """Object file to be made, of some entry points for a target."""

    entries: tuple[str, ...]
    target: Target
    prefix: str
    path: Path


@dataclass
class Share:
    """Part of a build that one process does: entry points to lower, then object files to make."""

    lower: list[str] = field(default_factory=list)
    jobs: list[Job] = field(default_factory=list)


class Plan:
    """Plan of a build, from the present declarations and sources."""

    def __init__(self) -> None:
        self._keys = Keys()
        self.signatures: dict[str, Signature] = signatures()
        self.keys = {name: self._keys.of_entry(one) for name, one in self.signatures.items()}

    @cached_property
    def lowered(self) -> dict[str, Path]:
        """File of each entry point that the front end writes."""
        tools = digest(compilers(), source_of("front_end"))
        return {name: IR / f"{digest(key, tools)}.json" for name, key in self.keys.items()}

    @property
    def groups(self) -> dict[str, tuple[str, ...]]:
        """Entry points by package; each group is compiled by itself."""
        found: dict[str, list[str]] = defaultdict(list)
        for name, one in self.signatures.items():
            found[one.entry.function.__module__.split(".")[1]].append(name)
        return {group: tuple(names) for group, names in found.items()}

    @property
    def javascript(self) -> tuple[str, ...]:
        """Entry points of the WebAssembly module with all functions."""
        return tuple(name for name, one in self.signatures.items() if one.entry.javascript)

    @property
    def playing(self) -> tuple[str, ...]:
        """Entry points of the small WebAssembly module: those that reach no search."""

        def searches(name: str) -> bool:
            reached = self._keys.reached(self.signatures[name].entry.function)
            return any(function.__module__.startswith(SEARCH) for function in reached)

        return tuple(name for name in self.javascript if not searches(name))

    def key_of(self, names: Iterable[str]) -> str:
        """Return a key of the sources of some entry points, whatever compiles them."""
        return digest(*(f"{name} {self.keys[name]}" for name in names))

    def job(self, names: Sequence[str], target: Target, prefix: str) -> Job:
        """Return the job of an object file; its path is a key of all that it depends on."""
        tools = digest(compilers(), source_of("front_end"), source_of("back_end"))
        key = digest(tools, repr(target), prefix, self.key_of(names))
        return Job(tuple(names), target, prefix, OBJECTS / f"{key}.o")

    def shares(self, jobs: Sequence[Job], processes: int) -> list[Share]:
        """Return the work for the jobs whose files are missing, for several processes.

        Jobs of the same entry points stay together. The work of a process is the number of
        functions that it compiles, each once.
        """
        groups: dict[tuple[str, ...], list[Job]] = defaultdict(list)
        for job in jobs:
            if not job.path.exists():
                groups[job.entries].append(job)
        reached = {
            names: frozenset().union(
                *(self._keys.reached(self.signatures[name].entry.function) for name in names)
            )
            for names in groups
        }
        shares = [Share() for _ in range(processes)]
        covered: list[frozenset[Any]] = [frozenset()] * processes
        for names in sorted(groups, key=lambda names: -len(reached[names])):
            cost = {place: len(covered[place] | reached[names]) for place in range(processes)}
            place = min(cost, key=cost.__getitem__)
            covered[place] |= reached[names]
            shares[place].jobs += groups[names]
            shares[place].lower += [one for one in names if not self.lowered[one].exists()]
        return [share for share in shares if share.jobs]

    @property
    def module(self) -> Job:
        """Job of the WebAssembly modules."""
        return self.job(self.javascript, WEBASSEMBLY, "")

    def prune(self, jobs: Iterable[Job]) -> None:
        """Delete the cached files of other sources that are a week old.

        Kept are the files of ``jobs`` and of the WebAssembly modules.
        """
        kept = {job.path for job in (*jobs, self.module)} | set(self.lowered.values())
        for path in kept & set(IR.glob("*.json")):
            kept |= {IR / f"{name}.bc" for name in json.loads(path.read_bytes())["functions"]}
        limit = time.time() - 7 * 86_400
        for path in {*IR.iterdir(), *OBJECTS.iterdir()} - kept:
            if path.stat().st_mtime < limit:
                path.unlink(missing_ok=True)
