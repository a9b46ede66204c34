"""Data of the package for JavaScript, which the strong levels need.

python scripts/js_data.py [FOLDER]   write them into a folder, js/data by default
"""

import sys
from pathlib import Path
from typing import Final

from schwimmen.server.http.engine_data import write

FOLDER: Final = Path(__file__).parents[1] / "js" / "data"

if __name__ == "__main__":
    write(Path(*sys.argv[1:]) if sys.argv[1:] else FOLDER)
