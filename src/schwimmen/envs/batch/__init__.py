"""Batched environment, which plays thousands of rounds or matches at once in arrays."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
