"""Engine: declaration, loading and calls of the compiled functions of all packages.

Functions marked with ``jit`` are compiled, and those marked with ``entry`` can also be called from
Python. ``SCHWIMMEN_ENGINE`` selects the engine that runs them: ``library``, the native library that
is built ahead of time (the default); ``numba``, which compiles them in the process (with the extra
``compile``); or ``python``, which leaves them as they are.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
