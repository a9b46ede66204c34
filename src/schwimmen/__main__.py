"""``python -m schwimmen`` is the command ``schwimmen``."""

from .cli import main

raise SystemExit(main())
