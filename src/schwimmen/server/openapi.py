"""Prints the description of the interface: ``python -m schwimmen.server.openapi``."""

from __future__ import annotations

import json
import sys

from .app import create_app


def main() -> None:
    """Writes the JSON to standard output."""
    json.dump(create_app().openapi(), sys.stdout, indent=2)
    sys.stdout.write("\n")


if __name__ == "__main__":
    main()
