"""Plain page in place of an error in JSON, for browsers that navigate to an address."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import Any, Final

from starlette.datastructures import Headers
from starlette.types import Scope

from ..runtime.addresses import path_below
from .link_previews import preferred_language

TEXTS: Final = Path(__file__).parent.parent / "static" / "error-pages.json"
"""Texts in all languages, from the build of the page: an object for each language."""

STYLE: Final = (
    ":root{color-scheme:light dark}"
    "body{max-width:32rem;margin:20vh auto 0;padding:0 1.25rem;"
    "font:1.125rem/1.5 system-ui,sans-serif}"
    "h1{font-size:1.5rem}"
    "small{opacity:.75;overflow-wrap:anywhere}"
)

_HASH: Final = base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()

PAGE_HEADERS: Final = {
    "content-security-policy": f"default-src 'none'; style-src 'sha256-{_HASH}'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "cache-control": "no-store",
    "vary": "Accept, Accept-Language",
}
"""Headers of an error page, which loads nothing."""

PAGE: Final = """<!doctype html>
<html lang="{language}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Schwimmen</title>
    <style>{style}</style>
  </head>
  <body>
    <h1>{title}</h1>
    <p>{text}</p>
    <p lang="en"><small>{code}: {message}</small></p>
  </body>
</html>
"""


def is_page_visit(scope: Scope) -> bool:
    """Return whether a browser navigates to a path at which the page can be."""
    is_ours = scope["type"] == "http" and not path_below(scope).startswith(("/api/", "/assets/"))
    return is_ours and "text/html" in Headers(scope=scope).get("accept", "")


def error_page(error: Mapping[str, Any], accepted: str) -> str | None:
    """Return the page for an error in a language that ``Accept-Language`` accepts.

    It is ``None`` if the page has not been built. The server's own message stays, in English, for
    the operator.
    """
    try:
        texts = json.loads(TEXTS.read_bytes())
    except FileNotFoundError:
        return None
    language = preferred_language(texts, accepted)
    found: dict[str, str] = texts[language]
    text = found.get(error["code"], found["other"]).replace(
        "{host}", str(error["details"].get("host", ""))
    )
    return PAGE.format(
        language=language,
        style=STYLE,
        title=escape(found["title"]),
        text=escape(text),
        code=escape(error["code"]),
        message=escape(error["message"]),
    )
