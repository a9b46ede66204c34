"""Files generated from the classes that declare fields are up to date."""

import runpy
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).parent.parent / "scripts"


def test_records_are_generated() -> None:
    for module in runpy.run_path(str(SCRIPTS / "schema.py"))["MODULES"]:
        assert module.content() == module.target.read_text(encoding="utf-8"), (
            "python scripts/schema.py writes them again"
        )


def test_types_of_the_package_for_javascript_are_generated(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.syspath_prepend(SCRIPTS)
    module = runpy.run_path(str(SCRIPTS / "js_types.py"))
    declared = {path.name: path.read_text() for path in module["DECLARATIONS"].iterdir()}
    assert module["declarations"]() == declared, "python scripts/js_types.py writes them again"
    assert module["generated_types"]() == module["TARGET"].read_text(encoding="utf-8"), (
        "python scripts/js_types.py writes them again"
    )
