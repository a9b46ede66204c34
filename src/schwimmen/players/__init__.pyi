from .greedy import GreedyPlayer as GreedyPlayer
from .greedy import average_hand as average_hand
from .heuristic.policy import HumanPlayer as HumanPlayer
from .jit_warmup import warm as warm
from .levels import DESCRIPTIONS as DESCRIPTIONS
from .levels import LEVELS as LEVELS
from .levels import YARDSTICKS as YARDSTICKS
from .levels import make_player as make_player
from .player import Player as Player
from .player import Reasoned as Reasoned
from .player import play_match as play_match
from .random_play import RandomPlayer as RandomPlayer
from .search.determinization import sample_worlds as sample_worlds

__all__ = [
    "DESCRIPTIONS",
    "LEVELS",
    "YARDSTICKS",
    "GreedyPlayer",
    "HumanPlayer",
    "Player",
    "RandomPlayer",
    "Reasoned",
    "average_hand",
    "make_player",
    "play_match",
    "sample_worlds",
    "warm",
]
