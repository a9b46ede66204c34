from .frequencies import measure_losses as measure_losses

__all__ = ["measure_losses"]
