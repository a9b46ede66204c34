from .greedy import average_hand_value as average_hand_value
from .level_players import GreedyPlayer as GreedyPlayer
from .level_players import HeuristicPlayer as HeuristicPlayer
from .level_players import RandomPlayer as RandomPlayer
from .levels import CHARACTERS as CHARACTERS
from .levels import DESCRIPTIONS as DESCRIPTIONS
from .levels import GREEDY_BASELINES as GREEDY_BASELINES
from .levels import LEVELS as LEVELS
from .levels import LEVELS_WITH_CHARACTERS as LEVELS_WITH_CHARACTERS
from .player import ActionEvaluator as ActionEvaluator
from .player import Player as Player
from .player import PolicyPlayer as PolicyPlayer
from .player import play_match as play_match
from .player_factory import make_player as make_player
from .search.determinization import sample_worlds as sample_worlds

__all__ = [
    "CHARACTERS",
    "DESCRIPTIONS",
    "GREEDY_BASELINES",
    "LEVELS",
    "LEVELS_WITH_CHARACTERS",
    "ActionEvaluator",
    "GreedyPlayer",
    "HeuristicPlayer",
    "Player",
    "PolicyPlayer",
    "RandomPlayer",
    "average_hand_value",
    "make_player",
    "play_match",
    "sample_worlds",
]
