"""Link previews: the Open Graph tags with which messengers show a link to the page."""

from __future__ import annotations

import json
import re
from collections.abc import Container, Mapping
from dataclasses import dataclass
from html import escape
from typing import Any, Final

DEFAULT_LANGUAGE: Final = "en"

PICTURE: Final = "link-preview.png"
"""Static file with the picture of all previews."""

PICTURE_SIZE: Final = (1200, 630)
"""Width and height of the picture in pixels, as all networks recommend."""


@dataclass(frozen=True, slots=True)
class Invitation:
    """Invitation in the link to a table: its preset and its host's name, nothing of its match."""

    preset: str
    host: str


def invitation_of(summary: Mapping[str, Any] | None) -> Invitation | None:
    """Return the invitation of a table from its summary.

    It is ``None`` for an unknown or closed table, a table of one person, and one without a host.
    """
    if summary is None or summary.get("closed") or summary.get("host") is None:
        return None
    return Invitation(summary["preset"], summary["host"])


class LinkPreviews:
    """Texts of the previews in all languages.

    ``texts`` is the JSON of the build's ``link-previews.json``: an object for each language.
    """

    def __init__(self, texts: str | bytes) -> None:
        self._texts: dict[str, dict[str, Any]] = json.loads(texts)

    def language(self, chosen: str | None, accepted: str) -> str:
        """Return the language of a link, else the first that ``Accept-Language`` accepts."""
        return preferred_language(self._texts, accepted, chosen)

    def tags(
        self, language: str, path: str, place: str | None = None, to: Invitation | None = None
    ) -> str:
        """Return the tags for the head of the page at an encoded path below its place.

        Only a ``place``, the server's public address, makes an address and a picture possible:
        both must be absolute. Presets without a name get the general preview.
        """
        texts = self._texts[language]
        title, description = texts["title"], texts["description"]
        if to is not None and (variant := texts["variants"].get(to.preset)) is not None:
            title = _fill(texts["table"], host=to.host, variant=variant)
            description = texts["tableDescription"]
        found = {
            "og:type": "website",
            "og:site_name": "Schwimmen",
            "og:locale": texts["locale"],
            "og:title": title,
            "og:description": description,
        }
        if place is not None:
            width, height = PICTURE_SIZE
            found |= {
                "og:url": place + path,
                "og:image": f"{place}/{PICTURE}",
                "og:image:type": "image/png",
                "og:image:width": str(width),
                "og:image:height": str(height),
                "og:image:alt": texts["picture"],
            }
        tags = [f'<meta property="{name}" content="{escape(it)}" />' for name, it in found.items()]
        card = "summary" if place is None else "summary_large_image"
        tags.append(f'<meta name="twitter:card" content="{card}" />')
        return "".join(f"    {tag}\n" for tag in tags)


def _fill(message: str, **places: str) -> str:
    """Return a message with its places filled, all at once: a name may look like a place."""
    return re.sub(r"\{(\w+)\}", lambda place: places[place[1]], message)


def preferred_language(known: Container[str], accepted: str, chosen: str | None = None) -> str:
    """Return the chosen language if it is known, else one that ``Accept-Language`` accepts."""
    for tag in (chosen or "", *_by_preference(accepted)):
        if (language := tag.partition("-")[0].lower()) in known:
            return language
    return DEFAULT_LANGUAGE


def _by_preference(accepted: str) -> list[str]:
    """Return the language tags of an ``Accept-Language`` header, the preferred ones first."""
    found = []
    for part in accepted.split(","):
        tag, _, weight = part.partition(";")
        weight = weight.strip().removeprefix("q=") or "1"
        with_weight = re.fullmatch(r"[01](\.\d{1,3})?", weight)
        found.append((float(weight) if with_weight else 0.0, tag.strip()))
    return [tag for weight, tag in sorted(found, key=lambda one: -one[0]) if weight > 0]
