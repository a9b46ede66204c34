"""Who a guest is to the server: a name, matches, ratings, and the way to another browser."""

from __future__ import annotations

import secrets
from typing import Final

from schwimmen.analysis import RATING_FAMILIES, Rating, family_of
from schwimmen.rules.errors import SchwimmenError
from schwimmen.tables import check_no_link, validate_name, without_link

from ..live.table_store import busy_refusal
from ..operation.clock import utc_now
from ..storage import (
    BOT_PREFIX,
    Conflict,
    Database,
    NewRecovery,
    PeopleQueries,
    PlayerName,
    PlayerProfile,
    RankedPlayer,
    WriteBatch,
)
from ..wire.people import Leaderboard, LeaderboardRow, Me, OwnRating, RecoverResponse
from .device_sessions import Claim, Cookies, DeviceSessions, is_program
from .ratings import MIN_RANKED_MATCHES

LONGEST_BOARD: Final = 100
"""Rows of a leaderboard at most."""


class GuestProfiles:
    """Tells guests who they are here. Raises ``StorageError`` where the database fails."""

    def __init__(self, database: Database, cookies: Cookies, generations: DeviceSessions) -> None:
        self._database = database
        self._cookies = cookies
        self._generations = generations
        self._register = PeopleQueries(database)

    async def me(self, player: str | None, signed_out: bool = False) -> Me:
        """What is known of the asker, or that this browser was signed out."""
        known = None if player is None else await self._register.profile(player)
        if player is None or known is None:
            return Me(
                known=False, signed_out=signed_out, name="", since=None, matches=0, ratings=[]
            )
        ratings = await self._register.ratings_of(player)
        return Me(
            known=True,
            signed_out=False,
            name=known.name,
            since=known.since,
            matches=known.tables,
            ratings=[
                await self._own(one, ratings[one]) for one in RATING_FAMILIES if one in ratings
            ],
        )

    async def rename(self, player: str, asked: str) -> None:
        """Remembers what a player wants to be called. Raises ``SchwimmenError`` for no name."""
        name = PlayerName(player, validate_name(asked, ()), utc_now())
        check_no_link(name.name)  # it stands in the leaderboards
        await self._database.write(WriteBatch(player_names=[name]))

    async def recovery(self, player: str | None) -> str:
        """A new token that makes another browser the asker's; those before serve no more.

        Raises ``SchwimmenError`` where nothing is known of them, and for programs: no browser is
        one.
        """
        if is_program(player):
            raise SchwimmenError("a program is known by its token wherever it runs", "is_program")
        player, _ = await self._demand_known(player)
        link = NewRecovery(player, secrets.token_urlsafe(12))
        await self._database.write(WriteBatch(recoveries=[link]))
        return self._cookies.recovery(*link)

    async def sign_out_others(self, claim: Claim | None) -> Claim:
        """Make all other browsers of the asker somebody new, and all recovery links worthless.

        Returns who this browser is from now on. Raises ``SchwimmenError`` where nothing is known of
        the asker, for programs, and where another browser was quicker.
        """
        if claim is not None and is_program(claim.player):
            line = "a program has one token; delete the program to be rid of it"
            raise SchwimmenError(line, "is_program")
        await self._demand_known(None if claim is None else claim.player)
        assert claim is not None
        try:
            return await self._generations.sign_out_others(claim)
        except Conflict:
            raise busy_refusal() from None

    async def _demand_known(self, player: str | None) -> tuple[str, PlayerProfile]:
        known = None if player is None else await self._register.profile(player)
        if player is None or known is None:
            raise SchwimmenError("nothing is known of you here yet", "unknown_player")
        return player, known

    async def recover(
        self, token: str, asker: str | None, sure: bool
    ) -> tuple[RecoverResponse, Claim | None]:
        """What a token does, and the player that the browser is from now on, if it is to be.

        Raises ``SchwimmenError`` for a token that is none of ours, of somebody unknown, or not the
        last.
        """
        player, number = self._cookies.read_recovery(token)
        known = await self._register.profile(player)
        if known is None:
            line = "this link was for somebody of whom nothing is known here any more"
            raise SchwimmenError(line, "recovery_forgotten")
        if number != known.recovery:
            line = "this link serves no more: a newer one was made, or other devices signed out"
            raise SchwimmenError(line, "recovery_outdated")
        other: PlayerProfile | None = None
        if not sure and asker not in (None, player):
            other = await self._register.profile(str(asker))
        if other is not None and other.tables == 0:
            other = None  # there is nothing to lose
        answer = RecoverResponse(
            done=sure or asker == player,
            name=known.name,
            matches=known.tables,
            other=None if other is None else other.name,
            other_matches=0 if other is None else other.tables,
        )
        return answer, Claim(player, known.generation) if sure else None

    async def leaderboard(self, variant: str, player: str | None) -> Leaderboard:
        """The strongest in a family of variants. Raises ``SchwimmenError`` for an unknown one."""
        family = family_of(variant)
        best = await self._register.leaderboard(family, MIN_RANKED_MATCHES, LONGEST_BOARD)
        own: Rating | None = None
        if player is not None:
            own = (await self._register.ratings_in_family(family, [player])).get(player)
        return Leaderboard(
            variant=family,
            variants=list(RATING_FAMILIES),
            minimum=MIN_RANKED_MATCHES,
            rows=[_row(one, best, player) for one in best],
            own=None if own is None else await self._own(family, own),
        )

    async def _own(self, family: str, rating: Rating) -> OwnRating:
        missing = max(0, MIN_RANKED_MATCHES - rating.matches)
        place = None
        if not missing:
            place = 1 + await self._register.count_ahead(family, MIN_RANKED_MATCHES, rating)
        return OwnRating(
            variant=family,
            rating=rating.points,
            matches=rating.matches,
            wins=rating.wins,
            missing=missing,
            place=place,
        )


def _row(one: RankedPlayer, best: list[RankedPlayer], player: str | None) -> LeaderboardRow:
    return LeaderboardRow(
        place=1 + sum(other.rating.ordinal > one.rating.ordinal for other in best),
        # A private table may have given it, or a version of before.
        name=without_link(one.name),
        bot=one.who.startswith(BOT_PREFIX),
        program=is_program(one.who),
        you=one.who == player,
        rating=one.rating.points,
        matches=one.rating.matches,
        wins=one.rating.wins,
    )
