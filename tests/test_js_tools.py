"""The parts of scripts/js_tools.py that need no network; ``make release`` runs all of it."""

from __future__ import annotations

import re
import runpy
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.js.node import JS, output_of

SCRIPTS = Path(__file__).parent.parent / "scripts"


@pytest.fixture(scope="module")
def tools() -> dict[str, Any]:
    """Return the names of the script."""
    with pytest.MonkeyPatch.context() as patched:
        patched.syspath_prepend(SCRIPTS)
        return runpy.run_path(str(SCRIPTS / "js_tools.py"))


@pytest.mark.parametrize("entry", ["schwimmen", "schwimmen/inline"])
def test_the_program_plays(
    tools: dict[str, Any], tmp_path: Path, js_data: Path, entry: str
) -> None:
    package = tmp_path / "node_modules" / "schwimmen"
    shutil.copytree(JS, package, ignore=shutil.ignore_patterns("data"))
    shutil.copytree(js_data, package / "data")
    (tmp_path / "match.mjs").write_text(tools["MATCH"])
    program = tools["PROGRAM"] if entry == "schwimmen" else tools["inline"](tools["PROGRAM"])
    assert f'"{entry}"' in program
    (tmp_path / "program.mjs").write_text(program)
    data = [] if entry == "schwimmen" else [js_data.as_uri()]
    assert tools["PLAYED"].fullmatch(output_of("program.mjs", *data, folder=tmp_path).strip())


def test_a_tool_fails_that_plays_another_match(tools: dict[str, Any]) -> None:
    right, wrong = "10 rounds, 11 with data", "10 rounds, 12 with data"
    assert tools["failures"]({"Node": right, "Bun": right}) == []
    played = {"Node": "TypeError", "Bun": right, "Deno": wrong, "Vite": right}
    assert tools["failures"](played) == ["Node: TypeError", f"Deno: {wrong}"]
    assert tools["failures"]({"Node": "TypeError"}) == ["Node: TypeError"]


def test_a_bundle_must_not_name_the_folder_of_the_package(
    tools: dict[str, Any], tmp_path: Path
) -> None:
    address = (tools["PACKAGES"] / "schwimmen" / "index.js").as_uri()
    (tmp_path / "program.js").write_text(f'new URL("./rules.wasm", "{address}")')
    (tmp_path / "page.mjs").write_text('new URL("./rules.wasm", import.meta.url)')
    (tmp_path / "page.mjs.map").write_text(address)
    assert tools["files_with_address"](tmp_path) == ["program.js"]


def test_the_size_of_a_page_of_next_is_what_browsers_get(
    tools: dict[str, Any], tmp_path: Path
) -> None:
    assert tools["size_of"](tmp_path) == ""
    (tmp_path / "server.js").write_bytes(bytes(2_000_000))
    assert tools["size_of"](tmp_path) == "2.00"
    (tmp_path / "static").mkdir()
    (tmp_path / "static" / "page.js").write_bytes(bytes(500_000))
    assert tools["size_of"](tmp_path) == "0.50"


def test_all_tools_and_versions_are_in_the_readme(tools: dict[str, Any]) -> None:
    readme = (JS / "README.md").read_text()
    for name, (package, _) in tools["TRIALS"].items():
        tool = re.split(r"[ ,]", name)[0]
        assert re.search(rf"\b{tool}\b", readme), tool
        major = tools["TOOLS"].get(package, "").split(".")[0]
        if package in ("next", "parcel", "vite", "webpack"):
            assert f"**{tool}** {major}" in readme
