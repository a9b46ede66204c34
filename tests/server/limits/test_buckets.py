"""Token buckets, concurrency limits and client networks."""

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schwimmen.server.limits.buckets import (
    Bucket,
    Buckets,
    ConcurrencyLimit,
    KeyedSemaphore,
    Rate,
    client_network,
    retry_after,
)
from tests.processes import PATIENCE


class Clock:
    """Clock that the test advances."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class Counted:
    """Reference model of a bucket, in whole tokens and seconds."""

    def __init__(self, rate: Rate) -> None:
        self.rate = rate
        self.spent: list[int] = []  # seconds until each missing token returns

    def take(self, cost: int) -> bool:
        if len(self.spent) + cost > self.rate.burst:
            return False
        for _ in range(cost):
            self.spent.append((self.spent[-1] if self.spent else 0) + int(self.rate.every))
        return True

    def pass_time(self, seconds: int) -> None:
        self.spent = [left - seconds for left in self.spent if left > seconds]


STEPS = st.lists(st.tuples(st.integers(0, 40), st.integers(1, 4)), max_size=60)


@given(st.integers(1, 9), st.integers(1, 9), STEPS)
def test_a_bucket_agrees_with_the_reference_model(
    burst: int, every: int, steps: list[tuple[int, int]]
) -> None:
    rate, clock = Rate(burst, every), Clock()
    bucket, counted = Bucket(rate, clock), Counted(rate)
    for seconds, cost in steps:
        clock.now += seconds
        counted.pass_time(seconds)
        assert (bucket.charge_or_delay(cost) == 0) == counted.take(cost)


def test_a_bucket_left_alone_holds_no_more_than_its_burst() -> None:
    clock = Clock()
    bucket = Bucket(Rate(burst=2, every=5), clock)
    assert bucket.charge_or_delay() == 0
    clock.now += 100
    assert [bucket.charge_or_delay() for _ in range(3)] == [0, 0, 5]


@given(st.integers(1, 50), st.floats(0.001, 100), st.lists(st.floats(0, 50), max_size=60))
def test_the_wait_is_exact(burst: int, every: float, pauses: list[float]) -> None:
    clock = Clock()
    bucket = Bucket(Rate(burst, every), clock)
    for pause in pauses:
        clock.now += pause
        wait = bucket.charge_or_delay()
        if wait:
            clock.now += wait * 0.9
            assert bucket.charge_or_delay() > 0, "it was to be later"
            clock.now += wait * 0.1
            assert bucket.charge_or_delay() == 0, "it was to be now"


@given(st.lists(st.integers(0, 300), min_size=200, max_size=400))
def test_memory_is_bounded_for_any_number_of_keys(keys: list[int]) -> None:
    clock = Clock()
    buckets = Buckets(Rate(burst=1, every=60), clock, max_keys=50)
    for key in keys:
        clock.now += 0.1
        buckets.charge_or_delay(key)
        assert len(buckets) <= 50


def test_the_emptiest_buckets_are_kept() -> None:
    clock = Clock()
    buckets = Buckets(Rate(burst=10, every=60), clock, max_keys=50)
    assert buckets.charge_or_delay("greedy", 10) == 0
    for stranger in range(500):
        assert buckets.charge_or_delay(stranger) == 0
        assert buckets.charge_or_delay("greedy") > 0
    clock.now += 600
    assert buckets.charge_or_delay("greedy", 10) == 0


def test_held_capacity_is_counted_until_released() -> None:
    held = ConcurrencyLimit(2)
    with held.hold("a"), held.hold("b"):
        assert not held.is_full("a")
        with held.hold("a"):
            assert held.is_full("a")
            assert not held.is_full("b")
        assert not held.is_full("a")
    assert len(held) == 0


@pytest.mark.anyio
async def test_a_keyed_semaphore_serves_waiters_in_order() -> None:
    turns, order = KeyedSemaphore(2), list[int]()
    ends = [asyncio.Event() for _ in range(4)]

    async def work(number: int) -> None:
        async with turns.acquire("a") as end:
            order.append(number)
            await ends[number].wait()
            end()
            order.append(-number)
            await ends[0].wait()  # work after a release blocks no other

    async def until(*wanted: int) -> None:
        while order != list(wanted):
            await asyncio.sleep(0)

    ends[3].set()
    working = [asyncio.create_task(work(number)) for number in (1, 2, 3)]
    async with asyncio.timeout(PATIENCE), turns.acquire("b"):
        await until(1, 2)
        ends[2].set()
        await until(1, 2, -2, 3, -3)
        working[0].cancel()
        async with turns.acquire("a"), turns.acquire("a"):
            pass
        ends[0].set()
        await asyncio.gather(*working, return_exceptions=True)
    assert len(turns) == 0


@pytest.mark.anyio
async def test_a_keyed_semaphore_is_released_after_its_time() -> None:
    turns, shortly = KeyedSemaphore(1), 0.01
    async with (
        asyncio.timeout(PATIENCE),
        turns.acquire("a", shortly),
        turns.acquire("a") as end,
    ):
        end()
        end()  # releasing again does nothing
        async with turns.acquire("a", shortly), turns.acquire("a"):
            pass


@pytest.mark.parametrize(
    ("address", "place"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2:ffff::", "2001:db8:1:2::"),
        ("fe80::1%eth0", "fe80::"),
        ("", ""),
        ("somebody\x00", ""),
    ],
)
def test_one_client_has_one_network(address: str, place: str) -> None:
    assert client_network(address) == place


@given(st.text(max_size=30))
def test_any_text_of_a_proxy_gives_a_network(address: str) -> None:
    assert len(client_network(address)) <= 45


@given(st.floats(0.0001, 1e6))
def test_the_rounded_wait_is_not_too_short(wait: float) -> None:
    seconds, line = retry_after(wait)
    assert seconds >= wait
    assert seconds - wait <= 1
    assert ("a second" if seconds == 1 else str(seconds)) in line
