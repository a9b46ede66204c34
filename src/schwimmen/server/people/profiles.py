"""Guest profiles: name, ratings, recovery on another browser, and the leaderboard."""

from __future__ import annotations

import secrets
from typing import Final

from schwimmen.analysis import RATING_FAMILIES, Rating, family_of
from schwimmen.analysis.statistics.progress import Progress
from schwimmen.rules.errors import SchwimmenError
from schwimmen.tables import check_face, check_no_link, validate_name, without_link

from ..errors import UnknownProfile
from ..live.table_store import busy_refusal
from ..player_ids import is_program, public_id
from ..runtime.clock import utc_now
from ..storage import (
    ALL_MATCHES,
    BOT_PREFIX,
    ON_SERVER,
    ChosenFace,
    Conflict,
    DailyQueries,
    Database,
    FigureQueries,
    NewRecovery,
    PeopleQueries,
    PlayerName,
    PlayerProfile,
    RankedPlayer,
    WriteBatch,
)
from ..wire.people import (
    BadgeName,
    CurvePoint,
    Leaderboard,
    LeaderboardRow,
    Me,
    OwnProfile,
    OwnRating,
    PublicProfile,
    PublicRating,
    RatingCurve,
    RecoverResponse,
)
from .device_sessions import Claim, Cookies, DeviceSessions
from .feats import (
    FORM_LENGTH,
    MAX_RIVALS,
    badges_of,
    form_of,
    personal_bests_of,
    rivals_of,
)
from .match_history import MatchHistories
from .ratings import MIN_RANKED_MATCHES

MAX_BOARD_ROWS: Final = 100
"""Rows of a leaderboard."""


MAX_CURVE_POINTS: Final = 500
"""Points of a rating curve, the last ones."""


class GuestProfiles:
    """Profiles of guests. Every method raises ``StorageError`` if the database fails."""

    def __init__(
        self,
        database: Database,
        cookies: Cookies,
        device_sessions: DeviceSessions,
        match_histories: MatchHistories,
    ) -> None:
        self._database = database
        self._match_histories = match_histories
        self._daily = DailyQueries(database)
        self._cookies = cookies
        self._device_sessions = device_sessions
        self._people = PeopleQueries(database)
        self._figures = FigureQueries(database)

    async def me(self, player: str | None, signed_out: bool = False) -> Me:
        """Return the profile of a player, an empty one if unknown or signed out."""
        known = None if player is None else await self._people.profile(player)
        if player is None or known is None:
            return Me(
                known=False,
                signed_out=signed_out,
                id=None,
                name="",
                face=None,
                since=None,
                matches=0,
                ratings=[],
            )
        ratings = await self._people.ratings_of(player)
        return Me(
            known=True,
            signed_out=False,
            id=public_id(player),
            name=known.name,
            face=known.face,
            since=known.since,
            matches=await self._people.count_tables(player),
            ratings=[
                await self._own_rating(one, ratings[one])
                for one in RATING_FAMILIES
                if one in ratings
            ],
        )

    async def rename(self, player: str, new: str) -> None:
        """Store the name of a player. Raises ``SchwimmenError`` for an invalid name."""
        name = PlayerName(player, validate_name(new, ()), utc_now())
        check_no_link(name.name)  # it appears on the leaderboards
        await self._database.write(WriteBatch(player_names=[name]))

    async def choose_face(self, player: str | None, face: str | None) -> None:
        """Store a player's face. Raises ``SchwimmenError`` for a bad face or unknown player."""
        chosen = None if face is None else check_face(face)
        player, _ = await self._require_known(player)
        await self._database.write(WriteBatch(faces=[ChosenFace(player, chosen)]))

    async def own(self, player: str | None) -> OwnProfile:
        """Return the private part of a player's profile, empty for an unknown player.

        Raises ``RulesLoadError`` if matches have to be replayed without rules.
        """
        if player is None:
            return OwnProfile(
                curves=[],
                form=[],
                rivals=[],
                bests=personal_bests_of(Progress()),
                badges=badges_of(Progress(), ()),
            )
        await self._match_histories.catch_up(player)
        progress = await self._figures.progress(player, ALL_MATCHES)
        return OwnProfile(
            curves=await self._curves(player),
            form=form_of(await self._figures.form(player, FORM_LENGTH)),
            rivals=rivals_of(await self._figures.opponents(player, MAX_RIVALS)),
            bests=personal_bests_of(progress),
            badges=badges_of(progress, await self._daily_dates(player)),
        )

    async def _curves(self, player: str) -> list[RatingCurve]:
        points: dict[str, list[CurvePoint]] = {}
        for row in await self._people.rating_history(player, MAX_CURVE_POINTS):
            rating = Rating(row.mu, row.sigma).points
            point = CurvePoint(matches=row.matches, rating=rating, at=row.at)
            points.setdefault(row.family, []).append(point)
        return [
            RatingCurve(variant=family, points=points[family])
            for family in RATING_FAMILIES
            if family in points
        ]

    async def public(self, profile: str, caller: str | None) -> PublicProfile:
        """Return the public profile of a player, by the public id.

        Raises ``UnknownProfile``, and ``RulesLoadError`` as ``own`` does.
        """
        player = await self._people.player_of(profile)
        known = None if player is None else await self._people.profile(player)
        if player is None or known is None:
            raise UnknownProfile("there is no such profile; it may have been deleted")
        await self._match_histories.catch_up(player)
        # The server has not seen matches on a device being played, so others see no badge for them.
        progress = await self._figures.progress(player, ON_SERVER)
        badges = badges_of(progress, await self._daily_dates(player))
        earned: list[BadgeName] = [badge.name for badge in badges if badge.at is not None]
        ratings = await self._people.ratings_of(player)
        own = [
            await self._own_rating(family, ratings[family])
            for family in RATING_FAMILIES
            if family in ratings
        ]
        return PublicProfile(
            id=profile,
            you=player == caller,
            name=without_link(known.name),
            face=known.face,
            program=is_program(player),
            ratings=[
                PublicRating(variant=one.variant, rating=one.rating, place=one.place)
                for one in own
                if one.place is not None
            ],
            badges=earned,
        )

    async def _daily_dates(self, player: str) -> list[str]:
        """Return the dates whose deal of the day a player has finished, in any variant."""
        rows = await self._daily.begun(player)
        return sorted({row.date for row in rows if row.place is not None})

    async def recovery(self, player: str | None) -> str:
        """Return a new recovery token of a player and invalidate earlier ones.

        Raises ``SchwimmenError`` for an unknown player and for a program, which needs no recovery.
        """
        if is_program(player):
            raise SchwimmenError(
                "a program needs no recovery link: its token works anywhere", "is_program"
            )
        player, _ = await self._require_known(player)
        link = NewRecovery(player, secrets.token_urlsafe(12))
        await self._database.write(WriteBatch(recoveries=[link]))
        return self._cookies.recovery(*link)

    async def sign_out_others(self, claim: Claim | None) -> Claim:
        """Sign out all other browsers of a player, invalidate recovery links, return the new claim.

        Raises ``SchwimmenError`` for an unknown player or a program, and if another browser did so
        first.
        """
        if claim is not None and is_program(claim.player):
            line = "a program has only one token; to invalidate it, delete the program"
            raise SchwimmenError(line, "is_program")
        await self._require_known(None if claim is None else claim.player)
        assert claim is not None
        try:
            return await self._device_sessions.sign_out_others(claim)
        except Conflict:
            raise busy_refusal() from None

    async def _require_known(self, player: str | None) -> tuple[str, PlayerProfile]:
        known = None if player is None else await self._people.profile(player)
        if player is None or known is None:
            raise SchwimmenError("this server does not know you yet", "unknown_player")
        return player, known

    async def recover(
        self, token: str, current: str | None, sure: bool
    ) -> tuple[RecoverResponse, Claim | None]:
        """Return the player of a recovery token, and with ``sure`` the browser's new claim.

        ``current`` is the player that the browser is now. Raises ``SchwimmenError`` for a token
        that is invalid, outdated or of an unknown player.
        """
        player, number = self._cookies.read_recovery(token)
        known = await self._people.profile(player)
        if known is None:
            line = "this link belongs to a player whose data has been deleted"
            raise SchwimmenError(line, "recovery_forgotten")
        if number != known.recovery:
            line = (
                "this link has expired: a newer one was created, or other devices were signed out"
            )
            raise SchwimmenError(line, "recovery_outdated")
        other: PlayerProfile | None = None
        other_matches = 0
        if not sure and current is not None and current != player:
            other_matches = await self._people.count_tables(current)
            if other_matches:  # otherwise there is nothing to lose
                other = await self._people.profile(current)
        answer = RecoverResponse(
            done=sure or current == player,
            name=known.name,
            matches=await self._people.count_tables(player),
            other=None if other is None else other.name,
            other_matches=0 if other is None else other_matches,
        )
        return answer, Claim(player, known.generation) if sure else None

    async def leaderboard(self, variant: str, player: str | None) -> Leaderboard:
        """Return a leaderboard. Raises ``SchwimmenError`` for an unknown variant."""
        family = family_of(variant)
        best = await self._people.leaderboard(family, MIN_RANKED_MATCHES, MAX_BOARD_ROWS)
        own: Rating | None = None
        if player is not None:
            own = (await self._people.ratings_in_family(family, [player])).get(player)
        return Leaderboard(
            variant=family,
            variants=list(RATING_FAMILIES),
            minimum=MIN_RANKED_MATCHES,
            rows=[_row(one, best, player) for one in best],
            own=None if own is None else await self._own_rating(family, own),
        )

    async def _own_rating(self, family: str, rating: Rating) -> OwnRating:
        missing = max(0, MIN_RANKED_MATCHES - rating.matches)
        place = None
        if not missing:
            place = 1 + await self._people.count_ahead(family, MIN_RANKED_MATCHES, rating)
        return OwnRating(
            variant=family,
            rating=rating.points,
            matches=rating.matches,
            wins=rating.wins,
            missing=missing,
            place=place,
        )


def _row(one: RankedPlayer, best: list[RankedPlayer], player: str | None) -> LeaderboardRow:
    bot = one.who.startswith(BOT_PREFIX)
    return LeaderboardRow(
        place=1 + sum(other.rating.ordinal > one.rating.ordinal for other in best),
        id=None if bot else public_id(one.who),
        # The name may come from a private table or from an older version, with a link in it.
        name=without_link(one.name),
        face=one.face,
        bot=bot,
        program=is_program(one.who),
        you=one.who == player,
        rating=one.rating.points,
        matches=one.rating.matches,
        wins=one.rating.wins,
    )
