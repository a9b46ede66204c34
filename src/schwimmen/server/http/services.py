"""What the routes work with, and how they get at it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Annotated, Final

from fastapi import Depends
from starlette.exceptions import HTTPException, WebSocketException
from starlette.requests import HTTPConnection
from starlette.responses import Response
from websockets.frames import CloseCode

from ..limits.allowance import Limits
from ..live.hub import Hub
from ..live.lobby import Lobby
from ..live.replays import Replays
from ..operation.clock import Heartbeat
from ..operation.metrics import MetricsAccess
from ..operation.rules_loader import RulesLoader
from ..people.device_sessions import Claim, Cookies, DeviceSessions, token_of
from ..people.match_history import MatchHistories
from ..people.profiles import GuestProfiles
from ..people.ratings import Ratings
from ..storage import Database

BAD_TOKEN: Final = "this token is not one of this server"


@dataclass(frozen=True, slots=True)
class Services:
    """The parts of a running server."""

    hub: Hub
    lobby: Lobby
    rules_loader: RulesLoader
    cookies: Cookies
    match_histories: MatchHistories
    database: Database
    metrics_access: MetricsAccess
    limits: Limits
    profiles: GuestProfiles
    ratings: Ratings
    replays: Replays
    device_sessions: DeviceSessions
    heartbeat: Heartbeat
    deletion_lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while a player is forgotten: each time every log is looked through."""


def _services(connection: HTTPConnection) -> Services:
    services = connection.app.state.services
    assert isinstance(services, Services)
    return services


@dataclass(frozen=True, slots=True)
class _Visitor:
    """Who asks, if the cookie or the token is good; or that the cookie serves no more."""

    claim: Claim | None
    signed_out: bool


async def _visitor(connection: HTTPConnection) -> _Visitor:
    here = _services(connection)
    claim = here.cookies.claim(connection)
    if claim is None and token_of(connection) is not None:
        # Not somebody new, as one without a cookie is: a program would not notice.
        if connection.scope["type"] == "websocket":
            raise WebSocketException(CloseCode.POLICY_VIOLATION, BAD_TOKEN)
        raise HTTPException(HTTPStatus.UNAUTHORIZED, BAD_TOKEN, {"www-authenticate": "Bearer"})
    if claim is None or await here.device_sessions.is_valid(claim):
        return _Visitor(claim, signed_out=False)
    return _Visitor(None, signed_out=True)


Visitor = Annotated[_Visitor, Depends(_visitor)]


def _player(visitor: Visitor) -> str | None:
    return None if visitor.claim is None else visitor.claim.player


def _asker(visitor: Visitor, connection: HTTPConnection, response: Response) -> str:
    cookies = _services(connection).cookies
    claim = visitor.claim or Claim(cookies.new_player())
    cookies.set(response, claim, secure=connection.url.scheme == "https")
    return claim.player


async def pay_for_table(connection: HTTPConnection, table_id: str) -> None:
    """Charge a request for the events that have to be played again. Raises ``RateLimited``."""
    services = _services(connection)
    if (address := services.limits.network_of(connection)) is not None:
        services.limits.charge_events(address, await services.hub.events_to_replay(table_id))


Here = Annotated[Services, Depends(_services)]
Player = Annotated[str | None, Depends(_player)]
"""The player id of the token or the cookie, if there is a good one."""
Asker = Annotated[str, Depends(_asker)]
"""The same, or somebody new; an answer that is no error gives them a cookie that lasts longer."""
