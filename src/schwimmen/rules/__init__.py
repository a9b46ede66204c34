"""Rules of the game: cards, rule sets, rounds, matches and the views of them.

Each name is loaded on first use, so that programs can read options and presets without loading the
compiled rules.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
