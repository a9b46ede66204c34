"""Copy of the package and its builder, for a test to change."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from schwimmen.engine import library

ROOT: Final = Path(__file__).parents[2]
COMPILER: Final = ROOT / ".venv-compiler" / "bin" / "python"
WITHOUT: Final = shutil.ignore_patterns("static", "docs", "people", "storage")
REPLACED: Final = frozenset({"ir", "objects", "o", "z"})
"""Folders of both caches whose files may be replaced, but are never changed in place."""


class Checkout:
    """Copy of the package and the builder in a folder of its own."""

    def __init__(self, folder: Path, *, caches: bool = True) -> None:
        """Copy package and builder, with ``caches`` also the compiled files."""
        self.folder = folder
        self.package = folder / "src" / "schwimmen"
        self.cache = folder / ".cache" / "engine"
        shutil.copytree(library.PACKAGE, self.package, ignore=WITHOUT)
        shutil.copytree(ROOT / "builder", folder / "builder", ignore=WITHOUT)
        if caches:
            for cache in (self.cache, folder / ".cache" / "zig"):
                shutil.copytree(ROOT / ".cache" / cache.name, cache, copy_function=_link)

    @property
    def library(self) -> Path:
        """Path of the library."""
        return self.package / "engine" / library.FILE.name

    def change(self, name: str, before: str, after: str) -> None:
        """Replace the first occurrence of a text in a module of the package."""
        _replace(self.package / name, before, after)

    def keep_entries(self, *names: str) -> None:
        """Make the package one of a few entry points, whose library has not been built."""
        every = "sorted(ENTRIES.items())"
        few = f"{every} if name in {names!r}"
        _replace(self.folder / "builder" / "signatures.py", every, few)
        # They use only a part of the shim.
        allowed = '"-Wall", "-Wno-unused-function"'
        _replace(self.folder / "builder" / "native.py", '"-Wall"', allowed)

    def start(self, *arguments: str, python: Path = COMPILER) -> subprocess.Popen[str]:
        """Start the builder."""
        return subprocess.Popen(
            [str(python), "-m", "builder", *arguments],
            cwd=self.folder,
            env=_environment(self.folder),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def build(self, *arguments: str, python: Path = COMPILER) -> tuple[int, str, str]:
        """Run the builder and return its exit status, output and errors."""
        process = self.start(*arguments or ("native",), python=python)
        out, errors = process.communicate()
        return process.returncode, out, errors

    def json(self, code: str, python: Path = Path(sys.executable), engine: str = "python") -> Any:
        """Return the JSON that a program in the checkout prints."""
        return json_of(self.folder, code, python, engine)


def json_of(
    folder: Path, code: str, python: Path = Path(sys.executable), engine: str = "python"
) -> Any:
    """Return the JSON that a program prints in a folder with the package and its builder."""
    done = subprocess.run(
        [str(python), "-c", code],
        cwd=folder,
        env=_environment(folder) | {"SCHWIMMEN_ENGINE": engine},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def _link(source: str, target: str) -> None:
    """Copy a file of a cache, by a link if nothing changes it in place."""
    if not REPLACED.isdisjoint(Path(source).relative_to(ROOT).parts):
        with suppress(OSError):
            os.link(source, target)
            return
    shutil.copy2(source, target)


def _environment(folder: Path) -> dict[str, str]:
    return os.environ | {"PYTHONPATH": f"{folder / 'src'}{os.pathsep}{folder}"}


def _replace(path: Path, before: str, after: str) -> None:
    source = path.read_text()
    assert before in source
    path.write_text(source.replace(before, after, 1))
