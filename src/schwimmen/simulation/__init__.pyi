from .bots import Bot as Bot
from .decisions import Decision as Decision
from .decisions import decision_file as decision_file
from .decisions import decision_parameters as decision_parameters
from .decisions import read_decision_parameters as read_decision_parameters
from .simulator import simulate as simulate
from .statistics import BotStatistics as BotStatistics
from .statistics import Closing as Closing
from .statistics import Distribution as Distribution
from .statistics import Ending as Ending
from .statistics import Estimate as Estimate
from .statistics import PlaceStatistics as PlaceStatistics
from .statistics import Simulation as Simulation
from .workers import Workers as Workers
from .workers import WorkersLost as WorkersLost
from .workers import dask_cluster as dask_cluster
from .workers import processes as processes
from .workers import run_chunks as run_chunks
from .workers import threads as threads

__all__ = [
    "Bot",
    "BotStatistics",
    "Closing",
    "Decision",
    "Distribution",
    "Ending",
    "Estimate",
    "PlaceStatistics",
    "Simulation",
    "Workers",
    "WorkersLost",
    "dask_cluster",
    "decision_file",
    "decision_parameters",
    "processes",
    "read_decision_parameters",
    "run_chunks",
    "simulate",
    "threads",
]
