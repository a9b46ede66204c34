from __future__ import annotations

from pathlib import Path

import pytest

from tests.builder.checkout import Checkout


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    """Copy of the package and its builder that a test may change."""
    return Checkout(tmp_path)


@pytest.fixture
def sources(tmp_path: Path) -> Checkout:
    """Copy of the package and its builder without compiled files."""
    return Checkout(tmp_path, caches=False)
