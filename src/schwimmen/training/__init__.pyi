from .frequencies import measure_frequencies as measure_frequencies
from .frequencies import write_frequencies as write_frequencies
from .playouts import shares_won as shares_won

__all__ = ["measure_frequencies", "shares_won", "write_frequencies"]
