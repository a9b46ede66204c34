"""Friends, blocked players and invitations on the wire.

The ``id`` of a person is the public id of the profile.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field

from .base import WireModel

MAX_SEAT: Final = 20
"""Highest number of a seat in a request."""

PersonId = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{16}$")]

Relation = Literal["none", "friend", "asked", "asking", "blocked"]
"""Relation of a person to the player: one they have ``asked``, one ``asking`` them, and so on."""


class FriendInfo(WireModel):
    """Person related to the player since the ISO time ``since``."""

    id: str
    name: str
    face: str | None
    since: str


class RecentPlayer(WireModel):
    """Person of a former match who is not related to the player, found at a ``seat``."""

    table: str
    seat: int
    name: str
    face: str | None
    played: str


class Friends(WireModel):
    """People related to the player, and those whom the player has met lately.

    ``asking`` wait for the player's answer, ``asked`` have not answered.
    """

    friends: list[FriendInfo]
    asking: list[FriendInfo]
    asked: list[FriendInfo]
    blocked: list[FriendInfo]
    recent: list[RecentPlayer]


class SeatRelation(WireModel):
    """Relation of the person at a seat to the player."""

    seat: int
    id: str
    relation: Relation


class SeatPerson(WireModel):
    """Person at a seat of a table at which the player has a seat, too."""

    table: Annotated[str, Field(max_length=32)]
    seat: Annotated[int, Field(ge=0, le=MAX_SEAT)]


class Invitation(WireModel):
    """Invitation of a friend to a table whose match has not begun, with its free seats."""

    table: str
    name: str
    face: str | None
    preset: str
    free: int


class Invitations(WireModel):
    """Invitations of the player, newest first, and the numbers of friends and of open requests."""

    invitations: list[Invitation]
    friends: int
    asking: int


class NewInvitation(WireModel):
    """Invitation of a friend to a table at which the player has a seat."""

    table: Annotated[str, Field(max_length=32)]
    friend: PersonId


class InvitableFriend(WireModel):
    """Friend, who may have been invited to a table already, or have a seat there."""

    id: str
    name: str
    state: Literal["free", "invited", "seated"]


class InvitableFriends(WireModel):
    """Friends to invite to a table, and the number of invitations left for today."""

    friends: list[InvitableFriend]
    left: int
