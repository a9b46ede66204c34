"""The parts of scripts/release.py that need no environment; ``make release`` runs all of it."""

from __future__ import annotations

import re
import runpy
import tarfile
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from schwimmen.server.operation.engine_data import SHIPPED

SCRIPTS = Path(__file__).parent.parent / "scripts"
METADATA = "Metadata-Version: 2.4\nName: schwimmen\nVersion: 1.0\nLicense-File: LICENSE\n"


@pytest.fixture(scope="module")
def release() -> dict[str, Any]:
    """Return the names of the script."""
    with pytest.MonkeyPatch.context() as patched:
        patched.syspath_prepend(SCRIPTS)
        return runpy.run_path(str(SCRIPTS / "release.py"))


def test_a_requirement_names_the_wheel_and_the_extra(release: dict[str, Any]) -> None:
    wheel = Path("/a b/schwimmen-1.0-py3-none-any.whl")
    url = "file:///a%20b/schwimmen-1.0-py3-none-any.whl"
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
    code = {path.name for path in release["JS"].iterdir() if path.is_file()}
    blueprints = {path.name for path in SHIPPED.glob("*.blueprint")}
    data = {f"data/{name}" for name in blueprints | {"catalogue.json", "outcomes"}}
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


def test_packages_of_an_environment_are_counted(release: dict[str, Any], tmp_path: Path) -> None:
    site = tmp_path / "lib" / "python3.11" / "site-packages"
    for name in ("one", "two"):
        (site / f"{name}-1.0.dist-info").mkdir(parents=True)
        (site / f"{name}.py").write_bytes(bytes(500_000))
    assert release["installed"](tmp_path) == (2, 1.0)
