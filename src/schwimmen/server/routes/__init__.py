"""What can be asked of the server, one module for each kind of thing."""

from . import (
    bots,
    health,
    leaderboard,
    lobby,
    me,
    metrics,
    pages,
    qr,
    replay,
    setup,
    sockets,
    statistics,
    tables,
)

ROUTERS = (
    health.router,
    metrics.router,
    setup.router,
    tables.router,
    qr.router,
    lobby.router,
    replay.router,
    statistics.router,
    me.router,
    bots.router,
    leaderboard.router,
    sockets.router,
    pages.router,
)

__all__ = ["ROUTERS"]
