from .greedy import YARDSTICKS as YARDSTICKS
from .greedy import GreedyPlayer as GreedyPlayer
from .greedy import average_hand as average_hand
from .human import HumanPlayer as HumanPlayer
from .levels import DESCRIPTIONS as DESCRIPTIONS
from .levels import LEVELS as LEVELS
from .levels import make_player as make_player
from .player import Player as Player
from .player import Reasoned as Reasoned
from .player import play_match as play_match
from .search.imagining import sample_worlds as sample_worlds
from .uniform import RandomPlayer as RandomPlayer
from .warming import warm as warm

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
