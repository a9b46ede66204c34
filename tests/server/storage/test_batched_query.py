"""Batched queries: one at a time, for all keys that were asked for before it began."""

from __future__ import annotations

import asyncio
from collections.abc import Collection

import pytest

from schwimmen.server.storage.batched_query import MAX_KEYS, BatchedQuery

pytestmark = pytest.mark.anyio


class Lengths:
    """Source of the lengths of keys, which answers when it may."""

    def __init__(self) -> None:
        self.asked: list[list[str]] = []
        self.may_answer = asyncio.Event()

    async def __call__(self, keys: Collection[str]) -> dict[str, int]:
        self.asked.append(list(keys))
        await self.may_answer.wait()
        if "bad" in keys:
            raise ValueError("bad")
        return {key: len(key) for key in keys if key != "?"}


async def test_keys_asked_for_meanwhile_share_the_next_query() -> None:
    source = Lengths()
    query = BatchedQuery(source, -1)
    first = asyncio.create_task(query.get("a"))
    while not source.asked:
        await asyncio.sleep(0)
    others = [asyncio.create_task(query.get(key)) for key in ("a", "bb", "?", "bb")]
    await asyncio.sleep(0)
    source.may_answer.set()
    assert await asyncio.gather(first, *others) == [1, 1, 2, -1, 2]
    assert source.asked == [["a"], ["a", "bb", "?"]]
    await query.close()


async def test_a_failure_is_that_of_its_keys_alone() -> None:
    source = Lengths()
    query = BatchedQuery(source, -1)
    tasks = [asyncio.create_task(query.get(key)) for key in ("bad", "a")]
    await asyncio.sleep(0)
    tasks[1].cancel()  # the other one goes on
    source.may_answer.set()
    with pytest.raises(ValueError, match="bad"):
        await tasks[0]
    assert await query.get("a") == 1


async def test_queries_have_a_limit() -> None:
    source = Lengths()
    source.may_answer.set()
    query = BatchedQuery(source, -1)
    keys = [str(number) for number in range(MAX_KEYS + 1)]
    assert await asyncio.gather(*map(query.get, keys)) == [len(key) for key in keys]
    assert [len(asked) for asked in source.asked] == [MAX_KEYS, 1]
