from .bots import Bot as Bot
from .cluster import dask_cluster as dask_cluster
from .figures import BotFigures as BotFigures
from .figures import Closing as Closing
from .figures import Distribution as Distribution
from .figures import Ending as Ending
from .figures import Estimate as Estimate
from .figures import PlaceFigures as PlaceFigures
from .figures import Simulation as Simulation
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
    "Closing",
    "Distribution",
    "Ending",
    "Estimate",
    "PlaceFigures",
    "Simulation",
    "Workers",
    "WorkersLost",
    "dask_cluster",
    "processes",
    "run_chunks",
    "simulate",
    "threads",
    "warm",
]
