"""Player ids: which belong to programs, and the public id that stands for one in addresses."""

from __future__ import annotations

import base64
import hashlib
from typing import Final

PROGRAM_PREFIX: Final = "bot."
"""Prefix of the player ids of programs."""


def is_program(player: str | None) -> bool:
    """Return whether a player id belongs to a program with a token."""
    return player is not None and player.startswith(PROGRAM_PREFIX)


def public_id(player_id: str) -> str:
    """Return the id in the address of a player's profile.

    It is a one-way hash of the secret player id.

    >>> public_id("id-0") == public_id("id-0") != public_id("id-1")
    True
    """
    digest = hashlib.sha256(b"profile " + player_id.encode()).digest()
    return base64.urlsafe_b64encode(digest[:12]).decode()
