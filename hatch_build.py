"""Hatchling hook that builds the page and the documentation into the wheel."""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class SiteHook(BuildHookInterface[Any]):
    """Build hook for wheels; an editable install serves the page built by `make`."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        self._run("frontend.py", "packaged")
        if find_spec("mkdocs"):  # may be missing without build isolation
            self._run("documentation.py", "src/schwimmen/server/docs")

    def _run(self, script: str, *arguments: str) -> None:
        """Run a script of the project."""
        path = Path(self.root, "scripts", script)
        subprocess.run([sys.executable, str(path), *arguments], cwd=self.root, check=True)
