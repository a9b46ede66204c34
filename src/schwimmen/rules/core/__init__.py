"""Compiled rules: arrays of records and the functions that play on them.

``kernel.py`` has the functions that Python calls; ``round.py``, ``match.py``, ``hands.py`` and
``view_builder.py`` in ``schwimmen.rules`` wrap the core for Python.
"""
