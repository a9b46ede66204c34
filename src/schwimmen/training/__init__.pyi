from .frequencies import measure_losses as measure_losses
from .frequencies import write_losses as write_losses
from .playouts import shares_won as shares_won

__all__ = ["measure_losses", "shares_won", "write_losses"]
