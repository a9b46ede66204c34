"""The rules of the game: cards, rule sets, rounds, matches and what a seat may know of them.

Importing this costs nothing: each name is loaded when it is first used, so that a program may
look at options and presets without waiting for the compiled rules.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
