from .self_play import measure_frequencies as measure_frequencies
from .self_play import win_shares as win_shares
from .self_play import write_frequencies as write_frequencies

__all__ = ["measure_frequencies", "win_shares", "write_frequencies"]
