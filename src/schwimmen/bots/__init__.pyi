from .failures import BotFailure as BotFailure
from .failures import Forfeit as Forfeit
from .network import Layer as Layer
from .network import NetworkPlayer as NetworkPlayer
from .network import read_network as read_network
from .network import write_network as write_network
from .protocol import with_history as with_history
from .protocol import write_events as write_events
from .words import make_bot as make_bot

__all__ = [
    "BotFailure",
    "Forfeit",
    "Layer",
    "NetworkPlayer",
    "make_bot",
    "read_network",
    "with_history",
    "write_events",
    "write_network",
]
