from .self_play import measure_frequencies as measure_frequencies
from .self_play import shares_won as shares_won
from .self_play import write_frequencies as write_frequencies

__all__ = ["measure_frequencies", "shares_won", "write_frequencies"]
