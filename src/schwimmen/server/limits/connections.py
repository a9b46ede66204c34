"""How many connections the server holds: in all, by its descriptors, and of one address."""

from __future__ import annotations

import ipaddress
from contextlib import AbstractContextManager, ExitStack
from typing import Final

from starlette.responses import Response

from ..http.errors import error_response
from ..operation import metrics
from ..operation.addresses import is_local_host, parse_address
from .allowance import DEFAULT_ALLOWANCE
from .buckets import ConcurrencyLimit, client_network, retry_after
from .middleware import RETRY_AFTER_S

MAX_DESCRIPTORS: Final = 16_384
"""Open files and connections that the server asks the system for: more than one process serves."""

RECOMMENDED_DESCRIPTORS: Final = 4_096
"""With fewer descriptors the server says at its start how to get more."""

RESERVE: Final = 256
"""Descriptors kept free of connections: for the database, files, and connections being refused."""

ACCEPTED_AT_ONCE: Final = 16
"""Connections accepted in one turn of the event loop. Some turns pass before those that do not fit
are closed: together they stay within the reserve."""

LISTEN_QUEUE: Final = 1_024
"""Connections that the system keeps waiting to be accepted."""

LINGERING: Final = 64
"""Refused connections that may stay open for a moment, so that their refusal is read."""


def raise_descriptor_limit() -> int:
    """Raise the limit of open descriptors as far as allowed; return the limit in force."""
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
    except (OSError, ValueError):  # some systems allow less than they say
        return soft
    return allowed


def connections_within(descriptors: int) -> int:
    """Return the number of connections that leave the reserve free.

    >>> connections_within(1024), connections_within(256)
    (768, 128)
    """
    return max(descriptors - RESERVE, descriptors // 2)


class Capacity:
    """Room for ``most`` connections, of which one address has ``of_address`` or half at the most.

    This machine and the ``proxies`` (addresses and networks) are not limited as addresses: all that
    comes through a proxy comes from the proxy.
    """

    def __init__(
        self,
        most: int = MAX_DESCRIPTORS - RESERVE,
        of_address: int = DEFAULT_ALLOWANCE.connections_at_once,
        proxies: str | None = None,
    ) -> None:
        self._all = ConcurrencyLimit(most)
        self._of_address = ConcurrencyLimit(min(of_address, most // 2))
        self._lingering = ConcurrencyLimit(LINGERING)
        self._proxies = [
            ipaddress.ip_network(one.strip()) for one in (proxies.split(",") if proxies else ())
        ]

    def take(self, peer: str, held: ExitStack) -> Response | None:
        """Make room for a connection until ``held`` is closed, or return its refusal."""
        if self._all.is_full(None):
            return _refusal(503, "unavailable", "the server has as many connections as it can hold")
        address = self._counted(peer)
        if address is not None:
            if self._of_address.is_full(address):
                return _refusal(429, "too_many", "too many connections")
            held.enter_context(self._of_address.hold(address))
        held.enter_context(self._all.hold(None))
        held.enter_context(metrics.CONNECTIONS.track_inprogress())
        return None

    def linger(self) -> AbstractContextManager[None] | None:
        """Return the room for one refused connection to stay for a moment, if there is any."""
        return None if self._lingering.is_full(None) else self._lingering.hold(None)

    def _counted(self, peer: str) -> str | None:
        found = parse_address(peer)
        if is_local_host(peer) or any(found in network for network in self._proxies if found):
            return None
        return client_network(peer)


def _refusal(status: int, code: str, what: str) -> Response:
    seconds, again = retry_after(RETRY_AFTER_S)
    headers = {"retry-after": str(seconds)}
    return error_response(status, code, f"{what}: {again}", headers, {"seconds": seconds})
