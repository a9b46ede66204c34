"""What start-up says: what is used, and where the page is."""

from __future__ import annotations

import logging
import sys
from collections.abc import Sequence
from importlib.metadata import version
from typing import TYPE_CHECKING

from .addresses import qr_code
from .logs import say
from .retention import FOR_EVER
from .storage import Postgres, kind_of

if TYPE_CHECKING:
    from .run import Settings

log = logging.getLogger(__name__)


def announce(settings: Settings, url: str, in_network: Sequence[str]) -> None:
    """Says at which addresses the server answers, in its network as well, and what it uses."""
    if settings.announced == "log":
        say(
            log,
            logging.INFO,
            "serving",
            version=version("schwimmen"),
            url=settings.public_url or url,
            listening=url,
            in_network=" ".join(in_network) or None,
            database=f"{kind_of(settings.place)} {_where(settings)}",
            kept=str(settings.keeping),
            trusted_proxies=settings.proxies,
        )
        return
    print(f"schwimmen is at {url} (Ctrl-C ends it)", flush=True)
    if settings.browser and not in_network:
        return
    print("\n".join(_lines(settings, in_network)), flush=True)


def _lines(settings: Settings, in_network: Sequence[str]) -> list[str]:
    lines = [f"database: {kind_of(settings.place)}, {_where(settings)}"]
    if settings.keeping != FOR_EVER:
        lines.append(f"kept: {settings.keeping}")
    if settings.public_url:
        lines.append(f"players come by {settings.public_url}")
    if settings.proxies:
        lines.append(f"forwarded headers are believed from {settings.proxies}")
    lines += [f"in your network: {url}" for url in in_network]
    if in_network:
        drawn = qr_code(in_network[0])
        if _can_print(drawn):
            lines += ["", drawn.rstrip("\n")]
    return lines


def _where(settings: Settings) -> str:
    place = settings.place
    return str(place) if isinstance(place, Postgres) else str(place.absolute())


def _can_print(text: str) -> bool:
    encoding = getattr(sys.stdout, "encoding", None) or "ascii"  # there may be no terminal at all
    return text.encode(encoding, "replace").decode(encoding) == text
