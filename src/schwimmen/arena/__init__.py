"""Comparisons of bots by duplicate deals, and the ladder of levels."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
