"""Odds of the game under strong play: hand values, closing, the dealer's choice and seats."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
