"""Bots by name: levels, classes of others, trained policies, programs; the engine protocol."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
