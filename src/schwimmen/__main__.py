"""Entry point of ``python -m schwimmen``."""

from .cli import main

raise SystemExit(main())
