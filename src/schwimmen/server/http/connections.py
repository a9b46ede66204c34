"""Limits on open connections: in total, by file descriptors, and for each client address."""

from __future__ import annotations

import ipaddress
from contextlib import AbstractContextManager, ExitStack
from typing import Final

from starlette.responses import Response

from ..limits.allowance import DEFAULT_ALLOWANCE
from ..limits.buckets import ConcurrencyLimit, client_network, retry_after
from ..runtime import metrics
from ..runtime.addresses import is_local_host, parse_address
from .errors import error_response
from .rate_limit_middleware import RETRY_AFTER_S

MAX_DESCRIPTORS: Final = 16_384
"""Open files that the server requests from the system; one process cannot serve more."""

RECOMMENDED_DESCRIPTORS: Final = 4_096
"""Number of descriptors below which the server logs a warning."""

RESERVE: Final = 256
"""Descriptors reserved for the database, files, and connections being refused."""

ACCEPTED_AT_ONCE: Final = 16
"""Connections accepted in one iteration of the event loop.

Refused connections take a few iterations to close; together they stay within the reserve.
"""

LISTEN_QUEUE: Final = 1_024
"""Connections that the system queues until they are accepted."""

MAX_LINGERING: Final = 64
"""Refused connections that may stay open for a moment, so that clients read the refusal."""


def raise_descriptor_limit() -> int:
    """Raise the limit of open files as far as allowed; return the limit in force."""
    try:
        import resource
    except ImportError:  # Windows, where sockets are no descriptors
        return MAX_DESCRIPTORS

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    allowed = MAX_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, MAX_DESCRIPTORS)
    if soft == resource.RLIM_INFINITY or soft >= allowed:
        return allowed
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
    except (OSError, ValueError):  # some systems allow less than they report
        return soft
    return allowed


def connections_within(descriptors: int) -> int:
    """Return the number of connections that leave the reserve free.

    >>> connections_within(1024), connections_within(256)
    (768, 128)
    """
    return max(descriptors - RESERVE, descriptors // 2)


class Capacity:
    """Capacity for ``total`` connections, at most ``per_address`` or half of them for one address.

    This machine and the ``proxies`` (addresses and networks) count only towards the total.
    """

    def __init__(
        self,
        total: int = MAX_DESCRIPTORS - RESERVE,
        per_address: int = DEFAULT_ALLOWANCE.connections_at_once,
        proxies: str | None = None,
    ) -> None:
        self._all = ConcurrencyLimit(total)
        self._per_address = ConcurrencyLimit(min(per_address, total // 2))
        self._lingering = ConcurrencyLimit(MAX_LINGERING)
        self._proxies = [
            ipaddress.ip_network(one.strip()) for one in (proxies.split(",") if proxies else ())
        ]

    def take(self, peer: str, resources: ExitStack) -> Response | None:
        """Count a connection until ``resources`` is closed, or return its refusal."""
        if self._all.is_full(None):
            return _refusal(503, "unavailable", "the server has no free connections")
        address = self._counted(peer)
        if address is not None:
            if self._per_address.is_full(address):
                return _refusal(429, "too_many", "too many connections")
            resources.enter_context(self._per_address.hold(address))
        resources.enter_context(self._all.hold(None))
        resources.enter_context(metrics.CONNECTIONS.track_inprogress())
        return None

    def linger(self) -> AbstractContextManager[None] | None:
        """Return a slot in which a refused connection may linger, ``None`` if all are taken."""
        return None if self._lingering.is_full(None) else self._lingering.hold(None)

    def _counted(self, peer: str) -> str | None:
        found = parse_address(peer)
        if is_local_host(peer) or any(found in network for network in self._proxies if found):
            return None
        return client_network(peer)


def _refusal(status: int, code: str, message: str) -> Response:
    seconds, again = retry_after(RETRY_AFTER_S)
    headers = {"retry-after": str(seconds)}
    return error_response(status, code, f"{message}: {again}", headers, {"seconds": seconds})
