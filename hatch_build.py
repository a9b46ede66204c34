"""Puts the built front end into a wheel, so that `pip install .` alone gives a table to play at."""

import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class FrontEndHook(BuildHookInterface[Any]):
    """Builds the front end for a wheel; an editable install serves what `make` has built."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version != "editable":
            script = Path(self.root, "scripts", "frontend.py")
            subprocess.run([sys.executable, str(script)], check=True)
