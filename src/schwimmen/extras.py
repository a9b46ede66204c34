"""Extras of the package: the modules that each provides, and the error when they are missing."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec
from types import MappingProxyType
from typing import Final

from schwimmen.rules.errors import SchwimmenError

EXTRA_MODULES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "table": (
            "aiosqlite",
            "alembic",
            "asyncpg",
            "confusable_homoglyphs",
            "fastapi",
            "h11",
            "itsdangerous",
            "prometheus_client",
            "psutil",
            "pydantic",
            "segno",
            "sqlalchemy",
            "starlette",
            "tzdata",
            "uvicorn",
            "websockets",
        ),
        "ratings": ("openskill",),
        "gymnasium": ("gymnasium",),
        "pettingzoo": ("pettingzoo",),
        "openspiel": ("pyspiel",),
        "pictures": ("PIL",),
        "solving": ("scipy",),
        "parquet": ("pyarrow",),
        "cluster": ("distributed",),
        "compile": ("numba",),
    }
)
"""Modules of the packages that each extra names itself, for the extras that the package needs."""


class MissingExtra(SchwimmenError, ModuleNotFoundError):
    """Missing packages of an extra; the message says how to install them."""


def require_extra(extra: str, subject: str) -> None:
    """Raise ``MissingExtra`` unless all modules of an extra are installed; imports none of them.

    ``subject`` names the part that needs them and begins the message.
    """
    if any(find_spec(module) is None for module in EXTRA_MODULES[extra]):
        message = f'{subject} needs more packages: pip install "schwimmen[{extra}]"'
        raise MissingExtra(message, "not_installed") from None
