"""What can be asked of the server, one module for each kind of thing."""

from . import health, pages, setup, sockets, statistics, tables

ROUTERS = (
    health.router,
    setup.router,
    tables.router,
    statistics.router,
    sockets.router,
    pages.router,
)

__all__ = ["ROUTERS"]
