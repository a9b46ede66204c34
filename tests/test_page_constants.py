"""The page's constants are those of the server."""

from __future__ import annotations

import runpy
from pathlib import Path


def test_the_generated_module_is_up_to_date() -> None:
    module = runpy.run_path(str(Path(__file__).parent.parent / "scripts" / "page_constants.py"))
    current = module["TARGET"].read_text(encoding="utf-8")
    assert current == module["generated_module"](), "run: make api"
