"""Copy of the package and its builder, with their caches, for a test to change."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

from schwimmen.engine import library

ROOT: Final = Path(__file__).parents[2]
COMPILER: Final = ROOT / ".venv-compiler" / "bin" / "python"
WITHOUT: Final = shutil.ignore_patterns("__pycache__", "static", "docs", "people", "storage")


class Checkout:
    """Copy in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.package = folder / "src" / "schwimmen"
        self.cache = folder / ".cache" / "engine"
        shutil.copytree(library.PACKAGE, self.package, ignore=WITHOUT)
        shutil.copytree(ROOT / "builder", folder / "builder", ignore=WITHOUT)
        shutil.copytree(ROOT / ".cache", folder / ".cache")

    @property
    def library(self) -> Path:
        """Path of the library."""
        return self.package / "engine" / library.FILE.name

    def change(self, name: str, before: str, after: str) -> None:
        """Replace the first occurrence of a text in a module."""
        path = self.package / name
        source = path.read_text()
        assert before in source
        path.write_text(source.replace(before, after, 1))

    def start(self, *arguments: str, python: Path = COMPILER) -> subprocess.Popen[str]:
        """Start the builder."""
        return subprocess.Popen(
            [str(python), "-m", "builder", *arguments],
            cwd=self.folder,
            env=self._environment,
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
        """Return what a program in the checkout prints, as JSON."""
        done = subprocess.run(
            [str(python), "-c", code],
            cwd=self.folder,
            env=self._environment | {"SCHWIMMEN_ENGINE": engine},
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    @property
    def _environment(self) -> dict[str, str]:
        source = str(self.folder / "src")
        return os.environ | {"PYTHONPATH": f"{source}{os.pathsep}{self.folder}"}
