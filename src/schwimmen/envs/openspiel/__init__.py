"""Schwimmen as an OpenSpiel game; importing this registers ``python_schwimmen``.

>>> import pyspiel
>>> import schwimmen.envs.openspiel
>>> game = pyspiel.load_game("python_schwimmen(players=4,preset=dutch)")
>>> game.num_players(), game.num_distinct_actions()
(4, 25)

Needs OpenSpiel: ``pip install "schwimmen[openspiel]"``.
"""

from schwimmen.extras import require_extra

from .config import REDUCED_GAMES

try:
    from .game import NAME, SchwimmenGame, SchwimmenState
except ModuleNotFoundError:
    require_extra("openspiel", __name__)
    raise

__all__ = ["NAME", "REDUCED_GAMES", "SchwimmenGame", "SchwimmenState"]
