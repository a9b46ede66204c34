"""Files of the package for JavaScript that git does not keep.

python scripts/js_data.py [FOLDER]   write them into a folder, js/data by default: the data of the
                                     strong levels, and the module as text for js/inline.js
"""

import base64
import gzip
import sys
from pathlib import Path
from typing import Final

from schwimmen.server.http import engine_data

PACKAGE: Final = Path(__file__).parents[1] / "js"
FOLDER: Final = PACKAGE / "data"


def write(folder: Path) -> None:
    """Write all files into a folder, which is created if it is missing."""
    engine_data.write(folder)
    packed = gzip.compress((PACKAGE / "rules.wasm").read_bytes(), 9, mtime=0)
    text = base64.b64encode(packed).decode()
    (folder / "module.js").write_text(f'export const MODULE = "{text}";\n')


if __name__ == "__main__":
    write(Path(*sys.argv[1:]) if sys.argv[1:] else FOLDER)
