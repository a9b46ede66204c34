"""Addresses of the server: listening, host names, origins, paths, URLs in the network, QR codes."""

from __future__ import annotations

import errno
import ipaddress
import socket
import sys
from collections.abc import Iterator, Mapping
from functools import lru_cache
from io import StringIO
from typing import Any, Final, TypeAlias
from urllib.parse import urlsplit

from schwimmen.rules.errors import SchwimmenError

LOCAL_HOSTS: Final = ("127.0.0.1", "::1", "localhost")
"""Host names and addresses that only this machine uses for itself."""

WILDCARD_HOSTS: Final = ("0.0.0.0", "::")
"""Hosts that mean all addresses of this machine."""

WORKER_HEADER: Final = "schwimmen-worker"
"""Header with the name of a server, by which several behind a balancer can be told apart."""

Address: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address


class AddressError(SchwimmenError):
    """Address that the server cannot listen on."""


class PortInUse(AddressError):
    """Port that another program listens on."""


@lru_cache(maxsize=1024)  # every request is looked at several times
def parse_address(text: str) -> Address | None:
    """Return the IP address in a text, ``None`` if it is invalid.

    IPv4 addresses that a dual-stack socket reports as mapped into IPv6 are unmapped.

    >>> parse_address("::ffff:127.0.0.1"), parse_address("unknown")
    (IPv4Address('127.0.0.1'), None)
    """
    try:
        found = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return (isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped) or found


def with_ipv4_mapped(networks: str) -> str:
    """Return networks, adding the IPv4-mapped form that dual-stack sockets report.

    >>> with_ipv4_mapped("::1,10.0.0.0/8")
    '::1,10.0.0.0/8,::ffff:10.0.0.0/104'
    """
    found = [ipaddress.ip_network(one.strip()) for one in networks.split(",")]
    mapped = [
        f"::ffff:{one.network_address}/{96 + one.prefixlen}" for one in found if one.version == 4
    ]
    return ",".join([networks, *mapped])


def is_local_host(host: str) -> bool:
    """Return whether a host name or address is this machine's loopback."""
    return str(parse_address(host) or host) in LOCAL_HOSTS


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens at an address. Raises ``AddressError`` if that is impossible."""
    place = f"{host} port {port}"
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, kind, protocol, _, address = found[0]
        listener = socket.socket(family, kind, protocol)
    except (OSError, UnicodeError) as error:
        raise AddressError(f"cannot listen on {place}: {_reason(error)}") from None
    try:
        if sys.platform != "win32":  # on Windows the option lets other programs take the port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(100)
    except OSError as error:
        listener.close()
        hint = "; choose another with --port, or --port 0 for any free one" if port else ""
        failure = PortInUse if error.errno == errno.EADDRINUSE else AddressError
        raise failure(f"cannot listen on {place}: {_reason(error)}{hint}") from None
    return listener


def listen_nearby(host: str, port: int) -> socket.socket:
    """Return a socket that listens at a port, or at any free one if the port is in use.

    Raises ``AddressError`` if the host is impossible.
    """
    try:
        return listen(host, port)
    except PortInUse:
        return listen(host, 0)


def local_url(host: str, port: int, base_path: str = "") -> str:
    """Return the URL of the page for a browser on this machine."""
    local = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://{f'[{local}]' if ':' in local else local}:{port}{base_path}/"


def origin_of(url: str) -> str:
    """Return the origin of a URL as browsers send it.

    >>> origin_of("https://Cards.example.org:443/"), origin_of("http://[::1]:8000/")
    ('https://cards.example.org', 'http://[::1]:8000')
    """
    parts = urlsplit(url)
    name = (parts.hostname or "").encode("idna").decode().lower()
    default = {"http": 80, "https": 443}[parts.scheme]
    port = f":{parts.port}" if parts.port not in (None, default) else ""
    return f"{parts.scheme}://{f'[{name}]' if ':' in name else name}{port}"


def path_below(scope: Mapping[str, Any]) -> str:
    """Return the path of a request below the path at which its application is mounted.

    >>> path_below({"root_path": "/cards", "path": "/cards/new"})
    '/new'
    """
    path: str = scope["path"]
    return path.removeprefix(scope["root_path"])


def allowed_hosts(host: str, public: str | None = None) -> list[str]:
    """Return the host names that requests may have, as a protection against DNS rebinding.

    Behind a proxy these are its ``public`` name and this machine's own, on the loopback only the
    latter. In a home network the machine may have any name (``"*"``).
    """
    if public is not None:
        return [public.encode("idna").decode().lower(), *LOCAL_HOSTS]
    return list(LOCAL_HOSTS) if host in LOCAL_HOSTS else ["*"]


def network_urls(listener: socket.socket, base_path: str = "") -> list[str]:
    """Return the URLs of the page for other machines in the network, the likeliest first.

    The list is empty if the server listens on one address only. It omits loopback and link-local
    addresses.
    """
    host, port = listener.getsockname()[:2]
    if host not in WILDCARD_HOSTS:
        return []
    families = {listener.family}
    if listener.family == socket.AF_INET6 and not listener.getsockopt(
        socket.IPPROTO_IPV6, socket.IPV6_V6ONLY
    ):
        families.add(socket.AF_INET)
    try:
        usable = {address for address in _own_addresses(families) if _is_usable(address)}
    except OSError:  # the system does not disclose its addresses
        return []
    default = _default_route_address()
    found = sorted(
        usable,
        key=lambda one: (str(one) != default, one.version, not one.is_private, int(one)),
    )
    return [local_url(str(address), port, base_path) for address in found]


def qr_code(url: str) -> str:
    """Return a QR code of a URL in half blocks, for a terminal."""
    import segno

    drawn = StringIO()
    segno.make_qr(url, error="l").terminal(drawn, border=2, compact=True)
    return drawn.getvalue()


def qr_svg_path(url: str) -> tuple[int, str]:
    """Return the size of a URL's QR code in modules and its dark modules as an SVG path."""
    import segno

    rows = [bytes(row) for row in segno.make_qr(url, error="m").matrix]
    path = "".join(
        f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, dark in enumerate(row) if dark
    )
    return len(rows), path


def _own_addresses(families: set[socket.AddressFamily]) -> Iterator[Address]:
    import psutil

    for name, state in psutil.net_if_stats().items():
        for address in psutil.net_if_addrs().get(name, ()) if state.isup else ():
            if address.family in families:
                yield ipaddress.ip_address(address.address.partition("%")[0])


def _is_usable(address: Address) -> bool:
    return not (address.is_loopback or address.is_link_local or address.is_multicast)


def _default_route_address() -> str | None:
    """Return the address of this machine on its default route, without sending anything."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address for documentation, RFC 5737
        except OSError:
            return None
        return str(probe.getsockname()[0])


def _reason(error: Exception) -> str:
    text = error.strerror if isinstance(error, OSError) else str(error)
    return (text or str(error)).lower()
