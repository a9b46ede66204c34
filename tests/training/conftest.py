"""Fixtures for the tests of this package."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest


@pytest.fixture(autouse=True)
def ignore_integer_overflow() -> Iterator[None]:
    """Ignore integer overflow in uncompiled code, as compiled code does."""
    with np.errstate(over="ignore"):
        yield
