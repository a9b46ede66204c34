"""What is generated from the classes that declare fields is up to date."""

import runpy
from pathlib import Path

MODULE = runpy.run_path(str(Path(__file__).parent.parent / "scripts" / "schema.py"))


def test_records_are_generated() -> None:
    assert MODULE["generated_module"]() == MODULE["TARGET"].read_text(encoding="utf-8"), (
        "python scripts/schema.py writes them again"
    )
