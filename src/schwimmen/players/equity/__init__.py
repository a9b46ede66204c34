"""Match equity: the probability with which each seat wins a match from a given state."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
