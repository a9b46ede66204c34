"""Match records (RECORD.md): writing, reading and replaying.

>>> from schwimmen.records import load, replay
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
