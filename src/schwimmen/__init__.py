"""Schwimmen (31): rules, opponents and a table.

>>> from schwimmen import Match
>>> match = Match("pagat", players=3, seed=7)
>>> match.view(match.to_act).legal_actions
('keep', 'take')
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
