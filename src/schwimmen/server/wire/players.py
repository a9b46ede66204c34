"""People on the wire: who they are here, and how strong; nobody's player id is among it."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from .base import Wire


class OwnRating(Wire):
    """The asker's strength in a family of variants (docs/ratings.md).

    ``place`` is that on the leaderboard, for which ``missing`` more matches are needed.
    """

    variant: str
    rating: int
    matches: int
    wins: int
    missing: int
    place: int | None


class Me(Wire):
    """What the server knows of the asker: nothing at all, unless they are ``known``.

    ``signed_out``: another of their browsers has signed this one out.

    ``since`` is when they were first seen, ``matches`` at how many tables they have a seat.
    """

    known: bool
    signed_out: bool
    name: str
    since: str | None
    matches: int
    ratings: list[OwnRating]


class NewName(Wire):
    """What the asker wants to be called at the next table."""

    name: Annotated[str, Field(max_length=200)]


class BotToken(Wire):
    """What proves that a program is who it is, in the header ``Authorization: Bearer TOKEN``.

    To be kept like a password; it is good as long as the server's database.
    """

    token: str


class Qr(Wire):
    """A QR code of ``size`` squares each way, its dark ones as an SVG path, without a margin."""

    size: int
    path: str


class Recovery(Wire):
    """What makes another browser the asker's; to be kept like a password.

    ``qr`` is the address ``/recover#TOKEN`` as the asker's browser reaches this server.
    """

    token: str
    qr: Qr


class RecoverAsked(Wire):
    """``sure``: this browser is to be that player's; else you are only told who that is."""

    token: Annotated[str, Field(max_length=500)]
    sure: bool = False


class Recovered(Wire):
    """Who the token is for, and whether this browser is theirs now.

    If not, ask, and come back being ``sure``. It is ``other``'s so far, if they have matches.
    """

    done: bool
    name: str
    matches: int
    other: str | None
    other_matches: int


class LeaderboardRow(Wire):
    """Somebody's place: a ``bot`` is named by its level; a ``program`` is one with a token."""

    place: int
    name: str
    bot: bool
    program: bool
    you: bool
    rating: int
    matches: int
    wins: int


class Leaderboard(Wire):
    """The strongest in a family of variants, of those with ``minimum`` matches.

    ``own`` is the asker's standing, listed or not, once they have finished a match.
    """

    variant: str
    variants: list[str]
    minimum: int
    rows: list[LeaderboardRow]
    own: OwnRating | None


class Forgotten(Wire):
    """How many tables were removed for good, and how many others were left."""

    removed: int
    left: int
