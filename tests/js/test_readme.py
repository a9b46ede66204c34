"""The README of the package for JavaScript: its programs run, and it names all that is public."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from tests.js.node import JS, output_of

README = (JS / "README.md").read_text()
PROGRAMS = re.findall(r"```js\n(.*?)```", README, re.DOTALL)


@pytest.mark.parametrize("number", range(len(PROGRAMS)))
def test_a_program_prints_what_its_comments_say(tmp_path: Path, js_data: Path, number: int) -> None:
    package = tmp_path / "node_modules" / "schwimmen"
    shutil.copytree(JS, package, ignore=shutil.ignore_patterns("data"))
    (package / "data").symlink_to(js_data)
    (tmp_path / "program.mjs").write_text(PROGRAMS[number])
    printed = output_of("program.mjs", folder=tmp_path)
    assert printed
    for said in re.findall(r"^.*console\.log.*?(?:\n *)?// (.*)$", PROGRAMS[number], re.MULTILINE):
        assert said in printed


def test_public_names_are_described() -> None:
    for name in ("play", "game", "match"):  # a game extends one for play
        types = (JS / f"types/{name}.d.ts").read_text()
        [body] = re.findall(r"export class [\w ]+ {\n(.*?)\n}", types, re.DOTALL)
        for member in re.findall(r"^  (?:readonly |get )?(\w+)[(:?]", body, re.MULTILINE):
            assert re.search(rf"`{member}[`(]", README), member


def test_the_version_is_that_of_python() -> None:
    from schwimmen._version import __version__

    assert json.loads((JS / "package.json").read_text())["version"] == __version__
