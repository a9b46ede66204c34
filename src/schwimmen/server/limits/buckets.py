"""Token buckets and limits on concurrency, by client.

Of a bucket only the time at which it will be full is stored (generic cell rate algorithm, ATM
Forum 1996), and nothing of a full one.
"""

from __future__ import annotations

import asyncio
import math
from collections import Counter
from collections.abc import AsyncIterator, Callable, Hashable, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass
from ipaddress import IPv6Address
from time import monotonic
from typing import Final, TypeAlias
from weakref import WeakValueDictionary

from schwimmen.rules.errors import SchwimmenError

from ..runtime.addresses import parse_address

Clock: TypeAlias = Callable[[], float]
"""Function that returns the seconds since an arbitrary moment."""

MAX_KEYS: Final = 20_000
"""Buckets in memory; beyond them the fullest are dropped."""

_ROUNDING_S: Final = 1e-6


@dataclass(frozen=True, slots=True)
class Rate:
    """Rate of ``burst`` tokens at once and another one every ``every`` seconds."""

    burst: int
    every: float


class Bucket:
    """Token bucket of one client, full at first."""

    def __init__(self, rate: Rate, clock: Clock = monotonic) -> None:
        self._buckets = Buckets(rate, clock)

    def charge_or_delay(self, cost: float = 1) -> float:
        """Take tokens or return the seconds to wait; see ``Buckets.charge_or_delay``."""
        return self._buckets.charge_or_delay(None, cost)


class Buckets:
    """Token buckets by key, in bounded memory."""

    def __init__(self, rate: Rate, clock: Clock = monotonic, max_keys: int = MAX_KEYS) -> None:
        self.rate = rate
        self._clock = clock
        self._max_keys = max_keys
        self._full_at: dict[Hashable, float] = {}
        self.stored_key: Callable[[Hashable], Hashable] = lambda key: key
        """Function that returns the key by which a bucket is kept, and told to other servers."""
        self.on_charge: Callable[[Hashable, float], None] = lambda *_: None
        """Callback with the stored key and the cost of every charge at this server."""

    def __len__(self) -> int:
        return len(self._full_at)

    def charge_or_delay(self, key: Hashable, cost: float = 1) -> float:
        """Take ``cost`` tokens and return 0, or take none and return the seconds to wait.

        >>> now = 0.0
        >>> chat = Buckets(Rate(burst=2, every=5), clock=lambda: now)
        >>> [chat.charge_or_delay(player) for player in ("anna", "anna", "anna", "bert")]
        [0.0, 0.0, 5.0, 0.0]
        """
        key = self.stored_key(key)
        missing = self._used(key) + cost - self.rate.burst
        if missing * self.rate.every > _ROUNDING_S:
            return missing * self.rate.every
        self.charge_stored(key, cost)
        self.on_charge(key, cost)
        return 0.0

    def used(self, key: Hashable) -> float:
        """Return the number of tokens missing from a bucket."""
        return self._used(self.stored_key(key))

    def _used(self, key: Hashable) -> float:
        return max(0.0, self._full_at.get(key, 0.0) - self._clock()) / self.rate.every

    def charge(self, key: Hashable, cost: float) -> None:
        """Take ``cost`` tokens even if there are not enough, for work that is already done."""
        key = self.stored_key(key)
        self.charge_stored(key, cost)
        self.on_charge(key, cost)

    def charge_stored(self, key: Hashable, cost: float) -> None:
        """Take ``cost`` tokens for what another server has charged to a stored key."""
        now = self._clock()
        if len(self._full_at) >= self._max_keys and key not in self._full_at:
            self._forget(now)
        self._full_at[key] = max(now, self._full_at.get(key, now)) + cost * self.rate.every

    def _forget(self, now: float) -> None:
        left = sorted((full_at, n) for n, full_at in enumerate(self._full_at.values()))
        kept = {n for full_at, n in left[-(self._max_keys // 2) :] if full_at > now}
        self._full_at = {
            key: full_at for n, (key, full_at) in enumerate(self._full_at.items()) if n in kept
        }


class LimitReached(SchwimmenError):
    """Refusal of an item beyond the number that a client may have."""


class ConcurrencyLimit:
    """Counter of items in use by key, at most ``limit`` for each."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self._count: Counter[Hashable] = Counter()

    def __len__(self) -> int:
        return len(self._count)

    def is_full(self, key: Hashable) -> bool:
        """Return whether a key has no capacity left."""
        return self._count[key] >= self.limit if key in self._count else self.limit <= 0

    @contextmanager
    def hold(self, key: Hashable) -> Iterator[None]:
        """Count one more for a key until the block ends."""
        self._count[key] += 1
        try:
            yield
        finally:
            self._count[key] -= 1
            if not self._count[key]:
                del self._count[key]


class KeyedSemaphore:
    """Semaphores by key: at most ``limit`` blocks of each at a time, the others wait in order."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._semaphores: WeakValueDictionary[Hashable, asyncio.Semaphore] = WeakValueDictionary()

    def __len__(self) -> int:
        return len(self._semaphores)

    @asynccontextmanager
    async def acquire(
        self, key: Hashable, timeout: float | None = None
    ) -> AsyncIterator[Callable[[], None]]:
        """Wait for the semaphore of a key; yield a function that releases it early.

        With a ``timeout`` it is released after that many seconds at the latest.
        """
        semaphore = self._semaphores.get(key)
        if semaphore is None:
            semaphore = self._semaphores[key] = asyncio.Semaphore(self._limit)
        await semaphore.acquire()
        release = ExitStack()
        release.callback(semaphore.release)
        if timeout is not None:
            timer = asyncio.get_running_loop().call_later(timeout, release.close)
            release.callback(timer.cancel)
        with release:
            yield release.close


class RateLimited(SchwimmenError):
    """Refusal of a request over a rate limit; ``delay`` is in seconds."""

    def __init__(self, items: str, delay: float) -> None:
        self.seconds, again = retry_after(delay)
        super().__init__(f"too many {items}: {again}", "too_many", seconds=self.seconds)


def retry_after(delay: float) -> tuple[int, str]:
    """Return whole seconds to wait, and the words for them.

    >>> retry_after(0.2)
    (1, 'try again in a second')
    """
    seconds = max(1, math.ceil(delay))
    return seconds, f"try again in {'a second' if seconds == 1 else f'{seconds} seconds'}"


def client_network(address: str) -> str:
    """Return the network that counts as one client: an IPv4 address or an IPv6 /64.

    >>> client_network("2001:db8::7"), client_network("::ffff:192.0.2.1"), client_network("unknown")
    ('2001:db8::', '192.0.2.1', '')
    """
    found = parse_address(address)
    if isinstance(found, IPv6Address):
        return str(IPv6Address(int(found) >> 64 << 64))
    return "" if found is None else str(found)
