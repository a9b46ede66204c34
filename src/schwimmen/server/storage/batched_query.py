"""Queries for single keys, of which those at the same time are made as one."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping
from typing import Final, Generic, TypeVar

Value = TypeVar("Value")

MAX_KEYS: Final = 500
"""Most keys of one query."""


class BatchedQuery(Generic[Value]):
    """Query for the value of a key, together with the keys that are asked for meanwhile.

    When a server has gone, its clients return at the same time, and share a few queries.
    """

    def __init__(
        self, fetch: Callable[[Collection[str]], Awaitable[Mapping[str, Value]]], missing: Value
    ) -> None:
        """``fetch`` queries some keys; those that it does not find have the value ``missing``."""
        self._fetch = fetch
        self._missing = missing
        self._wanted: dict[str, asyncio.Future[Value]] = {}
        """Keys of the next query."""
        self._running: asyncio.Task[None] | None = None

    async def get(self, key: str) -> Value:
        """Return the value of a key by a query that begins after this call.

        Raises what ``fetch`` raises.
        """
        if key not in self._wanted:
            self._wanted[key] = asyncio.get_running_loop().create_future()
        if self._running is None:
            self._running = asyncio.create_task(self._query_wanted(), name="batched query")
        return await asyncio.shield(self._wanted[key])

    async def close(self) -> None:
        """Wait until no query is running."""
        if self._running is not None:
            await asyncio.wait({self._running})

    async def _query_wanted(self) -> None:
        try:
            while self._wanted:
                keys = list(self._wanted)[:MAX_KEYS]
                asked = {key: self._wanted.pop(key) for key in keys}
                try:
                    found = await self._fetch(keys)
                except Exception as error:
                    for future in asked.values():
                        future.set_exception(error)
                        future.exception()  # nobody may wait for it any more
                else:
                    for key, future in asked.items():
                        future.set_result(found.get(key, self._missing))
        finally:
            self._running = None
