from .bots import Bot as Bot
from .comparison import Comparison as Comparison
from .comparison import Contender as Contender
from .comparison import Contest as Contest
from .comparison import Interrupted as Interrupted
from .comparison import compare as compare
from .confidence import Bounds as Bounds
from .confidence import Decision as Decision
from .confidence import Interval as Interval
from .jit_warmup import warm as warm
from .ladder import Ladder as Ladder
from .ladder import freeze_ladder as freeze_ladder
from .ladder import frozen_ladder as frozen_ladder
from .ladder import ladder_bots as ladder_bots
from .ladder import play_digest as play_digest
from .ladder import players_digest as players_digest
from .simulation import simulate as simulate
from .statistics import BotFigures as BotFigures
from .statistics import Closing as Closing
from .statistics import Distribution as Distribution
from .statistics import Ending as Ending
from .statistics import Estimate as Estimate
from .statistics import PlaceFigures as PlaceFigures
from .statistics import Simulation as Simulation
from .workers import Workers as Workers
from .workers import WorkersLost as WorkersLost
from .workers import dask_cluster as dask_cluster
from .workers import processes as processes
from .workers import run_chunks as run_chunks
from .workers import threads as threads

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
