"""Who may read the metrics."""

from __future__ import annotations

import hmac
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from starlette.requests import HTTPConnection

from schwimmen.rules.errors import SchwimmenError

from .addresses import is_this_machine

FORWARDED: Final = ("forwarded", "via", "x-forwarded-for", "x-forwarded-proto", "x-real-ip")
"""Headers that proxies add: with one of these a request is not from this machine itself."""


@dataclass(frozen=True, slots=True)
class Scrapers:
    """Whoever has the token, and programs on this machine if ``local``.

    Behind a proxy all requests come from where the proxy is: then it takes the token.
    """

    local: bool = True
    token: str | None = field(default=None, repr=False)

    def may_read(self, connection: HTTPConnection) -> bool:
        """Whether the metrics are for whoever asks."""
        if self.token is not None:
            given = connection.headers.get("authorization", "").encode()
            if hmac.compare_digest(given, f"Bearer {self.token}".encode()):
                return True
        return self.local and from_this_machine(connection)


ONLY_LOCAL: Final = Scrapers()
"""Programs on this machine alone."""


def from_this_machine(connection: HTTPConnection) -> bool:
    """Whether a program on this machine asks, as far as can be seen."""
    return (
        connection.client is not None
        and is_this_machine(connection.client.host)
        and is_this_machine(connection.url.hostname or "")
        and not any(name in connection.headers for name in FORWARDED)
    )


def read_token(path: Path) -> str:
    """The token in a file. Raises ``SchwimmenError``."""
    try:
        token = path.read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "is not text"
        raise SchwimmenError(f"{path}: {reason.lower()}") from None
    if len(token) < 16:
        raise SchwimmenError(f"{path}: a token has 16 characters at least")
    return token
