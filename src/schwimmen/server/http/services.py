"""Services of a running server, and the FastAPI dependencies that provide them to routes."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Annotated, Final

from fastapi import Depends, Query, Request
from pydantic import BeforeValidator
from pydantic_core import PydanticKnownError
from starlette.exceptions import HTTPException, WebSocketException
from starlette.requests import HTTPConnection
from starlette.responses import Response
from websockets.frames import CloseCode

from schwimmen.rules.errors import SchwimmenError

from ..limits.allowance import Limits
from ..live.hub import Hub
from ..live.lobby import Lobby
from ..live.replays import Replays
from ..live.reviews import Reviews
from ..people.daily import DailyDeals
from ..people.device_matches import DeviceMatches
from ..people.device_sessions import Claim, Cookies, DeviceSessions, token_of
from ..people.friends import Friends
from ..people.invitations import Invitations
from ..people.match_history import MatchHistories
from ..people.profiles import GuestProfiles
from ..people.ratings import Ratings
from ..runtime.metrics import MetricsAccess
from ..runtime.rules_loader import RulesLoader
from ..storage import Database
from ..storage.heartbeat import Heartbeat
from .engine_data_folder import EngineDataFolder

INVALID_TOKEN: Final = "invalid token for this server"


@dataclass(frozen=True, slots=True)
class Services:
    """Services of a running server."""

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
    reviews: Reviews
    device_sessions: DeviceSessions
    heartbeat: Heartbeat
    daily: DailyDeals
    friends: Friends
    invitations: Invitations
    engine_data: EngineDataFolder
    device_matches: DeviceMatches
    deletion_lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Lock of data deletions, each of which scans every log."""


def services_of(connection: HTTPConnection) -> Services:
    """Return the services of the server that a connection has reached."""
    services = connection.app.state.services
    assert isinstance(services, Services)
    return services


# Dependencies are coroutines, since FastAPI runs functions in threads, one after the other.


async def _given_services(connection: HTTPConnection) -> Services:
    return services_of(connection)


@dataclass(frozen=True, slots=True)
class _Identity:
    """Claim of a request's valid cookie or token, or whether its cookie was signed out."""

    claim: Claim | None
    signed_out: bool


async def identity_of(connection: HTTPConnection) -> _Identity:
    """Return the identity of a client.

    Raises ``HTTPException`` or ``WebSocketException`` for an invalid token, and ``StorageError``.
    """
    services = services_of(connection)
    claim = services.cookies.claim(connection)
    if claim is None and token_of(connection) is not None:
        # A request without a cookie gets a new player; a program would not notice that.
        if connection.scope["type"] == "websocket":
            raise WebSocketException(CloseCode.POLICY_VIOLATION, INVALID_TOKEN)
        raise HTTPException(HTTPStatus.UNAUTHORIZED, INVALID_TOKEN, {"www-authenticate": "Bearer"})
    if claim is None or await services.device_sessions.is_valid(claim):
        return _Identity(claim, signed_out=False)
    return _Identity(None, signed_out=True)


Identity = Annotated[_Identity, Depends(identity_of)]


async def _optional_player_id(identity: Identity) -> str | None:
    return None if identity.claim is None else identity.claim.player


async def _player_id(identity: Identity, connection: HTTPConnection, response: Response) -> str:
    cookies = services_of(connection).cookies
    claim = identity.claim or Claim(cookies.new_player())
    cookies.set(response, claim, secure=connection.url.scheme == "https")
    return claim.player


async def charge_for_table(connection: HTTPConnection, table_id: str) -> None:
    """Charge a request for the events to replay. Raises ``RateLimited`` if they are too many."""
    services = services_of(connection)
    if (address := services.limits.network_of(connection)) is not None:
        services.limits.charge_events(address, await services.hub.events_to_replay(table_id))


async def charge_for_log(connection: HTTPConnection, table_id: str) -> None:
    """Charge a request for all events of a table. Raises ``RateLimited`` if they are too many."""
    services = services_of(connection)
    if (address := services.limits.network_of(connection)) is not None:
        services.limits.charge_events(address, await services.database.log_length(table_id))


async def _check_engine(connection: HTTPConnection) -> None:
    services_of(connection).rules_loader.check()


NEEDS_ENGINE: Final = (Depends(_check_engine),)
"""Dependencies of a route that is refused while there is no engine, before it charges anything."""

ServicesDep = Annotated[Services, Depends(_given_services)]
OptionalPlayerId = Annotated[str | None, Depends(_optional_player_id)]
"""Player id of the request, ``None`` without a valid cookie or token."""
PlayerId = Annotated[str, Depends(_player_id)]
"""Player id of the request, a new one if necessary; the response renews the cookie."""


async def _check_query(request: Request) -> None:
    parameters = request.query_params
    for name in parameters:
        if len(parameters.getlist(name)) > 1:
            raise SchwimmenError(f"{name}: it is in the query more than once", field=name)


SINGLE_PARAMETERS: Final = (Depends(_check_query),)
"""Dependencies of routes that refuse a query with a parameter more than once."""


def _check_digits(value: object) -> object:
    if isinstance(value, str) and not (value.isascii() and value.isdecimal()):
        raise PydanticKnownError("int_parsing")
    return value


DIGITS: Final = BeforeValidator(_check_digits)
"""Mark of a number in a query, which has digits alone; it stands after its limits."""
TableId = Annotated[str | None, Query(pattern=r"^[A-Za-z0-9_-]{1,32}$")]
"""Id of a table in the query of a request."""
