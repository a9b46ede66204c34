"""Routes of the server, one module for each topic."""

from . import daily, me, operation, pages, statistics, tables

ROUTERS = (
    operation.router,
    tables.router,
    statistics.router,
    me.router,
    daily.router,
    pages.router,
)

__all__ = ["ROUTERS"]
