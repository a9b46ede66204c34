"""The page's constants and set-up are those of the server."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

MODULE = runpy.run_path(str(Path(__file__).parent.parent / "scripts" / "page_constants.py"))


@pytest.mark.parametrize(
    ("target", "generated"), [("TARGET", "generated_module"), ("SETUP", "generated_setup")]
)
def test_the_generated_files_are_up_to_date(target: str, generated: str) -> None:
    current = MODULE[target].read_text(encoding="utf-8")
    assert current == MODULE[generated](), "run: make api"
