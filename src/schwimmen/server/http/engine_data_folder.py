"""Folder of the data of the strong levels for browsers, written when it is first needed.

The package has these data in a smaller form. All of them take a few seconds of one processor, and
the catalogue needs the hashes of all, so they are written together and kept. That needs no compiled
rules, so browsers get the data also while the engine is being built.
"""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from typing import Final

from platformdirs import user_cache_path

CATALOGUE: Final = "catalogue.json"
"""Name of the file that lists the others with their hashes."""


class EngineDataFolder:
    """Folder of the data: in the user's cache or, without write access there, a temporary one."""

    def __init__(self, cache: Path | None = None) -> None:
        self._cache = cache or user_cache_path("schwimmen", appauthor=False)
        self._temporary: tempfile.TemporaryDirectory[str] | None = None
        self._folder: Path | None = None
        self._lock = asyncio.Lock()

    async def path(self) -> Path:
        """Return the folder with all its files."""
        async with self._lock:
            if self._folder is None or not (self._folder / CATALOGUE).is_file():
                self._folder = await asyncio.to_thread(self._prepare)
            return self._folder

    def close(self) -> None:
        """Delete the folder if it is temporary."""
        if self._temporary is not None:
            self._temporary.cleanup()

    def _prepare(self) -> Path:
        from .engine_data import cached  # imports the players

        try:
            return cached(self._cache)
        except OSError:
            self._temporary = tempfile.TemporaryDirectory()
            return cached(Path(self._temporary.name))
