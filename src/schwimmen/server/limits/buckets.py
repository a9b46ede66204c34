"""How much one client may ask for: so much at once, and then so much in a while.

Every key has a bucket of tokens that fills again by itself. All that is kept of a bucket is when it
will be full (the generic cell rate algorithm, ATM Forum 1996), and of a full one nothing.
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

from ..operation.addresses import parse_address

Clock: TypeAlias = Callable[[], float]
"""Seconds, from any moment on."""

MAX_KEYS: Final = 20_000
"""Buckets that are remembered at once; beyond them those are forgotten that are nearly full."""

_ROUNDING_S: Final = 1e-6


@dataclass(frozen=True, slots=True)
class Rate:
    """``burst`` at once, and another one every so many seconds."""

    burst: int
    every: float


class Bucket:
    """One client's tokens, full at first."""

    def __init__(self, rate: Rate, clock: Clock = monotonic) -> None:
        self._buckets = Buckets(rate, clock)

    def wait(self, cost: float = 1) -> float:
        """As ``Buckets.wait``."""
        return self._buckets.wait(None, cost)


class Buckets:
    """A bucket of tokens for each key; the memory it needs is bounded."""

    def __init__(self, rate: Rate, clock: Clock = monotonic, most: int = MAX_KEYS) -> None:
        self.rate = rate
        self._clock = clock
        self._most = most
        self._full_at: dict[Hashable, float] = {}

    def __len__(self) -> int:
        return len(self._full_at)

    def wait(self, key: Hashable, cost: float = 1) -> float:
        """Takes so many tokens and returns 0; where there are too few, takes none and returns
        the seconds until there are enough.

        >>> now = 0.0
        >>> chat = Buckets(Rate(burst=2, every=5), clock=lambda: now)
        >>> [chat.wait("anna"), chat.wait("anna"), chat.wait("anna"), chat.wait("bert")]
        [0.0, 0.0, 5.0, 0.0]
        """
        now = self._clock()
        full_at = max(now, self._full_at.get(key, now)) + cost * self.rate.every
        missing = full_at - now - self.rate.burst * self.rate.every
        if missing > _ROUNDING_S:
            return missing
        if len(self._full_at) >= self._most and key not in self._full_at:
            self._forget(now)
        self._full_at[key] = full_at
        return 0.0

    def used(self, key: Hashable) -> float:
        """How many tokens the key's bucket lacks until it is full."""
        return max(0.0, self._full_at.get(key, 0.0) - self._clock()) / self.rate.every

    def charge(self, key: Hashable, cost: float) -> None:
        """Takes so many tokens, whether they are there or not: what is done is done."""
        now = self._clock()
        if len(self._full_at) >= self._most and key not in self._full_at:
            self._forget(now)
        self._full_at[key] = max(now, self._full_at.get(key, now)) + cost * self.rate.every

    def _forget(self, now: float) -> None:
        left = sorted((full_at, n) for n, full_at in enumerate(self._full_at.values()))
        kept = {n for full_at, n in left[-(self._most // 2) :] if full_at > now}
        self._full_at = {
            key: full_at for n, (key, full_at) in enumerate(self._full_at.items()) if n in kept
        }


class LimitReached(SchwimmenError):
    """A client has as many of a thing at once as it may have."""


class ConcurrencyLimit:
    """How many of a thing each key has at once, ``most`` at the most."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._count: Counter[Hashable] = Counter()

    def __len__(self) -> int:
        return len(self._count)

    def is_full(self, key: Hashable) -> bool:
        """Whether that key can have no more."""
        return self._count[key] >= self.most if key in self._count else self.most <= 0

    @contextmanager
    def hold(self, key: Hashable) -> Iterator[None]:
        """The key has one more for a while."""
        self._count[key] += 1
        try:
            yield
        finally:
            self._count[key] -= 1
            if not self._count[key]:
                del self._count[key]


class KeyedSemaphore:
    """Lets ``most`` turns of each key go on at a time; the others wait, in order.

    A turn ends after ``longest`` seconds at the latest: what takes longer waits for something else.
    """

    def __init__(self, most: int, longest: float) -> None:
        self._most = most
        self._longest = longest
        self._places: WeakValueDictionary[Hashable, asyncio.Semaphore] = WeakValueDictionary()

    def __len__(self) -> int:
        return len(self._places)

    @asynccontextmanager
    async def acquire(self, key: Hashable) -> AsyncIterator[Callable[[], None]]:
        """Wait for a turn of the key, which the block may end early by calling what it is given."""
        places = self._places.get(key)
        if places is None:
            places = self._places[key] = asyncio.Semaphore(self._most)
        await places.acquire()
        release = ExitStack()
        release.callback(places.release)
        timer = asyncio.get_running_loop().call_later(self._longest, release.close)
        release.callback(timer.cancel)
        with release:
            yield release.close


class RateLimited(SchwimmenError):
    """More of something than the limits allow; ``wait`` is in seconds."""

    def __init__(self, what: str, wait: float) -> None:
        self.seconds, again = retry_after(wait)
        super().__init__(f"too many {what}: {again}", "too_many", seconds=self.seconds)


def retry_after(wait: float) -> tuple[int, str]:
    """Whole seconds until it is worth trying again, and how that is said.

    >>> retry_after(0.2)
    (1, 'try again in a second')
    """
    seconds = max(1, math.ceil(wait))
    return seconds, f"try again in {'a second' if seconds == 1 else f'{seconds} seconds'}"


def client_network(address: str) -> str:
    """What addresses have in common that one client can choose among: all of an IPv6 /64.

    >>> client_network("2001:db8::7"), client_network("::ffff:192.0.2.1"), client_network("unknown")
    ('2001:db8::', '192.0.2.1', '')
    """
    found = parse_address(address)
    if isinstance(found, IPv6Address):
        return str(IPv6Address(int(found) >> 64 << 64))
    return "" if found is None else str(found)
