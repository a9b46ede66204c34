from .bots import Bot as Bot
from .cluster import dask_cluster as dask_cluster
from .comparing import Interrupted as Interrupted
from .comparing import compare as compare
from .comparison import Comparison as Comparison
from .comparison import Contender as Contender
from .comparison import Contest as Contest
from .figures import BotFigures as BotFigures
from .figures import Closing as Closing
from .figures import Distribution as Distribution
from .figures import Ending as Ending
from .figures import Estimate as Estimate
from .figures import PlaceFigures as PlaceFigures
from .figures import Simulation as Simulation
from .interval import Interval as Interval
from .ladder import Ladder as Ladder
from .ladder import freeze_ladder as freeze_ladder
from .ladder import frozen_ladder as frozen_ladder
from .ladder import ladder_bots as ladder_bots
from .ladder import play_digest as play_digest
from .ladder import players_digest as players_digest
from .sequential import Bounds as Bounds
from .sequential import Decision as Decision
from .simulation import simulate as simulate
from .warming import warm as warm
from .work import Workers as Workers
from .work import WorkersLost as WorkersLost
from .work import processes as processes
from .work import run_chunks as run_chunks
from .work import threads as threads

__all__ = [
    "Bot",
    "BotFigures",
    "Bounds",
    "Closing",
    "Comparison",
    "Contender",
    "Contest",
    "Decision",
    "Distribution",
    "Ending",
    "Estimate",
    "Interrupted",
    "Interval",
    "Ladder",
    "PlaceFigures",
    "Simulation",
    "Workers",
    "WorkersLost",
    "compare",
    "dask_cluster",
    "freeze_ladder",
    "frozen_ladder",
    "ladder_bots",
    "play_digest",
    "players_digest",
    "processes",
    "run_chunks",
    "simulate",
    "threads",
    "warm",
]
