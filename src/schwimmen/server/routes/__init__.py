"""Routes of the server, one module for each topic."""

from . import daily, friends, me, operation, pages, statistics, tables

ROUTERS = (
    operation.router,
    tables.router,
    statistics.router,
    me.router,
    daily.router,
    friends.router,
    pages.router,
)

SOCKET_ROUTES = (operation.SOCKET_ROUTE, tables.SOCKET_ROUTE)

__all__ = ["ROUTERS", "SOCKET_ROUTES"]
