"""Routes of the server, one module for each kind of thing."""

from . import me, operation, pages, statistics, tables

ROUTERS = (operation.router, tables.router, statistics.router, me.router, pages.router)

__all__ = ["ROUTERS"]
