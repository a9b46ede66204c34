"""Fixtures for all tests of environments."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest


@pytest.fixture(autouse=True)
def uncompiled_generators_may_overflow() -> Iterator[None]:
    """Suppress NumPy's warning, which compiled code does not give."""
    with np.errstate(over="ignore"):
        yield
