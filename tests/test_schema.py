"""Files generated from the classes that declare fields are up to date."""

import runpy
from pathlib import Path

SCRIPTS = Path(__file__).parent.parent / "scripts"


def test_records_are_generated() -> None:
    module = runpy.run_path(str(SCRIPTS / "schema.py"))
    assert module["generated_module"]() == module["TARGET"].read_text(encoding="utf-8"), (
        "python scripts/schema.py writes them again"
    )


def test_types_of_the_package_for_javascript_are_generated() -> None:
    module = runpy.run_path(str(SCRIPTS / "js_types.py"))
    assert module["generated_types"]() == module["TARGET"].read_text(encoding="utf-8"), (
        "python scripts/js_types.py writes them again"
    )
