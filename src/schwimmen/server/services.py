"""What the routes work with, and how they get at it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends
from starlette.requests import HTTPConnection

from .cookies import Cookies
from .hub import Hub
from .kernel import Kernel
from .played import PlayedMatches


@dataclass(frozen=True, slots=True)
class Services:
    """The parts of a running server."""

    hub: Hub
    kernel: Kernel
    cookies: Cookies
    played: PlayedMatches


def _services(connection: HTTPConnection) -> Services:
    services = connection.app.state.services
    assert isinstance(services, Services)
    return services


def _player(connection: HTTPConnection) -> str | None:
    return _services(connection).cookies.player(connection)


Here = Annotated[Services, Depends(_services)]
Player = Annotated[str | None, Depends(_player)]
"""The player id of the cookie, if there is a good one."""
