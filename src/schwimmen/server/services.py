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

from .allowance import Limits
from .cookies import Cookies, token_of
from .hub import Hub
from .kernel import Kernel
from .lobby import Lobby
from .played import PlayedMatches
from .players import Players
from .rating import Ratings
from .replays import Replays
from .scrapers import Scrapers
from .storage import Database

BAD_TOKEN: Final = "this token is not one of this server"


@dataclass(frozen=True, slots=True)
class Services:
    """The parts of a running server."""

    hub: Hub
    lobby: Lobby
    kernel: Kernel
    cookies: Cookies
    played: PlayedMatches
    database: Database
    scrapers: Scrapers
    limits: Limits
    players: Players
    ratings: Ratings
    replays: Replays
    forgetting: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while a player is forgotten: each time every log is looked through."""


def _services(connection: HTTPConnection) -> Services:
    services = connection.app.state.services
    assert isinstance(services, Services)
    return services


def _player(connection: HTTPConnection) -> str | None:
    player = _services(connection).cookies.player(connection)
    if player is None and token_of(connection) is not None:
        # Not somebody new, as one without a cookie is: a program would not notice.
        if connection.scope["type"] == "websocket":
            raise WebSocketException(CloseCode.POLICY_VIOLATION, BAD_TOKEN)
        raise HTTPException(HTTPStatus.UNAUTHORIZED, BAD_TOKEN, {"www-authenticate": "Bearer"})
    return player


def _asker(connection: HTTPConnection, response: Response) -> str:
    cookies = _services(connection).cookies
    asker = _player(connection) or cookies.new_player()
    cookies.give(response, asker, secure=connection.url.scheme == "https")
    return asker


async def pay_for_table(connection: HTTPConnection, table_id: str) -> None:
    """Charge a request for the events that have to be played again. Raises ``TooMany``."""
    services = _services(connection)
    if (address := services.limits.address_of(connection)) is not None:
        services.limits.charge_events(address, await services.hub.unplayed(table_id))


Here = Annotated[Services, Depends(_services)]
Player = Annotated[str | None, Depends(_player)]
"""The player id of the token or the cookie, if there is a good one."""
Asker = Annotated[str, Depends(_asker)]
"""The same, or somebody new; an answer that is no error gives them a cookie that lasts longer."""
