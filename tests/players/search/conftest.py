"""What holds for every test of the search."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest


@pytest.fixture(autouse=True)
def uncompiled_numbers_wrap_around() -> Iterator[None]:
    """As they do in compiled code, where nobody is told."""
    with np.errstate(over="ignore"):
        yield
