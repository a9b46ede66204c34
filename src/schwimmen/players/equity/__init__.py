"""What a standing in a match is worth: everybody's chance to win it."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
