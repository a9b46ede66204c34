"""Routes of the server, one module for each topic."""

from . import me, operation, pages, statistics, tables

ROUTERS = (operation.router, tables.router, statistics.router, me.router, pages.router)

__all__ = ["ROUTERS"]
