"""Examination of a server: what is right, and what to change in its options or its proxy."""

from __future__ import annotations

import json
import math
import re
import secrets
import ssl
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from time import monotonic, time
from typing import Any, Final, Literal, TypeAlias
from urllib.parse import urljoin, urlsplit

from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from schwimmen.rules.errors import SchwimmenError

from ..runtime.addresses import WORKER_HEADER, is_local_host, parse_address
from . import remedies
from .remedies import PROXIES, Remedies
from .visitor import Answer, Socket, Unreachable, Visitor

Status: TypeAlias = Literal["right", "change", "unknown"]

IDLE_S: Final = 65.0
"""Seconds for which a WebSocket is idle; proxies often close it after 60."""

ANSWER_S: Final = 10.0
"""Seconds that a message over a WebSocket may take."""

FORGED: Final = "192.0.2.77"
"""Address for documentation (RFC 5737), which no client has."""

GATEWAY_ERRORS: Final = (502, 503, 504)
"""Statuses with which a proxy reports that the server is down."""

CERTIFICATE_DAYS: Final = 14
"""Days before its end by which a certificate should have been renewed."""

CLOCK_S: Final = 5.0
"""Seconds by which the clocks of two machines may differ."""

FREE_BYTES: Final = 2**30
"""Free space below which a disk is nearly full."""

PLAIN_PORTS: Final = {443: 80}
"""Ports without TLS by the ports with TLS to which they should redirect."""

DAY_S: Final = 86_400

NO_SOCKET: Final = (InvalidHandshake, ConnectionClosed, OSError, EOFError)
"""Errors of a WebSocket that does not open or stay open."""

VISITS: Final = 30
"""Requests by which all workers behind a balancer are found."""

TABLES: Final = 6
"""Tables at which a balancer is examined."""

TABLE_VISITS: Final = 3
"""Requests for each of these tables, beside the WebSocket."""


class NotSchwimmen(SchwimmenError):
    """Address at which another program answers."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Result of one check; ``unknown`` if it could not be made.

    ``remedies`` has the lines for a proxy's configuration, by the name of the proxy.
    """

    check: str
    status: Status
    line: str
    remedies: Remedies = field(default_factory=dict)

    def __str__(self) -> str:
        """Return the finding in one line, and a line for each remedy."""
        lines = [f"{self.status:<8} {self.check:<15} {self.line}"]
        lines += [f"{'':<24} {proxy}: {line}" for proxy, line in self.remedies.items()]
        return "\n".join(lines)


def examine(
    url: str,
    quick: bool = False,
    proxy: str | None = None,
    token: str | None = None,
    report: Callable[[str], None] = lambda line: None,
) -> Iterator[Finding]:
    """Yield the findings about the server at a URL, one by one.

    ``quick``: leave out the check that takes a minute. ``proxy``: name of the proxy, if it does not
    name itself. ``token``: the server's token for its metrics. ``report`` gets a line before a
    wait. Raises ``Unreachable`` or ``NotSchwimmen``.
    """
    yield from _Examination(url, quick, proxy, token, report).run()


class _Examination:
    """One examination of a server, from its host name to its disk."""

    def __init__(
        self,
        url: str,
        quick: bool,
        proxy: str | None,
        token: str | None,
        report: Callable[[str], None],
    ) -> None:
        self._visitor = Visitor(url)
        self._quick = quick
        self._proxy = proxy
        self._token = token
        self._report = report

    def run(self) -> Iterator[Finding]:
        """Yield the findings."""
        visitor = self._visitor
        addresses = visitor.addresses()
        yield self._name(addresses)
        yield from self._tls(addresses)
        health = visitor.get("healthz")
        self._recognize_proxy(health)
        if health.status in GATEWAY_ERRORS and not ("kernel" in health.json or health.error):
            line = f"the proxy answers {health.status}: it cannot reach schwimmen serve"
            yield self._change("server", line, remedies.UPSTREAM)
            return
        self._check_identity(health)
        if health.error:
            line = f"{visitor.folder}healthz is answered with {health.status}: "
            yield self._change("path", line + health.error["message"], remedies.PATH)
            return
        yield _database(health)
        answer = visitor.post("api/connection")
        if answer.error.get("code") == "wrong_host":
            yield self._unknown_host(answer)
            return
        if answer.status != 200 or "host" not in answer.json:
            line = f"POST {visitor.folder}api/connection is answered with {answer.status}: "
            yield self._change("path", line + "the proxy must pass it on", remedies.PATH)
            return
        seen = answer.json
        yield _clock(seen)
        yield self._host(seen)
        yield self._origin(seen)
        yield self._scheme("scheme", seen)
        yield self._address(answer)
        yield self._cookie(answer)
        yield from self._socket(seen)
        yield (pages := self._pages())
        if pages.status == "right":
            yield self._worker()
        yield from self._redirect()
        yield from self._workers(answer)
        yield self._disk()

    def _recognize_proxy(self, answer: Answer) -> None:
        """Recognize the proxy by its headers, unless the caller has named it."""
        named = f"{answer.header('server')} {answer.header('via')}".lower()
        self._proxy = self._proxy or next((one for one in PROXIES if one in named), None)

    def _check_identity(self, health: Answer) -> None:
        if 300 <= health.status < 400:
            target = urljoin(self._visitor.url, health.header("location"))
            raise NotSchwimmen(
                f"{self._visitor.url}: redirects to {target.removesuffix('healthz')}; "
                "examine that address"
            )
        if "kernel" not in health.json and not health.error:
            raise NotSchwimmen(
                f"{self._visitor.url}: what answers is not Schwimmen "
                f"({self._visitor.folder}healthz: status {health.status})"
            )

    def _name(self, addresses: list[str]) -> Finding:
        visitor = self._visitor
        several = len(addresses) > 1 and not is_local_host(visitor.name)
        closed = visitor.closed_addresses(addresses) if several else []
        if closed and len(closed) < len(addresses):
            line = f"nothing answers at {', '.join(closed)}: correct the name's A and AAAA records"
            return _wrong("name", line)
        return _right("name", f"{visitor.name} is {', '.join(addresses)}")

    def _tls(self, addresses: list[str]) -> Iterator[Finding]:
        visitor = self._visitor
        if not visitor.secure:
            found = [parse_address(one) for one in addresses]
            if all(one is not None and one.is_private for one in found):
                yield _right("TLS", "none, which is enough at home and on this machine")
            else:
                yield _wrong("TLS", "none: anyone on the way can read along; use an https address")
            return
        try:
            days = math.floor((visitor.certificate_end() - time()) / DAY_S)
        except ssl.SSLCertVerificationError as error:
            visitor.trust_any_certificate()
            yield _wrong("TLS", f"browsers refuse the certificate: {error.verify_message}")
            return
        line = f"the certificate is valid for {days} more days"
        late = days < CERTIFICATE_DAYS
        yield _wrong("TLS", f"{line}; renew it") if late else _right("TLS", line)

    def _unknown_host(self, answer: Answer) -> Finding:
        """Return why the server refuses the host name."""
        visitor = self._visitor
        seen = str(answer.error["details"].get("host", ""))
        if _without_port(seen) == visitor.name:
            line = "the server does not know its name: schwimmen serve --public-url "
            return _wrong("host", line + visitor.origin)
        line = f"the proxy sends {seen} instead of {visitor.host}"
        return self._change("host", line, remedies.HOST)

    def _host(self, seen: Mapping[str, Any]) -> Finding:
        visitor, host = self._visitor, str(seen["host"]).lower()
        if host in (visitor.host, f"{visitor.host}:{visitor.port}"):
            return _right("host", f"the server sees {host}")
        lost = " (it loses the port)" if host == visitor.name else ""
        line = f"the proxy sends {host} instead of {visitor.host}{lost}"
        return self._change("host", line, remedies.HOST)

    def _origin(self, seen: Mapping[str, Any]) -> Finding:
        origin, public = self._visitor.origin, seen["origin"]
        answer = self._visitor.post("api/connection", {"Origin": origin})
        if answer.status == 200:
            return _right("origin", f"the server accepts moves from {origin}")
        if answer.error.get("code") != "wrong_origin":
            return _wrong("origin", f"a request from {origin} is answered with {answer.status}")
        line = f"the server refuses moves from {origin}: "
        if public not in (None, origin):
            return _wrong("origin", f"{line}correct --public-url, which is {public}")
        return _wrong("origin", f"{line}its host name is not {seen['host']}")

    def _scheme(self, check: str, seen: Mapping[str, Any]) -> Finding:
        """Compare the scheme that the server sees with that of the URL."""
        is_secure = seen["scheme"] in ("https", "wss")
        if is_secure == self._visitor.secure:
            return _right(check, f"the server sees {seen['scheme']}")
        if is_secure:
            line = "the proxy claims https for a connection without TLS"
            return self._change(check, line, remedies.SCHEME)
        if "x-forwarded-proto" in seen["forwarded"]:
            line = "the server does not believe X-Forwarded-Proto: schwimmen serve "
            return _wrong(check, f"{line}--trust-proxy {_plain(seen['address'])}")
        line = "the server does not know of TLS: X-Forwarded-Proto is missing"
        return self._change(check, line, remedies.SCHEME)

    def _address(self, answer: Answer) -> Finding:
        seen = answer.json
        address, forwarded = seen["address"], seen["forwarded"]
        has_proxy = bool(self._visitor.secure or forwarded or self._proxy)
        if "x-forwarded-for" in forwarded and not seen["trusted"]:
            line = "the server does not believe X-Forwarded-For, so all players count as one: "
            return _wrong("address", f"{line}schwimmen serve --trust-proxy {_plain(address)}")
        if has_proxy and "x-forwarded-for" not in forwarded:
            line = "all players count as one: X-Forwarded-For is missing"
            return self._change("address", line, remedies.ADDRESS)
        if has_proxy:
            forged = self._visitor.post("api/connection", {"X-Forwarded-For": FORGED})
            if forged.json.get("address") == FORGED:
                line = "visitors can forge their address: the proxy passes on their X-Forwarded-For"
                return self._change("address", line, remedies.ADDRESS)
        return _right("address", f"the server sees {address}")

    def _cookie(self, answer: Answer) -> Finding:
        found = next(
            (one for one in answer.headers.get_all("set-cookie", []) if "schwimmen-" in one), None
        )
        if found is None:
            return self._change("cookie", "the proxy removes the cookie", remedies.COOKIE)
        attributes = {one.strip().lower() for one in found.split(";")[1:]}
        visitor = self._visitor
        if not visitor.secure and "secure" in attributes and not is_local_host(visitor.name):
            line = "browsers drop the cookie, which is for TLS only: use the https address"
            return _wrong("cookie", line)
        expected = {"httponly", "samesite=lax", *(("secure",) if visitor.secure else ())}
        if missing := sorted(expected - attributes):
            hint = " (follows from the scheme)" if missing == ["secure"] else ""
            line = f"the cookie lacks {', '.join(missing)}{hint}"
            return self._change("cookie", line, {} if hint else remedies.COOKIE)
        return _right("cookie", "has its attributes")

    def _socket(self, seen: Mapping[str, Any]) -> Iterator[Finding]:
        try:
            with self._visitor.socket("api/tables/doctor/ws"):
                pass
            with self._visitor.socket("api/connection") as socket:
                yield self._held(socket, seen)
                if not self._quick:
                    yield self._idle(socket)
        except NO_SOCKET as error:
            yield self._no_socket(error)

    def _no_socket(self, error: Exception) -> Finding:
        status = error.response.status_code if isinstance(error, InvalidStatus) else None
        if status == 403:
            return _wrong("WebSocket", "refused (follows from host and origin)")
        if status == 429:
            return Finding("WebSocket", "unknown", "too many connections; try again in a moment")
        reason = (
            f"the handshake is answered with {status}" if status else "no message comes through"
        )
        if status == 426:
            reason = "the proxy removes Upgrade or Connection"
        return self._change("WebSocket", reason, remedies.UPGRADE)

    def _held(self, socket: Socket, seen: Mapping[str, Any]) -> Finding:
        """Return whether the proxy treats a WebSocket as it treats a request."""
        own = json.loads(socket.receive(ANSWER_S))
        if own["host"] != seen["host"]:
            line = f"the server sees the host {own['host']}, but {seen['host']} over HTTP"
            return self._change("WebSocket", line, remedies.HOST)
        if set(seen["forwarded"]) - set(own["forwarded"]) >= {"x-forwarded-for"}:
            line = "X-Forwarded-For is missing, but not over HTTP"
            return self._change("WebSocket", line, remedies.ADDRESS)
        if own["scheme"] != seen["scheme"].replace("http", "ws"):
            return self._scheme("WebSocket", own)
        return _right("WebSocket", "opens")

    def _idle(self, socket: Socket) -> Finding:
        """Hold a WebSocket without messages, as of a page in the background.

        The server's pings pass, as they do at a table, so only a shorter time-out matters.
        """
        self._report(f"holding an idle WebSocket for {IDLE_S:g} seconds (--quick leaves this out)")
        began = monotonic()
        try:
            socket.receive(IDLE_S)
        except TimeoutError:
            socket.send("still there?")
            socket.receive(ANSWER_S)
            return _right("idle", f"a WebSocket stays open for {IDLE_S:g} seconds without messages")
        except ConnectionClosed:
            pass
        line = f"an idle WebSocket is closed after {monotonic() - began:.0f} seconds"
        return self._change("idle", line, remedies.IDLE)

    def _pages(self) -> Finding:
        """Return whether the paths of the page lead to the page, and the page to its files."""
        visitor = self._visitor
        for path in ("", "t/doctor"):
            answer = visitor.get(path, {"Accept": "text/html"})
            if answer.status == 503 and b"has not been built" in answer.body:
                return _wrong("path", "the page has not been built: run make play")
            if answer.status != 200 or not answer.header("content-type").startswith("text/html"):
                line = f"{visitor.folder}{path} is answered with {answer.status}, not with the page"
                return self._change("path", line, remedies.PATH)
            script = re.search(rb'<script[^>]* src="([^"]+)"', answer.body)
            if script is not None:
                address = urljoin(visitor.url + path, script[1].decode())
                if visitor.get(urlsplit(address).path).status != 200:
                    line = f"the page's file {urlsplit(address).path} is missing"
                    return self._change("path", line, remedies.PATH)
        return _right("path", f"the page and its files are below {visitor.folder}")

    def _worker(self) -> Finding:
        """Return whether browsers get the newest service worker and the newest page."""
        worker = self._visitor.get("sw.js")
        kind = worker.header("content-type")
        if worker.status != 200 or "javascript" not in kind:
            line = f"{self._visitor.folder}sw.js is answered with {worker.status}, {kind or '-'}"
            return self._change("service worker", line, remedies.PATH)
        for name, answer in (("sw.js", worker), ("the page", self._visitor.get(""))):
            caching = answer.header("cache-control")
            if caching != "no-cache":
                line = f"{name} has Cache-Control: {caching or 'none'} instead of no-cache"
                return self._change("service worker", line, remedies.CACHE)
        return _right("service worker", "browsers look for a new one at every visit")

    def _redirect(self) -> Iterator[Finding]:
        port = PLAIN_PORTS.get(self._visitor.port)
        if not self._visitor.secure or port is None:
            return
        try:
            answer = self._visitor.get_without_tls(port)
        except Unreachable:
            yield _right("redirect", f"port {port} is closed")
            return
        if answer.status in (301, 302, 307, 308) and answer.header("location").startswith("https:"):
            yield _right("redirect", f"port {port} redirects to https")
        else:
            line = f"port {port} answers {answer.status} without TLS instead of a redirect to https"
            yield self._change("redirect", line, remedies.REDIRECT)

    def _workers(self, first: Answer) -> Iterator[Finding]:
        """Compare all workers that answer, and find whether each table is always at one."""
        if not first.header(WORKER_HEADER):
            yield _right("workers", "one, or several without --worker-name")
            return
        versions, databases = defaultdict[str, set[str]](set), defaultdict[str, set[str]](set)
        for answer in (first, *(self._visitor.post("api/connection") for _ in range(VISITS))):
            worker, seen = answer.header(WORKER_HEADER), answer.json
            if worker and "version" in seen:
                versions[seen["version"]].add(worker)
                databases[seen["database"]].add(worker)
        workers = set[str]().union(*versions.values())
        if len(versions) > 1:
            found = "; ".join(f"{one} at {_listed(versions[one])}" for one in sorted(versions))
            yield _wrong("workers", f"they have different versions, update all: {found}")
        elif len(databases) > 1:
            found = "; ".join(sorted(map(_listed, databases.values())))
            yield _wrong("workers", f"they have different databases, correct --database: {found}")
        else:
            number = "one answers" if len(workers) == 1 else f"{len(workers)} answer"
            yield _right("workers", f"{number}: {_listed(workers)}")
        if len(workers) > 1:
            yield self._tables()

    def _tables(self) -> Finding:
        """Return whether all requests of a table reach the same worker."""
        for _ in range(TABLES):
            path = f"api/tables/{secrets.token_hex(8)}"
            reached = {self._visitor.get(path).header(WORKER_HEADER) for _ in range(TABLE_VISITS)}
            with suppress(*NO_SOCKET), self._visitor.socket(f"{path}/ws") as socket:
                reached.add(socket.header(WORKER_HEADER))
            if len(reached := reached - {""}) > 1:
                line = f"requests of one table reach {_listed(reached)}, which costs more work"
                return self._change("tables", line, remedies.HASH)
        return _right("tables", "all requests of a table reach the same worker")

    def _disk(self) -> Finding:
        """Return whether the disk has room, if the caller may read the metrics."""
        answer = self._visitor.get("metrics")
        is_local = is_local_host(self._visitor.name)
        if answer.status == 200 and b"schwimmen_" in answer.body and not is_local:
            return _wrong("metrics", "everyone can read /metrics: name the proxy in --trust-proxy")
        if self._token is not None:
            answer = self._visitor.get("metrics", {"Authorization": f"Bearer {self._token}"})
        found = re.search(rb"^schwimmen_disk_free_bytes (\S+)$", answer.body, re.M)
        if answer.status != 200 or found is None:
            hint = "examine http://127.0.0.1:8000 there, behind a proxy with --metrics-token-file"
            return Finding("disk", "unknown", f"/metrics is answered with {answer.status}: {hint}")
        free = float(found[1])
        if math.isnan(free):
            return Finding("disk", "unknown", "the database is on a server of its own")
        line = f"{free / 2**30:.1f} GiB free"
        return _right("disk", line) if free >= FREE_BYTES else _wrong("disk", f"{line}: make room")

    def _change(self, check: str, line: str, lines: Remedies) -> Finding:
        """Return a finding with the lines for this proxy, or for all of them if it is unknown."""
        if self._proxy is not None and self._proxy in lines:
            lines = {self._proxy: lines[self._proxy]}
        return Finding(check, "change", line, lines)


def _right(check: str, line: str) -> Finding:
    return Finding(check, "right", line)


def _wrong(check: str, line: str) -> Finding:
    return Finding(check, "change", line)


def _listed(workers: Iterable[str]) -> str:
    return ", ".join(sorted(workers))


def _plain(address: str) -> str:
    """Return an address as options have it, without the prefix of a mapped IPv4 address."""
    return str(parse_address(address) or address)


def _without_port(host: str) -> str:
    return urlsplit(f"//{host}").hostname or ""


def _database(health: Answer) -> Finding:
    found = health.json
    if found.get("database") != "ok" or found.get("kernel") == "failed":
        return _wrong("database", str(found.get("reason")))
    return _right("database", "can be read and written")


def _clock(seen: Mapping[str, Any]) -> Finding:
    ahead = (datetime.fromisoformat(seen["time"]) - datetime.now(UTC)).total_seconds()
    if abs(ahead) <= CLOCK_S:
        return _right("clock", "agrees with this machine's")
    direction = "ahead of" if ahead > 0 else "behind"
    line = f"{abs(ahead):.0f} seconds {direction} this machine's: set both by NTP"
    return _wrong("clock", line)
