"""Matches, rounds, views and rule sets as text, SVG and HTML, for terminals and notebooks.

``print(match)`` writes the table as text, and a notebook draws its picture: a single SVG element,
without fonts, scripts or links.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
