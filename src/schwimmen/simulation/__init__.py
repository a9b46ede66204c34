"""Many rounds or matches between bots, on all cores or a cluster, and their statistics."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
