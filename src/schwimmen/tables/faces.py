"""Faces that players can choose: a drawn portrait with a background and a colour of clothes."""

from __future__ import annotations

from typing import Final

from schwimmen.rules.errors import SchwimmenError, quote

from .names import BOT_NAMES

PORTRAITS: Final = (
    *BOT_NAMES,
    "Amara",
    "Bram",
    "Dewi",
    "Femke",
    "Jamal",
    "Lien",
    "Mehmet",
    "Rosa",
    "Theo",
    "Yusuf",
)
"""Portraits to choose from, by name: the cast of bots, and some that only people have."""

GROUNDS: Final = ("straw", "moss", "clay", "dusk", "chalk", "plum")
"""Colours of the background of a face."""

CLOTHS: Final = (
    "loden",
    "sage",
    "oxblood",
    "rust",
    "mustard",
    "rose",
    "plum",
    "slate",
    "navy",
    "cream",
)
"""Colours of the clothes of a face."""


def check_face(face: str) -> str:
    """Return a face, written as portrait, background and clothes.

    Raises ``SchwimmenError`` for any other text.

    >>> check_face("Berta-moss-oxblood")
    'Berta-moss-oxblood'
    """
    parts = face.split("-")
    if len(parts) != 3:
        raise _refusal(face, "a portrait, a background and a colour of clothes")
    for part, known, kind in zip(
        parts,
        (PORTRAITS, GROUNDS, CLOTHS),
        ("portrait", "background", "colour of clothes"),
        strict=True,
    ):
        if part not in known:
            raise _refusal(face, f"a known {kind}, not {quote(part)}")
    return face


def _refusal(face: str, needed: str) -> SchwimmenError:
    return SchwimmenError(f"face: {quote(face)} needs {needed}", "bad_face")
