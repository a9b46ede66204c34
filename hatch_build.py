"""Hatchling hook that builds the front end into the wheel, so that `pip install .` suffices."""

import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class FrontEndHook(BuildHookInterface[Any]):
    """Build hook for wheels; an editable install serves the front end built by `make`."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version != "editable":
            script = Path(self.root, "scripts", "frontend.py")
            subprocess.run([sys.executable, str(script)], check=True)
