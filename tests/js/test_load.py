"""The package for JavaScript loads in any tool, and says what to do if its files are missing."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from tests.js.node import JS, output_of
from tests.js.site import site

PAGE = b"\n<!DOCTYPE html><title>Not found</title>"
PREPARE = "(game) => game.prepare(game.match({ players: 2 })).then(() => game)"
MODULE = "import schwimmen/inline, or pass the module: load({ module })"
DATA = "put the folder data of the package there, or pass its address: load({ data })"

UNKNOWN = (
    "no_data: this program does not know where its data are; "
    "pass the address of their folder: load({ data })"
)


@pytest.fixture
def package(tmp_path: Path, js_data: Path) -> Path:
    """Copy of the package, installed for programs in ``tmp_path``."""
    copy = tmp_path / "node_modules" / "schwimmen"
    shutil.copytree(JS, copy, ignore=shutil.ignore_patterns("data"))
    shutil.copytree(js_data, copy / "data")
    return copy


def printed(package: Path, code: str, kind: str = "mjs") -> str:
    """Return the output of a program for which the package is installed."""
    folder = package.parent.parent
    (folder / f"program.{kind}").write_text(code)
    return output_of(f"program.{kind}", folder=folder).strip()


def loaded(package: Path, call: str, entry: str = "schwimmen") -> str:
    """Return the number of levels after a call of ``load``, or the code and text of its error."""
    code = f"""
        import {{ load, EngineError }} from "{entry}";
        {call}.then((game) => console.log(game.levels.length), (error) => {{
          if (!(error instanceof EngineError)) throw error;
          console.log(`${{error.code}}: ${{error.message}}`);
        }});
    """
    return printed(package, code)


def test_modules_import_only_each_other() -> None:
    imports = re.compile(r"""(?:\bfrom|\bimport|\brequire)\s*\(?\s*["']([^"']*)["']""")
    found = {name for path in JS.glob("*.js") for name in imports.findall(path.read_text())}
    assert "./engine.js" in found
    assert {name for name in found if not name.startswith("./")} == set()


def test_programs_may_import_or_require(package: Path) -> None:
    require = 'require("schwimmen").load().then(({ levels }) => console.log(levels.length));'
    levels = len(json.loads((JS / "layout.json").read_text())["codes"]["levels"])
    assert loaded(package, "load()") == printed(package, require, "cjs") == str(levels)


def test_the_module_may_be_inside(package: Path) -> None:
    (package / "rules.wasm").unlink()
    data = (package / "data").as_uri()
    call = f'load({{ data: "{data}" }}).then({PREPARE})'
    assert loaded(package, call, "schwimmen/inline").isdigit()
    wrong = loaded(package, f"load().then({PREPARE})", "schwimmen/inline")
    assert wrong == UNKNOWN


def test_a_module_without_an_address_needs_none(package: Path) -> None:
    index = package / "index.js"
    code = index.read_text()
    assert code.count("import.meta.url") == 1
    index.write_text(code.replace("import.meta.url", "undefined"))  # as in CommonJS
    assert loaded(package, "load()") == (
        f"unreadable: this program does not know where its files are; {MODULE}"
    )
    read = f'(await import("node:fs")).readFileSync("{package}/rules.wasm")'
    assert loaded(package, f"load({{ module: {read} }})").isdigit()
    assert loaded(package, f"load({{ module: {read} }}).then({PREPARE})") == UNKNOWN


@pytest.mark.parametrize("content", [None, PAGE], ids=["missing", "page"])
@pytest.mark.parametrize("name", ["rules.wasm", "data/catalogue.json", "data/outcomes"])
def test_a_file_left_behind(package: Path, name: str, content: bytes | None) -> None:
    [file] = package.glob(f"{name}*")
    file.unlink()
    if content is not None:
        file.write_bytes(content)
    said = loaded(package, f"load().then({PREPARE})")
    remedy = MODULE if name == "rules.wasm" else DATA
    reason = "cannot be read: .*" if content is None else "is a page instead of the file"
    assert re.fullmatch(
        f"unreadable: {re.escape(file.as_uri())} {reason}; {re.escape(remedy)}", said
    )


@pytest.mark.parametrize("content", [None, PAGE], ids=["missing", "page"])
def test_data_missing_on_a_site(package: Path, tmp_path: Path, content: bytes | None) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    if content is not None:
        (folder / "catalogue.json").write_bytes(content)
    with site(folder) as url:
        said = loaded(package, f'load({{ data: "{url}/data" }}).then({PREPARE})')
    reason = "cannot be read: status 404" if content is None else "is a page instead of the file"
    assert said == f"unreadable: {url}/data/catalogue.json {reason}; {DATA}"
