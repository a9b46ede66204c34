"""HTTP and WebSocket client that behaves as a browser without cookies."""

from __future__ import annotations

import asyncio
import json
import socket
import ssl
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from email.message import Message
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from types import MappingProxyType
from typing import Any, Final
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

from schwimmen import __version__
from schwimmen.rules.errors import SchwimmenError

from ..runtime.addresses import origin_of

TIMEOUT_S: Final = 10.0
"""Seconds that a connection or an answer may take."""

MAX_BYTES: Final = 2**22
"""Bytes of an answer that are read."""

NO_HEADERS: Final[Mapping[str, str]] = MappingProxyType({})


class Unreachable(SchwimmenError):
    """Address at which nothing answers."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Answer to a request over HTTP."""

    status: int
    headers: Message
    body: bytes
    own_address: str
    """Address of this end of the connection."""

    def header(self, name: str) -> str:
        """Return a header, or an empty text."""
        return str(self.headers.get(name, ""))

    @property
    def json(self) -> dict[str, Any]:
        """JSON object in the body, or an empty one."""
        try:
            found = json.loads(self.body)
        except ValueError:
            return {}
        return found if isinstance(found, dict) else {}

    @property
    def error(self) -> dict[str, Any]:
        """Error in Schwimmen's own form, or an empty object."""
        found = self.json.get("error")
        return found if isinstance(found, dict) and "code" in found else {}


class Socket:
    """Open WebSocket, whose event loop runs while a message is awaited or sent.

    The client of ``websockets`` with threads reads and writes one TLS connection at once, which
    Python before 3.13 cannot: about one handshake in a thousand hangs.
    """

    def __init__(self, runner: asyncio.Runner, connection: ClientConnection) -> None:
        self._runner = runner
        self._connection = connection

    def header(self, name: str) -> str:
        """Return a header of the answer to the handshake, or an empty text."""
        answer = self._connection.response
        return "" if answer is None else answer.headers.get(name, "")

    def receive(self, timeout: float) -> str:
        """Return the next message.

        Raises ``TimeoutError``, and ``websockets.exceptions.ConnectionClosed``.
        """
        return str(self._runner.run(asyncio.wait_for(self._connection.recv(), timeout)))

    def send(self, message: str) -> None:
        """Send a message. Raises ``websockets.exceptions.ConnectionClosed``."""
        self._runner.run(self._connection.send(message))


class Visitor:
    """Visitor of the page at a URL, whose path is the folder of the page."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self.origin = origin_of(url)
        self.secure = parts.scheme == "https"
        self.host = self.origin.partition("://")[2]
        """Host name with the port, as browsers send it."""
        self.name = urlsplit(self.origin).hostname or ""
        self.port = parts.port or (443 if self.secure else 80)
        self.folder = parts.path.rstrip("/") + "/"
        self.url = self.origin + self.folder
        self._context = ssl.create_default_context() if self.secure else None

    def trust_any_certificate(self) -> None:
        """Go on in spite of an invalid certificate, as a person can in a browser."""
        if self._context is not None:
            self._context.check_hostname = False
            self._context.verify_mode = ssl.CERT_NONE

    def addresses(self) -> list[str]:
        """Return the addresses of the host name. Raises ``Unreachable`` if it has none."""
        try:
            found = socket.getaddrinfo(self.name, self.port, type=socket.SOCK_STREAM)
        except (OSError, UnicodeError) as error:
            reason = getattr(error, "strerror", None) or "invalid"
            raise Unreachable(f"{self.url}: host name {self.name}: {reason.lower()}") from None
        return list(dict.fromkeys(str(address[0]) for *_, address in found))

    def closed_addresses(self, addresses: Sequence[str]) -> list[str]:
        """Return the addresses that do not answer, of those that this machine has a route to."""
        closed = []
        for address in addresses:
            try:
                socket.create_connection((address, self.port), TIMEOUT_S).close()
            except (ConnectionRefusedError, TimeoutError):
                closed.append(address)
            except OSError:
                continue  # this machine may have no IPv6
        return closed

    def certificate_end(self) -> float:
        """Return when the certificate expires, in seconds since 1970.

        Raises ``ssl.SSLCertVerificationError`` if a browser would not accept it, ``Unreachable``
        without TLS.
        """
        assert self._context is not None
        try:
            with (
                socket.create_connection((self.name, self.port), TIMEOUT_S) as plain,
                self._context.wrap_socket(plain, server_hostname=self.name) as connection,
            ):
                found = connection.getpeercert() or {}
        except ssl.SSLCertVerificationError:
            raise
        except OSError as error:
            raise self._unreachable(error) from None
        return ssl.cert_time_to_seconds(str(found["notAfter"]))

    def get(self, path: str, headers: Mapping[str, str] = NO_HEADERS) -> Answer:
        """Get a path below the folder of the page, or an absolute one."""
        return self._request("GET", path, headers)

    def post(self, path: str, headers: Mapping[str, str] = NO_HEADERS) -> Answer:
        """Post nothing to a path below the folder of the page."""
        return self._request("POST", path, headers)

    def get_without_tls(self, port: int) -> Answer:
        """Get the page without TLS at a port."""
        connection = HTTPConnection(self.name, port, timeout=TIMEOUT_S)
        return self._exchange(connection, "GET", self.folder, {"Host": self.host})

    @contextmanager
    def socket(self, path: str) -> Iterator[Socket]:
        """Open a WebSocket from the page; it sends no pings, as those of browsers."""
        with asyncio.Runner() as runner:
            connection = runner.run(self._open(path))
            try:
                yield Socket(runner, connection)
            finally:
                runner.run(connection.close())

    async def _open(self, path: str) -> ClientConnection:
        return await connect(
            f"{'wss' if self.secure else 'ws'}://{self.host}{self.folder}{path}",
            ssl=self._context,
            origin=Origin(self.origin),
            user_agent_header=_AGENT,
            compression=None,
            open_timeout=TIMEOUT_S,
            close_timeout=1,
            ping_interval=None,
            proxy=None,
        )

    def _request(self, method: str, path: str, headers: Mapping[str, str]) -> Answer:
        connection = (
            HTTPSConnection(self.name, self.port, timeout=TIMEOUT_S, context=self._context)
            if self.secure
            else HTTPConnection(self.name, self.port, timeout=TIMEOUT_S)
        )
        target = path if path.startswith("/") else self.folder + path
        return self._exchange(connection, method, target, {"Host": self.host, **headers})

    def _exchange(
        self, connection: HTTPConnection, method: str, target: str, headers: Mapping[str, str]
    ) -> Answer:
        try:
            connection.request(method, target, headers={"User-Agent": _AGENT, **headers})
            own = str(connection.sock.getsockname()[0])
            answer = connection.getresponse()
            return Answer(answer.status, answer.headers, answer.read(MAX_BYTES), own)
        except (OSError, HTTPException) as error:
            raise self._unreachable(error) from None
        finally:
            connection.close()

    def _unreachable(self, error: Exception) -> Unreachable:
        if isinstance(error, TimeoutError):
            reason = f"no answer within {TIMEOUT_S:g} seconds"
        elif isinstance(error, ConnectionRefusedError):
            reason = "connection refused: nothing listens there"
        elif isinstance(error, ssl.SSLError):
            reason = f"no TLS there: {error.reason or error}"
        elif isinstance(error, HTTPException):
            reason = "what answers is not HTTP"
        else:
            reason = (getattr(error, "strerror", None) or str(error)).lower()
        return Unreachable(f"{self.url}: {reason}")


_AGENT: Final = f"schwimmen-doctor/{__version__}"
