"""Version of the installed package, in a module of its own so that it is looked up on first use."""

from __future__ import annotations

from importlib.metadata import version
from typing import Final

__version__: Final = version("schwimmen")
"""Version of the installed package, such as ``0.1.0``."""
